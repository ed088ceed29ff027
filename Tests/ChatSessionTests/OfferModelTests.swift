import AppModel
import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// The questions to the server before a link or a file is shared.
@Suite struct OfferModelTests {
    private let url = "https://notes.example/1"
    private var sheet: OfferPurpose { .shareSheet(url: url) }

    private func offer(_ methods: [SharingMethod] = [.collaborate]) -> CollaborationOffer {
        CollaborationOffer(
            app: AppID("a.notes"), appName: "Notes", title: "Plan", backend: .cloudRecord, methods: methods,
            options: .standard)
    }

    private func share(_ desk: Desk, owner: Handle) -> Share {
        Share(
            id: ShareID("s1"), app: AppID("a.notes"), title: "Plan", url: url, backend: .cloudRecord, owner: owner,
            access: .private, permission: .readWrite, allowsInviting: false,
            participants: [
                .init(handle: owner, role: .owner, permission: .readWrite, acceptance: .accepted),
                .init(
                    handle: owner == desk.me ? desk.bea : desk.me, role: .privateUser, permission: .readWrite,
                    acceptance: .accepted),
            ], createdAt: desk.start, document: DocumentID("d1"))
    }

    /// Opens the share sheet of the link.
    private func open(_ desk: inout Desk) -> [ClientRequest] {
        let context = ShareContext(.link(url: url, title: nil), preview: "")
        let actions = ChatUpdate.run(on: &desk.model.state) { $0.share(context) }
        _ = desk.model.outbox.drain(\.requests)
        for action in actions { desk.model.perform(action) }
        return desk.model.outbox.drain(\.requests)
    }

    private func refuse(_ request: CollaborationRequest, _ reason: RPCError.Reason, in desk: inout Desk) {
        desk.model.apply(.refusal(.collaboration(request), clientID: nil, RPCError(reason, "no.")))
    }

    /// collab-start-sheet
    @Test("a link is looked up as a share, then as an own document, and stays a link if it is neither")
    func aLinkIsLookedUp() throws {
        var desk = try Desk()
        try desk.open()
        #expect(open(&desk) == [.collaboration(.share(sheet, url: url))])
        refuse(.share(sheet, url: url), .notFound, in: &desk)
        let document = CollaborationRequest.document(sheet, url: url, reason: nil)
        #expect(desk.model.outbox.drain(\.requests) == [.collaboration(document)])
        refuse(document, .notFound, in: &desk)
        #expect(desk.model.outbox.drain(\.requests).isEmpty)
        let context = try #require(desk.model.state.view.sharing)
        #expect(!context.isAsking && context.draft == nil && context.obstacle == nil)
    }

