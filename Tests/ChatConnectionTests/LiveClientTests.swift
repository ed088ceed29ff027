import AppModel
import ChatConnection
import ChatProtocol
import Testing

@testable import ChatSession

/// A simulated server for a ``LiveClient``, with answers that the test chooses.
private struct Line {
    var client: LiveClient<ClientRequest>
    var now: Int64 = 1_000

    init(serverCount: Int = 1) throws {
        let handle = try #require(Handle("anna"))
        client = LiveClient<ClientRequest>(
            hello: Hello(.person(handle, name: "Anna")), clientIDPrefix: "t", serverCount: serverCount)
        client.start(at: now)
        #expect(client.takeActions() == [.open])
    }

    /// Returns the requests sent since the last call.
    mutating func sent() throws -> [RequestEnvelope] {
        try client.takeActions().compactMap { action in
            guard case .send(let bytes) = action else { return nil }
            return try RequestEnvelope.read(bytes)
        }
    }

    /// Returns the one request sent since the last call.
    mutating func sentOne() throws -> RequestEnvelope {
        let all = try sent()
        #expect(all.count == 1)
        return try #require(all.first)
    }

    mutating func answer(_ request: RequestEnvelope, _ result: JSONValue) {
        client.received(Envelope.result(id: request.id, result), at: now)
    }

    mutating func refuse(_ request: RequestEnvelope, _ error: RPCError) {
        client.received(Envelope.failure(id: request.id, error), at: now)
    }

    mutating func notify(_ method: String, cursor: Int64) {
        client.received(Envelope.notification(method: method) { $0.member("cursor", cursor) }, at: now)
    }

    /// Opens the stream and answers the login.
    ///
    /// - Returns: The login request.
    @discardableResult
    mutating func greet(cursor: Int64) throws -> RequestEnvelope {
        client.opened(at: now)
        let hello = try sentOne()
        answer(hello, ["cursor": .integer(cursor)])
        return hello
    }

    /// Loses the stream and opens the next one after the pause.
    mutating func comeBack(cursor: Int64) throws -> RequestEnvelope {
        client.lost(at: now)
        _ = client.takeActions()
        now = try #require(client.deadline)
        client.passed(to: now)
        #expect(client.takeActions() == [.open])
        return try greet(cursor: cursor)
    }

    /// Loses the stream, if there is one, and opens the next one without answering its login.
    ///
    /// - Returns: The login request.
    mutating func knock() throws -> RequestEnvelope {
        client.lost(at: now)
        _ = client.takeActions()
        try waitForDeadline()
        #expect(client.takeActions() == [.open])
        client.opened(at: now)
        return try sentOne()
    }

    /// Advances the clock to the client's next deadline.
    mutating func waitForDeadline() throws {
        now = try #require(client.deadline)
        client.passed(to: now)
    }

    mutating func freshness() -> [Bool] {
        client.takeReports().compactMap { if case .welcome(let isFresh, _, _, _) = $0 { isFresh } else { nil } }
    }
}

struct LiveClientTests {
    private let conversation = ConversationID("c1")

