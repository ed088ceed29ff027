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
        let outcome = try run.run(seconds: options.seconds * 4, server: nodes[0].process)
        let messages = Double(outcome.deliveries / 2)
        let place = isApart || servers == 1 ? "" : ", people of a world at one server"
        tell(.init(title: "Messages\(place)", unit: "messages/s", digits: 0), messages / outcome.seconds)
        let latencies = outcome.latencies
        tell(
            .init(title: "Acknowledged and heard by both\(place), half", unit: "ms"), latencies.percentile(0.5) / 1_000)
        tell(.init(title: "the same\(place), 99 %", unit: "ms"), latencies.percentile(0.99) / 1_000)
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
}
