import ChatProtocol
import ServerTestSupport
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

    private func say(_ text: JSONValue) throws -> JSONValue {
        let sent = try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": text])
        return try #require(sent["message"]?["id"])
    }

    @Test func olderDeviceReceivesEditsAndTapbacksAsMessages() throws {
        let message = try say("five")
        try trip.anna.ask("message.edit", ["message": message, "text": "six"])
        try trip.carl.ask("message.react", ["message": message, "reaction": "🎉"])
        #expect(trip.bea.heard.map(\.method) == ["message.posted", "message.changed", "message.changed"])
        #expect(old.heard.map(\.method) == ["message.posted", "message.posted", "message.posted"])
        let texts = old.heard.map { $0.params["message"]?["text"] }
        #expect(texts == ["five", "Edited to “six”", "Reacted 🎉 to “six”"])
        #expect(old.heard.map(\.cursor) == trip.bea.heard.map(\.cursor))
        let ids = Set(old.heard.compactMap { $0.params["message"]?["id"]?.stringValue })
        #expect(ids.count == 3, "each has an id of its own")
        #expect(Set(old.heard.map { $0.params["message"]?["sequence"]?.integerValue }).count == 1)
    }

    @Test func olderDeviceReceivesTheSameWhenItResumes() throws {
        let message = try say("five")
        try trip.anna.ask("message.edit", ["message": message, "text": "six"])
        let start = (old.heard.first?.cursor ?? 0) - 1
        let back = try trip.server.join(
            ["role": "person", "handle": "bea", "system": "old", "after": .integer(start)])
        trip.server.flush()
        #expect(back.heard == old.heard)
    }

    private func history(_ client: EngineClient, limit: Int = 50) throws -> [[JSONValue]] {
        var pages: [[JSONValue]] = []
        var request: JSONValue = ["conversation": trip.conversation, "limit": .integer(Int64(limit))]
        while true {
            let page = try client.ask("conversation.history", request)
            let entries = page["entries"]?.arrayValue ?? []
            pages.insert(entries.compactMap { $0["message"] }, at: 0)
            guard page["more"] == true, let oldest = entries.first?["id"] else { return pages }
            request = with(request, "before", oldest)
        }
    }

    @Test("the history of an older system has the messages that it received, in order")
    func historyOfAnOlderSystemHasTheReceivedMessages() throws {
        let (first, second) = (try say("five"), try say("never mind"))
        try trip.carl.ask("message.react", ["message": first, "reaction": "heart"])
        try trip.anna.ask("message.edit", ["message": first, "text": "six"])
        try trip.anna.ask("message.unsend", ["message": second])
        let told = old.heard.compactMap { $0.params["message"] }.filter { $0["id"] != second }
        let read = try history(old)[0].filter { $0["links"] == nil || $0["links"] == .array([]) }
        #expect(read.map { $0["text"] } == told.map { $0["text"] } && read.map { $0["id"] } == told.map { $0["id"] })
        #expect(read.map { $0["text"] } == ["five", "Loved “five”", "Edited to “six”"])
        #expect(read.allSatisfy { $0["reactions"] == nil && $0["editedAt"] == nil && $0["versions"] == nil })
        #expect(try history(trip.bea)[0].contains { $0["text"] == "six" }, "her other device reads it as it is")
    }

    @Test(
        "each page of an older system's history has at most the requested number of entries", arguments: [1, 2, 3, 7])
    func pagesOfAnOlderSystemsHistoryKeepToTheLimit(_ limit: Int) throws {
        var ids: Set<String> = []
        for number in 1...5 {
            let message = try say(.string("message \(number)"))
            ids.insert(message.stringValue ?? "")
            for reaction in ["heart", "question"].prefix(number % 3) {
                try trip.carl.ask("message.react", ["message": message, "reaction": .string(reaction)])
            }
        }
        let pages = try history(old, limit: limit)
        #expect(pages.allSatisfy { $0.count <= limit })
        let read = pages.flatMap(\.self).compactMap { $0["id"]?.stringValue }
        #expect(Set(read).count == read.count && ids.isSubset(of: read))
    }

    @Test("a page of an older system's history can end before the text of a change")
    func historyPageEndsBeforeTheTextOfAChange() throws {
        let first = try say("five")
        _ = try say("where?")
        try trip.anna.ask("message.edit", ["message": first, "text": "six"])
        let text = try #require(try history(old)[0].last?["id"])
        func before(_ id: JSONValue) -> JSONValue { ["conversation": trip.conversation, "before": id] }
        let page = try old.ask("conversation.history", before(text))
        #expect(page["entries"]?.arrayValue?.suffix(2).map { $0["message"]?["text"] } == ["where?", "Edited to “six”"])
        for id in ["\(first.stringValue ?? "")+x", "m999+3", "+"] {
            #expect(old.refusal("conversation.history", before(.string(id))) == .notFound)
        }
    }

    @Test("an older system that resumes does not receive a message that was unsent")
    func olderSystemResumesWithoutUnsentMessages() throws {
        let message = try say("never mind")
        let start = (old.heard.first?.cursor ?? 0) - 1
        try trip.anna.ask("message.unsend", ["message": message])
        let back = try trip.server.join(
            ["role": "person", "handle": "bea", "system": "old", "after": .integer(start)])
        trip.server.flush()
        #expect(back.heard.isEmpty)
    }

    @Test func unsendingWarnsTheSenderOfPeopleWithOlderSystems() throws {
        let message = try say("never mind")
        let answer = try trip.anna.ask("message.unsend", ["message": message, "clientID": "u"])
        #expect(answer["keptBy"] == ["bea"] && answer["message"]?["text"] == "")
        #expect(answer["warning"]?.stringValue?.hasPrefix("Bea may still see it") == true)
        #expect(old.heard.map(\.method) == ["message.posted"])
        #expect(try trip.anna.ask("message.unsend", ["message": message, "clientID": "u"]) == answer)
        trip.server.engine.close(old.engineSession)
        let other = try trip.anna.ask("message.unsend", ["message": say("nor this")])
        #expect(other["keptBy"] == nil && other["warning"] == nil)
    }

    @Test func olderDeviceReceivesNoChangesByItsOwnPerson() throws {
        let sent = try trip.bea.ask("message.send", ["conversation": trip.conversation, "text": "mine"])
        let mine = try #require(sent["message"]?["id"])
        try trip.bea.ask("message.edit", ["message": mine, "text": "mine too"])
        try trip.bea.ask("message.react", ["message": mine, "reaction": "heart"])
        #expect(old.heard.map(\.method) == ["message.posted"])
    }

    @Test func loginWithAnUnknownSystemIsInvalid() throws {
        let client = trip.server.connect()
        #expect(
            client.refusal("session.hello", ["role": "person", "handle": "bea", "system": "ancient"]) == .invalidParams)
    }

    // MARK: Administrators of a share

    @Test func shareWithAnAdministratorIsReadOnlyOnAnOlderSystem() throws {
        let document: JSONValue = ["url": TripFixture.url]
        try trip.bea.ask("document.open", document)
        let edit = with(with(document, "text", "mine"), "revision", 0)
        try old.ask("document.edit", edit)
        try trip.anna.ask("share.setRole", ["share": trip.share, "handle": "carl", "role": "administrator"])
        let again = with(with(document, "text", "again"), "revision", 1)
        #expect(old.refusal("document.edit", again) == .forbidden)
        #expect(old.refusal("document.rename", with(document, "title", "x")) == .forbidden)
        #expect(old.refusal("share.addParticipant", ["share": trip.share, "handle": "eve"]) == .forbidden)
        #expect(try old.ask("document.get", document)["document"]?["text"] == "mine")
        try trip.bea.ask("document.edit", again)
    }

    @Test func administratorIsAPrivateUserOnAnOlderSystem() throws {
        try trip.anna.ask("share.setRole", ["share": trip.share, "handle": "carl", "role": "administrator"])
        func role(in share: JSONValue?) -> JSONValue? {
            share?["participants"]?.arrayValue?.first { $0["handle"] == "carl" }?["role"]
        }
        #expect(role(in: trip.bea.heard("share.changed").last?["share"]) == "administrator")
        #expect(role(in: old.heard("share.changed").last?["share"]) == "privateUser")
        #expect(role(in: try trip.bea.ask("share.get", ["share": trip.share])["share"]) == "administrator")
        #expect(role(in: try old.ask("share.get", ["share": trip.share])["share"]) == "privateUser")
        let back = try trip.server.join(["role": "person", "handle": "bea", "system": "old", "after": 0])
        trip.server.flush()
        #expect(role(in: back.heard("share.changed").last?["share"]) == "privateUser")
    }
}
