import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Lost access: a former participant gets nothing of the document by a retry, by a link or on a shelf.
struct LostShareTests {
    private static let document: JSONValue = ["url": TripFixture.url]
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func edit(_ text: JSONValue, at revision: Int64) -> JSONValue {
        with(with(Self.document, "text", text), "revision", .integer(revision))
    }

    @Test(arguments: ["share.removeParticipant", "share.stop"])
    func retryAfterLostAccessIsForbidden(_ end: String) throws {
        let retries: [(String, JSONValue)] = [
            ("document.open", with(Self.document, "clientID", "a")),
            ("document.edit", with(edit("plan", at: 0), "clientID", "b")),
            // These two change nothing. Their answers have the current document.
            ("document.edit", with(edit("plan", at: 1), "clientID", "c")),
            ("document.rename", with(with(Self.document, "title", "Trip plan"), "clientID", "d")),
        ]
        for (method, params) in retries { try trip.bea.ask(method, params) }
        let app = try trip.server.app(as: "bea")
        try app.ask("document.open", with(Self.document, "clientID", "e"))
        var params: JSONValue = ["share": trip.share]
        if end == "share.removeParticipant" { params = with(params, "handle", "bea") }
        try trip.anna.ask(end, params)
        try trip.anna.ask("document.edit", edit("not for Bea", at: 1))
        let log = trip.server.log.end
        for (method, params) in retries { #expect(trip.bea.refusal(method, params) == .forbidden, "\(method)") }
        #expect(trip.bea.refusal("conversation.list", ["clientID": "a"]) != nil)
        #expect(app.refusal("document.open", with(Self.document, "clientID", "e")) == .forbidden)
        #expect(trip.server.log.end == log)
        #expect(try trip.anna.ask("document.get", Self.document)["document"]?["text"] == "not for Bea")
    }

    @Test func linkFromAPersonWithoutAccessHasNoTitle() throws {
        try trip.anna.ask("document.rename", with(Self.document, "title", "SECRET"))
        let dora = try trip.server.person("dora")
        let made = try dora.ask("conversation.create", ["participants": ["bea", "eve"]])["conversation"]?["id"]
        let params: JSONValue = ["conversation": made ?? .null, "text": "see https://notes.example/d/1"]
        let sent = try dora.ask("message.send", params)["message"]
        #expect(sent?["links"]?.arrayValue?.first?["title"] == nil)
        let answered = try trip.bea.ask("message.send", params)["message"]
        #expect(answered?["links"]?.arrayValue?.first?["title"] == "SECRET", "she is on it, and may say so")
    }

    @Test func shelfOfAFormerParticipantHasAPlainLink() throws {
        try trip.anna.ask("share.accept", ["share": trip.share])
        let link: JSONValue = ["conversation": trip.conversation, "url": TripFixture.url]
        try trip.bea.ask("link.pin", link)
        let app = try trip.server.app(as: "bea")
        func seen() throws -> (title: JSONValue?, identifier: JSONValue?) {
            let shelf = try trip.bea.ask("highlight.list")["highlights"]?.arrayValue?.first
            let ofApp = try app.ask("highlight.list")["highlights"]?.arrayValue?.first
            #expect(shelf?["url"] == TripFixture.url && ofApp?["url"] == TripFixture.url)
            return (shelf?["title"], ofApp?["collaborationIdentifier"])
        }
        #expect(try seen().title == "Trip plan" && seen().identifier == trip.share)
        _ = (trip.bea.takeHeard(), app.takeHeard())
        try trip.anna.ask("share.removeParticipant", ["share": trip.share, "handle": "bea"])
        #expect(try seen().title != "Trip plan" && seen().identifier == nil)
        #expect(trip.bea.heard("highlights.changed").count == 1 && app.heard("highlights.changed").count == 1)
        try trip.anna.ask("document.rename", with(Self.document, "title", "SECRET"))
        #expect(trip.bea.heard("highlights.changed").count == 1, "what it is called now is nothing to her")
        let find: JSONValue = ["collaborationIdentifier": trip.share]
        #expect(app.refusal("highlightCenter.collaborationHighlight", find) == .forbidden)
    }
}
