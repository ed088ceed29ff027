import NIOCore

/// The rooms; all of them belong to one event loop.
final class House {
    private var rooms: [String: Room] = [:]

    func room(_ name: String) -> Room {
        if let room = rooms[name] { return room }
        let room = Room()
        rooms[name] = room
        return room
    }
}

/// Who hears what is said in a room.
final class Room {
    private var hearers: [any Channel] = []

    func enter(_ channel: any Channel) { hearers.append(channel) }

    func leave(_ channel: any Channel) { hearers.removeAll { $0 === channel } }

    /// Hands lines on to the others: every receiver has the same bytes, and one write.
    func say(_ lines: ByteBuffer, by speaker: any Channel) {
        for hearer in hearers where hearer !== speaker { hearer.writeAndFlush(lines, promise: nil) }
    }
}
