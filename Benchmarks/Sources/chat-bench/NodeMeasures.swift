import ChatProtocol
import Glibc

/// Several servers on one database: rooms of three, each of whose people are at another server, all talk in turn.
struct NodeMeasures {
    /// How many servers, and how many worlds the rooms are in.
    static let servers = [1, 2, 4]
    static let worlds = [1, 10, 1_000]

    let options: Options

    /// Measures so many servers with so many worlds, and tells what came out.
    ///
    /// - Parameter isApart: whether the people of a room are at different servers; otherwise those of a world are at one.
    func run(
        servers: Int, worlds: Int, isApart: Bool, _ tell: (Growth.Cost, Double) -> Void
    ) throws(BenchError) {
        let contender = Understudy.inDatabase(options.database)
        var nodes: [ServerProcess] = []
        defer { for node in nodes { node.stop() } }
        for _ in 0..<servers { nodes.append(try ServerProcess(contender, options)) }
        // Several runs may be in one database.
        let names = (0..<worlds).map { "bench-\(getpid())-\(System.now())-\($0)" }
        let observer = try Session(.observer(nil), at: nodes[0])
        defer { observer.close() }
        _ = try observer.ask("world.create", each: names) {
            $1.member("world", $0)
            $1.member("clock", "real")
        }
        let crowd = try gather(at: nodes, contender, names, isApart: isApart)
        // Nobody wants them any more.
        defer { _ = try? observer.ask("world.delete", each: names) { $1.member("world", $0) } }
        defer { crowd.leave() }
        let run = LoadRun(crowd, roomsOf: 3, speakers: 3, window: 1)
        _ = try run.run(seconds: options.seconds / 10, server: nodes[0].process)
        let before = try conflicts(at: nodes)
        let outcome = try run.run(seconds: options.seconds * 4, server: nodes[0].process)
        let conflicts = Double(try conflicts(at: nodes) - before)
        let messages = Double(outcome.deliveries / 2)
        let place = isApart || servers == 1 ? "" : ", people of a world at one server"
        tell(.init(title: "Messages\(place)", unit: "messages/s", digits: 0), messages / outcome.seconds)
        let latencies = outcome.latencies
        tell(
            .init(title: "Acknowledged and heard by both\(place), half", unit: "ms"), latencies.percentile(0.5) / 1_000)
        tell(.init(title: "the same\(place), 99 %", unit: "ms"), latencies.percentile(0.99) / 1_000)
        guard servers > 1 else { return }
        tell(
            .init(title: "Batches that came after another's\(place)", unit: "of 100 messages", digits: 1),
            conflicts / messages * 100)
    }

    private func gather(
        at nodes: [ServerProcess], _ contender: Understudy, _ worlds: [String], isApart: Bool
    ) throws(BenchError) -> Crowd {
        var clients: [Client] = []
        for room in 0..<options.nodeRooms {
            let world = room % worlds.count
            var members: [Member] = []
            for seat in 0..<3 {
                let node = nodes[(isApart ? room + seat : world) % nodes.count]
                let member = Member(client: try node.connect(), person: "p\(room)-\(seat)")
                guard let handle = Handle(member.person) else { throw BenchError("\(member.person) is no handle") }
                _ = try contender.request(member.client, "session.hello") {
                    Hello(.person(handle, name: nil), world: WorldName(worlds[world])).writeMembers(to: &$0)
                }
                members.append(member)
            }
            try contender.makeRoom("room\(room)", of: members, speakers: 3)
            clients += members.map(\.client)
        }
        return try Crowd(contender, clients)
    }

    private func conflicts(at nodes: [ServerProcess]) throws(BenchError) -> Int {
        var sum = 0
        for node in nodes { sum += try failures(at: node) }
        return sum
    }

    /// How many batches of a server came after those of another.
    private func failures(at node: ServerProcess) throws(BenchError) -> Int {
        let client = try node.connect()
        defer { client.close() }
        let request = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        return try client.ask(Array(request.utf8)) { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            // The last line may be half there.
            let line = lines.dropLast().first { $0.hasPrefix("understudy_commit_failures_total ") }
            return line.flatMap { Int($0.split(separator: " ")[1]) }
        }
    }
}
