import ChatProtocol
import Testing

@testable import ChatEngine

/// Messages to apps have no field for a name, a conversation or its texts (`privacy-no-threads`, `privacy-app-scope`,
/// `privacy-render`, `id-no-handles`). Messages to people have no field for the sender's private metadata
/// (`meta-local-id`, `meta-initiator-private`), also if drafts get one.
struct PrivacySchemaTests {
    private let url = TripFixture.url

    private var highlight: AppHighlight {
        AppHighlight(
            id: HighlightID("h"), url: url,
            collaboration: .init(
                collaborationIdentifier: ShareID("s"), title: "Trip plan", contentType: "t",
                createdAt: Instant(milliseconds: 0)))
    }

    /// Returns the type of a value and the types of all values inside it.
    private func types(in value: Any, depth: Int = 0) -> [Any.Type] {
        guard depth < 12 else { return [] }
        return [type(of: value)] + Mirror(reflecting: value).children.flatMap { types(in: $0.value, depth: depth + 1) }
    }

    private static let secrets: [Any.Type] = [
        Handle.self, Person.self, ConversationID.self, Conversation.self, MessageID.self, Message.self,
        MessageMention.self, Notice.self, PersonHighlight.self, Share.self, ShareView.self, Settings.self,
        ConsentRequest.self, ConsentID.self, ThreadEntry.self, Reason.self, Attachment.self, MessageReceipt.self,
        Document.self, DocumentView.self, Document.Comment.self, DocumentChange.self,
    ]

    private func expectNothingSecret(_ value: Any, _ what: String) {
        for type in types(in: value) {
            #expect(!Self.secrets.contains { $0 == type }, "\(what) holds a \(type)")
        }
    }

    @Test func notificationsToAppsHoldNoPersonAndNoConversation() throws {
        let page = try page
        let all = [highlight]
        expectNothingSecret(UserActivity(webpageURL: url), "an activity")
        let removed = [RemovedHighlight(highlight)]
        expectNothingSecret(
            AppNotification.highlightsChanged(AppHighlightsChange(added: all, removed: removed, updated: all)),
            "a notification")
        let metadata = RequestedAction.Metadata(
            localIdentifier: "row 7", collaborationIdentifier: "i", title: "t",
            defaultShareOptions: ShareOptions.standard.choice,
            userSelectedShareOptions: ShareOptions.standard.choice)
        let action = RequestedAction(
            id: ActionID("x"), kind: .updateCollaborationParticipants, dueAt: Instant(milliseconds: 0),
            metadata: metadata, addedIdentities: [PersonIdentity(rootHash: "0")],
            removedIdentities: [PersonIdentity(rootHash: "1")])
        expectNothingSecret(AppNotification.actionRequested(action), "an action")
        expectNothingSecret(
            AppNotification.identitiesRemoved([PersonIdentity(rootHash: "1")], collaborationIdentifier: "i", url: url),
            "identities that are gone")
        expectNothingSecret(AppNotification.actionEnded(action.id, .fulfilled), "an action's end")
        expectNothingSecret(AppNotification.documentChanged(page, change), "a change of a document")
        expectNothingSecret(
            AppNotification.documentAccessChanged(page.id, url: url, access: .lost), "a change of access")
        expectNothingSecret(
            AppNotification.activitiesChanged([AppActivity(type: "crop", title: "Crop")]), "what it offers")
        expectNothingSecret(ChosenActivity(type: "crop", url: url, kind: .link), "a chosen action")
        expectNothingSecret(
            LiveNotification.appDocumentPresence(page.id, url: url, activeParticipantCount: 1), "who has it open")
    }

    private var page: AppDocument {
        get throws {
            let anna = Handle("anna")
            var document = Document(
                id: DocumentID("d"), app: AppID("a"), url: url, title: "t", owner: anna,
                createdAt: Instant(milliseconds: 0))
            document.comments = [.init(id: CommentID("k"), author: anna, text: "x", at: document.createdAt)]
            return AppDocument(document, for: anna, canEdit: true, activeParticipantCount: 1)
        }
    }

    private let change = AppDocumentChange(
        .change(.edit), mentions: [PersonIdentity(collaborationIdentifier: "s", number: 1)], isMine: false)

    @Test func typeWalkFindsNestedValues() throws {
        let anna = Handle("anna")
        let highlight = PersonHighlight(
            id: HighlightID("h"), url: url, app: AppID("a"), title: "t", subtitle: nil, pinned: false,
            sharedAt: Instant(milliseconds: 0),
            attribution: [.init(handle: anna, name: "Anna", conversation: ConversationID("c"))], why: Reason("r", "t"))
        #expect(types(in: highlight).contains { $0 == Handle.self })
        #expect(types(in: [highlight]).contains { $0 == ConversationID.self })
    }

