import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Erasure: no content of an unsent message remains in resumed streams, in the log or in its file.
struct ErasureTests {
    private func unsentStory(_ trip: TripFixture) throws -> JSONValue {
        let sent = try trip.anna.ask(
            "message.send",
            ["conversation": trip.conversation, "text": "Zwetschgenkuchen https://notes.example/zwetschge"])
        let message = try #require(sent["message"]?["id"])
        try trip.anna.ask("message.edit", ["message": message, "text": "Zwetschgenknödel", "clientID": "edit"])
        try trip.bea.ask("message.react", ["message": message, "reaction": "haHa"])
        try trip.anna.ask("message.unsend", ["message": message])
        return message
    }

    @Test("D11: a resuming session receives an unsent message only as its note")
    func resumingSessionReceivesOnlyTheUnsentNote() throws {
        let trip = try TripFixture()
        let end = trip.server.log.end
        _ = try unsentStory(trip)
        for handle in ["anna", "bea", "carl"] {
            let back = try trip.server.person(handle, after: end)
            trip.server.flush()
            let posted = back.heard("message.posted")
            #expect(posted.count == 1 && posted[0]["message"]?["text"] == "")
            #expect(posted[0]["message"]?["unsentAt"] != nil && posted[0]["alert"] == nil)
            #expect(back.heard("message.changed").allSatisfy { $0["message"]?["text"] == "" && $0["alert"] == nil })
            let everything = back.raw.map { "\($0)" }.joined()
            #expect(!everything.contains("Zwetschgen"))
        }
    }

    @Test func retriedEditOfAnUnsentMessageGetsTheNote() throws {
        let trip = try TripFixture()
        let message = try unsentStory(trip)
        let again = try trip.anna.ask("message.edit", ["message": message, "text": "x", "clientID": "edit"])
        #expect(again["message"]?["text"] == "" && again["message"]?["unsentAt"] != nil)
    }

    @Test("D7: stored answers lose the text of a message that is unsent later")
    func storedAnswersLoseAnUnsentText() throws {
        let trip = try TripFixture()
        let here: JSONValue = ["conversation": trip.conversation]
        let sent = try trip.anna.ask("message.send", with(here, "text", "Zwetschgenkuchen"))
        let message: JSONValue = ["message": try #require(sent["message"]?["id"])]
        let requests: [(EngineClient, String, JSONValue)] = [
            (trip.anna, "message.edit", with(message, "text", "Zwetschgenkuchen")),
            (trip.bea, "message.react", with(with(message, "reaction", "heart"), "remove", true)),
            (trip.bea, "conversation.markRead", here), (trip.bea, "conversation.markRead", here),
            (trip.bea, "conversation.mute", with(here, "muted", true)),
            (trip.bea, "conversation.markUnread", here),
            (trip.bea, "conversation.rename", with(here, "name", "Cake")),
            (trip.bea, "conversation.addParticipant", with(here, "handle", "dora")),
            (trip.bea, "conversation.removeParticipant", with(here, "handle", "dora")),
            (trip.carl, "conversation.addParticipant", with(here, "handle", "emil")),
        ]
        var first: [JSONValue] = []
        for (index, request) in requests.enumerated() {
            first.append(try request.0.ask(request.1, with(request.2, "clientID", .string("k\(index)"))))
            #expect("\(first[index])".contains("Zwetschgenkuchen"), "\(request.1)")
        }
        try trip.anna.ask("message.unsend", message)
        for row in try trip.server.log.read(after: 0, limit: .max) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"), "\(row.position)")
        }
        for (index, request) in requests.enumerated() {
            let again = try request.0.ask(request.1, with(request.2, "clientID", .string("k\(index)")))
            #expect(!"\(again)".contains("Zwetschgen"), "\(request.1)")
            #expect((again["message"] ?? again["conversation"]?["lastMessage"])?["unsentAt"] != nil, "\(request.1)")
            #expect(again["conversation"]?["id"] == first[index]["conversation"]?["id"])
            #expect(again["line"] == first[index]["line"])
        }
    }

    @Test func retryGetsTheMessageAsFirstAnswered() throws {
        let trip = try TripFixture()
        let here = with(["conversation": trip.conversation], "clientID", "k")
        let sent = try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "one"])
        let message: JSONValue = ["message": try #require(sent["message"]?["id"])]
        try trip.anna.ask("message.edit", with(message, "text", "two"))
        let first = try trip.bea.ask("conversation.markRead", here)
        #expect(first["conversation"]?["lastMessage"]?["text"] == "two")
        try trip.anna.ask("message.edit", with(message, "text", "three"))
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "four"])
        #expect(try trip.bea.ask("conversation.markRead", here) == first)
        try trip.server.restart()
        #expect(try trip.server.person("bea").ask("conversation.markRead", here) == first)
    }

    @Test func logHoldsNoUnsentTextAndFoldsToTheSameState() throws {
        let trip = try TripFixture()
        _ = try unsentStory(trip)
        for row in try trip.server.log.read(after: 0, limit: .max) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"))
        }
        #expect(try trip.server.log.restoredState() == trip.server.state)
        try trip.server.restart()
        let end = trip.server.log.end
        let bea = try trip.server.person("bea")
        let entries = try bea.ask("conversation.history", ["conversation": trip.conversation])["entries"]?.arrayValue
        #expect(entries?.last?["message"]?["text"] == "")
        #expect(trip.server.log.end == end)
    }

    @Test func closedFileHoldsNoUnsentContent() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/chat.sqlite"
            let trip = try TripFixture(log: try SQLiteEventLog(path: path))
            let content = Base64.encode(Array("Zwetschgenmus".utf8))
            let sent = try trip.anna.ask(
                "message.send",
                [
                    "conversation": trip.conversation,
                    "attachment": ["name": "Zwetschgenliste", "type": "text/plain", "content": .string(content)],
                ])
            #expect(bytes(of: path + "-wal").contains(content))
            try trip.anna.ask("message.unsend", ["message": sent["message"]?["id"] ?? .null])
            _ = try unsentStory(trip)
            trip.server.engine.endAll()
            for file in [path, path + "-wal"] {
                let text = bytes(of: file)
                for secret in ["etschgenku", "etschgenkn", "etschgenliste", content] {
                    #expect(!text.contains(secret), "\(secret) in \(file)")
                }
            }
        }
    }

    private func bytes(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
