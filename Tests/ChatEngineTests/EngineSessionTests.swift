import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Sessions: notifications, resuming, privacy, rates and limits.
struct EngineSessionTests {
    // MARK: Envelope

    @Test func malformedRequestGetsAnErrorAndTheSessionContinues() throws {
        let server = try EngineFixture()
        let client = try server.person("anna")
        let codes: [(String, Int64)] = [
            ("nope", -32700), ("[]", -32600), ("{\"jsonrpc\":\"2.0\",\"method\":\"session.ping\"}", -32600),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"nope\"}", -32601),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"session.ping\",\"params\":{\"x\":1}}", -32602),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"conversation.list\",\"params\":{\"x\":1}}", -32602),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"session.hello\",\"params\":{}}", -32004),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"app.register\"}", -32002),
        ]
        for (line, code) in codes {
            client.post(line: line)
            server.flush()
            #expect(client.raw.last?["error"]?["code"] == .integer(code), "\(line)")
        }
        try client.session.ping()
    }

    @Test(arguments: [("mesage.send", "message.send"), ("share.savee", "share.save"), ("nothing.like.it", nil)])
    func unknownMethodErrorSuggestsTheNearestMethod(_ method: String, _ nearest: String?) throws {
        let server = try EngineFixture()
        let client = try server.person("anna")
        client.post(line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"}")
        server.flush()
        let words = "There is no method “\(method)”." + (nearest.map { " Did you mean “\($0)”?" } ?? "")
        #expect(client.raw.last?["error"]?["message"]?.stringValue == words)
    }

    @Test(arguments: [
        (
            "message.send", #"{"converstion":"c1","text":"x"}"#,
            "conversation is missing: it must be a string, and “converstion” looks like it."
        ),
        (
            "message.send", #"{"conversation":"c1","txt":"x"}"#,
            "text is missing: it must be a string, and “txt” looks like it."
        ),
        (
            "message.send", #"{"conversation":"c1","txt":"x","text":"x"}"#,
            "txt is not a member of this request, but “text” is."
        ),
        (
            "fault.inject", #"{"on":{"notificaton":"typing"},"do":"drop"}"#,
            "on.notificaton is not a member of this request, but “notification” is."
        ),
        ("session.ping", #"{"x":1}"#, "x is not a member of this request."),
    ])
    func unknownMemberErrorSuggestsTheNearestMember(_ method: String, _ params: String, _ words: String) throws {
        let server = try EngineFixture()
        let client = try method == "fault.inject" ? server.observer() : server.person("anna")
        client.post(line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}")
        server.flush()
        #expect(client.raw.last?["error"]?["message"]?.stringValue == words)
    }

    @Test func discoverRequestReturnsTheContract() throws {
        let server = try EngineFixture()
        let delivered = try server.person("anna").ask("rpc.discover")
        #expect(delivered == (try JSONReader.read(Array(ContractText.openRPC.utf8)).value))
    }

    @Test(
        arguments: [
            ([:], "role"), (["role": "king", "handle": "a"], "role"), (["role": "person"], "handle"),
            (["role": "person", "handle": "a b"], "handle"), (["role": "app", "handle": "a"], "app"),
            (["role": "person", "handle": "a", "app": "x"], "app"), (["role": "person", "handle": "a", "x": 1], "x"),
            (["role": "person", "handle": "a", "after": -1], "after"), (["role": "observer", "app": "x"], "app"),
            (["role": "person", "handle": "a", "after": "1"], "after"),
            (["role": "person", "handle": "a", "name": "  "], "name"),
        ] as [(JSONValue, String)])
    func invalidLoginErrorNamesTheMember(_ hello: JSONValue, _ field: String) throws {
        let server = try EngineFixture()
        let client = server.connect()
        let id = client.post("session.hello", hello)
        server.flush()
        let error = client.answers[id]?.first?["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["data"]?["field"] == .string(field))
        #expect(server.log.end == 0)
        try client.ask("session.hello", ["role": "person", "handle": "anna"])
    }

    @Test func requestBeforeTheLoginIsUnauthenticated() throws {
        let server = try EngineFixture()
        let other = server.connect()
        #expect(other.refusal { try $0.session.ping() } == .unauthenticated)
        #expect(other.refusal("session.hello", ["role": "person", "handle": "a", "world": "?"]) == .notFound)
        #expect(other.refusal("session.hello", ["role": "app", "app": "?", "handle": "a"]) == .notFound)
    }

    @Test func welcomeReportsWhetherThePersonIsNew() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        func isNew(_ handle: JSONValue) throws -> Bool {
            try server.connect().ask("session.hello", ["role": "person", "handle": handle])["isNew"] == true
        }
        #expect(try isNew("anna"))
        #expect(try !isNew("anna"), "a second device")
        let bea = try server.person("bea")
        try bea.conversation.create(participants: ["carl"])
        #expect(try !isNew("carl"), "who is in a conversation was known before they came")
        #expect(try observer.ask("session.ping")["isNew"] == nil)
    }

    // MARK: Streams

    @Test("D5: the asking session gets the answer, and the person's other devices get the notification")
    func askingSessionGetsOnlyTheAnswer() throws {
        let trip = try TripFixture()
        let device = try trip.server.person("anna")
        let sent = try trip.anna.ask("message.send", ["conversation": JSONValue(trip.conversation), "text": "hi"])
        #expect(trip.anna.received.isEmpty)
        #expect(device.received.map(\.method) == ["message.posted"])
        #expect(device.received.first?.params["message"] == sent["message"])
        try trip.bea.conversation.markRead(conversation: trip.conversation)
        #expect(trip.anna.received.isEmpty && trip.carl.received("conversation.changed").isEmpty)
        #expect(trip.bea.received("conversation.changed").isEmpty)
    }

    @Test func sendingAShareNotifiesItsSenderOfTheParticipants() throws {
        let trip = try TripFixture()
        let made = try trip.anna.share.create(app: "com.example.notes", title: "B")
        try trip.anna.share.send(share: try #require(made.share).share.id, conversation: trip.conversation)
        #expect(trip.anna.received.map(\.method) == ["share.changed"])
        #expect(trip.anna.received.first?.params["share"]?["participants"]?.arrayValue?.count == 3)
        #expect(trip.bea.received("share.changed").count == 1)
    }

    @Test(
        "D9, D15: a resuming session receives each notification once, in order, without its own answers",
        arguments: [0, 1, 255, 256, 257, 600])
    func resumingSessionReceivesEachNotificationOnce(_ count: Int) throws {
        let trip = try TripFixture()
        let cursor = trip.server.log.end
        for number in 0..<count {
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "\(number)")))
        }
        trip.server.flush()
        let live = trip.bea.received
        #expect(live.count == count)
        for after in [cursor, cursor + Int64(count / 2), trip.server.log.end] {
            let late = trip.server.connect()
            late.post(
                "session.hello", ["role": "person", "handle": "bea", "after": .integer(after)])
            // Anna and the resuming session send in the same tick.
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "meanwhile")))
            let own = late.post(.messageSend(.init(conversation: trip.conversation, text: "own")))
            trip.server.flush()
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "then")))
            trip.server.flush()
            let ownID = try late.answer(own)["message"]?["id"]
            let expected = trip.bea.received.filter { $0.cursor > after && $0.params["message"]?["id"] != ownID }
            #expect(late.received == expected)
            let cursors = late.received.map(\.cursor)
            #expect(cursors == cursors.sorted() && Set(cursors).count == cursors.count)
            late.engineSession.noteUnsent(0)
            trip.server.engine.close(late.engineSession)
        }
    }

    @Test("D10, D15: a session's own change during its catch-up arrives again after the earlier ones")
    func ownChangeFollowsTheEarlierOnes() throws {
        let trip = try TripFixture()
        let message = try trip.anna.message.send(conversation: trip.conversation, text: "hello").id
        let cursor = trip.server.log.end
        try trip.anna.message.react(message: message, reaction: .classic(.heart))
        let late = trip.server.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(cursor)])
        let own = late.post(.messageReact(.init(message: message, reaction: .classic(.haHa))))
        trip.server.flush()
        let answer = try late.answer(own)["message"]
        #expect(late.received("message.changed").count == 2)
        #expect(late.received("message.changed").last?["message"]?["reactions"] == answer?["reactions"])
    }

    @Test("D19: a resuming session that reads slowly receives no faster than it reads")
    func slowReaderReceivesNoFasterThanItReads() throws {
        let trip = try TripFixture()
        let cursor = trip.server.log.end
        let text = String(repeating: "x", count: 19_000)
        for _ in 0..<300 { trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: text))) }
        trip.server.flush()
        let late = trip.server.connect()
        late.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(cursor)])
        var delivered = 0
        for _ in 0..<3 {
            while true {
                let tick = trip.server.tick()
                delivered += tick.deliveries.count { $0.session === late.engineSession }
                guard tick.hasMore else { break }
            }
            // While the client reads nothing, the server sends nothing and requests no tick.
            #expect(trip.server.tick().deliveries.isEmpty)
            #expect(!trip.server.tick().hasMore)
            late.engineSession.noteUnsent(0)
        }
        #expect(delivered <= 301)
        trip.server.flush()
        delivered += late.raw.count
        #expect(delivered == 301)
        #expect(late.engineSession.isCurrent)
    }

    @Test func observerReceivesNotificationsOfAllPeople() throws {
        let trip = try TripFixture()
        try trip.anna.message.send(conversation: trip.conversation, text: "hi https://notes.example/9")
        try trip.bea.link.pin(conversation: trip.conversation, url: "https://notes.example/9")
        try trip.post(.change(.edit))
        try trip.carl.settings.set(sharing: .init(everywhere: false))
        let received = trip.observer.received
        #expect(
            received.map(\.method) == [
                "message.posted", "highlights.changed", "consent.requested", "notice.posted", "settings.changed",
            ])
        #expect(received.map { $0.params["person"] } == [nil, "bea", "bea", nil, "carl"])
        let late = try trip.server.join(["role": "observer", "after": .integer(received[0].cursor - 1)])
        #expect(late.received.map(\.cursor) == received.map(\.cursor))
    }

    // MARK: Privacy

    @Test func appReceivesNoNamesMessagesOrConversations() throws {
        let trip = try TripFixture()
        let app = try trip.server.app(as: "bea")
        try trip.bea.contact.add(handle: "anna")
        try trip.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        for text in ["SECRET https://notes.example/1", "https://notes.example/1 SECRET", "SECRET"] {
            try trip.anna.message.send(conversation: trip.conversation, text: text)
        }
        try trip.anna.share.send(share: trip.share, conversation: trip.conversation, text: "SECRET")
        try trip.bea.link.pin(conversation: trip.conversation, url: TripFixture.url)
        try app.appHighlight.list()
        try app.session.fence()
        try app.clock.now()
        _ = app.refusal { try $0.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit)) }
        try trip.bea.share.accept(.id(trip.share))
        try app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        try trip.post(.change(.edit))
        try app.highlightCenter.clearNotices(url: TripFixture.url)
        for method in Method.allCases where !method.roles.contains(.app) { _ = app.refusal(method.rawValue) }
        for url in ["https://other.example", "https://notes.example/none", "x"] {
            _ = app.refusal { try $0.highlightCenter.postNotice(url: url, event: .change(.edit)) }
        }
        let late = try trip.server.join([
            "role": "app", "app": "com.example.notes", "handle": "bea", "after": 0,
        ])
        #expect(app.received("highlights.changed").count >= 3)
        #expect(late.received.map(\.cursor) == app.received.map(\.cursor))
        let highlight: Set = ["id", "url", "collaborationIdentifier", "title", "contentType", "createdAt"]
        let allowed = highlight.union([
            "jsonrpc", "id", "method", "params", "result", "error", "code", "message", "data", "reason", "field",
            "limit", "rule",
            "cursor", "added", "removed", "updated", "highlights", "more", "notices", "cleared", "clock", "now", "kind",
            "pending", "what", "dueAt", "session", "server", "protocol", "me", "role", "handle", "app", "limits",
            "device", "number", "actions", "isSystemCollaborationSupportAvailable", "document", "access",
        ])
        let forbidden = ["anna", "bea", "carl", "secret", "weekend", trip.conversation.rawValue]
        for message in app.raw + late.raw {
            let isWelcome = message["result"]?["session"] != nil
            Self.walk(message, inLimits: false) { key, text in
                if let key, !allowed.contains(key) { Issue.record("the key \(key) in \(message)") }
                if let text, !isWelcome {
                    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
                    for word in forbidden where words.contains(word) { Issue.record("\(word) in \(message)") }
                }
            }
        }
    }

    private static func walk(_ value: JSONValue, inLimits: Bool, _ see: (String?, String?) -> Void) {
        switch value {
        case .string(let text): see(nil, text)
        case .array(let values): for value in values { walk(value, inLimits: inLimits, see) }
        case .object(let object):
            for member in object.members {
                if !inLimits { see(member.key, nil) }
                walk(member.value, inLimits: inLimits || member.key == "limits", see)
            }
        default: break
        }
    }

    @Test func strangerGetsTheSameErrorForSecretAndMissingThings() throws {
        let trip = try TripFixture()
        let sent = try trip.anna.message.send(conversation: trip.conversation, text: "https://notes.example/secret")
        let notice = try trip.post(.change(.edit))[0]
        let dora = try trip.server.person("dora")
        func refusal(_ method: String, _ params: JSONValue) -> JSONValue? {
            let id = dora.post(method, params)
            trip.server.flush()
            return dora.answers[id]?.first?["error"]
        }
        let pairs: [(String, String, JSONValue, JSONValue)] = [
            ("conversation.history", "conversation", JSONValue(trip.conversation), "c999"),
            ("conversation.markRead", "conversation", JSONValue(trip.conversation), "c999"),
            ("share.get", "share", JSONValue(trip.share), "s999"),
            ("share.accept", "url", .string(TripFixture.url), "https://notes.example/n"),
            ("notice.dismiss", "notice", JSONValue(notice), "n999"),
            ("delivery.explain", "about", JSONValue(sent.id), "m999"),
            ("delivery.explain", "about", JSONValue(notice), "n999"),
            ("delivery.explain", "about", "https://notes.example/secret", "https://notes.example/none"),
            ("delivery.explain", "about", "h1", "h999"),
        ]
        for (method, key, secret, missing) in pairs {
            let base: JSONValue = method == "delivery.explain" ? ["person": "dora"] : [:]
            let one = refusal(method, with(base, key, secret))
            #expect(one != nil && one == refusal(method, with(base, key, missing)), "\(method) \(key)")
        }
        #expect(dora.refusal { try $0.delivery.explain(person: "anna", about: "h1") } == .forbidden)
    }

    // MARK: Limits

    @Test func valuesAtALimitAreAcceptedAndLargerOnesRefused() throws {
        let trip = try TripFixture()
        func send(_ count: Int, _ character: String) -> RPCError.Reason? {
            let text = String(repeating: character, count: count)
            return trip.anna.refusal { try $0.message.send(conversation: trip.conversation, text: text) }
        }
        for character in ["a", "é", "🚣"] {
            #expect(send(20_000, character) == nil)
            #expect(send(20_001, character) == .tooLarge)
        }
        // A text may have 4 bytes for each allowed character, and this character has 18.
        #expect(send(4_444, "👨‍👩‍👧") == nil && send(4_445, "👨‍👩‍👧") == .tooLarge)
        let empty: JSONValue = ["conversation": JSONValue(trip.conversation), "text": ""]
        #expect(trip.anna.refusal("message.send", empty) == .invalidParams && send(3, " ") == .invalidParams)
        func create(_ count: Int) -> RPCError.Reason? {
            let people = (0..<count).compactMap { Handle("p\($0)") }
            return trip.anna.refusal { try $0.conversation.create(participants: people) }
        }
        #expect(create(249) == nil && create(250) == .tooLarge && create(0) == .invalidParams)
        func name(_ count: Int) -> RPCError.Reason? {
            let name = String(repeating: "n", count: count)
            return trip.anna.refusal { try $0.conversation.create(participants: ["x", "y"], name: name) }
        }
        #expect(name(200) == nil && name(201) == .tooLarge && name(0) == .invalidParams)
        let long = String(repeating: "a", count: 20_001)
        let id = trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: long)))
        trip.server.flush()
        #expect(trip.anna.answers[id]?[0]["error"]?["data"]?["limit"] == ["name": "textCharacters", "value": 20_000])
    }

    @Test func requestAboveTheRateIsRefusedWithARetryTime() throws {
        let server = try EngineFixture { configuration in
            configuration.limitsRate = true
            configuration.limits.requestBurst = 3
        }
        let client = try server.person("anna")
        try client.session.ping()
        client.post(line: "what is no JSON counts as well")
        let id = client.post(.sessionPing)
        client.post(line: "nor does it get through now")
        server.flush()
        let error = client.answers[id]?.first?["error"]
        #expect(error?["code"] == -32007)
        #expect(error?["data"]?["retryAfterMilliseconds"] == 5)
        #expect(client.raw.last?["error"]?["code"] == -32007)
    }

    @Test func rateBucketRefillsWithTime() {
        var limits = Limits.standard
        limits.requestBurst = 2
        limits.requestsPerSecond = 10
        let start = Instant(milliseconds: 0)
        var bucket = RateBucket(limits: limits, at: start)
        #expect(bucket.spend(limits: limits, at: start) == nil && bucket.spend(limits: limits, at: start) == nil)
        #expect(bucket.spend(limits: limits, at: start) == 100)
        #expect(bucket.spend(limits: limits, at: Instant(milliseconds: 99)) == 1)
        #expect(bucket.spend(limits: limits, at: Instant(milliseconds: 100)) == nil)
        #expect(bucket.spend(limits: limits, at: .latest) == nil)
        #expect(bucket.spend(limits: limits, at: start) == nil, "a clock that steps back takes nothing away")
        #expect(bucket.spend(limits: limits, at: start) == 100)
        limits.requestsPerSecond = 0
        #expect(bucket.spend(limits: limits, at: start) != nil)
    }
}
