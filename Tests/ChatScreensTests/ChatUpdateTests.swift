import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

@Suite struct ChatUpdateTests {
    private let size = SampleChat.standard

    private func type(_ text: String, into state: inout ChatState) -> [ChatAction] {
        text.flatMap { ChatUpdate.apply(.character($0), to: &state, size: size) }
    }

    private func enter(_ text: String, in state: inout ChatState) -> [ChatAction] {
        state.view.draft = LineEditor(text)
        return ChatUpdate.apply(.enter, to: &state, size: size)
    }

    @Test func returnSendsAndEmptiesTheComposer() {
        var state = SampleChat.state
        #expect(type("Hi", into: &state).isEmpty)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.send(text: "Hi", conversation: "c1")])
        #expect(state.view.draft.isEmpty)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(enter("   ", in: &state).isEmpty)
    }

    @Test func aPastedLineEndSendsNothing() {
        var state = SampleChat.state
        let actions = ChatUpdate.apply(.paste("a\nb\n"), to: &state, size: size)
        #expect(actions.isEmpty)
        #expect(state.view.draft.text == "a\nb\n")
    }

    @Test func twoSlashesSendOne() {
        var state = SampleChat.state
        #expect(enter("//help is a command", in: &state) == [.send(text: "/help is a command", conversation: "c1")])
    }

    @Test(arguments: [
        ("/pin 1", ChatAction.pin(url: "https://notes.example/d/1", conversation: "c1")),
        ("/unpin https://a.example/x", .unpin(url: "https://a.example/x", conversation: "c1")),
        ("/open a.example/x", .openLink(url: "https://a.example/x", notice: nil)),
        ("/new bea dora", .createConversation(handles: ["bea", "dora"], name: nil)),
        ("/new bea dora as The boat", .createConversation(handles: ["bea", "dora"], name: "The boat")),
        ("/contact add bea", .addContact(handle: "bea")), ("/contact remove bea", .removeContact(handle: "bea")),
        ("/contact block bea", .block(handle: "bea", true)), ("/contact unblock bea", .block(handle: "bea", false)),
        ("/shelf", .loadShelf), ("/settings", .loadSettings), ("/quit", .quit), ("/auto off", .setEverywhere(false)),
        ("/auto on news", .setApp(id: "com.example.news", isOn: true)), ("/audit", .loadAudit(app: nil)),
        ("/audit Notes", .loadAudit(app: "com.example.notes")), ("/explain n1", .explain(about: "n1")),
    ])
    func aCommandAsksForItsAction(_ line: String, _ action: ChatAction) {
        var state = SampleChat.state
        #expect(enter(line, in: &state) == [action])
        #expect(state.view.draft.isEmpty)
    }

    @Test(arguments: [
        "/pim 1", "/pin", "/pin 9", "/pin nonsense", "/new", "/contact bea", "/", "/auto", "/auto maybe",
        "/auto on Maps",
        "/audit Maps",
    ])
    func aMistakenCommandSendsNothingAndStaysToBeMended(_ line: String) {
        var state = SampleChat.state
        #expect(enter(line, in: &state).isEmpty)
        #expect(state.view.draft.text == line)
        #expect(state.view.hint != nil)
        _ = ChatUpdate.apply(.left, to: &state, size: size)
        #expect(state.view.hint == nil)
    }