    /// Covers an answer to every method that an app may call.
    @Test func answersToAppsHoldNoPersonAndNoConversation() throws {
        let whole = Answer.appDocument(try page, change.action)
        let answers: [Method: Answer] = [
            .highlightList: .appHighlights([highlight], more: false),
            .highlightCenterPostNotice: .notices([NoticeID("n")]),
            .identitySign: .identityProof(SignedProof(publicKey: "", publicKeyIndex: 0, signatureData: "")),
            .identityChallenge: .challenge("", expiresAt: Instant(milliseconds: 0)), .identityProve: .empty,
            .highlightCenterClearNotices: .cleared([NoticeID("n")]), .highlightDisplay: .empty,
            .highlightCenterGetHighlight: .appHighlight(highlight),
            .highlightCenterGetCollaborationHighlight: .appHighlight(highlight),
            .highlightCenterCollaborationHighlight: .appHighlight(highlight),
            .documentCreate: whole, .documentList: .appDocuments([try page], more: false), .documentGet: whole,
            .documentOpen: whole,
            .documentClose: .empty, .documentEdit: whole, .documentComment: whole, .documentRename: whole,
            .documentMove: whole, .documentDelete: whole,
            .attributionAttach: .attributionToken(AttributionToken("t")), .sessionPing: .empty,
            .sessionFence: .fence(cursor: 1, pending: []),
            .clockNow: .clock(.real, now: Instant(milliseconds: 0)),
            .appGet: .app(
                App(id: AppID("a"), name: "A", domains: [], association: [:], backends: [], capabilities: [])),
            .actionFulfill: .empty, .actionFail: .empty,
            .activityOffer: .app(
                App(id: AppID("a"), name: "A", domains: [], association: [:], backends: [], capabilities: [])),
        ]
        // The welcome repeats the person whom the app named, and the contract is the same for everyone.
        let methods = Method.allCases.filter { $0.roles.contains(.app) && ![.sessionHello, .rpcDiscover].contains($0) }
        #expect(Set(answers.keys) == Set(methods))
        for (method, answer) in answers { expectNothingSecret(answer, "\(method)") }
    }

    /// Checks the members and texts of all messages to apps, in a scenario with every kind of change.
    @Test func messagesToAppsHaveOnlyAllowedMembers() throws {
        let trip = try TripFixture()
        let beas = try trip.server.app(as: "bea")
        let text = "Zwetschgenkuchen @carl https://notes.example/d/7"
        for person in [trip.anna, trip.bea, trip.carl] {
            for contact: Handle in ["anna", "bea", "carl"] {
                _ = person.refusal { try $0.contact.add(handle: contact) }
            }
            try person.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        }
        let message = try trip.anna.message.send(conversation: trip.conversation, text: text).id
        try trip.bea.share.accept(.id(trip.share))
        try trip.bea.link.pin(conversation: trip.conversation, url: "https://notes.example/d/7")
        try trip.post(.change(.edit))
        try trip.post(.mention(.handle("bea")))
        try trip.bea.document.open(.url(TripFixture.url))
        try trip.bea.document.edit(document: .url(TripFixture.url), text: "Tents, @Anna", revision: 0)
        try beas.appDocument.comment(document: .url(TripFixture.url), text: "Two tents")
        try trip.anna.document.edit(document: .url(TripFixture.url), text: "Tents and @Anna", revision: 1)
        try trip.app.appDocument.open(.url(TripFixture.url))
        try trip.app.appDocument.list()
        try trip.app.appDocument.move(document: .url(TripFixture.url), folder: "Trips")
        try trip.bea.message.react(message: message, reaction: .classic(.heart))
        try trip.anna.message.edit(message: message, text: "Zwetschgenkuchen https://notes.example/d/8")
        try trip.anna.conversation.rename(conversation: trip.conversation, name: "Zwetschgenfest")
        try trip.anna.conversation.addParticipant(conversation: trip.conversation, handle: "dora")
        try trip.anna.share.setPermission(share: .id(trip.share), people: .one("bea"), permission: .readOnly)
        try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        #expect(beas.received("document.accessChanged").count == 3)
        for app in [trip.app, beas] {
            try app.appHighlight.list()
            try app.session.fence()
            #expect(app.refusal { try $0.conversation.list() } == .forbidden)
            #expect(app.refusal { try $0.message.search(text: "Zwetschgenkuchen") } == .forbidden)
            #expect(app.received.contains { $0.method == "highlights.changed" })
            let allowed: Set = [
                "jsonrpc", "id", "method", "params", "result", "error", "code", "message", "data", "reason", "field",
                "cursor", "added", "removed", "updated", "highlights", "more", "url", "collaborationIdentifier",
                "title",
                "contentType", "createdAt", "pending", "notices", "cleared", "document", "documents", "change",
                "isMine", "text", "revision", "folder", "comments", "at", "canEdit", "activeParticipantCount",
                "type", "trigger", "mentions", "access",
            ]
            for line in app.raw.dropFirst() {
                expectMembers(of: line, among: allowed)
                for string in strings(in: line) {
                    for secret in ["Zwetschgen", "Weekend", "Bea", "Carl", "Dora", "bea", "carl", "dora"] {
                        #expect(!string.contains(secret), "\(string)")
                    }
                    #expect(string != trip.conversation.rawValue && string != message.rawValue)
                }
            }
        }
        // No person receives the private metadata of the sending app and of the sender.
        for session in [trip.anna, trip.bea, trip.carl] {
            for line in session.raw {
                #expect(
                    members(of: line).isDisjoint(with: [
                        "localIdentifier", "initiatorHandle", "initiatorNameComponents",
                    ]))
            }
        }
    }

    private func expectMembers(of value: JSONValue, among allowed: Set<String>) {
        #expect(members(of: value).isSubset(of: allowed), "\(members(of: value).subtracting(allowed))")
    }

    private func members(of value: JSONValue) -> Set<String> {
        switch value {
        case .object(let object):
            Set(object.members.map(\.key)).union(object.members.flatMap { members(of: $0.value) })
        case .array(let values): Set(values.flatMap(members))
        default: []
        }
    }

    private func strings(in value: JSONValue) -> [String] {
        switch value {
        case .string(let string): [string]
        case .object(let object): object.members.flatMap { strings(in: $0.value) }
        case .array(let values): values.flatMap(strings)
        default: []
        }
    }
}
