import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// What devices are told whose systems know nothing of edits, undo send and tapbacks.
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

    @Test func oneDeviceOfTwoIsOld() throws {
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

    @Test func whoResumesIsToldTheSame() throws {
        let message = try say("five")
        try trip.anna.ask("message.edit", ["message": message, "text": "six"])
        let start = (old.heard.first?.cursor ?? 0) - 1
        let back = try trip.server.join(
            ["role": "person", "handle": "bea", "system": "old", "after": .integer(start)])
        trip.server.flush()
        #expect(back.heard == old.heard)
    }

    @Test func whatWasUnsentStaysAndItsSenderIsWarnedOfThoseAlone() throws {
        let message = try say("never mind")
        let answer = try trip.anna.ask("message.unsend", ["message": message, "clientID": "u"])
        #expect(answer["keptBy"] == ["bea"] && answer["message"]?["text"] == "")
        #expect(answer["warning"]?.stringValue?.hasPrefix("Bea may still see it") == true)
        #expect(old.heard.map(\.method) == ["message.posted"])
        #expect(try trip.anna.ask("message.unsend", ["message": message, "clientID": "u"]) == answer)
        trip.server.engine.close(old.session)
        let other = try trip.anna.ask("message.unsend", ["message": say("nor this")])
        #expect(other["keptBy"] == nil && other["warning"] == nil)
    }

    @Test func theirOwnChangesAreNotToldToThem() throws {
        let sent = try trip.bea.ask("message.send", ["conversation": trip.conversation, "text": "mine"])
        let mine = try #require(sent["message"]?["id"])
        try trip.bea.ask("message.edit", ["message": mine, "text": "mine too"])
        try trip.bea.ask("message.react", ["message": mine, "reaction": "heart"])
        #expect(old.heard.map(\.method) == ["message.posted"])
    }

    @Test func aSystemIsOneOfTwo() throws {
        let client = trip.server.connect()
        #expect(
            client.refusal("session.hello", ["role": "person", "handle": "bea", "system": "ancient"]) == .invalidParams)
    }

    // MARK: Administrators of a share

    @Test func aShareWithAdministratorsIsReadOnlyThere() throws {
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

    @Test func administratorsArePrivateUsersThere() throws {
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
