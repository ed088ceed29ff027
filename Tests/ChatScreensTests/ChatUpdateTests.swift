import AppModel
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
        var state = SampleChat.allSent
        #expect(enter(line, in: &state) == [action])
        #expect(state.view.draft.isEmpty)
    }

    @Test(arguments: [
        "/pim 1", "/pin", "/pin 9", "/pin nonsense", "/new as", "/contact bea", "/", "/auto", "/auto maybe",
        "/auto on Maps",
        "/audit Maps",
    ])
    func aMistakenCommandSendsNothingAndStaysToBeMended(_ line: String) {
        var state = SampleChat.state
        #expect(enter(line, in: &state).isEmpty)
        #expect(state.view.draft.text == line)
        let why = state.view.hint
        #expect(why != nil)
        _ = ChatUpdate.apply(.left, to: &state, size: size)
        #expect(state.view.hint == why)
        _ = ChatUpdate.apply(.escape, to: &state, size: size)
        #expect(state.view.draft.isEmpty && state.view.hint == "Ctrl-_ restores it")
        _ = ChatUpdate.apply(.control("_"), to: &state, size: size)
        #expect(state.view.draft.text == line && state.view.hint == nil)
    }

    @Test func tabCompletesCommands() {
        var state = SampleChat.state
        state.view.draft = LineEditor("/she")
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.draft.text == "/shelf ")
        state.view.draft = LineEditor("/contact a")
        _ = ChatUpdate.apply(.tab, to: &state, size: size)
        #expect(state.view.draft.text == "/contact add ")
    }

    @Test func steppingPeeksAndOpeningMarksReadAndDivides() {
        var state = SampleChat.state
        #expect(ChatUpdate.apply(.control("n"), to: &state, size: size) == [.select(conversation: "c2")])
        #expect(state.look.divider == "d2")
        #expect(state.conversations[1].unread == 2)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size) == [.markRead(conversation: "c2")])
        #expect(state.look.divider == "d2")
        #expect(state.conversations[1].unread == 0)
        _ = ChatUpdate.apply(.control("p"), to: &state, size: size)
        #expect(state.view.selected == "c1")
        #expect(state.view.newAfter["c2"] == nil)
    }

    @Test func startingReadsNothing() {
        var state = SampleChat.state
        (state.view.opened, state.conversations[0].unread, state.conversations[0].isAlerted) = (nil, 3, true)
        #expect(ChatUpdate.settle(&state, size: size).isEmpty)
        #expect(state.conversations[0].isAlerted)
        #expect(type("H", into: &state) == [.markRead(conversation: "c1")])
        #expect(!state.conversations[0].isAlerted)
    }

    @Test func messagesScrolledPastAreRead() {
        var state = SampleChat.state
        state.threads["c1"] = SampleChat.long(60)
        (state.conversations[0].unread, state.conversations[0].readThrough) = (40, 20)
        state.view.opened = nil
        _ = ChatUpdate.settle(&state, size: size)
        #expect(ChatUpdate.apply(.alt("u"), to: &state, size: size).first != .markRead(conversation: "c1"))
        #expect(state.view.chosen == nil)
        let thread = ChatScreen.render(state, size: size).text
        #expect(thread.contains(" New ") && thread.contains("Message 21 "))
        let unread = state.conversations[0].unread
        #expect(unread > 20 && unread < 40)
        let actions = ChatUpdate.apply(.pageDown, to: &state, size: size)
        guard case .markRead("c1", let through?)? = actions.first else { return #expect(Bool(false), "\(actions)") }
        #expect(state.message(through)?.number == state.conversations[0].readThrough)
        #expect(state.conversations[0].unread == 60 - state.conversations[0].readThrough)
    }

    @Test func theDividerWaitsForThePageThatItBelongsTo() {
        var thread = SampleChat.long(60)
        #expect(thread.firstNew(after: 20) == thread.entries[20].id)
        thread.entries.removeFirst(30)
        thread.hasOlder = true
        #expect(thread.firstNew(after: 20) == nil)
        #expect(thread.firstNew(after: 30) == thread.entries[0].id)
    }

    @Test func theDividerIsFoundWhateverStandsBetween() {
        for seed in 0..<40 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            var thread = SampleChat.long(30)
            for index in thread.entries.indices {
                guard case .message(var message) = thread.entries[index] else { continue }
                message.isOwn = Bool.random(using: &generator)
                thread.entries[index] = .message(message)
            }
            for place in 0..<8 {
                let line = SystemEntry(id: "s\(place)", text: "x", day: "Today")
                thread.entries.insert(.system(line), at: Int.random(in: 0...thread.entries.count, using: &generator))
            }
            thread.entries.removeFirst(Int.random(in: 0..<30, using: &generator))
            thread.hasOlder = Bool.random(using: &generator)
            let numbers = thread.entries.compactMap(\.number)
            for number in 0...31 {
                let wanted = thread.entries.first { entry in
                    guard case .message(let message) = entry, let own = message.number else { return false }
                    return own > number && !message.isOwn
                }
                let isKnown = !thread.hasOlder || numbers.first.map { $0 <= number + 1 } ?? false
                #expect(thread.firstNew(after: number) == (isKnown ? wanted?.id : nil), "\(seed): \(number)")
            }
        }
    }

    @Test(arguments: [
        ("My", "\"My tickets.pdf\" "), ("\"My", "\"My tickets.pdf\" "), ("My\\ t", "\"My tickets.pdf\" "),
        ("'My", "\"My tickets.pdf\" "), ("\"./My t", "\"./My tickets.pdf\" "), ("./p", "./plan.pdf "),
        ("O", "\"Old ones/"), ("\"x", "\"x"),
        ("T", "'The \"plan\"' "), ("Bea\\'", "\"Bea's\" "),
    ])
    func aPathWithBlanksIsCompletedInQuotes(_ begun: String, _ whole: String) {
        var state = SampleChat.allSent
        state.view.draft = LineEditor("/attach " + begun)
        #expect(ChatUpdate.apply(.tab, to: &state, size: size) == [.listFolder(path: "./")])
        let names = ["My tickets.pdf", "plan.pdf", "The \"plan\"", "Bea's"].map { FolderListing.Entry($0) }
        state.folder = FolderListing(path: "./", entries: names + [.init("Old ones", isFolder: true)])
        _ = ChatUpdate.run(on: &state, size: size) { $0.completePath() }
        #expect(state.view.draft.text == "/attach " + whole)
    }

    @Test func anEditOnItsWayIsAskedAboutBeforeTheEnd() {
        var state = SampleChat.allSent
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit])
        state.view.unansweredChanges = 1
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size).isEmpty)
        #expect(ChatScreen.render(state, size: size).text.contains("An edit, a tapback or the like"))
    }

    @Test func underAModalSheetNothingIsRead() {
        var state = SampleChat.state
        (state.view.selected, state.view.opened, state.view.sheet) = ("c2", "c2", .settings)
        #expect(ChatUpdate.settle(&state, size: size).isEmpty)
        #expect(state.conversations[1].unread == 2)
        #expect(ChatUpdate.apply(.escape, to: &state, size: size) == [.markRead(conversation: "c2")])
    }

    @Test func ofALongMessageTheEndMustBeSeen() {
        var state = SampleChat.state
        let long = MessageEntry(
            id: "d4", sender: "Dora", text: String(repeating: "word ", count: 2_000), day: "Today", number: 4)
        state.threads["c2"]?.entries.append(.message(long))
        state.conversations[1].unread = 3
        (state.view.selected, state.view.opened) = ("c2", "c2")
        state.view.scrolls["c2"] = .anchored(entry: "d4", row: 60, after: "d4")
        #expect(ChatUpdate.settle(&state, size: size) == [.markRead(conversation: "c2", through: "d3")])
        #expect(state.conversations[1].unread == 1, "half of it is not all")
        state.view.scrolls["c2"] = .anchored(entry: "d4", row: 0, after: "d4")
        #expect(ChatUpdate.settle(&state, size: size) == [.markRead(conversation: "c2", through: "d4")])
    }

    @Test func theNextUnreadConversationIsOpened() {
        var state = SampleChat.state
        #expect(
            ChatUpdate.apply(.alt("a"), to: &state, size: size)
                == [.select(conversation: "c2"), .markRead(conversation: "c2")])
        #expect(ChatUpdate.apply(.alt("a"), to: &state, size: size).isEmpty)
        #expect(state.view.hint == "Everything is read")
    }

    @Test func aCommandThatGoesElsewhereLeavesEveryDraft() {
        var state = SampleChat.state
        state.view.drafts["c2"] = LineEditor("for Dora")
        _ = enter("/to Dora", in: &state)
        #expect(state.view.selected == "c2")
        #expect(state.view.drafts["c1"]?.isEmpty == true)
        #expect(state.view.draft.text == "for Dora")
    }

    @Test func quittingAsksWhereWordsWouldBeLost() {
        var state = SampleChat.allSent
        _ = type("Hi", into: &state)
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size).isEmpty)
        #expect(ChatScreen.render(state, size: size).text.contains("Your text in “Weekend” is not sent."))
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "it stays")
        #expect(state.view.draft.text == "Hi")
        _ = ChatUpdate.apply(.control("c"), to: &state, size: size)
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit])
        state.view.sheet = nil
        state.view.keepsDrafts = true
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit], "it is kept")
    }

    @Test("quitting asks about a command in its own composer unless drafts are stored", arguments: [false, true])
    func quittingAsksAboutACommand(keepsDrafts: Bool) {
        var state = SampleChat.allSent
        state.view.keepsDrafts = keepsDrafts
        _ = ChatUpdate.apply(.alt("x"), to: &state, size: size)
        _ = type("rename Lake", into: &state)
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == (keepsDrafts ? [.quit] : []))
        let screen = ChatScreen.render(state, size: size).text
        #expect(screen.contains("Your text in “Weekend” is not sent.") == !keepsDrafts)
    }

    @Test func earlierLinesComeBack() {
        var state = SampleChat.state
        _ = enter("one", in: &state)
        _ = enter("two", in: &state)
        _ = type("three", into: &state)
        _ = ChatUpdate.apply(.up, to: &state, size: size)
        _ = ChatUpdate.apply(.up, to: &state, size: size)
        #expect(state.view.draft.text == "one")
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        #expect(state.view.draft.text == "three")
    }

    @Test func aTooLongMessageStaysAndItsExcessIsCounted() {
        var state = SampleChat.state
        state.limits.textCharacters = 100
        let text = String(repeating: "long ", count: 19)
        state.view.draft = LineEditor(text)
        #expect(ChatScreen.render(state, size: size).text.contains("95 of 100"))
        _ = type("tooooo", into: &state)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.hint?.hasPrefix("1 characters too long") == true)
        #expect(state.view.draft.text == text + "tooooo")
    }

    @Test(
        "a staged document's link takes its characters from the composer",
        arguments: [SharingMethod.collaborate, .copy])
    func stagedLinkTakesRoom(_ method: SharingMethod) {
        var state = SampleChat.state
        state.limits.textCharacters = 200
        state.view.staged["c1"] = SampleChat.staged
        state.view.staged["c1"]?.url = "https://notes.example/d/1"
        state.view.staged["c1"]?.method = method
        let text = String(repeating: "long ", count: 34) + "long"
        state.view.draft = LineEditor(text)
        let most = method == .copy ? 200 : 174
        #expect(ChatScreen.render(state, size: size).text.contains("174 of \(most)"))
        _ = type("er", into: &state)
        let effects = ChatUpdate.apply(.enter, to: &state, size: size)
        guard method == .collaborate else { return #expect(effects.count == 1) }
        #expect(effects.isEmpty)
        #expect(state.view.hint?.hasPrefix("2 characters too long: with the link, a text takes 174") == true)
        #expect(state.view.draft.text == text + "er" && state.view.staged["c1"] != nil)
    }

    @Test func aWordForThePersonGoesByItself() {
        var state = SampleChat.state
        state.view.hint = "Pinned"
        #expect(state.followsTheClock)
        state.view.pass(milliseconds: 5_000)
        #expect(state.view.hint == "Pinned")
        state.view.pass(milliseconds: 1_000)
        #expect(state.view.hint == nil)
    }

    @Test func aQuestionMarkMayBeginAMessage() {
        var state = SampleChat.state
        _ = type("?!", into: &state)
        #expect(state.view.draft.text == "?!")
    }

    @Test func nothingIsReadBeforeItIsOnTheScreen() {
        var state = SampleChat.state
        state.threads["c2"]?.isLoaded = false
        #expect(ChatUpdate.apply(.alt("a"), to: &state, size: size) == [.select(conversation: "c2")])
        state.threads["c2"]?.isLoaded = true
        #expect(ChatUpdate.settle(&state, size: size) == [.markRead(conversation: "c2")])
        #expect(state.look.divider == "d2")

        var narrow = SampleChat.state
        narrow.view.pane = .list
        narrow.view.opened = "c1"
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
        #expect(state.view.hint == "No notice is waiting here")
    }

    @Test("x closes no notice that moved to the place of one that is gone")
    func xClosesNoNeighbour() {
        var state = SampleChat.state
        _ = ChatUpdate.run(on: &state, size: size) { $0.present(.notices) }
        _ = ChatUpdate.settle(&state, size: size)
        _ = ChatUpdate.apply(.down, to: &state, size: size)
        _ = ChatUpdate.apply(.up, to: &state, size: size)
        state.threads["c1"]?.waiting.removeFirst()
        _ = ChatUpdate.settle(&state, size: size)
        #expect(ChatUpdate.apply(.character("x"), to: &state, size: size).isEmpty)
        #expect(state.view.hint == "The selected row no longer exists: choose again")
        #expect(!ChatUpdate.apply(.character("x"), to: &state, size: size).isEmpty)
    }

    @Test("x closes the notice that a click chose after another one has gone")
    func clickChoosesAnew() throws {
        var sheet = Sheet(title: "Notices")
        sheet.choices = [Sheet.Choice("one"), Sheet.Choice("two"), Sheet.Choice("three")]
        var shown = SheetState()
        shown.hold(sheet)
        sheet.choices.removeFirst()
        shown.hold(sheet)
        let places = (0..<size.rows).flatMap { row in
            (0..<size.columns).map { Position(column: $0, row: row) }
        }
        let place = try #require(places.first { shown.target(at: $0, in: sheet, size: size) == "three" })
        let outcome = shown.apply(.mouse(MouseEvent(.click, .left, at: place)), to: sheet, size: size)
        #expect(outcome == .picked(1) && shown.refusal(of: .character("x"), in: sheet) == nil)
    }

    @Test(
        "a key on the shelf does nothing to the neighbour of an item that is gone",
        arguments: [Key.enter, .character("x")])
    func keyDoesNothingToANeighbour(key: Key) {
        var state = SampleChat.state
        state.view.isShelfShown = true
        state.view.hasLostShelfItem = true
        #expect(!state.shelf.isEmpty && ChatUpdate.apply(key, to: &state, size: size).isEmpty)
        #expect(state.view.hint == "The selected row no longer exists: choose again")
        #expect(!ChatUpdate.apply(key, to: &state, size: size).isEmpty)
    }

    @Test("Return in an empty composer neither opens a notice nor answers one (`ntc-banner-view`)")
    func returnLeavesTheBannerAlone() {
        var state = SampleChat.state
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.selectedThread?.waiting.map(\.id) == ["n1", "n0", "n00"])
        state.threads["c1"]?.waiting = [
            NoticeEntry(id: "g", text: "Add Dee to “Plan”", url: "", actions: [Notice.Action(id: "add", title: "Add")])
        ]
        _ = ChatUpdate.apply(.right, to: &state, size: size)
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty)
        #expect(state.view.sheet == nil)
        state.view.purpose = .reply("m1")
        #expect(ChatUpdate.apply(.enter, to: &state, size: size).isEmpty, "an empty reply is none")
        _ = ChatUpdate.apply(.control("o"), to: &state, size: size)
        #expect(state.view.sheet?.identity == "notice g")
    }

    @Test func controlDDeletesAndOnNothingQuits() {
        var state = SampleChat.allSent
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
