import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Commands about collaborations, and the sheets that they open.
@Suite struct CollaborationCommandTests {
    private func type(_ line: String, in state: inout ChatState) -> [ChatAction] {
        state.view.draft = LineEditor(line)
        return ChatUpdate.apply(.enter, to: &state, size: SampleChat.standard)
    }

    private func press(_ keys: [Key], in state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: SampleChat.standard) }
    }

    @Test(
        arguments: [
            ("Trip plan", "Trip plan", nil, [], false),
            ("Trip plan with Notes public read", "Trip plan", "Notes", [.public, .readOnly], false),
            ("Lunch with Bea with Notes inviting", "Lunch with Bea", "Notes", [.inviting], false),
            ("\"Books to read\" with Notes write", "Books to read", "Notes", [.readWrite], false),
            ("read", "read", nil, [], false), ("Plan copy", "Plan", nil, [], true),
        ] as [(String, String, String?, [ShareOptions.Effect], Bool)])
    func aShareCommandIsParsedIntoItsParts(
        _ line: String, _ title: String, _ app: String?, _ effects: [ShareOptions.Effect], _ isCopy: Bool
    ) throws {
        #expect(
            try SharedWords(line)
                == SharedWords(
                    title: title, app: app, effects: effects, isCopy: isCopy, forms: []))
    }

    @Test(arguments: [
        "/share \"open", "/share Plan public private", "/share Plan read write", "/option x", "/people",
        "/people 1 2", "/invite 1", "/invite 1 read", "/invite 1 a/b", "/uninvite 1", "/access 1", "/access 1 open",
        "/access 1 public bea", "/permission 1", "/permission 1 all", "/admin 1", "/admin 1 bea on", "/inviting 1",
        "/inviting 1 maybe", "/leaveshare", "/stopshare", "/copylink", "/answer", "/dismiss x", "/notices x",
    ])
    func aMalformedCommandStaysInTheComposer(_ line: String) {
        var state = SampleChat.collaborating()
        #expect(type(line, in: &state).isEmpty)
        #expect(state.view.draft.text == line)
        #expect(state.view.hint?.isEmpty == false)
    }

    /// ucs-part-people, ucs-owner-people
    @Test(arguments: [
        ("/stopshare 1", "Only its owner can stop sharing “Trip plan”: /leaveshare removes you"),
        ("/access 1 public", "Only its owner changes who can open “Trip plan”, who may invite, and roles"),
        ("/inviting 1 on", "Only its owner changes who can open “Trip plan”, who may invite, and roles"),
        ("/admin 1 bea", "Only its owner changes who can open “Trip plan”, who may invite, and roles"),
        ("/invite 1 dora", "Only the owner and administrators add people to “Trip plan”"),
        (
            "/uninvite 1 bea",
            "Only its owner and administrators remove people from “Trip plan” or change permissions"
        ),
        (
            "/copylink 1",
            "Only a link that anyone can open can be copied: “Trip plan” is for invited people"
        ),
        ("/people 9", "There is no link 9 here"),
    ])
    func aRefusedCommandShowsTheReason(_ line: String, _ words: String) {
        var state = SampleChat.collaborating(role: .privateUser)
        #expect(type(line, in: &state).isEmpty)
        #expect(state.view.hint == words)
    }

    /// ck-no-mix
    @Test func aPublicShareRefusesIndividualInvitations() {
        var state = SampleChat.collaborating(access: .public)
        #expect(type("/invite 1 dora", in: &state).isEmpty)
        #expect(
            state.view.hint
                == "Anyone with the link can open “Trip plan”: make it private to manage individual people")
        #expect(type("/copylink 1", in: &state) == [.copy(text: SampleChat.plan.url)])
    }

    /// remove-alert
    @Test func removingNamesThePersonAndTheDocumentAndAsks() {
        var state = SampleChat.collaborating()
        let row = state.shares[SampleChat.plan.url]
        #expect(type("/uninvite 1 Bea", in: &state).isEmpty)
        guard case .confirm(let question)? = state.view.sheet, let row else {
            Issue.record("nothing was asked")
            return
        }
        #expect(question.title == "Remove Bea?" && question.body.contains("“Trip plan”"))
        var cancelled = state
        #expect(press([.enter], in: &cancelled).isEmpty && cancelled.view.sheet == nil)
        #expect(press([.right, .enter], in: &state) == [.manage(row, .uninvite(["bea"]))])
    }

    /// ck-public-lower, ck-public-raise
    @Test func anotherAccessNamesWhoLosesIt() {
        var state = SampleChat.collaborating()
        #expect(type("/access 1 public", in: &state).isEmpty)
        guard case .confirm(let raise)? = state.view.sheet else {
            Issue.record("nothing was asked")
            return
        }
        #expect(raise.body == "The invitation to Dora is withdrawn. Anyone who already opened it keeps access.")
        state = SampleChat.collaborating(access: .public)
        #expect(type("/access 1 private bea", in: &state).isEmpty)
        guard case .confirm(let lower)? = state.view.sheet else {
            Issue.record("nothing was asked")
            return
        }
        #expect(lower.body == "Dora will no longer be able to open it. Bea must open it again from the invitation.")
        #expect(
            lower.action == state.shares[SampleChat.plan.url].map { .manage($0, .access(.private, again: ["bea"])) })
    }

    @Test("a private link asks about everybody who must open the document again, when nobody loses it for good")
    func whoIsInvitedAgainMustOpenItAgain() {
        var state = SampleChat.collaborating(access: .public)
        #expect(type("/access 1 private bea dora", in: &state).isEmpty)
        guard case .confirm(let question)? = state.view.sheet else {
            Issue.record("nothing was asked")
            return
        }
        #expect(question.body == "Bea and Dora must open it again from the invitation.")
    }

    @Test func harmlessCommandsRunWithoutAQuestion() throws {
        var state = SampleChat.collaborating()
        let row = try #require(state.shares[SampleChat.plan.url])
        state.threads["c1"]?.members = SampleChat.numbered.threads["c1"]?.members ?? []
        #expect(
            type("/invite 1 emil read nolink", in: &state) == [
                .manage(row, .invite(["emil"], .readOnly, sendsLink: false))
            ])
        #expect(type("/permission 1 read", in: &state) == [.manage(row, .permission(.readOnly, handle: nil))])
        #expect(type("/permission 1 write bea", in: &state) == [.manage(row, .permission(.readWrite, handle: "bea"))])
        #expect(type("/admin 1 bea off", in: &state) == [.manage(row, .administrator("bea", false))])
        #expect(type("/inviting 1 on", in: &state) == [.manage(row, .inviting(true))])
    }

    @Test("before an invitation sends the link to somebody, a question names them and the conversation")
    func anInvitationNamesTheConversationFirst() throws {
        var state = SampleChat.collaborating()
        let row = try #require(state.shares[SampleChat.plan.url])
        #expect(type("/invite 1 emil write", in: &state).isEmpty)
        guard case .confirm(let question)? = state.view.sheet else {
            Issue.record("nothing was asked")
            return
        }
        #expect(question.title == "Add Emil to “Trip plan”?")
        #expect(question.body.hasPrefix("Emil can make changes. Send the link to Emil in a new conversation."))
        #expect(press([.down, .enter], in: &state) == [.manage(row, .invite(["emil"], .readWrite))])
        state.conversations.append(ConversationRow(id: "c9", title: "Choir"))
        var thread = ThreadState(conversation: "c9", title: "Choir")
        thread.members = [
            Member(handle: "carl", name: "Carl", isOwn: true), Member(handle: "emil", name: "Emil B."),
        ]
        state.threads["c9"] = thread
        #expect(type("/invite 1 emil", in: &state).isEmpty)
        guard case .confirm(let second)? = state.view.sheet else {
            Issue.record("nothing was asked")
            return
        }
        #expect(second.body.hasPrefix("Emil B. can make changes. Send the link to Emil B. in “Choir”."))
        #expect(press([.enter], in: &state).isEmpty, "Cancel is first, and changes nothing")
    }

    @Test("a deleted document takes no new people")
    func aDeletedDocumentTakesNoNewPeople() {
        var state = SampleChat.collaborating()
        state.shares[SampleChat.plan.url]?.isDocumentDeleted = true
        for line in ["/invite 1 emil", "/invite 1 emil nolink"] {
            state.view.hint = nil
            #expect(type(line, in: &state).isEmpty && state.view.sheet == nil)
            #expect(state.view.hint == "“Trip plan” was deleted: no one can be added")
        }
    }

    /// draft-stage, collab-start-drop
    @Test func aStagedDocumentGoesWithReturnAndNotBefore() throws {
        var state = SampleChat.collaborating()
        #expect(
            type("/share Songs with Notes", in: &state) == [
                .stage(
                    ShareWish(
                        title: "Songs", app: "com.example.notes", conversation: "c1", effects: [], isCopy: false,
                        representations: []))
            ])
        state.view.staged["c1"] = SampleChat.staged
        #expect(press([.escape], in: &state).isEmpty && state.view.staged.isEmpty)
        state.view.staged["c1"] = SampleChat.staged
        #expect(type("/cancel", in: &state).isEmpty && state.view.staged.isEmpty)
        state.view.staged["c1"] = SampleChat.staged
        #expect(type("/option 2", in: &state).isEmpty)
        #expect(state.view.staged["c1"]?.method == .copy)
        #expect(type("/option 9", in: &state).isEmpty && state.view.hint == "There is no option 9: /option lists 2")
        var sent = try #require(state.view.staged["c1"])
        sent.text = "Sing!"
        #expect(type("Sing!", in: &state) == [.start(sent)])
        #expect(state.view.staged.isEmpty && state.view.draft.isEmpty)
        #expect(press([.enter], in: &state).isEmpty)
    }

    /// act-contract
    @Test func cancelEndsAWaitingStartAndEscapeRemovesAFailedOne() {
        var state = SampleChat.collaborating()
        state.starts = [
            StartRow(id: "b1", state: .waiting, app: "Board", title: "Songs", conversation: "c1", failure: "")
        ]
        #expect(type("/cancel", in: &state) == [.cancelStart(id: "b1")])
        state.starts[0].state = .failed
        #expect(press([.escape], in: &state).isEmpty && state.starts.isEmpty)
        #expect(type("/cancel", in: &state).isEmpty)
        #expect(state.view.hint == "Nothing is staged or waiting for its app")
    }

    private func start(_ title: String, _ state: CollaborationStart.State) -> StartRow {
        StartRow(id: title, state: state, app: "Board", title: title, conversation: "c1", failure: "")
    }

    @Test("/cancel stops the newest start that waits, before it touches a failed one")
    func cancelStopsTheNewestWaitingStart() {
        var state = SampleChat.collaborating()
        state.starts = [start("F1", .failed), start("F2", .waiting), start("F3", .waiting), start("F4", .failed)]
        #expect(type("/cancel", in: &state) == [.cancelStart(id: "F3")])
        #expect(state.starts.count == 4)
        state.starts[1...2] = []
        #expect(type("/cancel", in: &state).isEmpty && state.starts.isEmpty)
        #expect(state.view.hint == "Dismissed: “F1” and “F4”. Nothing is waiting for its app")
    }

    @Test("/cancel acts on the row that shows it: the waiting start on a high screen, the staged document elsewhere")
    func cancelActsOnTheRowThatShowsIt() throws {
        var state = SampleChat.collaborating()
        state.view.staged["c1"] = SampleChat.staged
        state.starts = [start("F1", .waiting)]
        var low = state
        #expect(type("/cancel", in: &state) == [.cancelStart(id: "F1")])
        #expect(state.view.staged["c1"] != nil)
        for key in "/cancel" { _ = ChatUpdate.apply(.character(key), to: &low, size: Size(columns: 80, rows: 12)) }
        #expect(ChatUpdate.apply(.enter, to: &low, size: Size(columns: 80, rows: 12)).isEmpty)
        #expect(low.view.staged.isEmpty)
        var lines = SampleChat.collaborating()
        lines.view.staged["c1"] = SampleChat.staged
        lines.starts = [start("F1", .waiting)]
        #expect(try ChatUpdate.run(on: &lines) { _ = try $0.perform("/cancel") }.isEmpty && lines.view.staged.isEmpty)
    }

    /// group-sync-wording
    @Test func aPromptIsAnsweredByItsButtonsAndByALine() {
        let prompt = NoticeEntry(
            id: "p", text: "Add Emil to your 3 shared documents", url: SampleChat.plan.url,
            actions: [Notice.Action(id: "add", title: "Add")])
        var state = SampleChat.collaborating()
        state.threads["c1"]?.waiting.insert(prompt, at: 0)
        var byKey = state
        #expect(press([.control("o")], in: &byKey).isEmpty)
        #expect(press([.enter], in: &byKey) == [.answerNotice(id: "p", action: "add")])
        #expect(byKey.threads["c1"]?.waiting.contains(prompt) == false)
        var closed = state
        #expect(press([.control("o"), .right, .enter], in: &closed) == [.dismissNotice(id: "p")])
        var byLine = state
        #expect(type("/answer remove", in: &byLine).isEmpty)
        #expect(byLine.view.hint == "“Add Emil to your 3 shared documents”: /answer add, or /answer close")
        #expect(type("/answer add", in: &byLine).isEmpty)
        #expect(press([.right, .enter], in: &byLine) == [.answerNotice(id: "p", action: "add")])
    }

    /// ntc-collapse, ntc-dismiss
    @Test func theListGroupsByDocumentOpensAndCloses() {
        var state = SampleChat.collaborating()
        var other = NoticeEntry(id: "o", text: "Bea edited “Songs”", url: "https://notes.example/d/2")
        other.document = "Songs"
        state.threads["c1"]?.waiting.insert(other, at: 1)
        #expect(state.threads["c1"]?.listedNotices.map(\.id) == ["n1", "n0", "n00", "o"])
        #expect(type("/dismiss 4", in: &state) == [.dismissNotice(id: "o")])
        #expect(type("/notices", in: &state).isEmpty)
        #expect(press([.down, .character("x")], in: &state) == [.dismissNotice(id: "n0")])
        #expect(press([.up, .enter], in: &state) == [.openLink(url: SampleChat.plan.url, notice: "n1")])
    }

    @Test func completionKnowsTheNumbersAndThePeople() {
        var state = SampleChat.collaborating()
        state.view.draft = LineEditor("/uninvite 1 b")
        _ = press([.tab], in: &state)
        #expect(state.view.draft.text == "/uninvite 1 bea ")
        state.view.draft = LineEditor("/access 1 pu")
        _ = press([.tab], in: &state)
        #expect(state.view.draft.text == "/access 1 public ")
        state.view.draft = LineEditor("/people ")
        _ = press([.tab], in: &state)
        #expect(state.view.draft.text == "/people 1 ")
    }

    /// manage-view: a document that an app stores itself has no People screen in Messages. The app's own screen opens,
    /// if any.
    @Test func aDocumentStoredByItsAppIsManagedInTheApp() throws {
        var state = SampleChat.collaborating()
        state.shares[SampleChat.plan.url]?.backend = .custom
        #expect(type("/people 1", in: &state).isEmpty)
        #expect(state.view.sheet == nil)
        #expect(state.view.hint == "Notes stores “Trip plan” itself, and has no screen for its participants")
        let row = try #require(state.collaborations(in: "c1").first)
        let details = Sheets.content(.details("c1"), in: state)
        let index = try #require(details.sheet.choices.firstIndex { $0.label == row.title && $0.note == row.facts })
        state.view.sheet = .details("c1")
        let actions = ChatUpdate.run(on: &state) { details.pick(index, &$0) }
        #expect(actions.isEmpty)
        #expect(state.view.sheet == .details("c1"), "and none from the details")

        state.shares[SampleChat.plan.url]?.manageTitle = "Manage Trip"
        state.view.draft = LineEditor()
        state.view.sheet = nil
        #expect(type("/people 1", in: &state).isEmpty)
        let text = ChatScreen.render(state, size: SampleChat.standard).text
        #expect(text.contains("Manage Trip"))
        #expect(text.contains("Open in Notes"))
        #expect(!text.contains("owner"), "who is on it is not shown by the system")
        #expect(
            press([.right, .enter], in: &state) == [.openLink(url: SampleChat.plan.url, notice: nil)])
        #expect(state.view.sheet == nil)
    }
}
