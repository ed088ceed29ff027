import ChatCore
import ChatLog
import ChatProtocol

/// Other servers that serve the same worlds: what they append is told here as they hear of it, and where a world was
/// made, emptied or taken away, it is so here.
extension ServerEngine {
    /// How often it is looked whether something was not heard, in milliseconds.
    private static let lookPause: Int64 = 5_000

    /// Takes what was heard.
    func hear() {
        guard let channel else { return }
        for words in channel.takeHeard() { take(words, from: channel) }
    }

    private func take(_ words: HeardWords, from channel: any NodeChannel) {
        switch words.content {
        case .appended(let end):
            guard let world = worlds[words.world], world.state.position < end else { return }
            learn(world)
        case .emptied: look(after: words.world)
        case .said: break
        }
    }

    /// Learns what others appended, and tells it. Where that cannot be, it is learned when the log can be read.
    func learn(_ world: World) {
        settle(world)
        guard (try? mend(world)) != nil else { return }
        do {
            try world.learn(into: &deliveries, at: wallClock)
        } catch {
            if case .emptied = error { look(after: world.name) }
        }
        noteResuming(world)
        noteDue(world)
    }

    /// Looks how far all worlds are where something may not have been heard: at a new connection, and once in a while.
    func lookAround() {
        guard let channel, channel.generation != lookedIn || wallClock() >= looksAt else { return }
        let all = worlds.keys.sorted().compactMap { worlds[$0] }
        // What was decided and is not written yet is ahead of its log.
        for world in all { settle(world) }
        guard let ends = try? channel.ends() else { return }
        (lookedIn, looksAt) = (channel.generation, wallClock().advanced(byMilliseconds: Self.lookPause))
        for world in all {
            guard let end = ends[world.name], end >= world.state.position else {
                look(after: world.name)
                continue
            }
            if end > world.state.position || world.needsMending { learn(world) }
        }
    }

    /// Makes a world what it is where another server emptied it or took it away, or where its log lost its end.
    func look(after name: WorldName) {
        guard let world = worlds[name] else { return }
        do {
            guard let found = try store.find(name) else { return end(world) }
            try found.log.refresh()
            guard found.log !== world.log || found.log.end < world.state.position else { return }
            try begin(world, anewOn: found.log)
        } catch {
            // It is looked at again when the log can be read.
            lookedIn = 0
        }
    }

    /// Serves every world that there is, whoever made it.
    func findAll() throws(RPCError) {
        guard let channel else { return }
        let names: [WorldName]
        do { names = try channel.ends().keys.sorted() } catch { throw RPCError(error) }
        for name in names { _ = try world(name) }
    }

    /// The world of that name, whoever made it; nil if there is none.
    func world(_ name: WorldName) throws(RPCError) -> World? {
        if let world = worlds[name] { return world }
        do {
            guard let found = try store.find(name) else { return nil }
            try begin(found, isStored: store.isStored)
        } catch {
            throw RPCError(error)
        }
        return worlds[name]
    }
}
