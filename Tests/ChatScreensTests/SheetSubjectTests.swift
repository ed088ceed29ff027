import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// A sheet acts on the item that its title names, and closes when that item is gone.
@Suite struct SheetSubjectTests {
    private let wide = Size(columns: 140, rows: 40)

    private func press(_ keys: [Key], _ state: inout ChatState, _ size: Size) {
        for key in keys { _ = ChatUpdate.apply(key, to: &state, size: size) }
    }

    @Test("details beside the thread follow the selection, and add people to what they name")
    func detailsFollow() {
        var state = SampleChat.allSent
        press([.control("g"), .function(6), .control("n")], &state, wide)
        #expect(state.view.selected == "c2" && state.sheet == .details("c2") && !state.sheetHasKeys)
        press([.function(6), .down, .down, .down, .enter], &state, wide)
        #expect(state.view.draft.text == "/add " && state.view.selected == "c2")
        #expect(state.sheet == .details("c2"), "the pane stays")
        press([.character("x")], &state, wide)
        #expect(
            ChatUpdate.apply(.enter, to: &state, size: wide).contains(.addMember(handle: "x", conversation: "c2")))
    }

    @Test("details that made room for a sheet follow the selection too")
    func detailsBehindASheetFollow() {
        var state = SampleChat.allSent
        press([.control("g"), .function(6), .alt("k"), .down, .down, .enter], &state, wide)
        #expect(state.view.selected == "c2" && state.sheet == .details("c2"))
    }

    @Test("a question closes when its time is over or its subject is gone")
    func questionsClose() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press([.control("t"), .character("u")], &state, size)
        guard case .confirm? = state.sheet else {
            Issue.record("no question")
            return
        }
        state.clock = Int64(state.limits.unsendMilliseconds) + 1
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == nil && state.view.hint?.hasPrefix("Too late") == true)

        state = SampleChat.numbered
        state.threads["c1"]?.members.append(Member(handle: "dora", name: "Dora"))
        press([.control("g"), .backTab, .up, .up, .enter], &state, size)
        guard case .confirm(let question)? = state.sheet else {
            Issue.record("no question")
            return
        }
        #expect(question.title == "Remove Bea?" && question.isDestructive)
        state.threads["c1"]?.members.removeAll { $0.handle == "bea" }
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == .details("c1"), "what led to it comes back")
    }

    @Test("Cancel of a question goes back to the details that asked it")
    func cancelGoesBack() {
        let size = SampleChat.standard
        var state = SampleChat.numbered
        state.threads["c1"]?.members.append(Member(handle: "dora", name: "Dora"))
        press([.control("g"), .backTab, .enter, .enter], &state, size)
        #expect(state.sheet == .details("c1"))
    }

    @Test("the people of a collaboration give the details back that led to them")
    func peopleGiveDetailsBack() throws {
        let size = SampleChat.standard
        var state = SampleChat.collaborating()
        press([.control("g")], &state, size)
        let labels = Sheets.sheet(.details("c1"), in: state).choices.map(\.label)
        let index = try #require(labels.firstIndex(of: "Trip plan"))
        press(Array(repeating: .down, count: index) + [.enter], &state, size)
        #expect(state.sheet == .people(SampleChat.plan.url))
        press([.escape], &state, size)
        #expect(state.sheet == .details("c1"))
    }

    @Test("a notice that grows shows its new text, and closes when it waits no longer")
    func noticesFollow() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        var notice = NoticeEntry(
            id: "g1", text: "Add Dora?", url: "", actions: [Notice.Action(id: "add", title: "Add")])
        state.threads["c1"]?.waiting = [notice]
        press([.control("o")], &state, size)
        notice.text = "Add Dora and Emil?"
        state.threads["c1"]?.waiting = [notice]
        _ = ChatUpdate.settle(&state, size: size)
        #expect(ChatScreen.render(state, size: size).text.contains("Add Dora and Emil?"))
        state.threads["c1"]?.waiting = []
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == nil)
    }

    @Test(
        "a sheet about a conversation closes when that is left",
        arguments: [SheetKind.notices, .files("./"), .tapback("m3")])
    func sheetsCloseWithTheirConversation(_ kind: SheetKind) {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        _ = ChatUpdate.settle(&state, size: size)
        state.view.sheet = kind
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == kind)
        state.conversations.removeFirst()
        state.threads["c1"] = nil
        _ = ChatUpdate.settle(&state, size: size)
        #expect(state.sheet == nil && state.view.selected == "c2")
    }

    @Test("a key of a chosen message leaves the details beside it open")
    func detailsStayBesideAMessage() {
        var state = SampleChat.allSent
        press([.control("g"), .function(6), .control("t"), .character("r")], &state, wide)
        #expect(state.sheet == .details("c1") && state.view.purpose != nil)
    }

    @Test("on a desktop a click on another conversation works while a sheet is open")
    func desktopClick() {
        let size = Size(columns: 110, rows: 30)
        var state = SampleChat.allSent
        state.view.look = .desktop
        press([.control("g")], &state, size)
        func click(_ row: Int) {
            press(Key.click(at: Position(column: 4, row: row)), &state, size)
        }
        let list = Size(columns: ChatLayout(state, size: size).list, rows: size.rows - 1)
        func row(of id: ConversationID) -> Int {
            (0..<list.rows).first {
                ConversationListPane.conversation(
                    at: $0, of: state.listed, selected: state.view.selected, size: list) == id
            } ?? 0
        }
        click(row(of: "c2"))
        #expect(state.view.selected == "c2" && state.sheet == nil)
        press([.character("h")], &state, size)
        #expect(state.view.draft.text == "h")
        click(row(of: "c1"))
        #expect(state.view.selected == "c1" && state.sheet == .details("c1"))
        click(row(of: "c1"))
        press([.mouse(MouseEvent(.wheelUp, at: Position(column: 4, row: 4)))], &state, size)
        #expect(state.sheet == .details("c1"), "the same conversation keeps its sheet")
    }

    @Test("the wheel over the list leaves the conversation while something is written", arguments: ["", "for Bea"])
    func wheelKeepsTheWriter(words: String) {
        var state = SampleChat.allSent
        let selected = state.view.selected
        press(words.map(Key.character), &state, SampleChat.standard)
        for wheel in [MouseEvent.Kind.wheelDown, .wheelUp] {
            press([.mouse(MouseEvent(wheel, at: Position(column: 4, row: 4)))], &state, SampleChat.standard)
            if wheel == .wheelDown { #expect((state.view.selected == selected) == !words.isEmpty) }
        }
        #expect(state.view.draft.text == words)
    }

    @Test("sheet-medium-use: the medium share sheet at 80 by 24 shows a row of each kind")
    func mediumShareSheet() throws {
        let size = SampleChat.standard
        var state = SampleChat.collaborating()
        for number in 4...9 { state.conversations.append(ConversationRow(id: "c\(number)", title: "Group \(number)")) }
        state.extensions = [
            ActivityExtension(identifier: "p", app: "Mail", title: "Postcard", category: .share, command: ["/bin/true"])
        ]
        press([.function(2)], &state, size)
        var draft = try #require(SampleChat.staged)
        (draft.item, draft.url) = (.document(DocumentID("d1")), SampleChat.plan.url)
        _ = ChatUpdate.run(on: &state) { $0.settle(.shareSheet(url: SampleChat.plan.url), draft, obstacle: nil) }
        let text = ChatScreen.render(state, size: size).text
        for part in ["Collaborate", "Send Copy", "Weekend", "Postcard", "Pin", "━━━━"] {
            #expect(text.contains(part), "\(part) in:\n\(text)")
        }
        #expect(state.sheetLayout(on: size)?.hidden == 0 || !text.contains("Edit Actions"))
        press([.right, .right, .right, .right], &state, size)
        #expect(ChatScreen.render(state, size: size).text.contains("▸(G5)◂"), "the line of tiles goes along")
        press([.control("g")], &state, size)
        let all = ChatScreen.render(state, size: size).text
        #expect(all.contains("Weekend") && all.contains("Group 8"), "\(all)")
    }

    // MARK: Fields of one line

    @Test("line breaks of a paste become spaces in the search and in the fields of sheets")
    func pastedBreaksBecomeSpaces() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press([.control("s"), .paste("hey\nthere"), .character("!")], &state, size)
        #expect(state.view.search?.query.text == "hey there!")
        #expect(ChatScreen.render(state, size: size).text.contains("› hey there!"))
        press([.escape, .alt("k"), .paste("Di\nna")], &state, size)
        #expect(ChatScreen.render(state, size: size).text.contains("Go to: Di na"))
        press([.escape] + "/new".map(Key.character) + [.enter, .paste("hugo\ndora\r\nemil")], &state, size)
        #expect(state.view.compose.handles == ["hugo", "dora", "emil"])
        #expect(ChatScreen.render(state, size: size).text.contains("To: hugo dora emil"))
        press([.enter, .paste("Name\nwith lines")], &state, size)
        #expect(ChatScreen.render(state, size: size).text.contains("Name: Name with lines"))
        press([.enter], &state, size)
        let actions = ChatUpdate.apply(.character("d"), to: &state, size: size)
        let people = ["hugo", "dora", "emil"]
        #expect(actions.contains(.createConversation(handles: people, name: "Name with lines", photo: nil)))
    }

    @Test("a click goes on to the next page of a new group")
    func clickShowsTheNextPage() throws {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press("/new".map(Key.character) + [.enter, .paste("hugo")], &state, size)
        #expect(!ChatScreen.render(state, size: size).text.contains("Next"))
        press([.paste(" dora")], &state, size)
        for (next, name) in [("Next: Group Name", "Group Name"), ("Next: Group Photo", "Group Photo")] {
            let rows = ChatScreen.render(state, size: size).text.split(
                separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(rows.firstIndex { $0.contains(next) })
            press(Key.click(at: Position(column: 40, row: row)), &state, size)
            #expect(ChatScreen.render(state, size: size).text.contains(name))
        }
        #expect(state.view.compose.page == 3)
    }

    @Test("a name that is wider than its field shows its end and the cursor")
    func longNameShowsItsEnd() {
        let size = SampleChat.standard
        var state = SampleChat.allSent
        press(
            [.alt("k"), .paste("the first words of a name that is longer than any field of this sheet")], &state, size)
        let screen = ChatScreen.render(state, size: size)
        #expect(screen.text.contains("Go to: …") && screen.text.contains("any field of this sheet"))
        #expect(screen.cursor != nil)
    }
}
