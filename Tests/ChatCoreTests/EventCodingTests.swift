import ChatProtocol
import Testing

@testable import ChatCore

/// The stored form of every fact, with all of its optional members and with none.
struct EventCodingTests {
    private static let here = ConversationID("c1")
    private static let at = Instant(milliseconds: 1_700_000_000_123)

    private static func handle(_ text: String) throws -> Handle { try #require(Handle(text)) }

    /// A message with a value for every member.
    private static func fullMessage() throws -> Message {
        let (anna, bea) = (try handle("anna"), try handle("bea@example.com"))
        var message = Message(
            id: MessageID("m9"), conversation: here, sender: anna, text: "@bea \"\u{1F469}\u{200D}\u{1F467}\" \n\u{0}",
            sentAt: at, sequence: 7,
            links: [
                MessageLink(
                    url: "https://a.example/", app: AppID("a"), title: "T", range: TextRange(location: 1, length: 2)),
                MessageLink(url: "https://b.example/", app: nil, title: nil, range: TextRange(location: 0, length: 9)),
            ],
            mentions: [MessageMention(handle: bea, range: TextRange(location: 0, length: 4))], clientID: "\u{E9}")
        message.replyTo = MessageID("m8")
        message.thread = MessageID("m2")
        message.attachment = Attachment(
            name: "a b.txt", type: "text/plain", size: 2, digest: Attachment.digest(of: [1, 2]),
            content: AttachmentID("a9"))
        message.editedAt = at.advanced(byMilliseconds: 1)
        message.versions = [MessageVersion(text: "", at: at), MessageVersion(text: "x", at: at)]
        message.reactions = [
            MessageReaction(handle: bea, reaction: .classic(.haHa), at: at),
            MessageReaction(handle: anna, reaction: .emoji("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"), at: at),
        ]
        return message
    }

    private static func facts() throws -> [Event] {
        let (anna, bea, carl) = (try handle("anna"), try handle("bea@example.com"), try handle("carl"))
        let plain = Message(id: MessageID("m1"), conversation: here, sender: anna, text: "x", sentAt: at, sequence: 1)
        var unsent = plain
        unsent.text = ""
        unsent.unsentAt = at
        let full = try fullMessage()
        let notice = Notice(
            id: NoticeID("n1"), conversation: here, actor: anna, event: .highlight(.mention(bea)), app: AppID("a"),
            url: "https://a.example/", title: "T", count: 2, text: "t", postedAt: at)
        let share = Share(
            id: ShareID("s1"), app: AppID("a"), title: "T", url: "https://a.example/", backend: .custom, owner: anna,
            access: .private, permission: .readOnly, allowsInviting: true,
            participants: [.init(handle: anna, role: .owner, permission: .readWrite, acceptance: .accepted)],
            createdAt: at, document: DocumentID("d-s1"), roster: [anna])
        let request = ConsentRequest(
            id: ConsentID("q1"), app: AppID("a"), conversation: here, url: "https://a.example/")
        let sharing = Event.sharingSwitched(
            by: anna,
            SetSettings(
                sharing: .init(
                    everywhere: false, apps: .init([(AppID("a"), true)]), conversations: .init([(here, false)]))))
        let settings = SetSettings(
            receipts: .init(everywhere: false, conversations: .init([(here, true)])), mentionAlerts: false)
        let app = App(
            id: AppID("a"), name: "A", domains: ["a.example"], association: App.everyPath(for: AppID("a")),
            backends: [.custom], capabilities: [])
        var dressed = app
        dressed.menuTitleForHideAction = "Remove Item"
        dressed.previews = [
            AppPreview(
                path: "/d/*", content: LinkPreview(title: "A note", subtitle: "On paper", glyph: "📝", colour: .yellow)),
            AppPreview(path: "*", content: LinkPreview(title: "A")),
        ]
        let site = try #require(DomainPattern("*.a.example"))
        let page = Document(
            id: DocumentID("d1"), app: AppID("a"), url: "https://a.example/", title: "T", owner: anna, revision: 1,
            createdAt: at)
        var worked = page
        worked.text = "\"x\"\n\u{0}"
        worked.revision = 4
        worked.textRevision = 2
        worked.folder = "F"
        worked.formerTitle = "S"
        worked.comments = [.init(id: CommentID("k3"), author: bea, text: "@anna?", at: at)]
        worked.changedBy = bea
        worked.changedAt = at.advanced(byMilliseconds: 1)
        var gone = page
        gone.isDeleted = true
        func saved(_ document: Document, _ kind: DocumentChange.Kind, _ mentions: [Handle] = []) -> Event {
            .documentSaved(document, DocumentChange(kind, mentions: mentions, by: bea), recipients: [anna, bea])
        }
        let shelf = ShelfChange(
            person: anna, app: AppID("a"), added: [HighlightID("h1")], removed: [], updated: [HighlightID("h2")])
        var cut = shelf
        cut.isCut = true
        let start = CollaborationStart(
            id: StartID("b1"), state: .waiting, app: AppID("a"), title: "T", conversation: here)
        let sent = CollaborationStart(
            id: StartID("b1"), state: .sent, app: AppID("a"), title: "T", conversation: here, share: ShareID("s1"),
            message: MessageID("m1"))
        let done = CollaborationStart(
            id: StartID("b1"), state: .done, app: AppID("a"), title: "T", conversation: nil, share: ShareID("s1"))
        let failed = CollaborationStart(
            id: StartID("b1"), state: .failed, app: AppID("a"), title: "T", conversation: here,
            failure: Reason("act-contract", "A did not answer in time."))
        var action = CollaborationAction(
            id: ActionID("x1"), app: AppID("a"), person: anna, dueAt: at, purpose: .start(start.id), title: "T",
            conversation: here, options: .standard, selected: ["private", "readOnly"])
        let first = Event.actionRequested(action)
        var styled = share
        styled.startedSummary = StartedSummary(text: "Mine", access: .private, permission: .readOnly)
        styled.ownIdentifier = "board-1"
        action.purpose = .send(start.id, styled, isNew: true)
        action.representations = [.text]
        action.added = [bea, carl]
        let second = Event.actionRequested(action)
        action.purpose = .create(start.id, styled)
        let created = Event.actionRequested(action)
        var save = SaveShare(share: .id(share.id))
        (save.title, save.access, save.permission, save.allowsInviting) = ("T", .public, .readOnly, false)
        save.additions = [.init(handle: bea, permission: .readOnly, role: .administrator), .init(handle: carl)]
        save.removals = [anna]
        save.permissions = [.init(handle: carl, permission: .readWrite)]
        action.purpose = .save(start.id, share.id, save)
        let changed = Event.actionRequested(action)
        action.purpose = .prompt(NoticeID("n1"), share.id)
        action.conversation = nil
        action.removed = [carl]
        var sharing2 = app
        sharing2.shareOptions = ShareOptions(
            groups: [
                .init(
                    kind: .picker, identifier: "g", title: "G",
                    options: [
                        .init(identifier: "a", title: "A", subtitle: "S", effect: .readOnly),
                        .init(identifier: "b", title: "B", isSelected: true, requires: ["c"]),
                    ]),
                .init(
                    kind: .switches, identifier: "h", options: [.init(identifier: "c", title: "C", isSelected: true)]),
            ], summaries: [.init(when: ["a", "c"], summary: "Line")])
        sharing2.sharingMethods = [.copy]
        sharing2.manageTitle = "Manage A"
        let run = DeletedRun(first: 2, last: 7, from: 5, to: 12)
        var deeper = notice
        deeper.url = "https://a.example/#comment-3"
        deeper.documentURL = notice.url
        var severalAdded = notice
        severalAdded.event = .highlight(.membership(.addedCollaborator, person: bea))
        severalAdded.people = [bea, carl]
        return [
            .actionRequested(action), first, second, created, changed,
            .noticePosted(severalAdded, recipients: [bea], firstAt: at),
            .collaborationChanged(done, of: anna), .actionEnded(action.id, .timedOut, app: AppID("a"), person: anna),
            .collaborationChanged(start, of: anna), .collaborationChanged(sent, of: anna),
            .collaborationChanged(failed, of: anna),
            .draftStored(start.id, here, StoredDraft(text: "“hi”", localIdentifier: "row 7")),
            .draftStored(start.id, here, StoredDraft(text: "x")), .draftErased(start.id, here),
            .appRegistered(sharing2),
            .shareSaved(styled, recipients: []),
            .personNamed(Person(handle: anna, name: "Anna")),
            .personNamed(Person(handle: anna, name: "Ann"), recipients: [anna, bea]),
            .activitiesOffered(
                [AppActivity(type: "crop", title: "Crop", glyph: "✂", accepts: [.link])], app: AppID("a"), person: anna),
            .activitiesOffered(nil, app: AppID("a"), person: anna),
            .linkStored(AppID("a"), person: anna, url: "https://a.example/#x"),
            .storedLinksDelivered(AppID("a"), person: anna), .deviceAdded(of: anna, name: "phone"),
            .identityProved(ShareID("s1"), by: anna),
            .contactAdded(of: anna, bea),
            .contactRemoved(of: anna, bea),
            .conversationCreated(here, creator: anna, members: [anna, bea], name: "Trip"),
            .conversationCreated(here, creator: anna, members: [anna, bea], name: nil),
            .participantAdded(here, carl, by: anna, after: 0), .participantAdded(here, carl, by: anna, after: 12),
            .participantRemoved(here, bea, by: anna, through: 3, name: "Trip", remaining: [anna, carl]),
            .participantRemoved(here, bea, by: anna, through: 0, name: nil, remaining: []),
            .conversationRenamed(here, name: "“Trip”", by: anna),
            .conversationPhotoSet(here, photo: "🏕", by: anna), .conversationPhotoSet(here, photo: nil, by: anna),
            .conversationMuted(here, by: anna, true), .conversationMuted(here, by: anna, false),
            .conversationMarkedUnread(here, by: anna, at: 0), .conversationMarkedUnread(here, by: anna, at: 5),
            .conversationsPinned(by: anna, []),
            .conversationsPinned(by: anna, [here, ConversationID("c2")]), .messagePosted(plain), .messagePosted(full),
            .messageChanged(full, .edited(mentioned: [bea, carl]), hadLinks: true),
            .messageChanged(full, .edited(mentioned: []), hadLinks: false),
            .messageChanged(unsent, .unsent, hadLinks: true),
            .messageChanged(full, .reacted(by: bea, .classic(.heart), removed: true), hadLinks: false),
            .messageChanged(full, .reacted(by: bea, .emoji("\u{1F44D}\u{1F3FD}"), removed: false), hadLinks: false),
            .attachmentStored(AttachmentID("a9"), here, content: "aGk="),
            .attachmentErased(AttachmentID("a9"), here),
            .messagesRead(by: bea, here, through: 0, receipt: nil),
            .messagesRead(by: bea, here, through: 9, receipt: MessageID("m9")),
            .messagesDeleted(by: anna, here, [run]), .messagesDeleted(by: anna, here, [], whole: true),
            .messagesRestored(by: anna, here, [run]), .messagesErased(of: anna, here, [run]),
            .conversationReturned(here, to: [anna, bea]),
            .linkPinned(by: anna, here, url: "https://a.example/"), .linkUnpinned(by: anna, url: "https://a.example/"),
            .consentOffered(to: bea, request), .consentAnswered(by: bea, request, .notNow), sharing,
            .sharingSwitched(by: anna, settings), .appRegistered(app), .appRegistered(dressed),
            .sitePublished(site, App.everyPath(for: AppID("a"))), .sitePublished(site, nil),
            .shareSaved(share, recipients: [anna, bea]), .shareSaved(share, recipients: [], by: anna),
            .shareSaved(share, recipients: [anna, bea], by: anna, changedAccess: [bea]), .shareStopped(share),
            .noticePosted(notice, recipients: [bea], firstAt: at),
            .noticePosted(
                deeper, recipients: [bea], firstAt: at, earlier: [EarlierNotice(notice: notice, recipients: [carl])],
                besides: [anna]),
            .noticesCleared(of: bea, [NoticeID("n1")]), .timePassed,
            .shelvesChanged([shelf]), .shelvesChanged([shelf, cut]), .requestAnswered, .recordLost,
            .highlightHidden(by: anna, HighlightID("h1"), true), .highlightHidden(by: anna, HighlightID("h1"), false),
            .highlightUsed(by: anna, HighlightID("h1"), .detail), .personBlocked(by: anna, bea, true),
            .personBlocked(by: anna, bea, false),
            saved(page, .persistence(.created)), saved(worked, .change(.edit), [anna]),
            saved(worked, .change(.comment), [anna, carl]),
            saved(worked, .persistence(.renamed(to: "T"))), saved(worked, .persistence(.moved(to: "F"))),
            saved(gone, .persistence(.deleted)),
        ]
    }

    /// The name of a fact in the log. A name never changes its meaning, because old logs must stay readable.
    private static func name(of event: Event) -> String {
        switch event {
        case .personNamed: "personNamed"
        case .contactAdded: "contactAdded"
        case .contactRemoved: "contactRemoved"
        case .conversationCreated: "conversationCreated"
        case .participantAdded: "participantAdded"
        case .participantRemoved: "participantRemoved"
        case .conversationRenamed: "conversationRenamed"
        case .conversationPhotoSet: "conversationPhotoSet"
        case .conversationMuted: "conversationMuted"
        case .conversationMarkedUnread: "conversationMarkedUnread"
        case .conversationsPinned: "conversationsPinned"
        case .messagePosted: "messagePosted"
        case .messageChanged: "messageChanged"
        case .attachmentStored: "attachmentStored"
        case .attachmentErased: "attachmentErased"
        case .messagesRead: "messagesRead"
        case .messagesDeleted: "messagesDeleted"
        case .messagesRestored: "messagesRestored"
        case .messagesErased: "messagesErased"
        case .conversationReturned: "conversationReturned"
        case .linkPinned: "linkPinned"
        case .linkUnpinned: "linkUnpinned"
        case .consentOffered: "consentOffered"
        case .consentAnswered: "consentAnswered"
        case .sharingSwitched: "sharingSwitched"
        case .appRegistered: "appRegistered"
        case .activitiesOffered: "activitiesOffered"
        case .linkStored: "linkKept"
        case .storedLinksDelivered: "keptLinksDelivered"
        case .deviceAdded: "deviceAdded"
        case .identityProved: "identityProved"
        case .sitePublished: "sitePublished"
        case .shareSaved: "shareSaved"
        case .shareStopped: "shareStopped"
        case .noticePosted: "noticePosted"
        case .noticesCleared: "noticesCleared"
        case .timePassed: "timePassed"
        case .shelvesChanged: "shelvesChanged"
        case .requestAnswered: "requestAnswered"
        case .recordLost: "recordLost"
        case .highlightHidden: "highlightHidden"
        case .highlightUsed: "highlightUsed"
        case .personBlocked: "personBlocked"
        case .actionRequested: "actionRequested"
        case .actionEnded: "actionEnded"
        case .collaborationChanged: "collaborationChanged"
        case .draftStored: "draftKept"
        case .draftErased: "draftErased"
        case .documentSaved: "documentSaved"
        }
    }

    @Test func everyFactIsReadBackAsItWasWritten() throws {
        let facts = try Self.facts()
        for (index, event) in facts.enumerated() {
            let record = EventRecord(position: Int64(index + 1), at: Self.at, event: event)
            let copy = try EventRecord(position: record.position, at: record.at, body: record.body)
            #expect(copy == record)
            #expect(copy.body == record.body)
            let json = try JSONReader.read(record.body, depthMax: 128).value
            #expect(json["event"]?.stringValue == Self.name(of: event))
            #expect(EventRecord.storedResult(in: record.body) == nil)
        }
        #expect(Set(facts.map(Self.name)).count == 49, "every fact is among them")
    }

    @Test func messageBytesOfAFactEqualTheWrittenMessage() throws {
        for event in try Self.facts() {
            guard let message = event.message else { continue }
            let record = EventRecord(position: 1, at: Self.at, event: event)
            #expect(record.written.message.map(Array.init) == JSONWriter.bytes(of: message))
        }
    }

    @Test("the trace of a fact is its last stored member, and an unreadable one makes no fact unreadable")
    func traceIsStoredLast() throws {
        let trace = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        for event in try Self.facts() {
            let plain = EventRecord(position: 1, at: Self.at, event: event)
            let traced = EventRecord(position: 1, at: Self.at, event: event, trace: trace)
            let member = #","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}"#
            #expect(traced.body == plain.body.dropLast() + Array(member.utf8))
            #expect(try EventRecord(position: 1, at: Self.at, body: traced.body) == traced)
            let unreadable = plain.body.dropLast() + Array(#","traceparent":7}"#.utf8)
            #expect(try EventRecord(position: 1, at: Self.at, body: Array(unreadable)) == plain)
        }
    }

    @Test func storedResultDoesNotChangeItsFact() throws {
        for event in try Self.facts() {
            var record = EventRecord(position: 1, at: Self.at, event: event)
            record.idempotency = IdempotencyRecord(
                sender: "anna", clientID: "x", result: Array(#"{"conversation":{"id":"c1"}}"#.utf8))
            let copy = try EventRecord(position: 1, at: Self.at, body: record.body)
            #expect(copy.event == event)
            #expect(EventRecord.storedResult(in: record.body)?["conversation"]?["id"] == "c1")
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"event":"participantLeft"}"#, #"{"event":"participantAdded","conversation":"c1"}"#,
        #"{"event":"conversationMuted","conversation":"c1","by":"anna","muted":1}"#,
        #"{"event":"messagesRead","conversation":"c1","by":"anna","through":-1}"#,
        #"{"event":"conversationsPinned","by":"anna","conversations":[1]}"#,
        #"{"event":"attachmentStored","attachment":"a1","conversation":"c1"}"#,
        #"{"event":"sitePublished","association":{}}"#, #"{"event":"sitePublished","domain":"https://a.example"}"#,
    ])
    func invalidFactIsRefused(_ text: String) {
        #expect(throws: InvalidField.self) { try EventRecord(position: 1, at: Self.at, body: Array(text.utf8)) }
    }
}