    @Test("a request that is larger than the server reads is refused without being sent, and the next one is sent")
    func oversizedRequestIsRefusedHere() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        _ = line.client.takeReports()
        let long = String(repeating: "r", count: Limits.standard.messageBytes)
        let big = ClientRequest.request(.messageSend(.init(conversation: conversation, text: long)))
        let small = ClientRequest.request(.messageSend(.init(conversation: conversation, text: "hello")))
        let id = line.client.request(big)
        line.client.request(small)
        #expect(try line.sentOne().params?["text"] == "hello")
        #expect(line.client.unanswered.map(\.request) == [big, small], "a restart does not forget it")
        line.client.request(.live(.messageSearch(.init(text: long))))
        #expect(try line.sent().isEmpty && !line.client.isIdle)
        line.client.passed(to: line.client.deadline ?? 0)
        let refused = line.client.takeReports().compactMap { report -> String? in
            guard case .refusal(_, let clientID, let error) = report, error.reason == .tooLarge else { return nil }
            return clientID ?? "none"
        }
        #expect(refused == [id, "none"] && line.client.unanswered.map(\.request) == [small])
    }

    @Test func theGreetingAsksForWhatCameBehindTheLargestCursor() throws {
        var line = try Line()
        #expect(try line.greet(cursor: 7).params?["after"] == nil)
        #expect(line.freshness() == [true])
        line.notify("message.posted", cursor: 9)
        line.notify("message.posted", cursor: 8)
        let hello = try line.comeBack(cursor: 12)
        #expect(hello.params?["after"] == 9)
        #expect(line.freshness() == [false])
    }

    @Test func aServerWhoseCursorIsBehindIsAnotherOne() throws {
        var line = try Line()
        try line.greet(cursor: 50)
        _ = line.client.takeReports()
        let hello = try line.comeBack(cursor: 3)
        #expect(hello.params?["after"] == 50)
        #expect(line.freshness() == [true])
        #expect(line.client.cursor == 3)
    }

    /// The server refuses a cursor that is after the end of its log; the client starts again without a cursor on the
    /// same stream.
    @Test func aCursorFromTheFutureIsForgotten() throws {
        var line = try Line()
        try line.greet(cursor: 50)
        _ = line.client.takeReports()
        line.client.request(.request(.messageSend(.init(conversation: conversation, text: "to whom?"))))
        line.client.request(.app(.request(.linkOpen(.init(url: "https://a.example"))), number: 1))
        _ = line.client.takeActions()
        let hello = try line.knock()
        #expect(hello.params?["after"] == 50)
        line.refuse(hello, RPCError(.conflict, "This world ends at 3.", .field("after")))
        let again = try line.sentOne()
        #expect(again.method == "session.hello" && again.params?["after"] == nil)
        line.answer(again, ["cursor": 3])
        #expect(line.freshness() == [true] && line.client.cursor == 3)
        #expect(line.client.unanswered.map(\.request.method) == [.linkOpen], "its conversation may be another")
        #expect(try line.sentOne().method == "link.open", "an app waits for an answer")
    }

    @Test func anUnansweredMessageIsSentAgainUnderTheSameClientID() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        let clientID = line.client.request(.request(.messageSend(.init(conversation: conversation, text: "hello"))))
        let first = try line.sentOne()
        #expect(first.params?["clientID"]?.stringValue == clientID)
        line.client.lost(at: line.now)
        _ = line.client.takeActions()
        // Another message is written while the connection is lost.
        let other = line.client.request(.request(.messageSend(.init(conversation: conversation, text: "there"))))
        #expect(try line.sent().isEmpty)
        try line.waitForDeadline()
        _ = line.client.takeActions()
        line.client.opened(at: line.now)
        let hello = try line.sentOne()
        line.answer(hello, ["cursor": 1])
        let again = try line.sent()
        #expect(again.map(\.params?["clientID"]?.stringValue) == [clientID])
        _ = line.client.takeReports()
        line.answer(again[0], ["message": "m1"])
        #expect(
            line.client.takeReports() == [
                .result(
                    .request(.messageSend(.init(conversation: conversation, text: "hello"))), clientID: clientID,
                    ["message": "m1"])
            ])
        let second = try line.sent()
        #expect(second.map(\.params?["clientID"]?.stringValue) == [other])
        line.answer(second[0], ["message": "m2"])
        #expect(line.client.isIdle)
    }

    @Test func aMessageThatCameTooFastWaitsItsTimeAndKeepsItsPlace() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        line.client.request(.request(.messageSend(.init(conversation: conversation, text: "one"))))
        line.client.request(.request(.messageSend(.init(conversation: conversation, text: "two"))))
        _ = line.client.takeReports()
        let first = try line.sentOne()
        line.refuse(first, RPCError(.rateLimited, "slower", .retryAfter(milliseconds: 40)))
        #expect(line.client.takeReports().isEmpty)
        #expect(try line.sent().isEmpty)
        #expect(line.client.deadline == line.now + 40)
        line.client.passed(to: line.now + 40)
        #expect(try line.sent().map(\.params?["text"]) == ["one"])
    }

    @Test func aReadRequestIsDroppedWithItsConnection() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        line.client.request(.live(.conversationList(.init())))
        let list = try line.sentOne()
        _ = try line.comeBack(cursor: 1)
        _ = line.client.takeReports()
        line.answer(list, ["conversations": 1])
        #expect(line.client.takeReports().isEmpty)
        #expect(line.client.isIdle)
    }

    @Test func thePausesDoubleUpToFiveSeconds() throws {
        var line = try Line()
        var pauses: [Int64] = []
        for _ in 0..<7 {
            line.client.lost(at: line.now)
            let until = try #require(line.client.deadline)
            pauses.append(until - line.now)
            line.now = until
            line.client.passed(to: line.now)
        }
        #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
        _ = line.client.takeActions()
        try line.greet(cursor: 1)
        line.client.lost(at: line.now)
        #expect(line.client.phase == .waiting(until: line.now + 250))
    }

    @Test(
        "a client whose stream ends asks for the server that held its world once, but not after silence or a last error",
        arguments: ["end", "error", "silence"])
    func theHolderIsTriedAfterAnEnd(how: String) throws {
        var line = try Line(serverCount: 2)
        line.client.opened(at: line.now)
        try line.answer(line.sentOne(), ["cursor": 1, "holder": "there:1"])
        switch how {
        case "silence":
            for _ in 0..<2 { try line.waitForDeadline() }
        case "error":
            line.client.received(Envelope.failure(id: nil, RPCError(.unavailable, "The server is gone.")), at: line.now)
            line.client.lost(at: line.now)
        default: line.client.lost(at: line.now)
        }
        guard case .waiting = line.client.phase else {
            Issue.record("The stream has not ended: \(line.client.phase)")
            return
        }
        #expect(line.client.takeHolder { _ in true } == (how == "end" ? "there:1" : nil))
        #expect(line.client.takeHolder { _ in true } == nil)
    }

    @Test("a client tries each of several servers for 1 s, and longer with each round")
    func theDeadlineOfConnectingGrows() throws {
        var line = try Line(serverCount: 2)
        var deadlines: [Int64] = []
        for _ in 0..<12 {
            deadlines.append(try #require(line.client.deadline) - line.now)
            try line.waitForDeadline()
            try line.waitForDeadline()
            _ = line.client.takeActions()
        }
        #expect(deadlines == [1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 10, 10].map { $0 * 1_000 })
    }

    @Test(
        "a client whose sessions the server ends three times in a row soon after the login says why, and waits longer")
    func sessionsThatEndEarlyAreTold() throws {
        var line = try Line()
        func end(after milliseconds: Int64) throws -> Int64 {
            try line.greet(cursor: 1)
            line.now += milliseconds
            line.client.lost(at: line.now, "closed with 1013 (too slow).")
            _ = line.client.takeActions()
            let pause = try #require(line.client.deadline) - line.now
            try line.waitForDeadline()
            _ = line.client.takeActions()
            return pause
        }
        for _ in 0..<2 {
            #expect(try end(after: 4_999) == 250 && !line.client.tellsEarlyEnds)
            #expect(line.client.lastProblem == "closed with 1013 (too slow).")
        }
        #expect(try end(after: 0) == 250 && line.client.tellsEarlyEnds)
        #expect(
            line.client.lastProblem
                == "The server ended 3 sessions in a row soon after their login: closed with 1013 (too slow).")
        #expect(try (0..<3).map { _ in try end(after: 0) } == [500, 1_000, 2_000])
        #expect(line.client.tellsEarlyEnds)
        // A session that lasts long enough resets the count of early ends.
        #expect(try end(after: 5_000) == 4_000 && !line.client.tellsEarlyEnds)
        #expect(try end(after: 0) == 250)
    }

    @Test("a session that this side leaves does not count as ended by the server")
    func ownLeavesAreNotTold() throws {
        var line = try Line()
        for _ in 0..<5 {
            try line.greet(cursor: 1)
            line.client.lost(at: line.now)
            #expect(!line.client.tellsEarlyEnds)
            try line.waitForDeadline()
            _ = line.client.takeActions()
        }
    }

    /// The client tries each of several servers before it pauses.
    @Test func theNextServerIsTriedAtOnce() throws {
        var line = try Line(serverCount: 3)
        func lose() throws -> Int64 {
            line.client.lost(at: line.now, "gone")
            #expect(line.client.lastProblem.hasSuffix("gone"))
            let pause = try #require(line.client.deadline) - line.now
            #expect(line.client.isAway == (pause > 0))
            try line.waitForDeadline()
            return pause
        }
        #expect(try (0..<6).map { _ in try lose() } == [0, 0, 250, 0, 0, 500])
        _ = line.client.takeActions()
        try line.greet(cursor: 1)
        line.now += 250
        #expect(try (0..<4).map { _ in try lose() } == [0, 0, 250, 0], "all are tried anew")
        _ = line.client.takeActions()
        // A server that accepts a login and then ends the stream counts as unavailable.
        var pauses: [Int64] = []
        for _ in 0..<4 {
            try line.greet(cursor: 1)
            pauses.append(try lose())
            _ = line.client.takeActions()
        }
        #expect(pauses == [0, 250, 0, 0])
    }

    @Test func aServerThatIsNotReadyIsPassedOver() throws {
        var line = try Line(serverCount: 2)
        line.client.opened(at: line.now)
        line.refuse(try line.sentOne(), RPCError(.unavailable, "The database is away."))
        #expect(line.client.lastProblem == "The database is away." && !line.client.isAway)
        let hello = try line.knock()
        line.answer(hello, ["cursor": 0])
        #expect(line.client.phase == .live)
    }

    /// A reset server does not know the app until it is registered again.
    @Test func aSessionThatWasLiveRetriesARefusedLogin() throws {
        var line = try Line()
        try line.greet(cursor: 3)
        _ = line.client.takeReports()
        for _ in 0..<2 {
            let again = try line.knock()
            line.refuse(again, RPCError(.notFound, "There is no app."))
            guard case .waiting = line.client.phase else {
                Issue.record("it gave up: \(line.client.phase)")
                return
            }
        }
        let hello = try line.knock()
        line.answer(hello, ["cursor": 0])
        #expect(line.client.phase == .live)
    }

    @Test func aServerThatDoesNotWantUsIsNotAskedAgain() throws {
        var line = try Line()
        line.client.opened(at: line.now)
        let hello = try line.sentOne()
        line.refuse(hello, RPCError(.notFound, "no such world"))
        #expect(line.client.takeActions() == [.close])
        #expect(line.client.phase == .refused(RPCError(.notFound, "no such world")))
        #expect(line.client.deadline == nil)
    }

    @Test func aSilentLineIsAskedForASignOfLifeAndThenLeft() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        try line.waitForDeadline()
        let ping = try line.sentOne()
        #expect(ping.method == "session.ping")
        line.answer(ping, [:])
        #expect(line.client.phase == .live)
        try line.waitForDeadline()
        _ = try line.sent()
        try line.waitForDeadline()
        #expect(line.client.phase == .waiting(until: line.now + 250))
    }

    @Test("a server that falls silent is noticed within ten seconds, with a reason")
    func silentServerIsNoticed() throws {
        var line = try Line()
        try line.greet(cursor: 1)
        let start = line.now
        try line.waitForDeadline()
        #expect(try line.sentOne().method == "session.ping")
        try line.waitForDeadline()
        #expect(line.now - start <= 10_000)
        #expect(line.client.lastProblem == "The server has not answered for 10 s.")
    }

    @Test("a login that is not answered fails with the name of the step")
    func unansweredLoginNamesTheStep() throws {
        var line = try Line()
        line.client.opened(at: line.now)
        try line.waitForDeadline()
        #expect(line.client.lastProblem == "The server did not answer session.hello within 10 s.")
    }

    @Test func aServerThatNeverAnswersTheGreetingIsLeft() throws {
        var line = try Line()
        line.client.opened(at: line.now)
        _ = try line.sent()
        try line.waitForDeadline()
        #expect(line.client.phase == .waiting(until: line.now + 250))
    }
}
