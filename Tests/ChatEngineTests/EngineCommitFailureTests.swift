import CSystem
import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Synchronization
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Failed commits: they change nothing, and each request gets one answer.
struct EngineCommitFailureTests {
    private func checkStateEqualsLog(_ server: EngineFixture) throws {
        #expect(try server.log.restoredState() == server.state)
    }

    @Test("D4: a failed write changes neither the state nor a stream, and each request gets one answer")
    func failedWriteChangesNothing() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        let before = (state: trip.server.state, end: log.end)
        log.failure = .unavailable
        let ids = [
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "lost"))),
            trip.anna.post(.conversationList(.init())), trip.anna.post(.sessionPing), trip.anna.post("nope"),
        ]
        trip.anna.post(line: "{not json")
        let notice = trip.app.post(.highlightCenterPostNotice(.init(url: TripFixture.url, event: .change(.edit))))
        trip.server.flush()
        for id in ids { #expect(throws: RPCError.self) { try trip.anna.answer(id) } }
        #expect(trip.anna.answers[ids[0]]?[0]["error"]?["code"] == -32008)
        #expect(trip.anna.answers[nil]?.count == 1, "a malformed line is answered, whatever becomes of the tick")
        #expect(trip.anna.answers[nil]?[0]["error"]?["code"] == -32700)
        #expect(trip.app.answers[notice]?[0]["error"]?["code"] == -32008)
        #expect(trip.bea.received.isEmpty && trip.observer.received.isEmpty)
        #expect(trip.server.state == before.state)
        #expect(log.end == before.end)
        log.heal()
        let sent = try trip.anna.message.send(conversation: trip.conversation, text: "kept")
        #expect(sent.sequence == 2)
        #expect(trip.bea.received("message.posted").count == 1)
        try checkStateEqualsLog(trip.server)
    }

    @Test("D4: an unknown outcome stays unknown when the request is repeated, until the disk recovers")
    func unknownOutcomeStaysUnknownUntilTheDiskRecovers() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            defer { log.close() }
            let trip = try TripFixture(log: log)
            let send = Request.messageSend(.init(conversation: trip.conversation, text: "in doubt"))
            // The write-ahead log can be written but not synced.
            DiskFaults.plan(path) { operation, _ in operation == .sync ? .refused(SQLITE_IOERR) : nil }
            let ids = [trip.anna.post(send, clientID: "d1"), trip.anna.post(.conversationList(.init()))]
            trip.server.flush()
            #expect(trip.anna.answers[ids[0]]?[0]["error"]?["data"]?["outcome"] == "unknown")
            #expect(trip.anna.answers[ids[1]]?[0]["error"]?["data"]?["outcome"] == "none", "it only reads")
            #expect(trip.server.engine.problem != nil)
            #expect(trip.bea.received("message.posted").count == 0)
            let repeated = trip.anna.post(send, clientID: "d1")
            let other = trip.anna.post(
                .messageSend(.init(conversation: trip.conversation, text: "new")), clientID: "d2")
            trip.server.flush()
            #expect(
                trip.anna.answers[repeated]?[0]["error"]?["data"]?["outcome"] == "unknown", "D4: it may be in the log")
            #expect(trip.anna.answers[other]?[0]["error"]?["data"]?["outcome"] == "none")
            DiskFaults.plan(path, nil)
            trip.server.engine.recover()
            trip.server.flush()
            #expect(trip.server.engine.problem == nil)
            #expect(trip.bea.received("message.posted").count == 1, "it was written, and is told once")
            let again = try trip.anna.message.send(
                conversation: trip.conversation, text: "in doubt", clientID: "d1")
            #expect(again.text == "in doubt")
            #expect(trip.bea.received("message.posted").count == 1)
            try checkStateEqualsLog(trip.server)
        }
    }

    @Test("a sender receives the receipt of a message that recovery delivers", arguments: ["anna", "bea"] as [Handle])
    func senderReceivesAReceiptAfterRecovery(from sender: Handle) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            defer { log.close() }
            let server = try EngineFixture(log: log)
            let other: Handle = sender == "anna" ? "bea" : "anna"
            let (me, reader) = (try server.person(sender.rawValue), try server.person(other.rawValue))
            try server.observer().app.register(app: "com.example.notes", name: "Notes", domains: ["notes.example"])
            let app = try server.app(as: sender.rawValue)
            let talk = try me.conversation.create(participants: [other]).id
            DiskFaults.plan(path) { operation, _ in operation == .sync ? .refused(SQLITE_IOERR) : nil }
            me.post(.messageSend(.init(conversation: talk, text: "in doubt")))
            server.flush()
            #expect(reader.received("message.posted").isEmpty)
            DiskFaults.plan(path, nil)
            server.engine.recover()
            server.flush()
            try me.session.fence()
            #expect(reader.received("message.posted").count == 1)
            #expect(me.received("receipt").map { $0["sequence"] } == [1])
            #expect(app.received("receipt").isEmpty, "an app learns nothing of conversations")
        }
    }

    @Test("a due event is retried once a second while the log cannot be written")
    func dueEventIsRetriedOnceASecond() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log) { $0.clock = .real }
        let notices = try trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        let server = trip.server
        log.failure = .unavailable
        server.now = server.now.advanced(byMilliseconds: 7 * 86_400_000)
        for _ in 1...3 {
            let failures = server.engine.counts.commitFailures
            for _ in 1...5 { server.flush() }
            #expect(server.engine.counts.commitFailures == failures + 1)
            #expect(server.engine.nextDue == server.now.advanced(byMilliseconds: 1_000))
            server.now = server.now.advanced(byMilliseconds: 1_000)
        }
        log.heal()
        server.flush()
        #expect(
            trip.bea.received("notice.cleared").flatMap { $0["notices"]?.arrayValue ?? [] }
                == notices.map { JSONValue($0) })
        try checkStateEqualsLog(server)
    }

    @Test("D4: a person whose addition was not written receives no typing of that conversation")
    func personWhoWasNotAddedReceivesNoTyping() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log) { $0.clock = .real }
        let server = trip.server
        let dora = try server.person("dora")
        try trip.bea.conversation.typing(conversation: trip.conversation, isTyping: true)
        log.failure = .unavailableAndUnreadable
        let refusal = trip.anna.refusal {
            try $0.conversation.addParticipant(conversation: trip.conversation, handle: "dora")
        }
        #expect(refusal == .unavailable)
        server.now = server.now.advanced(byMilliseconds: 60_000)
        server.flush()
        #expect(try #require(server.engine.nextDue) > server.now, "it is not tried without a pause")
        log.heal()
        server.now = server.now.advanced(byMilliseconds: 1_000)
        server.flush()
        #expect(dora.received("typing").isEmpty)
        #expect(trip.carl.received("typing").map { $0["typing"] } == [true, false])
    }

    @Test func temporarySyncFailureIsInvisibleToClients() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            defer { log.close() }
            let trip = try TripFixture(log: log)
            let failures = Mutex(1)
            DiskFaults.plan(path) { operation, _ in
                guard operation == .sync else { return nil }
                return failures.withLock { left in
                    defer { left -= 1 }
                    return left > 0 ? .doneAndDenied(SQLITE_IOERR) : nil
                }
            }
            defer { DiskFaults.plan(path, nil) }
            try trip.anna.message.send(conversation: trip.conversation, text: "kept")
            #expect(trip.bea.received("message.posted").count == 1)
            #expect(trip.server.engine.takeProblem() != nil, "but by whoever runs the server")
            try checkStateEqualsLog(trip.server)
        }
    }

    @Test func loginWithAFutureCursorIsAConflict() throws {
        let trip = try TripFixture()
        let end = trip.server.state.position
        let hello: JSONValue = ["role": "person", "handle": "bea", "after": .integer(end + 1)]
        let client = trip.server.connect()
        let id = client.post("session.hello", hello)
        trip.server.flush()
        #expect(client.answers[id]?[0]["error"]?["data"] == ["reason": "conflict", "field": "after"])
        #expect(try trip.server.person("bea", after: end).welcome["cursor"] == .integer(end))
    }

    @Test(arguments: [FailingLog.Failure.unavailable, .conflict])
    func eachRequestIsAnsweredOnceWhenCommitsFail(_ failure: FailingLog.Failure) throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        let notices = try trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        let notice = try #require(notices.first)
        for failures in [1, 2, 9] {
            log.failure = failure
            log.failuresLeft = failures
            let ids = [
                trip.bea.post(.messageSend(.init(conversation: trip.conversation, text: "one"))),
                trip.bea.post(.noticeDismiss(.init(notice: notice))), trip.bea.post(.sessionFence),
                trip.bea.post(.conversationHistory(.init(conversation: trip.conversation))),
                trip.bea.post(.messageSend(.init(conversation: trip.conversation, text: "two"))),
            ]
            trip.server.flush()
            for id in ids { #expect(trip.bea.answers[id]?.count == 1, "\(failure) \(failures) \(id)") }
            log.heal()
            try checkStateEqualsLog(trip.server)
        }
    }

    @Test func failedLoginLeavesTheSessionUnauthenticated() throws {
        let log = FailingLog()
        let server = try EngineFixture(log: log)
        log.failure = .unavailable
        let client = server.connect()
        let ids = (
            client.post(.conversationList(.init())),
            client.post("session.hello", ["role": "person", "handle": "anna"]),
            client.post(.conversationList(.init()))
        )
        server.flush()
        #expect(client.answers[ids.0]?.count == 1)
        #expect(client.answers[ids.1]?.first?["error"]?["code"] == -32008)
        #expect(client.answers[ids.2]?.first?["error"]?["code"] == -32008)
        log.heal()
        #expect(client.refusal { try $0.conversation.list() } == .unauthenticated)
        try client.ask("session.hello", ["role": "person", "handle": "anna"])
        try client.conversation.list()
    }

    @Test func secondLoginInAFailedTickKeepsTheSession() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        log.failure = .unavailable
        trip.bea.post("session.hello", ["role": "person", "handle": "bea"])
        trip.bea.post(.messageSend(.init(conversation: trip.conversation, text: "lost")))
        trip.server.flush()
        log.heal()
        try trip.anna.message.send(conversation: trip.conversation, text: "hi")
        #expect(trip.bea.received("message.posted").count == 1)
    }

    @Test func worldIsUnavailableUntilItsStateIsReloaded() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        log.failure = .unavailableAndUnreadable
        #expect(trip.anna.refusal { try $0.contact.add(handle: "bea") } == .unavailable)
        #expect(trip.anna.refusal { try $0.contact.list() } == .unavailable)
        #expect(trip.server.connect().refusal("session.hello", ["role": "person", "handle": "x"]) == .unavailable)
        log.heal()
        #expect(try trip.anna.contact.list().contacts.isEmpty)
        try checkStateEqualsLog(trip.server)
    }

    @Test func resumingFromAnUnreadableLogDoesNotTickForever() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        log.failure = .unavailableAndUnreadable
        let late = trip.server.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": 0])
        trip.anna.post(.contactAdd(.init(handle: "bea")))
        trip.server.flush()
        log.heal()
        try trip.anna.session.ping()
    }
}
