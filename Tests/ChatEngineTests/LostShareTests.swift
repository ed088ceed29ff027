import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Lost access: a former participant gets nothing of the document by a retry, by a link or on a shelf.
struct LostShareTests {
    private let document = DocumentReference.url(TripFixture.url)
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    @Test(arguments: [Method.shareRemoveParticipant, .shareStop])
    func retryAfterLostAccessIsForbidden(_ end: Method) throws {
        let retries: [(EngineClient) throws -> Answered.Document] = [
            { try $0.document.open(document, clientID: "a") },
            { try $0.document.edit(document: document, text: "plan", revision: 0, clientID: "b") },
            // These two change nothing. Their answers have the current document.
            { try $0.document.edit(document: document, text: "plan", revision: 1, clientID: "c") },
            { try $0.document.rename(document: document, title: "Trip plan", clientID: "d") },
        ]
        for retry in retries { _ = try retry(trip.bea) }
        let app = try trip.server.app(as: "bea")
        try app.appDocument.open(document, clientID: "e")
        if end == .shareStop {
            try trip.anna.share.stop(.id(trip.share))
        } else {
            try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        }
        try trip.anna.document.edit(document: document, text: "not for Bea", revision: 1)
        let log = trip.server.log.end
        for (index, retry) in retries.enumerated() { #expect(trip.bea.refusal(retry) == .forbidden, "\(index)") }
        #expect(trip.bea.refusal("conversation.list", ["clientID": "a"]) != nil)
        #expect(app.refusal { try $0.appDocument.open(document, clientID: "e") } == .forbidden)
        #expect(trip.server.log.end == log)
        #expect(try trip.anna.document.get(document).text == "not for Bea")
    }

    @Test func linkFromAPersonWithoutAccessHasNoTitle() throws {
        try trip.anna.document.rename(document: document, title: "SECRET")
        let dora = try trip.server.person("dora")
        let conversation = try dora.conversation.create(participants: ["bea", "eve"]).id
        func title(from sender: EngineClient) throws -> String? {
            let sent = try sender.message.send(conversation: conversation, text: "see https://notes.example/d/1")
            return try #require(sent.links.first).title
        }
        #expect(try title(from: dora) == nil)
        #expect(try title(from: trip.bea) == "SECRET", "she is on it, and may say so")
    }

    @Test func shelfOfAFormerParticipantHasAPlainLink() throws {
        try trip.anna.share.accept(.id(trip.share))
        try trip.bea.link.pin(conversation: trip.conversation, url: TripFixture.url)
        let app = try trip.server.app(as: "bea")
        func seen() throws -> (title: String, identifier: ShareID?) {
            let own = try #require(try trip.bea.highlight.list().highlights.first)
            let ofApp = try #require(try app.appHighlight.list().highlights.first)
            #expect(own.url == TripFixture.url && ofApp.url == TripFixture.url)
            return (own.title, ofApp.collaboration?.collaborationIdentifier)
        }
        #expect(try seen().title == "Trip plan" && seen().identifier == trip.share)
        _ = (trip.bea.takeReceived(), app.takeReceived())
        try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        #expect(try seen().title != "Trip plan" && seen().identifier == nil)
        #expect(trip.bea.received("highlights.changed").count == 1 && app.received("highlights.changed").count == 1)
        try trip.anna.document.rename(document: document, title: "SECRET")
        #expect(trip.bea.received("highlights.changed").count == 1, "what it is called now is nothing to her")
        let refusal = app.refusal {
            try $0.highlightCenter.collaborationHighlight(collaborationIdentifier: trip.share)
        }
        #expect(refusal == .forbidden)
    }
}
