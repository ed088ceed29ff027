import AppModel
import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Items that are shared before the server has answered how they can be shared.
@Suite struct AwaitedItemTests {
    private let url = "https://notes.example/1"
    private let wish = ShareWish(title: "Plan", app: "a.notes", conversation: "c1")
    private let held = "“Plan” is not staged yet: Return again sends the text without it"

    private let offer = CollaborationOffer(
        app: AppID("a.notes"), appName: "Notes", title: "Plan", backend: .cloudRecord, methods: [.collaborate],
        options: .standard)

    private func share(_ desk: Desk, _ permission: Share.Permission = .readWrite, revision: Int64 = 1) -> ShareView {
        let people = [(desk.bea, Share.Role.owner), (desk.me, .privateUser)]
        let share = Share(
            id: ShareID("s1"), app: AppID("a.notes"), title: "Plan", url: url, backend: .cloudRecord, owner: desk.bea,
            access: .private, permission: permission, allowsInviting: true,
            participants: people.map {
                .init(handle: $0, role: $1, permission: permission, acceptance: .accepted)
            }, createdAt: desk.start, document: DocumentID("d1"), revision: revision)
        return ShareView(share, seenBy: desk.me)
    }

    /// Presses keys, and returns the actions for the session.
    private func press(_ keys: [Key], _ desk: inout Desk) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &desk.model.state, size: Size(columns: 80, rows: 24)) }
    }

    private func type(_ text: String, _ desk: inout Desk) -> [ChatAction] { press(text.map(Key.character), &desk) }

    /// Chooses a conversation for a link on the share sheet before the server has answered.
    private func hand(_ link: String, to id: ConversationID = "c1", title: String? = "Plan", _ desk: inout Desk) {
        let context = ShareContext(.link(url: link, title: title), preview: "")
        let actions = ChatUpdate.run(on: &desk.model.state) { update in
            update.share(context)
            guard let asked = update.state.view.sharing else { return }
            update.endSheets()
            update.hand(asked, to: id)
        }
        for action in actions { desk.model.perform(action) }
    }

    /// Shares the document, through the share sheet or with `/share`.
    private func begin(isCommand: Bool, _ desk: inout Desk) {
        if isCommand { desk.model.perform(.stage(wish)) } else { hand(url, &desk) }
    }

    /// Answers with the ways in which the document can be shared.
    private func answer(isCommand: Bool, _ desk: inout Desk) throws {
        let purpose = OfferPurpose.shareSheet(url: url)
        let request: CollaborationRequest =
            isCommand ? .offer(wish) : .draft(purpose, .document(DocumentID("d1")), url: url)
        try desk.answer(.collaboration(request), .offer(offer))
    }

    /// Answers that a link leads to no document.
    private func answerNone(_ link: String, _ desk: inout Desk) {
        desk.model.settle(.shareSheet(url: link), nil, obstacle: nil)
    }

    /// draft-stage
    @Test("Return before the server's answer does not send the text without the document", arguments: [true, false])
    func returnBeforeTheAnswerIsHeld(isCommand: Bool) throws {
        var desk = try Desk()
        try desk.open()
        begin(isCommand: isCommand, &desk)
        _ = type("look", &desk)
        #expect(press([.enter], &desk).isEmpty)
        #expect(desk.model.state.view.hint == held && desk.model.state.view.draft.text == "look")
        try answer(isCommand: isCommand, &desk)
        #expect(desk.model.state.view.hint != held && desk.model.state.view.refusal == nil)
        guard case .start(let draft)? = press([.enter], &desk).first else {
            Issue.record("the document is not sent")
            return
        }
        #expect(draft.text == "look" && draft.title == "Plan")
    }

    /// draft-stage
    @Test("a second Return before the server's answer sends the text alone", arguments: [true, false])
    func secondReturnSendsTheTextAlone(isCommand: Bool) throws {
        var desk = try Desk()
        try desk.open()
        begin(isCommand: isCommand, &desk)
        _ = type("look", &desk)
        #expect(press([.enter, .enter], &desk) == [.send(text: "look", conversation: "c1")])
        try answer(isCommand: isCommand, &desk)
        #expect(desk.model.state.view.staged["c1"]?.title == "Plan")
    }

    /// draft-stage
    @Test(
        "/cancel and Esc end a share that waits for the server", arguments: [true, false], ["/cancel", "Esc", "Alt-C"])
    func cancelEndsAShare(isCommand: Bool, way: String) throws {
        var desk = try Desk()
        try desk.open()
        begin(isCommand: isCommand, &desk)
        switch way {
        case "Esc": _ = press([.escape], &desk)
        case "Alt-C": _ = press([.alt("c")], &desk)
        default: _ = press(way.map(Key.character) + [.enter], &desk)
        }
        #expect(desk.model.state.view.hint == "The share of “Plan” was cancelled")
        #expect(desk.model.state.view.draft.isEmpty)
        try answer(isCommand: isCommand, &desk)
        #expect(desk.model.state.view.staged.isEmpty)
    }

    /// draft-stage
    @Test("a cancelled /share is not reported when it fails later")
    func cancelledShareFailsSilently() throws {
        var desk = try Desk()
        try desk.open()
        for report: LiveClient<ClientRequest>.Report in [
            .unanswered(.collaboration(.offer(wish))),
            .refusal(.collaboration(.offer(wish)), clientID: nil, RPCError(.notFound, "There is no app.")),
        ] {
            desk.model.perform(.stage(wish))
            _ = press([.escape], &desk)
            desk.model.apply(report)
            #expect(desk.model.state.view.hint == "The share of “Plan” was cancelled")
        }
    }

    /// collab-start-sheet
    @Test("Esc keeps the held text and cancels the share")
    func escapeKeepsTheHeldText() throws {
        var desk = try Desk()
        try desk.open()
        hand(url, &desk)
        _ = type("look", &desk)
        _ = press([.enter, .escape], &desk)
        #expect(desk.model.state.view.draft.text == "look" && desk.model.state.view.refusal == nil)
        #expect(press([.enter], &desk) == [.send(text: "look", conversation: "c1")])
    }

    /// collab-start-sheet
    @Test(
        "two shares that wait for the server both reach their conversations",
        arguments: ["c1", "c2"] as [ConversationID])
    func bothSharesArrive(second: ConversationID) throws {
        var desk = try Desk()
        try desk.open()
        let link = "http://a.b/c"
        hand(url, &desk)
        hand(link, to: second, title: nil, &desk)
        // The answer to the later request may arrive first.
        answerNone(link, &desk)
        try answer(isCommand: false, &desk)
        #expect(desk.model.state.view.staged["c1"]?.title == "Plan")
        #expect(desk.model.state.view.drafts[second]?.text == link + " ")
    }

    /// draft-stage
    @Test("a replaced file is promised back at the composer on the screen alone", arguments: [true, false])
    func replacedFileIsPromisedOnTheScreenAlone(isOpen: Bool) throws {
        var desk = try Desk()
        try desk.open()
        begin(isCommand: true, &desk)
        desk.model.state.view.attachments["c1"] = "map.pdf"
        if !isOpen { desk.model.state.view.selected = nil }
        try answer(isCommand: true, &desk)
        let way = isOpen ? " Ctrl-_ restores it" : ""
        #expect(desk.model.state.view.hint == "map.pdf was replaced.\(way)")
    }

    /// collab-start-sheet
    @Test("a document that replaces another one names the key that the person chose for undo")
    func replacedDocumentNamesTheChosenKey() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.keys = try KeyBindings([("undo", "F9")])
        desk.model.state.view.attachments["c1"] = "map.pdf"
        hand(url, &desk)
        try answer(isCommand: false, &desk)
        #expect(desk.model.state.view.hint == "map.pdf was replaced by “Plan”. F9 restores it")
    }

    /// collab-start-sheet
    @Test("a document of the share sheet names the document that it replaces in the composer")
    func replacedDocumentIsNamed() throws {
        var desk = try Desk()
        try desk.open()
        begin(isCommand: true, &desk)
        try answer(isCommand: true, &desk)
        desk.model.state.view.staged["c1"]?.offer.title = "Songs"
        desk.model.state.view.staged["c1"]?.item = .new(title: "Songs")
        hand(url, &desk)
        try answer(isCommand: false, &desk)
        #expect(desk.model.state.view.hint == "“Songs” was replaced by “Plan”. Ctrl-_ restores it")
        _ = press([.control("_")], &desk)
        #expect(desk.model.state.view.staged["c1"]?.title == "Songs")
    }

    /// collab-start-sheet
    @Test("a share that waits is refused when the connection is lost, whatever was shared after it")
    func lostConnectionEndsEveryShare() throws {
        var desk = try Desk()
        try desk.open()
        hand(url, &desk)
        hand("http://a.b/c", to: "c2", title: nil, &desk)
        desk.model.apply(.phase(.waiting(until: 1_000)))
        #expect(desk.model.state.view.awaited.isEmpty)
        #expect(desk.model.state.view.hint == "The server is unreachable: share it again when it is back")
    }

    /// perm-summary-text
    @Test("every draft of a document follows a change of permission")
    func everyDraftFollowsAPermission() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.shareChanged(share(desk)))
        var draft = try #require(CollaborationDraft(.share(ShareID("s1")), offer: offer, for: desk.conversation))
        (draft.url, draft.sharedSummary) = (url, "Everyone can make changes.")
        var context = ShareContext(.document(url: url, title: "Plan"), preview: "")
        context.draft = draft
        (desk.model.state.view.sharing, desk.model.state.view.handsOn) = (context, context)
        desk.model.state.view.startAwaiting(context, for: "c1")
        desk.model.state.view.staged = ["c1": draft]
        desk.model.state.view.optionsBefore[.composer("c1")] = draft
        desk.model.state.view.keep(DroppedDraft(conversation: "c1", staged: draft))
        try desk.notify(.shareChanged(share(desk, .readOnly, revision: 2)))
        let view = desk.model.state.view
        let drafts = [
            view.sharing?.draft, view.handsOn?.draft, view.awaited.first?.context?.draft, view.staged["c1"],
            view.optionsBefore[.composer("c1")], view.dropped.last?.staged,
        ]
        for draft in drafts { #expect(draft?.summary == "Everyone can view.") }
    }

    /// draft-stage
    @Test("a Send that is refused because the document was lost keeps the text alone", arguments: ["look", ""])
    func refusedSendDropsALostDocument(text: String) throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.shareChanged(share(desk)))
        var draft = try #require(CollaborationDraft(.share(ShareID("s1")), offer: offer, for: desk.conversation))
        (draft.url, draft.text) = (url, text)
        desk.model.perform(.start(draft))
        try desk.notify(.shareLost(LostShare(share(desk).share), cause: .removed))
        let refusal = RPCError(.notFound, "This document is no longer shared with you.")
        desk.model.apply(.refusal(.collaboration(.start(draft)), clientID: nil, refusal))
        let view = desk.model.state.view
        #expect(view.staged.isEmpty && (view.drafts["c1"]?.text ?? "") == text)
        let why = "Not staged: “Plan” is no longer shared with you"
        #expect(view.hint == why + (text.isEmpty ? "" : ". Return sends your text alone"))
    }

    /// collab-start-sheet
    @Test("New Message refuses a second item while the first waits for its conversation")
    func newMessageTakesOneItem() throws {
        var desk = try Desk()
        try desk.open()
        hand(url, &desk)
        var context = ShareContext(.link(url: "http://a.b/c", title: nil), preview: "")
        desk.model.state.view.handsOn = context
        desk.model.state.view.asked = AskedConversation(in: desk.model.state.view)
        context.item = .link(url: "http://a.b/d", title: nil)
        _ = ChatUpdate.run(on: &desk.model.state) { $0.share(context) }
        _ = press([.right, .enter], &desk)
        #expect(desk.model.state.view.hint == "The new conversation is being created: wait for it")
        #expect(desk.model.state.view.handsOn?.url == "http://a.b/c")
    }
}
