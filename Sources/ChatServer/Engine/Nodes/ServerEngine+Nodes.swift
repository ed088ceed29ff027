import ChatCore
import ChatLog
import ChatProtocol

/// Other servers that serve the same worlds: what they append is told here as they hear of it, and where a world was
/// made, emptied or taken away, it is so here.
extension ServerEngine {
    /// How often it is looked whether something was not heard, in milliseconds.
    private static let lookPause: Int64 = 5_000

    /// Takes what was heard, in order, also where one leads to the next.
    func hear() {
        guard let channel else { return }
        heard += channel.takeHeard()
        while let words = heard.popFirst() { take(words, on: channel) }
    }

    private func take(_ heard: HeardWords, on channel: any NodeChannel) {
        if heard.node != channel.node, heard.content != .tokensChanged { hasOthers = true }
        switch heard.content {
        case .appended(let end):
            // Of a world that is not served here all is learned when it is begun.
            if let world = worlds[heard.world] { noteEnd(end, of: world) }
        case .emptied:
            guard heard.node != channel.node else { return }
            if let world = worlds[heard.world] { settle(world) }
            look(after: heard.world)
        case .said(let words):
            // What a newer version says is nothing to this one.
            guard let value = try? JSONReader.read(words, depthMax: 64).value, var fields = try? JSONFields(value),
                let words = try? NodeWords(from: &fields)
            else { return }
            take(words, of: heard.node, isOwn: heard.node == channel.node, in: heard.world)
        case .tokensChanged: tokensMayBeOthers = true
        }
    }

    private func take(_ words: NodeWords, of node: String, isOwn: Bool, in name: WorldName) {
        switch words {
        case .fence(let number, let through):
            guard isOwn else { return answerFence(number, through: through, of: node, in: name) }
            if let index = fences.firstIndex(where: { $0.number == number }) { fences[index].noteHeard() }
        case .told(let asker, let number, let pending):
            if asker == channel?.node { noteTold(number, by: node, pending) }
        case .settings(let settings):
            if !isOwn { settingsElsewhere.note(settings, of: node) }
        case .joined, .whoIsThere, .typing, .opened, .closed, .left, .delivered, .activity, .chosen, .attribution,
            .faultsChanged, .faultFired:
            guard !isOwn, let world = worlds[name] else { return }
            switch words {
            case .whoIsThere where name == .main: tellSettings()
            // Who has something open is held against what was decided before.
            case .opened where world.heardEnd > world.state.position: learn(world)
            default: break
            }
            for index in fences.indices where fences[index].world === world && words.isTold {
                fences[index].noteWords()
            }
            settle(world)
            world.take(words, of: node, into: &deliveries, at: world.now(wallClock()))
            touch(world)
            noteDue(world)
        }
    }

    /// Says to the others what is to be said to them: before anybody here is answered, so that what they ask elsewhere
    /// comes behind it. What cannot be said is lost.
    func speak() {
        guard let channel, !words.isEmpty else { return }
        let all = words
        words = []
        var index = 0
        while index < all.count {
            let world = all[index].world
            let end = all[index...].firstIndex { $0.world != world } ?? all.count
            try? channel.say(all[index..<end].map { JSONWriter.bytes(of: $0.words) }, in: world)
            index = end
        }
    }

    /// Learns of what others appended; where nobody is here to be told, not before somebody comes or asks.
    private func noteEnd(_ end: Int64, of world: World) {
        guard world.state.position < end else { return }
        if world.sessions.isEmpty { world.heardEnd = end } else { learn(world, through: end) }
    }

    /// Learns what others appended, and tells it. Where that cannot be, it is learned when the log can be read.
    ///
    /// - Returns: whether the world is known as its log says.
    @discardableResult
    func learn(_ world: World, through end: Int64 = .max) -> Bool {
        settle(world)
        guard (try? mend(world)) != nil else { return false }
        defer {
            noteResuming(world)
            noteDue(world)
        }
        do {
            try world.learn(through: end, into: &deliveries, at: wallClock)
            if world.transaction.hasSaid { touch(world) }
            return true
        } catch {
            guard case .emptied = error else { return false }
            look(after: world.name)
            return true
        }
    }

    /// Learns what others appended in the middle of a request, so that it is answered by what was acknowledged anywhere
    /// before it.
    ///
    /// - Returns: whether that was anything.
    @discardableResult
    func learnNow(_ world: World) throws(RPCError) -> Bool {
        try settleNow(world)
        let known = world.state.position
        do {
            try world.learnEnd()
        } catch {
            if case .emptied = error { look(after: world.name) }
            throw RPCError(error)
        }
        // What was said before this was asked came with the answer, and holds for what is told now: that there is a fault.
        hear()
        try settleNow(world)
        try mend(world)
        do { try world.takeOthers(into: &deliveries, at: wallClock) } catch { throw RPCError(error) }
        noteResuming(world)
        return world.state.position > known
    }

    /// Whether a time is over that was to last so many milliseconds: also where somebody set the clock back meanwhile.
    func isOver(_ end: Instant, after milliseconds: Int64) -> Bool {
        let left = end.milliseconds - wallClock().milliseconds
        return left <= 0 || left > milliseconds
    }

    /// Looks how far the worlds are that are served here, where something may not have been heard: at a new connection, and
    /// once in a while.
    func lookAround() {
        guard let channel, channel.generation != lookedIn || isOver(looksAt, after: Self.lookPause) else { return }
        let all = worlds.keys.sorted().compactMap { worlds[$0] }
        // What was decided and is not written yet is ahead of its log.
        for world in all { settle(world) }
        guard let ends = try? store.ends(), let others = try? Set(channel.others().map(\.name)) else { return }
        if channel.generation != lookedIn {
            // What was said meanwhile was not heard, and what went on here may have been forgotten.
            tellSettings()
            for world in all { world.onWords?(.whoIsThere) }
            do throws(LogError) {
                try channel.keepSessions(all.flatMap(\.sessions.all).map(\.id))
                for world in all {
                    try world.seatAll()
                    try world.loadFaults()
                    world.hearsFaultsSince = max(world.state.position, ends[world.name] ?? 0)
                }
            } catch {
                return
            }
        }
        hasOthers = !others.isEmpty
        tokensMayBeOthers = true
        compareSettings(with: others)
        (lookedIn, looksAt) = (channel.generation, wallClock().advanced(byMilliseconds: Self.lookPause))
        for world in all {
            world.forgetSessions(elsewhereBut: others)
            if world.transaction.hasSaid { touch(world) }
            guard let end = ends[world.name], end >= world.state.position else {
                look(after: world.name)
                continue
            }
            noteEnd(end, of: world)
        }
    }

    /// Ends all streams where others wait for this server no more: their fences say that what was accepted stands on every
    /// stream that there is. Where there are no others, nobody says so.
    func endStreamsOutOfTouch() {
        guard let channel, hasOthers, channel.mayBeGivenUp else { return }
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            for session in world.sessions.all {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.outOfTouch)))
            }
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

    /// The world of that name, whoever made it, which is served from now on; nil if there is none.
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

extension NodeWords {
    /// Whether somebody may be told of it.
    fileprivate var isTold: Bool {
        switch self {
        case .joined, .whoIsThere, .settings, .faultsChanged: false
        default: true
        }
    }
}
