import ChatConformance
import ChatProtocol
import Testing

@testable import ChatServer

/// The limits of one person's stored data: the count of each kind, and the bytes of all kinds together.
extension LimitTests {
    /// Returns a stage with an app.
    private func stage(_ name: Limits.Name, _ value: Int) throws -> Stage {
        let stage = try Stage(name, value)
        let observer = try stage.join(["role": "observer"])
        expectWell(
            try observer.call("app.register", ["app": "a.b", "name": "Notes", "domains": ["notes.example"]]))
        return stage
    }

    func participantsAdded() throws {
        let stage = try stage(.participantsAdded, 7)
        let bea = try stage.join(["role": "person", "handle": "bea"])
        let group = try stage.anna.call("conversation.create", ["participants": ["bea", "carl"]])
        let id = try #require(group["conversation"]?["id"])
        func add(_ handle: JSONValue, by client: RawProbe) throws -> JSONValue {
            try client.call("conversation.addParticipant", ["conversation": id, "handle": handle])
        }
        expectWell(try add("dora", by: stage.anna))
        expectTooLarge(
            try stage.anna.call("conversation.create", ["participants": ["b", "c", "d"]]), .participantsAdded, 7)
        expectWell(try stage.anna.call("conversation.create", ["participants": ["b", "c"]]))
        expectTooLarge(try add("eve", by: stage.anna), .participantsAdded, 7)
        expectWell(try add("eve", by: bea))
        // Creating the existing conversation of two people again creates no new one.
        expectTooLarge(try stage.anna.call("conversation.create", ["participants": ["bea"]]), .participantsAdded, 7)
        let pair = try bea.call("conversation.create", ["participants": ["anna"]])
        #expect(
            try stage.anna.call("conversation.create", ["participants": ["bea"]])["conversation"]?["id"]
                == pair["conversation"]?["id"])
    }

    func linksShared() throws {
        let stage = try stage(.linksShared, 3)
        let (conversation, _) = try stage.begin()
        func send(_ text: JSONValue) throws -> JSONValue {
            try stage.anna.call("message.send", ["conversation": conversation, "text": text])
        }
        expectWell(try send("https://a.example/1 https://a.example/2 https://a.example/1"))
        expectTooLarge(try send("https://a.example/1 https://a.example/3"), .linksShared, 3)
        let last = try send("https://a.example/1")
        expectWell(last)
        expectTooLarge(try send("https://a.example/1"), .linksShared, 3)
        expectWell(try send("no link"))
        let id = try #require(last["message"]?["id"])
        func edit(_ text: JSONValue) throws -> JSONValue {
            try stage.anna.call("message.edit", ["message": id, "text": text])
        }
        expectTooLarge(try edit("https://a.example/1 https://a.example/4"), .linksShared, 3)
        expectWell(try edit("again https://a.example/1"))
        let bea = try stage.join(["role": "person", "handle": "bea"])
        expectWell(try bea.call("message.send", ["conversation": conversation, "text": "https://a.example/1"]))
    }

    func documents() throws {
        let stage = try stage(.documents, 2)
        func create(_ method: String) throws -> JSONValue {
            try stage.anna.call(method, ["app": "a.b", "title": "Plan"])
        }
        expectWell(try create("document.create"))
        // A share of an existing document creates no document.
        expectWell(try create("share.create"))
        expectWell(try create("share.create"))
        expectTooLarge(try create("document.create"), .documents, 2)
        expectTooLarge(try create("share.create"), .documents, 2)
        let bea = try stage.join(["role": "person", "handle": "bea"])
        expectWell(try bea.call("document.create", ["app": "a.b", "title": "Plan"]))
    }

    func shares() throws {
        let stage = try stage(.shares, 2)
        func create() throws -> JSONValue { try stage.anna.call("share.create", ["app": "a.b", "title": "Plan"]) }
        let first = try create()
        expectWell(first)
        expectWell(try stage.anna.call("share.stop", ["share": try #require(first["share"]?["id"])]))
        expectWell(try create())
        expectTooLarge(try create(), .shares, 2)
    }

    func storedBytesOfPerson() throws {
        let most = 65_536
        let stage = try stage(.storedBytesOfPerson, most)
        let bea = try stage.join(["role": "person", "handle": "bea"])
        let (conversation, _) = try stage.begin()
        let long = JSONValue.string(String(repeating: "x", count: 19_000))
        var made: [JSONValue] = []
        while made.count < 3 {
            let answer = try stage.anna.call("document.create", ["app": "a.b", "title": "Plan", "text": long])
            expectWell(answer)
            made.append(try #require(answer["document"]?["id"]))
        }
        expectTooLarge(
            try stage.anna.call("document.create", ["app": "a.b", "title": "Plan", "text": long]),
            .storedBytesOfPerson, most)
        let others = JSONValue.array((0..<200).map { .string("p\($0)") })
        let links = JSONValue.string((0..<50).map { "https://a.example/\($0)" }.joined(separator: " "))
        expectTooLarge(
            try stage.anna.call("conversation.create", ["participants": others]), .storedBytesOfPerson, most)
        expectTooLarge(
            try stage.anna.call("message.send", ["conversation": conversation, "text": links]),
            .storedBytesOfPerson, most)
        let longer = JSONValue.string(String(repeating: "x", count: 20_000))
        let comment = JSONValue.string(String(repeating: "y", count: 7_000))
        expectTooLarge(
            try stage.anna.call("document.comment", ["document": made[0], "text": comment]), .storedBytesOfPerson, most)
        expectWell(try stage.anna.call("document.edit", ["document": made[0], "revision": 1, "text": longer]))
        // A deletion makes room, and other people have their own limits.
        expectWell(try stage.anna.call("document.delete", ["document": made[1]]))
        expectWell(try stage.anna.call("document.comment", ["document": made[0], "text": comment]))
        expectWell(try bea.call("conversation.create", ["participants": others]))
    }
}
