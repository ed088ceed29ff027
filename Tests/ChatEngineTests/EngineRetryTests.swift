import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Retries with a `clientID`: they get the first result and have no further effect.
struct EngineRetryTests {
    /// Returns requests of every method that changes the log, with and without an effect.
    private func requests(_ trip: TripFixture) -> [(who: EngineClient, request: Request)] {
        let (here, share) = (trip.conversation, ShareReference.id(trip.share))
        let document = DocumentReference.url(TripFixture.url)
        let link = LinkReference(conversation: here, url: TripFixture.url)
        let talk = ConversationReference(conversation: here)
        let (newest, highlight) = (newestMessage(of: trip), highlightOfTheTrip())
        let messages = MessageReferences(messages: [newest])
        let draft = Request.collaborationStart(
            .init(app: "com.example.notes", title: "Ideas", conversation: here, text: "look", backend: .custom))
        // The newest waiting action and its start, as of the next request.
        let action = trip.server.state.collaborating.actions.last
        let (asked, start) = (action?.id ?? "x?", action?.start ?? "b?")
        return [
            (trip.anna, .conversationCreate(.init(participants: ["dora"]))),
            (trip.anna, .conversationCreate(.init(participants: ["dora"]))),
            (trip.anna, .conversationCreate(.init(participants: ["dora", "bea"]))),
            (trip.anna, .messageSend(.init(conversation: here, text: "hi @bea https://notes.example/x"))),
            (trip.bea, .conversationMarkRead(.init(conversation: here))), (trip.bea, .linkPin(link)),
            (trip.bea, .linkPin(link)), (trip.bea, .linkUnpin(link)), (trip.bea, .contactAdd(.init(handle: "anna"))),
            (trip.bea, .contactAdd(.init(handle: "anna"))), (trip.bea, .contactRemove(.init(handle: "anna"))),
            (trip.bea, .consentAnswer(.init(consent: consent(of: trip), answer: .notNow))),
            (trip.bea, .settingsSet(.init(sharing: .init(everywhere: false)))),
            (trip.bea, .settingsSet(.init(sharing: .init(everywhere: false)))),
            (trip.anna, .shareCreate(.init(app: "com.example.notes", title: "Other"))),
            (trip.anna, .shareSend(.init(share: trip.share, conversation: here, text: "again"))),
            (trip.bea, .shareAccept(share)), (trip.bea, .shareAccept(share)),
            (trip.app, .highlightCenterPostNotice(.init(url: TripFixture.url, event: .change(.edit)))),
            (trip.app, .highlightCenterClearNotices(.init(url: TripFixture.url))),
            (trip.app, .identitySign(.init(document: document, bytes: [1]))),
            (trip.app, .identitySign(.init(document: document, bytes: [1]))),
            (trip.anna, .documentCreate(.init(app: "com.example.notes", title: "Diary"))),
            (trip.anna, .documentEdit(.init(document: document, text: "hi @bea", revision: 0))),
            (trip.anna, .documentEdit(.init(document: document, text: "hi @bea", revision: 1))),
            (trip.bea, .documentComment(.init(document: document, text: "well, @anna"))),
            (trip.app, .documentEdit(.init(document: document, text: "hi @bea, @carl", revision: 2))),
            (trip.app, .documentComment(.init(document: document, text: "well, @bea"))),
            (trip.bea, .documentRename(.init(document: document, title: "Lake plan"))),
            (trip.bea, .documentRename(.init(document: document, title: "Lake plan"))),
            (trip.bea, .documentMove(.init(document: document, folder: "Lakes"))),
            (trip.bea, .documentMove(.init(document: document, folder: "Lakes"))), (trip.bea, .documentOpen(document)),
            (trip.observer, .appRegister(.init(app: "b", name: "B", domains: ["b.example"]))),
            (trip.app, .activityOffer(.init(activities: [.init(type: "crop", title: "Crop")]))),
            (trip.app, .activityOffer(.init(activities: [.init(type: "crop", title: "Crop")]))),
            (trip.observer, .sitePublish(.init(domain: "b.example", association: App.everyPath(for: AppID("b"))))),
            (trip.observer, .sitePublish(.init(domain: "b.example"))),
            (trip.anna, .shareSave(.init(share: share, allowsInviting: true))),
            (trip.anna, .shareSave(.init(share: share, allowsInviting: true))),
            (trip.anna, .shareAddParticipant(.init(share: share, people: .one("eve")))),
            (trip.anna, .shareAddParticipant(.init(share: share, people: .one("eve")))),
            (trip.anna, .shareSetRole(.init(share: share, own: .init(handle: "eve", role: .administrator)))),
            (trip.anna, .shareRemoveParticipant(.init(share: share, people: .one("eve")))),
            (trip.anna, .shareSetInviting(.init(share: share, allowsInviting: false))),
            (trip.anna, .shareSetPermission(.init(share: share, permission: .readOnly))),
            (trip.anna, .shareSave(.init(share: share, allowsAccessRequests: true))),
            (trip.anna, .shareRemoveParticipant(.init(share: share, people: .one("carl")))),
            (trip.carl, .shareRequestAccess(.init(url: TripFixture.url))),
            (trip.carl, .shareRequestAccess(.init(url: TripFixture.url))),
            (trip.anna, .shareSetAccess(.init(share: share, access: .public))),
            (trip.observer, .contactAdd(.init(handle: "carl", person: "anna"))),
            (trip.anna, .messageEdit(.init(message: newest, text: "other words for @carl"))),
            (trip.anna, .messageEdit(.init(message: newest, text: "other words for @carl"))),
            (trip.bea, .messageReact(.init(message: newest, reaction: .classic(.heart)))),
            (trip.bea, .messageReact(.init(message: newest, reaction: .classic(.heart)))),
            (trip.bea, .messageReact(.init(message: newest, reaction: .classic(.heart), remove: true))),
            (trip.bea, .messageSend(.init(conversation: here, text: "yes", replyTo: newest))),
            (trip.bea, .messageUnsend(.init(message: newest))),
            (trip.bea, .messageSend(.init(conversation: here, attachment: Self.file))),
            (trip.bea, .messageUnsend(.init(message: newest))), (trip.anna, .contactBlock(.init(handle: "carl"))),
            (trip.anna, .contactBlock(.init(handle: "carl"))), (trip.anna, .contactUnblock(.init(handle: "carl"))),
            (trip.anna, .linkPin(link)), (trip.anna, .linkOpen(.init(url: TripFixture.url))),
            (trip.anna, .linkOpen(.init(url: TripFixture.url))),
            (trip.app, .highlightDisplay(.init(highlight: highlight, context: .detail))),
            (trip.app, .highlightDisplay(.init(highlight: highlight, context: .detail))),
            (trip.anna, .highlightHide(.init(highlight: highlight))),
            (trip.anna, .highlightHide(.init(highlight: highlight))),
            (trip.anna, .highlightRestore(.init(highlight: highlight))), (trip.anna, .documentDelete(document)),
            (trip.bea, .shareLeave(share)), (trip.anna, .shareStop(share)),
            (trip.anna, .conversationSetPhoto(.init(conversation: here, photo: "🏕"))),
            (trip.anna, .conversationSetPhoto(.init(conversation: here, photo: "🏕"))),
            (trip.anna, .conversationRename(.init(conversation: here, name: "Hike"))),
            (trip.anna, .conversationRename(.init(conversation: here, name: "Hike"))),
            (trip.bea, .conversationMute(.init(conversation: here, muted: true))),
            (trip.bea, .conversationMute(.init(conversation: here, muted: true))),
            (trip.bea, .conversationMarkUnread(talk)), (trip.bea, .conversationMarkUnread(talk)),
            (trip.bea, .conversationPin(.init(conversation: here, pinned: true))),
            (trip.bea, .conversationPin(.init(conversation: here, pinned: true))),
            (trip.bea, .settingsSet(.init(receipts: .init(everywhere: false), mentionAlerts: false))),
            (trip.bea, .settingsSet(.init(receipts: .init(everywhere: false), mentionAlerts: false))),
            (trip.carl, .messageDelete(messages)), (trip.carl, .messageDelete(messages)),
            (trip.carl, .messageRestore(messages)), (trip.carl, .messageDelete(messages)),
            (trip.carl, .messageErase(messages)), (trip.carl, .conversationDelete(.init(conversation: here))),
            (trip.carl, .conversationDelete(.init(conversation: here))),
            (trip.carl, .conversationRestore(.init(conversation: here))),
            (trip.carl, .conversationDelete(.init(conversation: here))),
            (trip.carl, .conversationErase(.init(conversation: here))),
            (trip.anna, .conversationAddParticipant(.init(conversation: here, handle: "dora"))),
            (trip.bea, .conversationRemoveParticipant(.init(conversation: here, handle: "dora"))),
            (trip.anna, .conversationAddParticipant(.init(conversation: here, handle: "emil"))),
            (trip.carl, .conversationLeave(talk)),
            (trip.anna, .collaborationStart(.init(app: "com.example.notes", title: "Ideas", conversation: here))),
            (trip.anna, draft),
            (
                trip.app,
                .actionFulfill(
                    .init(action: asked, url: "https://notes.example/ideas", collaborationIdentifier: "ideas"))
            ),
            (trip.app, .actionFulfill(.init(action: asked))), (trip.anna, draft),
            (trip.app, .actionFail(.init(action: asked))), (trip.anna, draft),
            (trip.anna, .collaborationCancel(.init(start: start))),
        ]
    }

