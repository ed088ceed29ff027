import ChatConformance
import ChatProtocol
import Testing

@testable import ChatEngine
@testable import ChatLog
@testable import ChatServer

/// Tests every limit at its value and at one more: the switch of ``atTheLimitAllIsWellAndOnePastItIsRefused(name:)``
/// does not compile while a limit has no test.
struct LimitTests {
    /// A server with one limit set low, and a person who is logged in to it.
    final class Stage {
        let server: SocketServer
        let anna: RawProbe
        let welcome: JSONValue

        init(_ name: Limits.Name, _ value: Int, limitsRate: Bool = false, _ change: (inout Limits) -> Void = { _ in })
            throws
        {
            var configuration = SocketServer.Configuration()
            configuration.engine.limits[name] = value
            change(&configuration.engine.limits)
            configuration.engine.limitsRate = limitsRate
            configuration.engine.clock = .virtual
            server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
            anna = try RawProbe(port: server.port)
            welcome = try anna.call("session.hello", ["role": "person", "handle": "anna"])
        }

        deinit { server.stop() }

        /// Creates a conversation with Bea and a message in it, and returns their ids.
        func begin() throws -> (conversation: JSONValue, message: JSONValue) {
            let created = try anna.call("conversation.create", ["participants": ["bea"]])
            let conversation = try #require(created["conversation"]?["id"])
            let sent = try anna.call("message.send", ["conversation": conversation, "text": "hi"])
            return (conversation, try #require(sent["message"]?["id"]))
        }

        func join(_ hello: JSONValue) throws -> RawProbe {
            let client = try RawProbe(port: server.port)
            #expect(try client.call("session.hello", hello)["session"] != nil)
            return client
        }
    }

    /// Checks that an answer is no error.
    func expectWell(_ answer: JSONValue, _ at: SourceLocation = #_sourceLocation) {
        #expect(answer["code"] == nil, "\(answer)", sourceLocation: at)
    }

    /// Checks that an answer is an error that names the limit and its value.
    func expectTooLarge(
        _ answer: JSONValue, _ name: Limits.Name, _ value: Int, _ at: SourceLocation = #_sourceLocation
    ) {
        #expect(answer["code"] == -32006, "\(answer)", sourceLocation: at)
        let limit: JSONValue = ["name": .string(name.rawValue), "value": .integer(Int64(value))]
        #expect(answer["data"]?["limit"] == limit, "\(answer)", sourceLocation: at)
    }

    private func text(_ count: Int, _ character: String = "a") -> JSONValue {
        .string(String(repeating: character, count: count))
    }

    @Test(arguments: Limits.Name.allCases) func atTheLimitAllIsWellAndOnePastItIsRefused(name: Limits.Name) throws {
        switch name {
        case .messageBytes: try messageBytes()
        case .textCharacters: try textCharacters()
        case .participants: try participants()
        case .unsentBytes: unsentBytes()
        // `UnsentBytesTests` tests these limits.
        case .unsentBytesOfPerson, .unsentBytesOfServer: break
        case .requestsPerSecond: requestsPerSecond()
        case .requestBurst: try requestBurst()
        case .helloMilliseconds: helloMilliseconds()
        case .idlePingMilliseconds: idlePingMilliseconds()
        case .nestingDepth: try nestingDepth()
        case .pageEntries: try pageEntries()
        case .pageBytes: try pageBytes()
        case .conversationsBegun: try conversationsBegun()
        case .participantsAdded: try participantsAdded()
        case .linksShared: try linksShared()
        case .documents: try documents()
        case .shares: try shares()
        case .storedBytesOfPerson: try storedBytesOfPerson()
        case .nameCharacters: try nameCharacters()
        case .worlds: try worlds()
        case .editMilliseconds: try window(.editMilliseconds, "message.edit", ["text": "other"])
        case .unsendMilliseconds: try window(.unsendMilliseconds, "message.unsend", [:])
        case .recentlyDeletedMilliseconds: try recentlyDeletedMilliseconds()
        case .edits: try edits()
        case .pinnedConversations: try pinnedConversations()
        case .attachmentBytes: try attachmentBytes()
        case .faults: try faults()
        case .typingMilliseconds: try typingMilliseconds()
        case .shareParticipants: try shareParticipants()
        case .coalescingMilliseconds: try coalescingMilliseconds()
        }
    }

    @Test(arguments: Limits.Name.allCases) func everyLimitIsToldAsItIsSet(name: Limits.Name) throws {
        let value = Limits.standard[name] - 1
        let stage = try Stage(name, value)
        let told = try #require(stage.welcome["limits"]?.objectValue)
        #expect(told.members.map(\.key) == Limits.Name.allCases.map(\.rawValue))
        for other in Limits.Name.allCases {
            #expect(told[other.rawValue]?.integerValue == Int64(other == name ? value : Limits.standard[other]))
        }
    }

    // MARK: One test for each limit

