import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Notifications to devices with older systems, which lack edits, Undo Send and tapbacks.
struct OldSystemTests {
    private let trip: TripFixture
    private let old: EngineClient

    init() throws {
        trip = try TripFixture()
        old = try trip.server.join(["role": "person", "handle": "bea", "system": "old"])
    }

    private func send(_ text: String) throws -> MessageID {
        try trip.anna.message.send(conversation: trip.conversation, text: text).id
    }

    @Test func olderDeviceReceivesEditsAndTapbacksAsMessages() throws {
        let message = try send("five")
        try trip.anna.message.edit(message: message, text: "six")
        try trip.carl.message.react(message: message, reaction: .emoji("🎉"))
        #expect(trip.bea.received.map(\.method) == ["message.posted", "message.changed", "message.changed"])
        #expect(old.received.map(\.method) == ["message.posted", "message.posted", "message.posted"])
        let texts = old.received.map { $0.params["message"]?["text"] }
        #expect(texts == ["five", "Edited to “six”", "Reacted 🎉 to “six”"])
        #expect(old.received.map(\.cursor) == trip.bea.received.map(\.cursor))
        let ids = Set(old.received.compactMap { $0.params["message"]?["id"]?.stringValue })
        #expect(ids.count == 3, "each has an id of its own")
        #expect(Set(old.received.map { $0.params["message"]?["sequence"]?.integerValue }).count == 1)
    }

    @Test func olderDeviceReceivesTheSameWhenItResumes() throws {
        let message = try send("five")
        try trip.anna.message.edit(message: message, text: "six")
        let start = (old.received.first?.cursor ?? 0) - 1
        let back = try trip.server.join(
            ["role": "person", "handle": "bea", "system": "old", "after": .integer(start)])
        trip.server.flush()
        #expect(back.received == old.received)
    }

    private func history(_ client: EngineClient, limit: Int = 50) throws -> [[Message]] {
        var pages: [[Message]] = []
        var oldest: String?
        while true {
            let page = try client.conversation.history(
                conversation: trip.conversation, before: oldest, limit: limit)
            pages.insert(page.entries.compactMap(\.message), at: 0)
            oldest = page.entries.first?.id
            guard page.more, oldest != nil else { return pages }
        }
    }

    @Test("the history of an older system has the messages that it received, in order")
    func historyOfAnOlderSystemHasTheReceivedMessages() throws {
        let (first, second) = (try send("five"), try send("never mind"))
        try trip.carl.message.react(message: first, reaction: .classic(.heart))
        try trip.anna.message.edit(message: first, text: "six")
        try trip.anna.message.unsend(message: second)
        let delivered = old.received.compactMap { $0.params["message"] }.filter { $0["id"] != JSONValue(second) }
        let read = try history(old)[0].filter(\.links.isEmpty)
        #expect(read.map { .string($0.text) } == delivered.map { $0["text"] })
        #expect(read.map { JSONValue($0.id) } == delivered.map { $0["id"] })
        #expect(read.map(\.text) == ["five", "Loved “five”", "Edited to “six”"])
        #expect(read.allSatisfy { $0.reactions.isEmpty && $0.editedAt == nil && $0.versions.isEmpty })
        #expect(try history(trip.bea)[0].contains { $0.text == "six" }, "her other device reads it as it is")
    }

    @Test(
        "each page of an older system's history has at most the requested number of entries", arguments: [1, 2, 3, 7])
    func pagesOfAnOlderSystemsHistoryKeepToTheLimit(_ limit: Int) throws {
        var ids: Set<MessageID> = []
        for number in 1...5 {
            let message = try send("message \(number)")
            ids.insert(message)
            for reaction in [Reaction.Classic.heart, .question].prefix(number % 3) {
                try trip.carl.message.react(message: message, reaction: .classic(reaction))
            }
        }
        let pages = try history(old, limit: limit)
        #expect(pages.allSatisfy { $0.count <= limit })
        let read = pages.flatMap(\.self).map(\.id)
        #expect(Set(read).count == read.count && ids.isSubset(of: read))
    }

