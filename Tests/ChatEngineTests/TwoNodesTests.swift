import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Two servers on one log: each learns what the other wrote when it writes itself, or answers a fence.
struct TwoNodesTests {
    /// How a node has the log that it shares.
    enum Sharing: CaseIterable {
        /// One that does not know of it: what came is read as after a start.
        case unawares
        /// One that does: what came is folded behind what was known.
        case aware
        /// One in a database, with a connection for each.
        case database

        static let allCases = [Sharing.unawares, .aware] + (PostgresCluster.isWanted ? [.database] : [])

        /// Two servers.
        func nodes() throws -> (here: EngineFixture, there: EngineFixture) {
            guard self == .database else {
                let log = MemoryEventLog(isShared: self == .aware)
                return (try EngineFixture(log: log), try EngineFixture(log: log))
            }
            let (text, schema) = try PostgresCluster.newSchema()
            let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
            let worlds = [try PostgresWorlds(address), try PostgresWorlds(address)]
            let here = try EngineFixture(log: worlds[0].main, store: worlds[0])
            let there = try EngineFixture(log: worlds[1].main, store: worlds[1])
            (here.others, there.others) = ([there], [here])
            return (here, there)
        }
    }

    @Test("D2: Who resumes at a node that is behind is told each thing once", arguments: Sharing.allCases)
    func whoResumesAtANodeThatIsBehind(_ sharing: Sharing) throws {
        let (here, there) = try sharing.nodes()
        let anna = try here.person("anna")
        let bea = try there.person("bea")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        // By writing, the other node learns of it.
        try bea.ask("contact.add", ["handle": "anna"])
        let cursor = there.state.position
        try anna.ask("message.send", ["conversation": talk, "text": "one"])
        #expect(here.log.end > cursor)
        let again = try there.person("bea", after: cursor)
        // A database is asked first, and else nobody knows of it there yet.
        #expect(again.heard("message.posted").count == (sharing == .database ? 1 : 0))
        try bea.ask("contact.remove", ["handle": "anna"])
        there.flush()
        #expect(bea.heard("conversation.changed").count == 1)
        for device in [bea, again] {
            #expect(device.heard("message.posted").count == 1)
        }
    }