    /// collab-start-sheet, meta-fields
    @Test("a shared document becomes a draft of its share with the sender's account")
    func aSharedDocumentBecomesADraft() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.shareChanged(ShareView(share(desk, owner: desk.me), seenBy: desk.me)))
        let request = CollaborationRequest.draft(sheet, .share(ShareID("s1")), url: url)
        #expect(open(&desk) == [.collaboration(request)])
        try desk.answer(.collaboration(request), .offer(offer()))
        let draft = try #require(desk.model.state.view.sharing?.draft)
        #expect(draft.sending?.share == ShareID("s1") && draft.summary == "Everyone can make changes.")
        #expect(draft.initiatorHandle == desk.me && draft.initiatorName == "Anna")
        // A later change of the share changes the summary of the draft too.
        var changed = share(desk, owner: desk.me)
        (changed.permission, changed.revision) = (.readOnly, 2)
        for index in changed.participants.indices { changed.participants[index].permission = .readOnly }
        try desk.notify(.shareChanged(ShareView(changed, seenBy: desk.me)))
        #expect(desk.model.state.view.sharing?.draft?.summary == "Everyone can view.")
    }

    /// options-set
    @Test("a participant who may not add people is offered a copy first if the first conversation has other people")
    func whoMayNotInviteIsOfferedACopyFirst() throws {
        let both = [SharingMethod.collaborate, .copy]
        for (methods, hasOutsider, expected) in [
            (both, true, SharingMethod.copy), (both, false, .collaborate), ([.collaborate], true, .collaborate),
        ] {
            var desk = try Desk()
            try desk.open()
            try desk.notify(.shareChanged(ShareView(share(desk, owner: desk.bea), seenBy: desk.me)))
            if hasOutsider {
                let id = desk.conversation
                desk.model.state.threads[id]?.members.append(Member(handle: "emil", name: "Emil"))
            }
            _ = open(&desk)
            let request = CollaborationRequest.draft(sheet, .share(ShareID("s1")), url: url)
            try desk.answer(.collaboration(request), .offer(offer(methods)))
            let context = try #require(desk.model.state.view.sharing)
            #expect(context.draft?.methods == methods && context.draft?.method == expected)
            #expect(context.obstacle == "Only the owner and administrators add people to “Plan”")
        }
    }

    /// collab-start-sheet
    @Test("without a connection the share sheet says so, and sends nothing")
    func withoutAConnectionNothingIsSent() throws {
        var desk = try Desk()
        try desk.open()
        _ = open(&desk)
        desk.model.apply(.phase(.waiting(until: 1_000)))
        let context = try #require(desk.model.state.view.sharing)
        #expect(!context.isAsking && context.draft == nil)
        #expect(context.obstacle == "The server is unreachable: share it again when it is back")
    }

    /// draft-stage
    @Test("a staged document stays while the server is away or cannot answer, and is asked about afterwards")
    func aStagedDocumentStays() throws {
        var desk = try Desk()
        try desk.open()
        let place = desk.conversation
        let purpose = OfferPurpose.staged(url: url, conversation: place)
        var draft = try #require(
            CollaborationDraft(.document(DocumentID("d1")), offer: offer(), for: desk.conversation))
        draft.url = url
        desk.model.state.view.staged[place] = draft
        _ = desk.model.outbox.drain(\.requests)
        desk.model.apply(.phase(.waiting(until: 1_000)))
        desk.model.set(.reconnecting(seconds: 1))
        desk.model.perform(.loadOffer(purpose))
        #expect(desk.model.state.view.staged[place] == draft)
        _ = desk.model.outbox.drain(\.requests)
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: false, now: desk.start))
        let asked = CollaborationRequest.share(purpose, url: url)
        #expect(desk.model.outbox.drain(\.requests).contains(.collaboration(asked)))
        refuse(asked, .unavailable, in: &desk)
        refuse(.draft(purpose, .document(DocumentID("d1")), url: url), .unavailable, in: &desk)
        #expect(desk.model.state.view.staged[place] == draft && desk.model.outbox.drain(\.requests).isEmpty)
    }

    @Test("a document that is shared meanwhile is sent by its share")
    func whatIsSharedMeanwhileIsSentByItsShare() throws {
        var desk = try Desk()
        try desk.open()
        let purpose = OfferPurpose.pasted(url: url, conversation: "c1")
        desk.model.state.view.drafts["c1"] = .init(url)
        let request = CollaborationRequest.draft(purpose, .document(DocumentID("d1")), url: url)
        try desk.answer(.collaboration(request), .offer(offer()))
        #expect(desk.model.state.view.staged["c1"]?.start.document == DocumentID("d1"))
        #expect(desk.model.state.view.drafts["c1"]?.isEmpty == true)
        try desk.notify(.shareChanged(ShareView(share(desk, owner: desk.me), seenBy: desk.me)))
        #expect(desk.model.state.view.staged["c1"]?.sending?.share == ShareID("s1"))
    }

    /// collab-start-drop
    @Test("an address that was written on meanwhile stays in the composer")
    func whatWasWrittenOnStays() throws {
        var desk = try Desk()
        try desk.open()
        let purpose = OfferPurpose.pasted(url: url, conversation: "c1")
        desk.model.state.view.drafts["c1"] = .init(url + " is for you")
        let request = CollaborationRequest.draft(purpose, .document(DocumentID("d1")), url: url)
        try desk.answer(.collaboration(request), .offer(offer()))
        #expect(desk.model.state.view.staged.isEmpty)
        #expect(desk.model.state.view.drafts["c1"]?.text == url + " is for you")
    }

    /// collab-start-drop
    @Test(
        "a file is text only if all of it can be read as text",
        arguments: [
            (Array("Two tents".utf8), "Two tents"), ([0xFF, 0xFE, 0x00], nil), (Array("a\0b".utf8), nil), ([], ""),
        ] as [([UInt8], String?)])
    func aFileIsText(_ bytes: [UInt8], _ text: String?) {
        let files = DocumentFiles(
            read: { path, _ in SentAttachment(name: path, content: bytes) }, write: { $0.name },
            list: { FolderListing(path: $0, entries: []) }, hasFile: { _ in true })
        #expect(files.text(of: SentAttachment(name: "a.note", content: bytes), .standard) == text)
    }

    /// collab-start-drop
    @Test("a staged file that is gone before Send is said to be gone", arguments: [SharingMethod.collaborate, .copy])
    func aStagedFileThatIsGoneSaysSo(_ method: SharingMethod) throws {
        var draft = try #require(
            CollaborationDraft(.file("/no such folder/a.note"), offer: offer(), for: ConversationID("c1")))
        draft.method = method
        let error = #expect(throws: DocumentFiles.Problem.self) { try DocumentFiles.onDisk.prepared(draft, .standard) }
        #expect(error?.text.contains("No such file") == true)
    }
}