    private func messageBytes() throws {
        let limit = 4_096
        func ping(_ bytes: Int) -> String {
            let request = #"{"jsonrpc":"2.0","id":7,"method":"session.ping"}"#
            return request + String(repeating: " ", count: bytes - request.utf8.count)
        }
        let stage = try Stage(.messageBytes, limit)
        stage.anna.sendLine(ping(limit))
        #expect(try stage.anna.message()["id"] == 7)
        stage.anna.sendLine(ping(limit + 1))
        expectTooLarge(try stage.anna.message()["error"] ?? .null, .messageBytes, limit)
        #expect(try stage.anna.line() == nil, "framing is lost, and the connection ends")
        for (bytes, status) in [(limit, "200"), (limit + 1, "413")] {
            let client = try RawProbe(port: stage.server.port)
            client.send(
                "POST /rpc?role=person&handle=bea HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes)\r\n"
                    + "Connection: close\r\n\r\n" + ping(bytes))
            #expect(String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    private func textCharacters() throws {
        let stage = try Stage(.textCharacters, 10)
        let created = try stage.anna.call("conversation.create", ["participants": ["bea"]])
        let conversation = try #require(created["conversation"]?["id"])
        for character in ["a", "é", "🚣"] {
            func send(_ count: Int) throws -> JSONValue {
                try stage.anna.call("message.send", ["conversation": conversation, "text": text(count, character)])
            }
            expectWell(try send(10))
            expectTooLarge(try send(11), .textCharacters, 10)
        }
        let history = try stage.anna.call("conversation.history", ["conversation": conversation])
        #expect(history["entries"]?.arrayValue?.count == 3, "what is refused leaves no trace")
    }

    private func participants() throws {
        let stage = try Stage(.participants, 3)
        func create(_ handles: JSONValue...) throws -> JSONValue {
            try stage.anna.call("conversation.create", ["participants": .array(handles)])
        }
        expectWell(try create("bea", "carl"))
        expectWell(try create("bea", "dora", "anna", "bea"))
        expectTooLarge(try create("bea", "carl", "dora"), .participants, 3)
    }

    /// The buffers of a socket hide the exact number. `SlowReaderTests` tests the whole path.
    private func unsentBytes() {
        var limits = Limits.standard
        limits.unsentBytes = 100
        #expect(!limits.isTooMuch(unsentBytes: 100))
        #expect(limits.isTooMuch(unsentBytes: 101))
    }

    private func requestsPerSecond() {
        var limits = Limits.standard
        limits.requestBurst = 1
        limits.requestsPerSecond = 10
        var bucket = RateBucket(limits: limits, at: Instant(milliseconds: 0))
        for second: Int64 in 0..<3 {
            for tenth: Int64 in 0..<10 {
                let now = second * 1_000 + tenth * 100
                #expect(bucket.spend(limits: limits, at: Instant(milliseconds: now)) == nil)
                #expect(bucket.spend(limits: limits, at: Instant(milliseconds: now + 99)) == 1)
            }
        }
    }

    private func requestBurst() throws {
        let stage = try Stage(.requestBurst, 3, limitsRate: true) { $0.requestsPerSecond = 1 }
        for _ in 2...3 { expectWell(try stage.anna.call("session.ping")) }
        let refusal = try stage.anna.call("session.ping")
        #expect(refusal["code"] == -32007)
        let wait = try #require(refusal["data"]?["retryAfterMilliseconds"]?.integerValue)
        #expect((1...1_000).contains(wait))
        // Each other session has a bucket of its own.
        expectWell(try stage.join(["role": "person", "handle": "bea"]).call("session.ping"))
    }

    private func helloMilliseconds() {
        var limits = Limits.standard
        limits.helloMilliseconds = 50
        #expect(Deadline(.nobody, silence: 50, limits: limits) == .none)
        #expect(Deadline(.nobody, silence: 51, limits: limits) == .expire)
        #expect(Deadline(.amidMessage, silence: 50, limits: limits) == .none)
        #expect(Deadline(.amidMessage, silence: 51, limits: limits) == .expire)
        #expect(Deadline(.ending, silence: 50, limits: limits) == .none)
        #expect(Deadline(.ending, silence: 51, limits: limits) == .close(nil))
        #expect(Deadline(.lines, silence: .max, limits: limits) == .none, "between lines one may be silent for ever")
    }

    private func idlePingMilliseconds() {
        var limits = Limits.standard
        limits.idlePingMilliseconds = 50
        #expect(Deadline(.webSocket(isPinged: false), silence: 50, limits: limits) == .none)
        #expect(Deadline(.webSocket(isPinged: false), silence: 51, limits: limits) == .ping)
        #expect(Deadline(.webSocket(isPinged: true), silence: 100, limits: limits) == .none)
        #expect(Deadline(.webSocket(isPinged: true), silence: 101, limits: limits) == .close(.silent))
        #expect(Deadline(.http, silence: 50, limits: limits) == .none)
        #expect(Deadline(.http, silence: 51, limits: limits) == .close(nil))
    }

    private func nestingDepth() throws {
        let stage = try Stage(.nestingDepth, 16)
        func nested(_ depth: Int) -> JSONValue {
            // The request is one level, and its params are another.
            (0..<depth - 2).reduce(1) { value, _ in .array([value]) }
        }
        let atLimit = try stage.anna.call("session.ping", ["x": nested(16)])
        #expect(atLimit["data"]?["reason"] == "invalid_params", "it was read, and has a member too many")
        stage.anna.sendLine(
            String(
                decoding: JSONWriter.bytes(
                    of: ["jsonrpc": "2.0", "id": 2, "method": "session.ping", "params": ["x": nested(17)]] as JSONValue),
                as: UTF8.self))
        #expect(try stage.anna.message()["error"]?["data"]?["reason"] == "parse")
        expectWell(try stage.anna.call("session.ping"))
    }

    private func pageEntries() throws {
        let stage = try Stage(.pageEntries, 5)
        let created = try stage.anna.call("conversation.create", ["participants": ["bea"]])
        let conversation = try #require(created["conversation"]?["id"])
        for _ in 1...6 { try stage.anna.call("message.send", ["conversation": conversation, "text": "x"]) }
        let page = try stage.anna.call("conversation.history", ["conversation": conversation, "limit": 5])
        #expect(page["entries"]?.arrayValue?.count == 5 && page["more"] == true)
        let past = try stage.anna.call("conversation.history", ["conversation": conversation, "limit": 6])
        #expect(past["data"]?["reason"] == "invalid_params" && past["data"]?["field"] == "limit")
        let standard = try stage.anna.call("conversation.history", ["conversation": conversation])
        #expect(standard["entries"]?.arrayValue?.count == 5, "nor is it passed by leaving it out")
    }

    private func pageBytes() throws {
        let stage = try Stage(.pageBytes, 16_384)
        let (conversation, _) = try stage.begin()
        for _ in 1...5 { try stage.anna.call("message.send", ["conversation": conversation, "text": text(5_000)]) }
        try stage.anna.call("message.send", ["conversation": conversation, "text": text(20_000)])
        func page(before: JSONValue?) throws -> (entries: [JSONValue], more: Bool) {
            let answer = try stage.anna.call(
                "conversation.history", ["conversation": conversation, "before": before ?? .null])
            return (answer["entries"]?.arrayValue ?? [], answer["more"] == true)
        }
        var (counts, before) = ([Int](), JSONValue?.none)
        while true {
            let page = try page(before: before)
            counts.append(page.entries.count)
            guard page.more else { break }
            before = page.entries.first?["id"]
        }
        #expect(counts == [1, 3, 3], "one that is longer in any case, and then what fits; all of them once")
    }

    private func conversationsBegun() throws {
        let stage = try Stage(.conversationsBegun, 2)
        let bea = try stage.join(["role": "person", "handle": "bea"])
        func create(_ handles: JSONValue...) throws -> JSONValue {
            try stage.anna.call("conversation.create", ["participants": .array(handles)])
        }
        expectWell(try bea.call("conversation.create", ["participants": ["anna", "carl"]]))
        for _ in 1...2 { expectWell(try create("bea", "carl")) }
        expectTooLarge(try create("bea", "carl"), .conversationsBegun, 2)
        expectTooLarge(try create("dora"), .conversationsBegun, 2)
        expectWell(try bea.call("conversation.create", ["participants": ["anna", "carl"]]))
        let list = try stage.anna.call("conversation.list")
        #expect(list["conversations"]?.arrayValue?.count == 4, "what is refused leaves no trace")
    }

    private func nameCharacters() throws {
        let stage = try Stage(.nameCharacters, 16)
        let observer = try stage.join(["role": "observer"])
        func all(_ count: Int) throws -> [JSONValue] {
            let fresh = try RawProbe(port: stage.server.port)
            return [
                try stage.anna.call("conversation.create", ["participants": ["b", "c"], "name": text(count, "é")]),
                try fresh.call("session.hello", ["role": "person", "handle": "bea", "name": text(count)]),
                try observer.call("app.register", ["app": "a.b", "name": text(count), "domains": ["notes.example"]]),
                try observer.call("app.register", ["app": text(count), "name": "N", "domains": ["x.example"]]),
                try stage.anna.call("share.create", ["app": "a.b", "title": text(count)]),
            ]
        }
        for answer in try all(16) { expectWell(answer) }
        for answer in try all(17) { expectTooLarge(answer, .nameCharacters, 16) }
        expectWell(try observer.call("world.create", ["world": text(16)]))
        #expect(try observer.call("world.create", ["world": text(17)])["data"]?["reason"] == "invalid_params")
    }

    private func worlds() throws {
        let stage = try Stage(.worlds, 2)
        let observer = try stage.join(["role": "observer"])
        expectWell(try observer.call("world.create", ["world": "one"]))
        expectTooLarge(try observer.call("world.create", ["world": "two"]), .worlds, 2)
        expectWell(try observer.call("world.delete", ["world": "one"]))
        expectWell(try observer.call("world.create", ["world": "two"]))
    }
}