    @Test("D9: Who asks while they resume is told what another node wrote meanwhile", arguments: Sharing.allCases)
    func whoAsksWhileTheyResumeAtANodeThatIsBehind(_ sharing: Sharing) throws {
        let (here, there) = try sharing.nodes()
        let anna = try here.person("anna")
        let bea = try there.person("bea")
        let talk = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try bea.ask("contact.add", ["handle": "anna"])
        let cursor = there.state.position
        try anna.ask("contact.add", ["handle": "bea"])
        try anna.ask("message.send", ["conversation": talk, "text": "one"])
        try anna.ask("message.send", ["conversation": talk, "text": "two"])
        let late = there.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(cursor)])
        // Decided at the position of something that is anna's, and then anew.
        let sent = late.post("message.send", ["conversation": talk, "text": "three"])
        late.post("message.send", ["conversation": talk, "text": "four"])
        there.flush()
        #expect(try late.answer(sent)["message"]?["sequence"] == 3)
        #expect(late.heard("message.posted").compactMap { $0["message"]?["text"] } == ["one", "two"])
    }

    @Test func aWorldIsMadeOnceWhoeverWritesFirst() throws {
        let (here, there) = try Sharing.aware.nodes()
        let (anna, observer) = (try here.person("anna"), try here.observer())
        try there.person("bea").ask("contact.add", ["handle": "anna"])
        // Both wait for one commit, which comes too late once.
        let contact = anna.post("contact.add", ["handle": "bea"])
        let made = observer.post("world.create", ["world": "w"])
        let failures = here.engine.counts.commitFailures
        here.flush()
        #expect(here.engine.counts.commitFailures > failures, "another was first")
        #expect(try observer.answer(made) == [:])
        _ = try anna.answer(contact)
    }

    /// Random lives on two nodes, by turns: each state is that of the log, and everyone hears all that is theirs, once and
    /// in the order of the log, whatever was decided again.
    @Test(
        "D2: Two nodes tell the same", arguments: Sharing.allCases.filter { $0 != .unawares },
        TestExtent.seeds(2, whole: 6))
    func twoNodesTellTheSame(_ sharing: Sharing, seed: UInt64) throws {
        let nodes = try sharing.nodes()
        var requests = RandomRequests(seed: seed)
        var chance = SplitMix64(seed: seed)
        var learned: Int64 = 0
        var listeners: [[EngineClient]] = []
        for node in [nodes.here, nodes.there] {
            listeners.append(try RandomRequests.people.map { try node.person($0.rawValue) })
            listeners[listeners.count - 1].append(try node.observer())
        }
        func learn() throws {
            try nodes.here.log.refresh()
            for row in try nodes.here.log.read(after: learned, limit: .max) {
                requests.learn(try EventRecord(row).event)
                learned = row.position
            }
        }
        var step = 0
        while let next = requests.opening(step) {
            try ask(next, at: nodes.here)
            try learn()
            step += 1
        }
        // The other node learns of the app before anybody runs it there.
        try listeners[1].first?.ask("session.fence")
        for _ in 0..<300 {
            try ask(requests.next(), at: Bool.random(using: &chance) ? nodes.here : nodes.there)
            try learn()
        }
        for listener in listeners.joined() { try listener.ask("session.fence") }
        let conflicts = nodes.here.engine.counts.commitFailures + nodes.there.engine.counts.commitFailures
        #expect(conflicts > 10 || sharing == .database)
        let restored = try nodes.here.log.restoredState()
        #expect(nodes.here.state == restored && nodes.there.state == restored)
        for (here, there) in zip(listeners[0], listeners[1]) {
            // Of what lasts; what is told by the way is each node's own.
            let since = max(here.welcome["cursor"]?.integerValue ?? 0, there.welcome["cursor"]?.integerValue ?? 0)
            let (first, second) = (here.durable, there.durable)
            #expect(first.map(\.cursor) == first.map(\.cursor).sorted())
            let told = (first.filter { $0.cursor > since }, second.filter { $0.cursor > since })
            #expect(told.0.map { "\($0.cursor) \($0.method)" } == told.1.map { "\($0.cursor) \($0.method)" })
            for (one, other) in zip(told.0, told.1) where one != other {
                // What a node learns later reads as it does then: a message that was taken back has no text any more.
                let isTakenBack = [one, other].contains { $0.params["message"]?["unsentAt"] != nil }
                #expect(isTakenBack, "\(one) here, and there \(other)")
            }
            #expect(first.count > 10)
        }
    }

    private func ask(_ next: RandomRequests.Asked, at node: EngineFixture) throws {
        let client =
            switch next.actor {
            case .person(let handle): try node.person(handle.rawValue)
            case .app(_, let person): try node.app(as: person.rawValue)
            case .observer: try node.observer()
            }
        client.post(next.method.rawValue, next.params)
        node.flush()
        node.close(client)
    }

    /// What is appended between the look at the end and the read is no part of what was learned.
    @Test func whatIsAppendedMeanwhileIsLearnedTheNextTime() throws {
        let log = MemoryEventLog(isShared: true)
        let there = try EngineFixture(log: log)
        let behind = FailingLog(log)
        let here = try EngineFixture(log: behind)
        let bea = try there.person("bea")
        let anna = try here.person("anna")
        try bea.ask("contact.add", ["handle": "carl"])
        try bea.ask("contact.add", ["handle": "dora"])
        behind.knownEnd = log.end - 1
        try anna.ask("contact.add", ["handle": "emil"])
        #expect(try here.state == log.restoredState())
    }

    /// What others append while a world is begun is learned once, behind what the log was known to have.
    @Test func whatIsAppendedWhileAWorldIsBegunIsFoldedOnce() throws {
        let log = MemoryEventLog(isShared: true)
        let there = try EngineFixture(log: log)
        let bea = try there.person("bea")
        let behind = FailingLog(log)
        behind.knownEnd = log.end
        let talk = try bea.ask("conversation.create", ["participants": ["anna"]])["conversation"]?["id"] ?? .null
        try bea.ask("message.send", ["conversation": talk, "text": "https://notes.example/d/1"])
        let here = try EngineFixture(log: behind)
        let known = here.state.position
        #expect(known == behind.knownEnd)
        let anna = try here.person("anna")
        #expect(try anna.ask("conversation.list")["conversations"]?.arrayValue?.count == 1)
        #expect(try here.state == log.restoredState())
    }

    @Test("Nothing is certified by a fence that the log does not answer", arguments: [Sharing.aware])
    func aFenceAsksTheLog(_ sharing: Sharing) throws {
        let log = FailingLog(MemoryEventLog(isShared: true))
        let server = try EngineFixture(log: log)
        let anna = try server.person("anna")
        try anna.ask("session.fence")
        log.isLost = true
        #expect(anna.refusal("session.fence") == .unavailable)
        log.heal()
        try anna.ask("session.fence")
    }
}