    @Test func tabCompletesCommands() {
        var state = SampleChat.state
        state.view.draft = LineEditor("/she")
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.draft.text == "/shelf ")
        state.view.draft = LineEditor("/ne")
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.draft.text == "/ne")
        #expect(state.view.hint == "/new  /never")
        state.view.draft = LineEditor("/contact a")
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.draft.text == "/contact add ")
    }

    @Test func openingAConversationMarksItReadAndDividesIt() {
        var state = SampleChat.state
        let actions = ChatUpdate.apply(.control("n"), to: &state, size: size)
        #expect(actions == [.select(conversation: "c2"), .markRead(conversation: "c2")])
        #expect(state.view.dividers["c2"] == "d2")
        #expect(state.conversations[1].unread == 0)
        _ = ChatUpdate.apply(.control("p"), to: &state, size: size)
        #expect(state.view.selected == "c1")
        #expect(state.view.dividers["c2"] == nil)
    }

    @Test func nothingIsReadBeforeItIsOnTheScreen() {
        var state = SampleChat.state
        state.threads["c2"]?.isLoaded = false
        #expect(ChatUpdate.apply(.control("n"), to: &state, size: size) == [.select(conversation: "c2")])
        state.threads["c2"]?.isLoaded = true
        #expect(ChatUpdate.settle(&state, size: size) == [.markRead(conversation: "c2")])
        #expect(state.view.dividers["c2"] == "d2")

        var narrow = SampleChat.state
        narrow.view.pane = .list
        narrow.conversations[0].unread = 1
        #expect(ChatUpdate.settle(&narrow, size: Size(columns: 40, rows: 12)).isEmpty)
        narrow.view.pane = .thread
        #expect(ChatUpdate.settle(&narrow, size: Size(columns: 40, rows: 12)) == [.markRead(conversation: "c1")])
    }

    @Test func eachConversationKeepsItsDraft() {
        var state = SampleChat.state
        _ = type("for the weekend", into: &state)
        _ = ChatUpdate.apply(.jumpDown, to: &state, size: size)
        #expect(state.view.draft.isEmpty)
        _ = ChatUpdate.apply(.jumpUp, to: &state, size: size)
        #expect(state.view.draft.text == "for the weekend")
    }

    /// ntc-banner-view, ntc-dismiss
    @Test func theBannerIsOpenedAndDismissedNewestFirst() {
        var state = SampleChat.state
        #expect(
            ChatUpdate.apply(.control("o"), to: &state, size: size)
                == [.openLink(url: "https://notes.example/d/1", notice: "n1")])
        #expect(ChatUpdate.apply(.control("x"), to: &state, size: size) == [.dismissNotice(id: "n0")])
        #expect(ChatUpdate.apply(.control("x"), to: &state, size: size) == [.dismissNotice(id: "n00")])
        #expect(ChatUpdate.apply(.control("x"), to: &state, size: size).isEmpty)
        #expect(state.view.hint == "No notice is waiting")
    }

    /// ntc-banner-view: Return opens it where there is nothing to send, and never takes what is being written for that.
    @Test func returnOpensTheBannerWhereNothingIsWritten() {
        var state = SampleChat.state
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size)
                == [.openLink(url: "https://notes.example/d/1", notice: "n1")])
        #expect(state.selectedThread?.waiting.map(\.id) == ["n0", "n00"])
        _ = type("Hi", into: &state)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size)
                == [.send(text: "Hi", conversation: "c1")])
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "pressed twice, it opens nothing")
        _ = ChatUpdate.apply(.up, to: &state, size: size)
        state.view.draft = LineEditor(" ")
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        state.view.draft = LineEditor()
        state.view.purpose = .reply("m1")
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "an empty reply is none")
        state.view.purpose = nil
        state.view.repliesToTarget = true
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "over an app it is for the app's document")
        state.view.repliesToTarget = false
        state.threads["c1"]?.waiting = []
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.hint == nil)
        // What asks is only shown by it, and answered by another Return.
        state.threads["c1"]?.waiting = [
            NoticeEntry(id: "g", text: "Add Dee to “Plan”", url: "", actions: [Notice.Action(id: "add", title: "Add")])
        ]
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.sheet?.identity == "notice g")
    }

    @Test func controlDDeletesAndOnNothingQuits() {
        var state = SampleChat.state
        state.view.draft = LineEditor("ab")
        _ = ChatUpdate.apply(.home, to: &state, size: size)
        #expect(ChatUpdate.apply(.control("d"), to: &state, size: size).isEmpty)
        #expect(state.view.draft.text == "b")
        _ = ChatUpdate.apply(.control("d"), to: &state, size: size)
        #expect(ChatUpdate.apply(.control("d"), to: &state, size: size) == [.quit])
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit])
    }

    @Test func onANarrowScreenTheListAndTheThreadTakeTurns() {
        let size = Size(columns: 40, rows: 12)
        var state = SampleChat.state
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.pane == .list)
        #expect(ChatUpdate.apply(.down, to: &state, size: size) == [.select(conversation: "c2")])
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.markRead(conversation: "c2")])
        #expect(state.view.pane == .thread)
        _ = ChatUpdate.apply(.escape, to: &state, size: size)
        #expect(state.view.pane == .list)
    }

    /// attr-activate, attr-reply-equals-tap
    @Test func theShelfOpensAndReplies() {
        var state = SampleChat.state
        #expect(enter("/shelf", in: &state) == [.loadShelf])
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: size)
                == [.openLink(url: "https://boats.example/rent?day=saturday", notice: nil)])
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(
            ChatUpdate.apply(.character("r"), to: &state, size: size)
                == [.select(conversation: "c2"), .markRead(conversation: "c2")])
        #expect(!state.view.isShelfShown)
    }

    @Test func theUpdateAsAValueLeavesItsArgumentAlone() {
        let state = SampleChat.state
        let next = ChatUpdate.update(state, key: .character("a"), size: size)
        #expect(state == SampleChat.state)
        #expect(next.state.view.draft.text == "a")
    }
}