    @Test("a page of an older system's history can end before the text of a change")
    func historyPageEndsBeforeTheTextOfAChange() throws {
        let first = try send("five")
        _ = try send("where?")
        try trip.anna.message.edit(message: first, text: "six")
        let text = try #require(try history(old)[0].last)
        let page = try old.conversation.history(conversation: trip.conversation, before: text.id.rawValue)
        #expect(page.entries.suffix(2).map { $0.message?.text } == ["where?", "Edited to “six”"])
        for id in ["\(first.rawValue)+x", "m999+3", "+"] {
            #expect(
                old.refusal { try $0.conversation.history(conversation: trip.conversation, before: id) } == .notFound)
        }
    }

    @Test("an older system that resumes does not receive a message that was unsent")
    func olderSystemResumesWithoutUnsentMessages() throws {
        let message = try send("never mind")
        let start = (old.received.first?.cursor ?? 0) - 1
        try trip.anna.message.unsend(message: message)
        let back = try trip.server.join(
            ["role": "person", "handle": "bea", "system": "old", "after": .integer(start)])
        trip.server.flush()
        #expect(back.received.isEmpty)
    }

    @Test func unsendingWarnsTheSenderOfPeopleWithOlderSystems() throws {
        let message = try send("never mind")
        let answer = try trip.anna.message.unsend(message: message, clientID: "u")
        #expect(answer.retainedBy == ["bea"] && answer.text == "")
        #expect(answer.warning?.hasPrefix("Bea may still see it") == true)
        #expect(old.received.map(\.method) == ["message.posted"])
        #expect(try trip.anna.message.unsend(message: message, clientID: "u") == answer)
        trip.server.engine.close(old.engineSession)
        let other = try trip.anna.message.unsend(message: send("nor this"))
        #expect(other.retainedBy == nil && other.warning == nil)
    }

    @Test func olderDeviceReceivesNoChangesByItsOwnPerson() throws {
        let mine = try trip.bea.message.send(conversation: trip.conversation, text: "mine").id
        try trip.bea.message.edit(message: mine, text: "mine too")
        try trip.bea.message.react(message: mine, reaction: .classic(.heart))
        #expect(old.received.map(\.method) == ["message.posted"])
    }

    @Test func loginWithAnUnknownSystemIsInvalid() throws {
        let client = trip.server.connect()
        #expect(
            client.refusal("session.hello", ["role": "person", "handle": "bea", "system": "ancient"]) == .invalidParams)
    }

    // MARK: Administrators of a share

    @Test func shareWithAnAdministratorIsReadOnlyOnAnOlderSystem() throws {
        let document = DocumentReference.url(TripFixture.url)
        try trip.bea.document.open(document)
        try old.document.edit(document: document, text: "mine", revision: 0)
        try trip.anna.share.setRole(share: .id(trip.share), own: .init(handle: "carl", role: .administrator))
        func edit(_ client: EngineClient) throws {
            try client.document.edit(document: document, text: "again", revision: 1)
        }
        #expect(old.refusal(edit) == .forbidden)
        #expect(old.refusal { try $0.document.rename(document: document, title: "x") } == .forbidden)
        let adding = old.refusal { try $0.share.addParticipant(share: .id(trip.share), people: .one("eve")) }
        #expect(adding == .forbidden)
        #expect(try old.document.get(document).text == "mine")
        try edit(trip.bea)
    }

    @Test func administratorIsAPrivateUserOnAnOlderSystem() throws {
        try trip.anna.share.setRole(share: .id(trip.share), own: .init(handle: "carl", role: .administrator))
        func role(in share: JSONValue?) -> JSONValue? {
            share?["participants"]?.arrayValue?.first { $0["handle"] == "carl" }?["role"]
        }
        func role(readBy client: EngineClient) throws -> Share.Role? {
            try client.share.get(.id(trip.share)).share.participants.first { $0.handle == "carl" }?.role
        }
        #expect(role(in: trip.bea.received("share.changed").last?["share"]) == "administrator")
        #expect(role(in: old.received("share.changed").last?["share"]) == "privateUser")
        #expect(try role(readBy: trip.bea) == .administrator)
        #expect(try role(readBy: old) == .privateUser)
        let back = try trip.server.join(["role": "person", "handle": "bea", "system": "old", "after": 0])
        trip.server.flush()
        #expect(role(in: back.received("share.changed").last?["share"]) == "privateUser")
    }
}
