import ChatProtocol
import ChatTestKit
import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Erasure: no content of an unsent message remains in resumed streams, in the log or in its file.
struct ErasureTests {
    private func unsentScenario(_ trip: TripFixture) throws -> MessageID {
        let message = try trip.anna.message.send(
            conversation: trip.conversation, text: "Zwetschgenkuchen https://notes.example/zwetschge"
        ).id
        try trip.anna.message.edit(message: message, text: "Zwetschgenknödel", clientID: "edit")
        try trip.bea.message.react(message: message, reaction: .classic(.haHa))
        try trip.anna.message.unsend(message: message)
        return message
    }

    @Test("D11: a resuming session receives an unsent message only as its note")
    func resumingSessionReceivesOnlyTheUnsentNote() throws {
        let trip = try TripFixture()
        let end = trip.server.log.end
        _ = try unsentScenario(trip)
        for handle in ["anna", "bea", "carl"] {
            let back = try trip.server.person(handle, after: end)
            trip.server.flush()
            let posted = back.received("message.posted")
            #expect(posted.count == 1 && posted[0]["message"]?["text"] == "")
            #expect(posted[0]["message"]?["unsentAt"] != nil && posted[0]["alert"] == nil)
            #expect(back.received("message.changed").allSatisfy { $0["message"]?["text"] == "" && $0["alert"] == nil })
            let everything = back.raw.map { "\($0)" }.joined()
            #expect(!everything.contains("Zwetschgen"))
        }
    }

    @Test func retriedEditOfAnUnsentMessageGetsTheNote() throws {
        let trip = try TripFixture()
        let message = try unsentScenario(trip)
        let again = try trip.anna.message.edit(message: message, text: "x", clientID: "edit")
        #expect(again.text == "" && again.unsentAt != nil)
    }

    @Test("D7: stored answers lose the text of a message that is unsent later")
    func storedAnswersLoseAnUnsentText() throws {
        let trip = try TripFixture()
        let here = trip.conversation
        let message = try trip.anna.message.send(conversation: here, text: "Zwetschgenkuchen").id
        let requests: [(client: EngineClient, request: Request)] = [
            (trip.anna, .messageEdit(.init(message: message, text: "Zwetschgenkuchen"))),
            (trip.bea, .messageReact(.init(message: message, reaction: .classic(.heart), remove: true))),
            (trip.bea, .conversationMarkRead(.init(conversation: here))),
            (trip.bea, .conversationMarkRead(.init(conversation: here))),
            (trip.bea, .conversationMute(.init(conversation: here, muted: true))),
            (trip.bea, .conversationMarkUnread(.init(conversation: here))),
            (trip.bea, .conversationRename(.init(conversation: here, name: "Cake"))),
            (trip.bea, .conversationAddParticipant(.init(conversation: here, handle: "dora"))),
            (trip.bea, .conversationRemoveParticipant(.init(conversation: here, handle: "dora"))),
            (trip.carl, .conversationAddParticipant(.init(conversation: here, handle: "emil"))),
        ]
        func answers() throws -> [JSONValue] {
            try requests.enumerated().map { index, each in
                let id = each.client.post(each.request, clientID: "k\(index)")
                trip.server.flush()
                return try each.client.answer(id)
            }
        }
        let first = try answers()
        for (answer, each) in zip(first, requests) {
            #expect("\(answer)".contains("Zwetschgenkuchen"), "\(each.request.method)")
        }
        try trip.anna.message.unsend(message: message)
        for row in try trip.server.log.read(after: 0, limit: .max) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"), "\(row.position)")
        }
        for (index, again) in try answers().enumerated() {
            let method = requests[index].request.method
            #expect(!"\(again)".contains("Zwetschgen"), "\(method)")
            #expect((again["message"] ?? again["conversation"]?["lastMessage"])?["unsentAt"] != nil, "\(method)")
            #expect(again["conversation"]?["id"] == first[index]["conversation"]?["id"])
            #expect(again["line"] == first[index]["line"])
        }
    }

    @Test func retryGetsTheMessageAsFirstAnswered() throws {
        let trip = try TripFixture()
        func markRead(_ bea: EngineClient) throws -> Answered.Conversation {
            try bea.conversation.markRead(conversation: trip.conversation, clientID: "k")
        }
        let message = try trip.anna.message.send(conversation: trip.conversation, text: "one").id
        try trip.anna.message.edit(message: message, text: "two")
        let first = try markRead(trip.bea)
        #expect(first.lastMessage?.text == "two")
        try trip.anna.message.edit(message: message, text: "three")
        try trip.anna.message.send(conversation: trip.conversation, text: "four")
        #expect(try markRead(trip.bea) == first)
        try trip.server.restart()
        #expect(try markRead(trip.server.person("bea")) == first)
    }

    @Test func logHoldsNoUnsentTextAndFoldsToTheSameState() throws {
        let trip = try TripFixture()
        _ = try unsentScenario(trip)
        for row in try trip.server.log.read(after: 0, limit: .max) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"))
        }
        #expect(try trip.server.log.restoredState() == trip.server.state)
        try trip.server.restart()
        let end = trip.server.log.end
        let bea = try trip.server.person("bea")
        let entries = try bea.conversation.history(conversation: trip.conversation).entries
        #expect(entries.last?.message?.text == "")
        #expect(trip.server.log.end == end)
    }

    @Test func closedFileHoldsNoUnsentContent() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/chat.sqlite"
            let trip = try TripFixture(log: try SQLiteEventLog(path: path))
            let content = Array("Zwetschgenmus".utf8)
            let text = Base64.encode(content)
            let attachment = SentAttachment(name: "Zwetschgenliste", type: "text/plain", content: content)
            let sent = try trip.anna.message.send(conversation: trip.conversation, attachment: attachment).id
            #expect(bytes(of: path + "-wal").contains(text))
            try trip.anna.message.unsend(message: sent)
            _ = try unsentScenario(trip)
            trip.server.engine.endAll()
            for file in [path, path + "-wal"] {
                let stored = bytes(of: file)
                for secret in ["etschgenku", "etschgenkn", "etschgenliste", text] {
                    #expect(!stored.contains(secret), "\(secret) in \(file)")
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