    private static let file = SentAttachment(name: "a.txt", type: "text/plain", content: Array("hi".utf8))

    /// Returns the newest message of the conversation, as of the next request.
    private func newestMessage(of trip: TripFixture) -> MessageID {
        trip.server.state.conversations[trip.conversation]?.lastMessage?.id ?? "m?"
    }

    private func highlightOfTheTrip() -> HighlightID {
        let url = try? CanonicalURL(TripFixture.url)
        return url.map { LinkTable.unknown($0, app: nil).id } ?? "h?"
    }

    private func consent(of trip: TripFixture) -> ConsentID {
        trip.server.state.people["bea"]?.consents.waiting.first?.id ?? "q?"
    }

    /// Makes a request and returns its result.
    @discardableResult
    private func ask(
        _ client: EngineClient, _ request: Request, clientID: String? = nil, in trip: TripFixture
    ) throws -> JSONValue {
        let id = client.post(request, clientID: clientID)
        trip.server.flush()
        return try client.answer(id)
    }

    @Test("D7: a retry gets the first result and changes nothing", arguments: [false, true])
    func retryGetsTheFirstResult(inTheSameTick: Bool) throws {
        let trip = try TripFixture()
        func answers() throws -> Int { try trip.server.log.allFacts().count { $0.event.isAnswered } }
        for index in requests(trip).indices {
            // Requests name ids that earlier requests created, such as the consent.
            let (who, request) = requests(trip)[index]
            let clientID = "retry \(index)"
            let answered = try answers()
            let first: JSONValue
            if inTheSameTick {
                let ids = (who.post(request, clientID: clientID), who.post(request, clientID: clientID))
                trip.server.flush()
                first = try who.answer(ids.0)
                #expect(try who.answer(ids.1) == first, "\(request.method) at \(index)")
            } else {
                first = try ask(who, request, clientID: clientID, in: trip)
            }
            let end = trip.server.log.end
            #expect(
                try ask(who, request, clientID: clientID, in: trip) == first, "\(request.method) at \(index)")
            #expect(trip.server.log.end == end, "\(request.method) at \(index)")
            #expect(try answers() <= answered + 1)
        }
    }

    /// Each request needs its own server with all earlier requests. A short run tests every eighth request.
    @Test("D7: a retry after a restart gets the first result") func retryAfterARestartGetsTheFirstResult() throws {
        for index in stride(from: 0, to: try requests(TripFixture()).count, by: TestExtent.isWhole ? 1 : 8) {
            let trip = try TripFixture()
            for earlier in 0..<index {
                let (who, request) = requests(trip)[earlier]
                try ask(who, request, in: trip)
            }
            let (who, request) = requests(trip)[index]
            let first = try ask(who, request, clientID: "retry", in: trip)
            let end = trip.server.log.end
            let hello = try #require(who.welcome["me"])
            try trip.server.restart()
            let client = try trip.server.join(hello)
            #expect(
                try ask(client, request, clientID: "retry", in: trip) == first, "\(request.method) at \(index)")
            #expect(trip.server.log.end == end, "\(request.method)")
            #expect(try trip.server.log.allFacts().count { $0.event.isAnswered } <= 1)
        }
    }

    @Test func retriesCoverEveryMethodThatChangesTheLog() throws {
        let trip = try TripFixture()
        let tried = Set(requests(trip).map(\.request.method)).union([.noticeDismiss, .noticeAnswer, .identityProve])
        #expect(tried == Set(Method.allCases.filter(\.changesTheLog)))
    }

    @Test func retryOfARequestWithoutEffectHasNoEffect() throws {
        let trip = try TripFixture()
        try trip.bea.contact.add(handle: "anna")
        try trip.bea.contact.add(handle: "anna", clientID: "x")
        try trip.bea.contact.remove(handle: "anna")
        try trip.bea.contact.add(handle: "anna", clientID: "x")
        #expect(try trip.bea.contact.list().contacts.isEmpty)
    }

    @Test func retryOfADismissalChangesNothing() throws {
        let trip = try TripFixture()
        let notices = try trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        let notice = try #require(notices.first)
        let first = try trip.bea.notice.dismiss(notice: notice, clientID: "x")
        let end = trip.server.log.end
        #expect(try trip.bea.notice.dismiss(notice: notice, clientID: "x") == first)
        #expect(trip.server.log.end == end)
    }

    @Test func clientIDsBelongToOnePersonAndHaveALimit() throws {
        let trip = try TripFixture()
        func send(_ client: EngineClient, _ clientID: String = "same") throws -> Message {
            try client.message.send(conversation: trip.conversation, text: "hi", clientID: clientID)
        }
        let one = try send(trip.anna)
        #expect(try send(trip.bea).id != one.id)
        let device = try trip.server.person("anna")
        #expect(try send(device) == one)
        let limit = String(repeating: "i", count: 256)
        _ = try send(trip.anna, limit)
        #expect(trip.anna.refusal { try send($0, limit + "i") } == .invalidParams)
        #expect(trip.anna.refusal { try send($0, "") } == .invalidParams)
        #expect(trip.anna.refusal("settings.get", ["clientID": "x"]) == .invalidParams)
    }

    @Test func canonicallyEquivalentClientIDsOfOneTickDiffer() throws {
        let trip = try TripFixture()
        let texts = ["composed", "decomposed"]
        let ids = zip(texts, ["\u{E9}", "e\u{301}"]).map { text, clientID in
            trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: text)), clientID: clientID)
        }
        trip.server.flush()
        #expect(try ids.map { try trip.anna.answer($0)["message"]?["text"]?.stringValue } == texts)
    }

    @Test func canonicallyEquivalentHandlesShareClientIDs() throws {
        let trip = try TripFixture()
        let composed = try trip.server.person("\u{E9}va")
        let decomposed = try trip.server.person("e\u{301}va")
        let first = try composed.conversation.create(participants: ["bea", "anna"], clientID: "x")
        #expect(try decomposed.conversation.create(participants: ["bea", "anna"], clientID: "x") == first)
    }

    @Test("D7: a retried edit whose writer lost access is refused, and the error reports that it was done")
    func retryAfterLostAccessIsRefused() throws {
        let trip = try TripFixture()
        let edit = EditDocument(document: .url(TripFixture.url), text: "words", revision: 0)
        let bea = try trip.server.app(as: "bea")
        try bea.appDocument.open(.url(TripFixture.url))
        try ask(bea, .documentEdit(edit), clientID: "edit-1", in: trip)
        try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        let end = trip.server.log.end
        for (clientID, isDone) in [("edit-1", true), ("edit-2", false)] {
            let id = bea.post(.documentEdit(edit), clientID: clientID)
            trip.server.flush()
            let error = bea.answers[id]?.first?["error"]
            #expect(error?["message"]?.stringValue?.hasPrefix("This request was done.") == isDone, "\(clientID)")
        }
        #expect(trip.server.log.end == end)
    }

    @Test("D8: a refused request is not remembered")
    func aRefusedRequestIsNotRemembered() throws {
        let trip = try TripFixture()
        #expect(trip.anna.refusal { try $0.message.send(conversation: "c?", text: "hi", clientID: "x") } == .notFound)
        try trip.anna.message.send(conversation: trip.conversation, text: "hi", clientID: "x")
    }
}

extension Event {
    var isAnswered: Bool { self == .requestAnswered }
}
