import Glibc

/// What a run took of the two who shared it, in CPUs.
struct Load {
    var generator: Double
    var server: Double

    /// Whether this process had nothing left to give while the server had.
    var isGeneratorFull: Bool { generator >= 0.9 && server < 0.8 }
}

/// Messages in rooms, of which in each only so many are on their way: said, and not yet acknowledged and heard by
/// everybody else. Whose turn it is goes round among the speakers of a room.
final class LoadRun {
    /// One round.
    struct Outcome {
        /// From the first message sent to the last delivery and acknowledgement received.
        var seconds: Double
        var deliveries: Int
        var load: Load
        /// The microseconds from each message to when it was acknowledged and heard by all, where one is on its way at a time.
        var latencies: Sample
    }

    /// One room: its members are next to each other among the clients, the speakers first.
    private struct Room {
        let members: Range<Int>
        var said = 0
        var acknowledged = 0
        var next = 0
        var saidAt: Int64 = 0
        var isTouched = false
    }

    private let crowd: Crowd
    private let window: Int
    private let speakers: Int
    private var rooms: [Room] = []
    private var touched: [Int] = []
    private var said = 0
    private var acknowledged = 0
    private var delivered = 0
    private var latencies = Sample()
    /// Whether nothing more is to be said.
    private var isOver = false

    /// - Parameter window: how many messages of one room may be on their way.
    init(_ crowd: Crowd, roomsOf size: Int, speakers: Int, window: Int) {
        (self.crowd, self.window, self.speakers) = (crowd, window, speakers)
        for start in stride(from: 0, to: crowd.clients.count, by: size) {
            for client in crowd.clients[start..<start + size] { client.room = rooms.count }
            rooms.append(Room(members: start..<start + size))
        }
    }

    /// Lets messages be said for so long, and waits until all of them are acknowledged and heard.
    func run(seconds: Double, server: pid_t) throws(BenchError) -> Outcome {
        (said, acknowledged, delivered, latencies) = (0, 0, 0, Sample())
        for client in crowd.clients { client.known = 0 }
        let watch = Stopwatch(server: server)
        let end = System.now() + Int64(seconds * 1e9)
        isOver = false
        for index in rooms.indices {
            (rooms[index].said, rooms[index].acknowledged) = (0, 0)
            try speak(in: index)
        }
        let receivers = rooms[0].members.count - 1
        while !isOver || delivered < said * receivers || (crowd.contender.acknowledges && acknowledged < said) {
            _ = try crowd.turn { client, heard in
                client.known += heard.delivered
                delivered += heard.delivered
                acknowledged += heard.acknowledged
                rooms[client.room].acknowledged += heard.acknowledged
                if !rooms[client.room].isTouched {
                    rooms[client.room].isTouched = true
                    touched.append(client.room)
                }
            }
            if System.now() >= end { isOver = true }
            for index in touched { try speak(in: index) }
            touched.removeAll(keepingCapacity: true)
        }
        let (passed, load) = watch.read()
        guard crowd.clients.allSatisfy({ $0.known == rooms[$0.room].said }) else {
            throw BenchError("\(crowd.contender.name): somebody heard one message too few or too many of \(said)")
        }
        return Outcome(seconds: passed, deliveries: delivered, load: load, latencies: latencies)
    }

    /// Says what may be said now.
    private func speak(in index: Int) throws(BenchError) {
        rooms[index].isTouched = false
        guard !isOver else { return }
        let room = rooms[index]
        var known = crowd.contender.acknowledges ? room.acknowledged : room.said
        for member in room.members { known = min(known, crowd.clients[member].known) }
        let count = window - (room.said - known)
        guard count > 0 else { return }
        if window == 1, room.said > 0 { latencies.add(Double(System.now() - room.saidAt) / 1_000) }
        for _ in 0..<count {
            crowd.clients[room.members.lowerBound + rooms[index].next].say()
            rooms[index].next = (rooms[index].next + 1) % speakers
        }
        rooms[index].said += count
        rooms[index].saidAt = System.now()
        said += count
        for offset in 0..<min(count, speakers) {
            let speaker = room.members.lowerBound + (room.next + offset) % speakers
            try crowd.send(crowd.clients[speaker], speaker)
        }
    }
}
