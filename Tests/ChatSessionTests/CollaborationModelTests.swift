import AppModel
import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// The collaborations that a person's client knows.
@Suite struct CollaborationModelTests {
    private let url = "https://notes.example/1"

    private func share(_ desk: Desk, owner: Handle, revision: Int64 = 1) throws -> Share {
        var share = Share(
            id: ShareID("s1"), app: AppID("a.notes"), title: "Plan", url: url, backend: .cloudRecord, owner: owner,
            access: .private, permission: .readWrite, allowsInviting: false,
            participants: [
                .init(handle: owner, role: .owner, permission: .readWrite, acceptance: .accepted),
                .init(
                    handle: owner == desk.me ? desk.bea : desk.me, role: .privateUser, permission: .readWrite,
                    acceptance: .pending),
            ], createdAt: desk.start, document: DocumentID("d1"))
        share.revision = revision
        return share
    }

    private func link(_ desk: Desk) -> Message {
        var message = desk.message(1, url)
        message.links = [
            MessageLink(
                url: url, app: AppID("a.notes"), title: "Plan", range: TextRange(location: 0, length: url.utf16.count))
        ]
        return message
    }

    private func card(_ desk: Desk) -> LinkCard? { desk.messages.first?.cards.first }

    /// ntc-system-lines
    @Test func theCardSaysWhoCanOpenItAsThatChanges() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(link(desk))])
        _ = desk.model.outbox.drain(\.requests)
        #expect(card(desk)?.sharing == nil)
        var share = try share(desk, owner: desk.bea)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(card(desk)?.sharing?.summary == "Everyone can make changes.")
        #expect(card(desk)?.sharing?.status == "You have not opened it yet")
        share.participants[1].acceptance = .accepted
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(card(desk)?.sharing?.status == "Only invited people")
        share.access = .public
        share.permission = .readOnly
        for index in share.participants.indices { share.participants[index].permission = .readOnly }
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(card(desk)?.sharing == CardSharing(summary: "Everyone can view.", status: "Anyone with the link"))
        try desk.notify(.shareLost(LostShare(share), cause: .stopped))
        #expect(card(desk)?.sharing == CardSharing(summary: "", status: "No longer shared with you"))
        #expect(desk.model.state.shares.isEmpty)
    }

    /// ntc-system-lines
    @Test func aLinkThatAnyoneMayFollowIsLookedUpOnce() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(link(desk))])
        let find = ClientRequest.collaboration(.find(url: url))
        #expect(desk.model.outbox.drain(\.requests).count { $0 == find } == 1)
        #expect(desk.namedFacts().isEmpty)
        var share = try share(desk, owner: desk.bea)
        share.access = .public
        share.participants.removeLast()
        try desk.answer(find, .share(ShareView(share, seenBy: desk.me)))
        #expect(card(desk)?.sharing?.status == "Anyone with the link")
        #expect(desk.model.state.shares[url]?.own == nil)
        // The person takes no part in this collaboration, so its absence from the list is no loss.
        try desk.answer(.collaboration(.shares(nil)), .shares([], more: false))
        #expect(card(desk)?.sharing?.status == "Anyone with the link")
    }

    /// ntc-details-list
    @Test func theDetailsListWhatIsLive() throws {
        var desk = try Desk()
        try desk.open()
        var share = try share(desk, owner: desk.me)
        try desk.answer(
            .collaboration(.shares(desk.conversation)), .shares([ShareView(share, seenBy: desk.me)], more: false))
        let rows = desk.model.state.collaborations(in: "c1")
        #expect(rows.map(\.facts) == ["yours · you can make changes · 2 people"])
        share.isDocumentDeleted = true
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.collaborations(in: "c1").isEmpty)
    }

    private func prompt(_ desk: Desk, actions: [Notice.Action]) throws -> Notice {
        var notice = desk.notice("Add Carl to your 3 shared documents")
        notice.event = .group(.added, person: try #require(Handle("carl")))
        notice.actions = actions
        return notice
    }

    /// group-sync-prompt-add
    @Test func aPromptWaitsUntilItIsAnsweredAnywhere() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(try prompt(desk, actions: [.init(id: "add", title: "Add")]), alert: false))
        let waiting = try #require(desk.model.state.threads["c1"]?.waiting.first)
        #expect(waiting.actions == [Notice.Action(id: "add", title: "Add")])
        desk.model.state.view.sheet = .notice(waiting)
        try desk.notify(.noticePosted(try prompt(desk, actions: []), alert: false))
        #expect(desk.model.state.threads["c1"]?.waiting.isEmpty == true)
        try desk.notify(.noticeCleared([NoticeID("n1")]))
        _ = ChatUpdate.settle(&desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.sheet == nil)
        #expect(desk.texts == ["◆ Add Carl to your 3 shared documents"])
        guard case .notice(let row)? = desk.model.state.threads["c1"]?.entries.last else {
            Issue.record("no row")
            return
        }
        #expect(row.actions.isEmpty)
    }

    /// group-sync-prompt-add
    @Test func anAnswerIsAskedOfTheServer() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(try prompt(desk, actions: [.init(id: "add", title: "Add")]), alert: false))
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.answerNotice(id: "n1", action: "add"))
        #expect(
            desk.model.outbox.drain(\.requests) == [
                .collaboration(
                    .answer(NoticeID("n1"), action: "add", text: "Add Carl to your 3 shared documents"))
            ])
    }

    /// ntc-dismiss, group-sync-prompt-add
    @Test("lines say once that a question is closed, and do not print it again as a notice")
    func linesSayOnceThatAQuestionIsClosed() throws {
        var desk = try Desk()
        try desk.open()
        let add = Notice.Action(id: "add", title: "Add")
        try desk.notify(.noticePosted(try prompt(desk, actions: [add]), alert: false))
        _ = desk.lines()
        // `/dismiss` removes it from the banner before the model closes it.
        desk.model.state.threads["c1"]?.waiting = []
        desk.model.perform(.dismissNotice(id: "n1"))
        try desk.notify(.noticePosted(try prompt(desk, actions: []), alert: false))
        #expect(desk.lines() == ["[Weekend] (notice cleared) Add Carl to your 3 shared documents"])
    }

    /// group-sync-prompt-add
    @Test("lines say that a question was answered on another device")
    func linesSayThatAQuestionWasAnsweredElsewhere() throws {
        var desk = try Desk()
        try desk.open()
        let add = Notice.Action(id: "add", title: "Add")
        try desk.notify(.noticePosted(try prompt(desk, actions: [add]), alert: false))
        _ = desk.lines()
        try desk.notify(.noticePosted(try prompt(desk, actions: []), alert: false))
        #expect(desk.lines() == ["[Weekend] (notice cleared) Add Carl to your 3 shared documents"])
    }

    /// group-sync-prompt-add
    @Test("lines report the person's own answer to a question once")
    func linesReportAnOwnAnswerOnce() throws {
        var desk = try Desk()
        try desk.open()
        let add = Notice.Action(id: "add", title: "Add")
        try desk.notify(.noticePosted(try prompt(desk, actions: [add]), alert: false))
        _ = desk.lines()
        desk.model.perform(.answerNotice(id: "n1", action: "add"))
        let text = "Add Carl to your 3 shared documents"
        try desk.answer(
            .collaboration(.answer(NoticeID("n1"), action: "add", text: text)),
            .notice(try prompt(desk, actions: [])), clientID: "x")
        #expect(desk.lines() == ["(hint) Added, as you answered: \(text)"])
    }

    @Test func aRefusedOpenOfALostShareShowsWhyItEnded() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(desk.notice("Bea edited “Plan”"), alert: false))
        let share = try share(desk, owner: desk.bea)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        try desk.notify(.shareLost(LostShare(share), cause: .stopped))
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.openLink(url: url, notice: "n1"))
        // The link may give access again: the server decides.
        #expect(
            desk.model.outbox.drain(\.requests) == [
                .open(url: url), .handOver(url: url), .dismissNotice(NoticeID("n1")),
            ])
        desk.model.apply(.refusal(.open(url: url), clientID: nil, RPCError(.conflict, "It was stopped.")))
        #expect(desk.model.state.view.hint == "“Plan” is no longer shared with you: its owner stopped sharing")
    }

    @Test(
        "a share that was lost while the client was offline shows the cause in the server's refusal",
        arguments: [
            ("ucs-can-stop", "“Plan” is no longer shared with you: its owner stopped sharing"),
            ("ucs-can-leave", "You left “Plan”: you can no longer open it"),
            ("ck-accept", "“Plan” is no longer shared with you"),
            ("ucs-can-access", "“Plan” is no longer shared with you"),
        ])
    func lossWhileOfflineHasItsCause(rule: String, sentence: String) throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.shareChanged(ShareView(try share(desk, owner: desk.bea), seenBy: desk.me)))
        _ = desk.model.outbox.drain(\.requests)
        try desk.answer(.collaboration(.shares(nil)), .shares([], more: false))
        let find = ClientRequest.collaboration(.find(url: url))
        #expect(desk.model.outbox.drain(\.requests).contains(find))
        let isStopped = rule == "ucs-can-stop"
        desk.model.apply(
            .refusal(find, clientID: nil, RPCError(isStopped ? .conflict : .notFound, "No.", .rule(rule, field: nil))))
        if isStopped {
            let owner = ClientRequest.collaboration(.owner(url: url))
            #expect(desk.model.outbox.drain(\.requests).contains(owner))
            desk.model.apply(.refusal(owner, clientID: nil, RPCError(.notFound, "No.")))
        }
        #expect(desk.model.state.lostShares[url]?.sentence == sentence)
    }

    @Test("a name that comes with a new conversation shows in the people of a share")
    func nameOfANewConversationShowsInAShare() throws {
        var desk = try Desk()
        try desk.open()
        let vic = try #require(Handle("vic"))
        var share = try share(desk, owner: desk.me)
        share.participants.append(
            .init(handle: vic, role: .privateUser, permission: .readWrite, acceptance: .pending))
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.shares[url]?.people.last?.name == "vic")
        var conversation = desk.alone()
        (conversation.id, conversation.people[1]) = (ConversationID("c2"), Person(handle: vic, name: "Vic"))
        try desk.notify(.conversationChanged(conversation, line: nil))
        #expect(desk.model.state.shares[url]?.people.last?.name == "Vic")
    }

    /// ucs-handler-steps
    @Test func aSaveThatCameTooLateShowsWhatChanged() throws {
        var desk = try Desk()
        try desk.open()
        var share = try share(desk, owner: desk.me)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        let row = try #require(desk.model.state.shares[url])
        let request = ClientRequest.collaboration(.change(row, .access(.public, again: [])))
        _ = desk.model.outbox.drain(\.requests)
        desk.model.apply(
            .refusal(
                request, clientID: "x",
                RPCError(.conflict, "revision: it was changed", .rule("ucs-handler-steps", field: "revision"))))
        // The people that another device added can be contacts who are in no conversation.
        let names = ClientRequest.request(.contactList(.init()))
        #expect(desk.model.outbox.drain(\.requests) == [names, .collaboration(.look(row))])
        share.revision = 2
        share.participants[1].acceptance = .accepted
        share.permission = .readOnly
        try desk.answer(.collaboration(.look(row)), .share(ShareView(share, seenBy: desk.me)))
        #expect(
            desk.model.state.view.hint
                == "Not done: “Plan” has changed: some people can make changes; Bea opened it. Repeat "
                + "the command if you still want it")
    }

    /// ucs-handler-steps
    @Test("an answer that is older than the list of shares says what was done, and shows nothing old")
    func olderAnswerShowsNothingOld() throws {
        var desk = try Desk()
        try desk.open()
        var share = try share(desk, owner: desk.me, revision: 1)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        let row = try #require(desk.model.state.shares[url])
        (share.access, share.revision) = (.public, 2)
        let made = ShareView(share, seenBy: desk.me)
        (share.access, share.revision) = (.private, 3)
        try desk.answer(.collaboration(.shares(nil)), .shares([ShareView(share, seenBy: desk.me)], more: false))
        let request = ClientRequest.collaboration(.change(row, .access(.public, again: [])))
        try desk.answer(request, .savedShare(made, dropped: [], conversation: nil), clientID: "x")
        #expect(desk.model.state.view.hint == "“Plan”: anyone with the link can open it")
        #expect(desk.model.state.shares[url]?.access == .private)
    }

    /// ucs-can-stop
    @Test("a document that its owner stopped sharing is theirs, if the list of shares is without it already")
    func stoppedDocumentIsTheOwners() throws {
        var desk = try Desk()
        try desk.open()
        let share = try share(desk, owner: desk.me)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        let row = try #require(desk.model.state.shares[url])
        desk.model.state.shares = [:]
        try desk.answer(.collaboration(.change(row, .stop)), .share(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.view.hint == "“Plan” is no longer shared")
        #expect(desk.model.state.lostShares[url]?.isOwn == true)
    }

    private func start(_ state: CollaborationStart.State, _ desk: Desk) -> CollaborationStart {
        var start = CollaborationStart(
            id: StartID("b1"), state: state, app: AppID("a.board"), title: "Plan", conversation: desk.conversation)
        if state == .failed { start.failure = Reason("act-contract", "Board could not share “Plan”: Full") }
        return start
    }

    /// act-contract
    @Test(arguments: [
        (CollaborationStart.State.sent, "“Plan” was sent", 0),
        (.failed, "Board could not share “Plan”: Full", 1),
        (.cancelled, "“Plan” was cancelled: nothing was shared", 0),
    ])
    func theOutcomeOfAStartIsShownOnEveryDevice(_ state: CollaborationStart.State, _ words: String, _ left: Int) throws
    {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.collaborationChanged(start(.waiting, desk)))
        #expect(desk.model.state.starts.map(\.sentence) == ["“Plan”: Asking Board…"])
        _ = desk.lines()
        try desk.notify(.collaborationChanged(start(state, desk)))
        #expect(desk.model.state.starts.count == left)
        #expect(desk.model.state.view.hint == words)
        #expect(desk.lines() == ["[Weekend] (sharing) \(words)"])
    }

    /// act-participants
    @Test(arguments: [
        (CollaborationStart.State.done, "“Plan”: Board made the change", 0),
        (.failed, "Board could not change who can open “Plan”: Full", 1),
        (.cancelled, "“Plan” was cancelled: nothing was changed", 0),
    ])
    func aChangeThatItsAppIsAskedForWaitsAndSaysHowItEnded(
        _ state: CollaborationStart.State, _ words: String, _ left: Int
    ) throws {
        var desk = try Desk()
        try desk.open()
        let share = try share(desk, owner: desk.me)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        let row = try #require(desk.model.state.shares[url])
        _ = desk.lines()
        var change = CollaborationStart(
            id: StartID("b1"), state: .waiting, app: AppID("a.board"), title: "Plan", conversation: desk.conversation,
            share: share.id)
        let request = CollaborationRequest.change(row, .uninvite(["bea"]))
        try desk.answer(.collaboration(request), .asked(change, share: ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.starts.map(\.sentence) == ["“Plan”: Asking Board…"])
        #expect(desk.lines() == ["[Weekend] (sharing) “Plan”: Asking Board… — /cancel cancels it"])
        change.state = state
        if state == .failed {
            change.failure = Reason("act-participants", "Board could not change who can open “Plan”: Full")
        }
        try desk.notify(.collaborationChanged(change))
        #expect(desk.model.state.starts.count == left && desk.model.state.view.hint == words)
        #expect(desk.lines() == ["[Weekend] (sharing) \(words)"])
    }

    /// act-participants
    @Test func aChangeOfWhatStandsInNoThreadIsSaidAllTheSame() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.lines()
        let change = CollaborationStart(
            id: StartID("b1"), state: .failed, app: AppID("a.board"), title: "Plan", conversation: nil,
            share: ShareID("s1"), failure: Reason("act-contract", "Board did not answer in time."))
        try desk.notify(.collaborationChanged(change))
        #expect(desk.model.state.view.hint == "“Plan” was not changed: Board did not answer in time.")
    }

    private let wish = ShareWish(
        title: "Plan", app: "a.notes", conversation: "c1", effects: [.readOnly], isCopy: false)

    /// Returns the draft of a new document, as the server offers it.
    private func staged(_ desk: inout Desk) throws -> CollaborationDraft {
        let offer = CollaborationOffer(
            app: AppID("a.notes"), appName: "Notes", title: nil, backend: .file, methods: [.collaborate, .copy],
            options: .standard)
        desk.model.perform(.stage(wish))
        try desk.answer(.collaboration(.offer(wish)), .offer(offer))
        var draft = try #require(desk.model.state.view.staged["c1"])
        #expect(draft.line == "Collaborate · Everyone can view.")
        desk.model.state.view.staged = [:]
        draft.text = "look"
        return draft
    }

    @Test("a document on its way stands in its thread until the server has answered", arguments: [true, false])
    func aDocumentOnItsWayShows(isRefused: Bool) throws {
        var desk = try Desk()
        try desk.open()
        let draft = try staged(&desk)
        let before = desk.model.state.threads["c1"]?.entries
        desk.model.perform(.start(draft))
        guard case .message(let entry)? = desk.model.state.threads["c1"]?.entries.last else {
            Issue.record("nothing stands in the thread")
            return
        }
        #expect(entry.text == "look “Plan”" && entry.delivery == .pending)
        if isRefused {
            desk.model.apply(
                .refusal(.collaboration(.start(draft)), clientID: "x", RPCError(.forbidden, "Not here.")))
        } else {
            try desk.answer(.collaboration(.start(draft)), .start(start(.waiting, desk)))
        }
        #expect(desk.model.state.threads["c1"]?.entries == before)
    }

    @Test("the reason why a document was not sent goes with the way back to it and its text", arguments: ["look", ""])
    func aFailedStartNamesTheWayBack(text: String) throws {
        var desk = try Desk()
        try desk.open()
        var draft = try staged(&desk)
        draft.text = text
        var asked = start(.waiting, desk)
        try desk.answer(.collaboration(.start(draft)), .start(asked))
        desk.model.state.view.remember("a later line")
        asked.state = .failed
        asked.failure = Reason("act-contract", "Board did not answer in time.")
        try desk.notify(.collaborationChanged(asked))
        let why = "“Plan” was not sent: Board did not answer in time."
        #expect(desk.model.state.view.hint == why + " ↑ restores it")
        _ = ChatUpdate.apply(.up, to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.draft.text == text)
        let restored = desk.model.state.view.staged["c1"]
        #expect(restored?.title == "Plan" && restored?.line == draft.line, "with the options that the person chose")
    }

    @Test("the document that an older client stored without its draft promises its text alone")
    func aStartWithoutADraftPromisesItsText() throws {
        var desk = try Desk()
        try desk.open()
        let request = Request.collaborationStart(
            .init(app: AppID("a.notes"), title: "Plan", conversation: desk.conversation, text: "look"))
        let place = DraftStore.Place(conversation: "c1", title: "Weekend", members: [])
        desk.model.known.unposted = [
            DraftStore.Change(
                request, clientID: start(.waiting, desk).id.rawValue, place: place, cursor: 0, isAnswered: true)
        ]
        var failed = start(.failed, desk)
        failed.failure = Reason("act-contract", "Board did not answer in time.")
        try desk.notify(.collaborationChanged(failed))
        #expect(desk.model.state.view.hint?.hasSuffix(" ↑ restores its text") == true)
    }

    @Test("a refused document whose conversation is gone comes back by Up with its text", arguments: ["look", ""])
    func aRefusedDocumentWithoutItsConversationComesBack(text: String) throws {
        var desk = try Desk()
        try desk.open()
        var draft = try staged(&desk)
        draft.text = text
        var other = desk.about()
        (other.id, other.name) = (ConversationID("c2"), "Other")
        try desk.notify(.conversationChanged(other, line: nil))
        desk.model.perform(.start(draft))
        var gone = desk.about()
        gone.left = true
        try desk.notify(.conversationChanged(gone, line: nil))
        desk.model.apply(.refusal(.collaboration(.start(draft)), clientID: "x", RPCError(.notFound, "It is gone.")))
        #expect(desk.model.state.view.hint == "Not sent to “Weekend”: It is gone. ↑ restores it")
        let kept = desk.model.unpostedWords
        #expect(kept.map(\.words) == [text.isEmpty ? nil : text] && kept.first?.draft?.title == "Plan")
        desk.turn(to: "c2")
        _ = ChatUpdate.apply(.up, to: &desk.model.state, size: Size(columns: 80, rows: 24))
        #expect(desk.model.state.view.draft.text == text)
        #expect(desk.model.state.view.staged["c2"]?.title == "Plan")
        #expect(desk.model.state.view.staged["c2"]?.conversation == ConversationID("c2"))
        #expect(desk.model.unpostedWords.isEmpty, "it is in a composer")
    }

    @Test("a share that the person left in an app is one that they left", arguments: [true, false])
    func aShareLeftInAnAppIsLeft(isLeft: Bool) throws {
        var desk = try Desk()
        try desk.open()
        let share = try share(desk, owner: isLeft ? desk.bea : desk.me)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        let request: Request = isLeft ? .shareLeave(.id(share.id)) : .shareStop(.id(share.id))
        try desk.answer(.app(AppRequest.request(request), number: 1), .share(ShareView(share, seenBy: desk.me)))
        #expect(
            desk.model.state.lostShares[url]?.sentence
                == (isLeft
                    ? "You left “Plan”: you can no longer open it"
                    : "“Plan” is no longer shared: you stopped sharing it"))
    }

    @Test(
        "the hint about a lost document goes when the person is on its share again", arguments: LostShare.Cause.allCases
    )
    func theHintOfALossGoes(cause: LostShare.Cause) throws {
        var desk = try Desk()
        try desk.open()
        let share = try share(desk, owner: desk.bea)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        try desk.notify(.shareLost(LostShare(share), cause: cause))
        #expect(desk.model.state.view.hint == desk.model.state.lostShares[url]?.sentence)
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.view.hint == nil)
        try desk.notify(.shareLost(LostShare(share), cause: cause))
        desk.model.state.view.hint = "Something else"
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.view.hint == "Something else")
    }

    @Test("a document that cannot be staged because the server is away is named")
    func anUnansweredOfferIsSaid() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.perform(.stage(wish))
        desk.model.apply(.unanswered(.collaboration(.offer(wish))))
        #expect(
            desk.model.state.view.hint == "“Plan” is not staged: the server is unreachable. ↑ restores the command")
    }

    @Test("a refusal of /share says that the arrow up restores the command", arguments: ["There is no app.", "No."])
    func aRefusedOfferNamesTheWayBack(sentence: String) throws {
        var desk = try Desk()
        try desk.open()
        desk.model.perform(.stage(wish))
        desk.model.apply(.refusal(.collaboration(.offer(wish)), clientID: nil, RPCError(.notFound, sentence)))
        #expect(desk.model.state.view.hint == "\(sentence) ↑ restores the command")
    }

    /// draft-stage
    @Test func aRefusedDraftStandsInTheComposerAgain() throws {
        var desk = try Desk()
        try desk.open()
        let draft = try staged(&desk)
        desk.model.apply(
            .refusal(.collaboration(.start(draft)), clientID: "x", RPCError(.forbidden, "Not here.")))
        #expect(desk.model.state.view.staged["c1"] == draft)
        #expect(desk.model.state.view.drafts["c1"]?.text == "look")
        #expect(desk.model.state.view.hint == "Not here.")
    }
}
