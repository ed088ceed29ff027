import ChatConformance
import ChatProtocol
import Testing

/// The limits of messages and of the notifications about them.
extension LimitTests {
    /// Checks the time limit of an action on a message: the last millisecond still counts.
    func window(_ name: Limits.Name, _ method: String, _ params: JSONValue) throws {
        let stage = try Stage(name, 1_000)
        let observer = try stage.join(["role": "observer"])
        func attempt(after milliseconds: Int64) throws -> JSONValue {
            let message = try stage.begin().message
            expectWell(try observer.call("clock.advance", ["milliseconds": .integer(milliseconds)]))
            let members = [.init(key: "message", value: message)] + (params.objectValue?.members ?? [])
            return try stage.anna.call(method, .object(JSONObject(members)))
        }
        expectWell(try attempt(after: 1_000))
        #expect(try attempt(after: 1_001)["data"]?["reason"] == "expired")
    }

    func edits() throws {
        let stage = try Stage(.edits, 2)
        let message = try stage.begin().message
        func edit(_ text: JSONValue) throws -> JSONValue {
            try stage.anna.call("message.edit", ["message": message, "text": text])
        }
        expectWell(try edit("one"))
        expectWell(try edit("two"))
        #expect(try edit("three")["data"]?["reason"] == "conflict")
        expectWell(try edit("two"))
    }

    /// A deleted message can be recovered until the last millisecond of its time.
    func recentlyDeletedMilliseconds() throws {
        let stage = try Stage(.recentlyDeletedMilliseconds, 1_000)
        let observer = try stage.join(["role": "observer"])
        func recover(after milliseconds: Int64) throws -> JSONValue {
            let message: JSONValue = ["messages": .array([try stage.begin().message])]
            expectWell(try stage.anna.call("message.delete", message))
            expectWell(try observer.call("clock.advance", ["milliseconds": .integer(milliseconds)]))
            return try stage.anna.call("message.restore", message)
        }
        expectWell(try recover(after: 999))
        #expect(try recover(after: 1_000)["data"]?["reason"] == "not_found")
    }

    func pinnedConversations() throws {
        let stage = try Stage(.pinnedConversations, 2)
        func pin(_ handle: JSONValue) throws -> JSONValue {
            let created = try stage.anna.call("conversation.create", ["participants": [handle]])
            let conversation = try #require(created["conversation"]?["id"])
            return try stage.anna.call("conversation.pin", ["conversation": conversation, "pinned": true])
        }
        expectWell(try pin("bea"))
        expectWell(try pin("carl"))
        expectTooLarge(try pin("dora"), .pinnedConversations, 2)
        expectWell(try pin("carl"))
    }

    func attachmentBytes() throws {
        let stage = try Stage(.attachmentBytes, 10)
        let conversation = try stage.begin().conversation
        func attach(_ count: Int) throws -> JSONValue {
            let content = JSONValue.string(Base64.encode([UInt8](repeating: 7, count: count)))
            let document: JSONValue = ["name": "a.bin", "type": "public.data", "content": content]
            return try stage.anna.call("message.send", ["conversation": conversation, "attachment": document])
        }
        expectWell(try attach(10))
        expectTooLarge(try attach(11), .attachmentBytes, 10)
    }

    func faults() throws {
        let stage = try Stage(.faults, 2)
        let observer = try stage.join(["role": "observer"])
        func inject() throws -> JSONValue { try observer.call("fault.inject", ["on": ["nth": 9], "do": "drop"]) }
        expectWell(try inject())
        expectWell(try inject())
        expectTooLarge(try inject(), .faults, 2)
    }

    func typingMilliseconds() throws {
        let stage = try Stage(.typingMilliseconds, 100)
        let observer = try stage.join(["role": "observer"])
        let conversation = try stage.begin().conversation
        expectWell(try stage.anna.call("conversation.typing", ["conversation": conversation, "typing": true]))
        func typingEnds(after milliseconds: Int64) throws -> Bool {
            expectWell(try observer.call("clock.advance", ["milliseconds": .integer(milliseconds)]))
            return try observer.call("session.fence")["pending"] == .array([])
        }
        #expect(try !typingEnds(after: 99))
        #expect(try typingEnds(after: 1))
    }

    func shareParticipants() throws {
        let stage = try Stage(.shareParticipants, 3)
        let observer = try stage.join(["role": "observer"])
        expectWell(try observer.call("app.register", ["app": "a.b", "name": "N", "domains": ["notes.example"]]))
        let share = try stage.anna.call("share.create", ["app": "a.b", "title": "T"])["share"]?["id"] ?? .null
        func add(_ handles: JSONValue...) throws -> JSONValue {
            try stage.anna.call("share.addParticipant", ["share": share, "handles": .array(handles)])
        }
        expectTooLarge(try add("bea", "carl", "dora"), .shareParticipants, 3)
        expectWell(try add("bea", "carl"))
        let refusal = try add("dora")
        expectTooLarge(refusal, .shareParticipants, 3)
        #expect(refusal["data"]?["rule"] == "ck-share-limit")
        let group = try stage.anna.call("conversation.create", ["participants": ["bea", "dora"]])
        let sending: JSONValue = ["share": share, "conversation": group["conversation"]?["id"] ?? .null]
        expectTooLarge(try stage.anna.call("share.send", sending), .shareParticipants, 3)
        #expect(try stage.anna.call("share.get", ["share": share])["share"]?["participants"]?.arrayValue?.count == 3)
    }

    func coalescingMilliseconds() throws {
        let stage = try Stage(.coalescingMilliseconds, 100)
        let observer = try stage.join(["role": "observer"])
        expectWell(try observer.call("app.register", ["app": "a.b", "name": "N", "domains": ["notes.example"]]))
        let share = try stage.anna.call("share.create", ["app": "a.b", "title": "T"])["share"]
        expectWell(
            try stage.anna.call(
                "share.send", ["share": share?["id"] ?? .null, "conversation": stage.begin().conversation]))
        let app = try stage.join(["role": "app", "app": "a.b", "handle": "anna"])
        let event: JSONValue = ["type": "change", "trigger": "edit"]
        func post() throws -> JSONValue {
            try app.call("highlightCenter.postNotice", ["url": share?["url"] ?? .null, "event": event])
        }
        let first = try post()
        expectWell(try observer.call("clock.advance", ["milliseconds": 100]))
        #expect(try post() == first, "at its last moment")
        #expect(try observer.call("session.fence")["pending"]?.arrayValue?.count == 1)
        expectWell(try observer.call("clock.advance", ["milliseconds": 1]))
        #expect(try observer.call("session.fence")["pending"] == .array([]))
        #expect(try post() != first)
    }
}
