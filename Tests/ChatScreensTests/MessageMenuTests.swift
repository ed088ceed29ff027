import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatTerminal

/// The menu of a message, and the commands for one message.
@Suite struct MessageMenuTests {
    private let size = SampleChat.standard

    private func state(minutes: Int64, _ change: (inout MessageEntry) -> Void = { _ in }) -> ChatState {
        var message = MessageEntry(id: "m1", sender: "Carl", isOwn: true, text: "At six", time: "9:00")
        message.number = 1
        message.sentAt = 1_000
        change(&message)
        var state = SampleChat.state
        state.threads["c1"]?.entries = [.message(message)]
        state.threads["c1"]?.waiting = []
        state.clock = 1_000 + minutes * 60_000
        return state
    }

    private func labels(_ state: ChatState) -> [String] {
        guard let message = state.message("m1") else { return [] }
        return MessageMenu.deeds(for: message, in: state).map { MessageMenu.label($0, message, in: state) }
    }

    private func press(_ keys: [Key], _ state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: size) }
    }

    private func enter(_ text: String, in state: inout ChatState) -> [ChatAction] {
        state.view.draft = LineEditor(text)
        return ChatUpdate.apply(.enter, to: &state, size: size)
    }

    /// edit-menu-limit: at 1, 3 and 16 minutes.
    @Test(
        arguments: [
            (1, ["Reply", "Tapback…", "Edit", "Undo Send", "Copy", "Share…", "Delete…"]),
            (3, ["Reply", "Tapback…", "Edit", "Copy", "Share…", "Delete…"]),
            (16, ["Reply", "Tapback…", "Copy", "Share…", "Delete…"]),
        ] as [(Int64, [String])])
    func theMenuOffersWhatTheServerWouldTake(_ minutes: Int64, _ wanted: [String]) {
        #expect(labels(state(minutes: minutes)) == wanted)
    }

    @Test func theWindowsEndWhereTheServersDo() {
        var state = state(minutes: 2)
        #expect(labels(state).contains("Undo Send"))
        state.clock += 1
        #expect(!labels(state).contains("Undo Send"))
        state = self.state(minutes: 15)
        #expect(labels(state).contains("Edit"))
        state.clock += 1
        #expect(!labels(state).contains("Edit"))
    }

    /// msg-edit-limit
    @Test func fiveEditsAreTheMost() {
        let four = state(minutes: 1) { $0.versions = (1...4).map { EarlierText(text: "\($0)", time: "") } }
        let five = state(minutes: 1) { $0.versions = (1...5).map { EarlierText(text: "\($0)", time: "") } }
        #expect(labels(four).contains("Edit") && labels(four).contains("Show Edits"))
        #expect(!labels(five).contains("Edit"))
    }

    @Test func othersMessagesAndDocumentsAreNotEdited() {
        #expect(labels(state(minutes: 0) { $0.isOwn = false }) == ["Reply", "Tapback…", "Copy", "Share…", "Delete…"])
        let document = state(minutes: 0) {
            $0.text = ""
            $0.attachment = AttachmentRow(name: "plan.pdf", type: "application/pdf", bytes: 12_000)
        }
        #expect(labels(document) == ["Reply", "Tapback…", "Undo Send", "Save “plan.pdf”", "Share…", "Delete…"])
        #expect(labels(state(minutes: 0) { $0.isUnsent = true }) == ["Delete…"])
        #expect(labels(state(minutes: 0) { $0.delivery = .pending }) == ["Copy"])
    }

    @Test(
        "/save takes a path with spaces as it is, in quotes, and with backslashes",
        arguments: [
            (#"/save "a plan.pdf""#, "a plan.pdf"), (#"/save #1 a\ plan.pdf"#, "a plan.pdf"),
            ("/save a plan.pdf", "a plan.pdf"), ("/save 'a plan.pdf'", "a plan.pdf"),
            (#"/save a\ plan\(1\).pdf"#, "a plan(1).pdf"),
        ])
    func aDocumentIsSavedAtAPath(_ line: String, _ path: String) {
        var state = state(minutes: 0) {
            $0.number = 1
            $0.attachment = AttachmentRow(name: "plan.pdf", type: "application/pdf", bytes: 12_000)
        }
        #expect(enter(line, in: &state) == [.save(message: "m1", path: path)])
    }

    @Test(
        "/attach takes a path in the quotes and backslashes of a shell, and sends the text after it",
        arguments: [
            (#"/attach "a plan.pdf" here"#, "a plan.pdf"), ("/attach 'a plan.pdf' here", "a plan.pdf"),
            (#"/attach a\ plan\(1\).pdf here"#, "a plan(1).pdf"), (#"/attach 'Bea'\''s plan' here"#, "Bea's plan"),
            (#"/attach '\a "plan"' here"#, #"\a "plan""#), ("/attach Bea's here", "Bea's"),
        ])
    func fileIsAttachedFromAPath(_ line: String, _ path: String) {
        var state = state(minutes: 0) { $0.number = 1 }
        #expect(
            enter(line, in: &state) == [
                .attach(path: path, text: "here", conversation: "c1", replyTo: nil, line: line)
            ])
    }

    @Test func aMessageIsChosenAndItsMenuUsed() {
        var state = state(minutes: 1)
        #expect(press([.control("t")], &state).isEmpty && state.view.chosen == "m1")
        #expect(press([.character("x")], &state).isEmpty && state.view.draft.isEmpty, "nothing is typed")
        #expect(press([.enter], &state).isEmpty, "Return ends what was typed")
        #expect(press([.enter], &state) == [.checkClock] && state.view.sheet == .message("m1"))
        _ = press([.enter], &state)
        #expect(state.view.purpose == .reply("m1") && state.view.chosen == nil && state.view.sheet == nil)
        #expect(enter("Fine", in: &state) == [.send(text: "Fine", conversation: "c1", replyTo: "m1")])
        #expect(state.view.purpose == nil)
    }

    @Test func anEditGivesTheDraftBack() {
        var state = state(minutes: 1)
        state.view.draft = LineEditor("half")
        _ = press([.control("t"), .character("e")], &state)
        #expect(state.view.draft.text == "At six")
        #expect(enter("At seven", in: &state) == [.edit(message: "m1", text: "At seven")])
        #expect(state.view.draft.text == "half")
        _ = press([.control("t"), .character("e"), .escape], &state)
        #expect(state.view.draft.text == "half" && state.view.purpose == nil)
    }

    @Test func anEditWhoseTimePassedMeanwhileSendsNothingAndStays() {
        var state = state(minutes: 14)
        _ = press([.control("t"), .character("e")], &state)
        state.clock += 2 * 60_000
        #expect(enter("At seven", in: &state).isEmpty)
        #expect(state.view.hint?.hasPrefix("Too late") == true && state.view.draft.text == "At seven")
    }

    @Test func unsendingAsksOnceAndDefaultsToNothing() {
        var state = state(minutes: 1)
        #expect(press([.control("t"), .character("u")], &state) == [.checkClock])
        #expect(press([.enter], &state).isEmpty && state.view.sheet == nil, "Cancel has the focus")
        _ = press([.character("u"), .right], &state)
        #expect(press([.enter], &state) == [.unsend(message: "m1")])
    }

    @Test("/yes does nothing if the question has changed since it was printed, and asks again")
    func yesToAChangedQuestionAsksAgain() throws {
        var state = state(minutes: 1)
        _ = enter("/unsend", in: &state)
        guard case .confirm(let printed)? = state.view.sheet else {
            Issue.record("no question")
            return
        }
        #expect(printed.body.contains("At six"))
        (state.view.question, state.view.sheet) = (printed, nil)
        var message = try #require(state.message("m1"))
        message.text = "At seven"
        state.threads["c1"]?.entries = [.message(message)]
        #expect(enter("/yes", in: &state).isEmpty)
        #expect(state.view.hint == "The question has changed: read it again")
        guard case .confirm(let asked)? = state.view.sheet else {
            Issue.record("no second question")
            return
        }
        #expect(asked.body.contains("At seven"))
        (state.view.question, state.view.sheet) = (asked, nil)
        #expect(enter("/yes", in: &state) == [.unsend(message: "m1")])
    }

    @Test func aTapbackIsChosenAndTheSetOneIsMarked() {
        var state = state(minutes: 1) { $0.ownReaction = "haHa" }
        _ = press([.control("t"), .character("t")], &state)
        let sheet = Sheets.sheet(.tapback("m1"), in: state)
        #expect(sheet.focus == 3 && sheet.choices[3].value == "[set]")
        #expect(press([.backTab, .enter], &state) == [.react(message: "m1", reaction: "thumbsDown")])
        _ = press([.control("t"), .character("t"), .backTab, .backTab, .backTab, .backTab], &state)
        #expect(press([.enter], &state).isEmpty && state.view.sheet == .emoji("m1"))
        _ = press("rowb".map(Key.character), &state)
        #expect(press([.enter], &state) == [.react(message: "m1", reaction: "🚣")])
        #expect(state.view.sheet == nil && state.view.chosen == nil)
    }

    @Test("any emoji that is written itself is a tapback, and Cancel leads back to the six")
    func anyEmojiIsATapback() {
        var state = state(minutes: 1)
        _ = press([.control("t"), .character("t"), .backTab, .enter, .paste("👩‍👩‍👧‍👦")], &state)
        #expect(Sheets.sheet(.emoji("m1"), in: state).choices.count == 2)
        #expect(press([.down, .enter], &state) == [.react(message: "m1", reaction: "👩‍👩‍👧‍👦")])
        _ = press([.control("t"), .character("t"), .backTab, .enter, .character("7")], &state)
        #expect(press([.enter], &state).isEmpty, "no emoji has this name")
        _ = press([.escape], &state)
        #expect(state.view.sheet == .tapback("m1"))
    }

    @Test("the menu of a message with links opens each, and shows who reacted")
    func theMenuOpensLinks() {
        var state = state(minutes: 16) {
            $0.cards = [SampleChat.plan, LinkCard(url: "https://news.example/7")]
            $0.reactions = [ReactionRow("♥", ["Anna", "Bea"])]
        }
        #expect(
            labels(state) == [
                "Reply", "Tapback…", "Show Tapbacks", "Copy", "Share…", "Open Trip plan", "Unpin Trip plan",
                "Open news.example/7", "Pin news.example/7", "Delete…",
            ])
        _ = press([.control("t"), .enter], &state)
        for _ in 0..<7 { _ = press([.down], &state) }
        #expect(press([.enter], &state) == [.openLink(url: "https://news.example/7", notice: nil)])
        _ = press([.escape, .control("t"), .character("w")], &state)
        #expect(state.view.sheet == .text(title: "Tapbacks", body: ["♥ Anna, Bea"]))
    }

    @Test(arguments: [
        ("/reply At the lake", ChatAction.send(text: "At the lake", conversation: "c1", replyTo: "m3")),
        ("/reply #2 At the lake", .send(text: "At the lake", conversation: "c1", replyTo: "m2")),
        ("/edit Great, thanks", .edit(message: "m4", text: "Great, thanks")),
        ("/react love", .react(message: "m3", reaction: "heart")),
        ("/react #1 🎉", .react(message: "m1", reaction: "🎉")),
        ("/react #1 :tada:", .react(message: "m1", reaction: "🎉")),
        ("/reply :tada:", .send(text: "🎉", conversation: "c1", replyTo: "m3")),
        ("/edit `:tada:` :tada:", .edit(message: "m4", text: "`:tada:` 🎉")),
        ("/photo :camping:", .setPhoto(conversation: "c1", photo: "🏕️")),
        ("/read all", .markAllRead(conversation: "c2")),
        ("/mute", .mute(conversation: "c1", isMuted: true)), ("/unmute", .mute(conversation: "c1", isMuted: false)),
        ("/unread", .markUnread(conversation: "c1")), ("/add emil", .addMember(handle: "emil", conversation: "c1")),
        ("/rename The lake", .rename(conversation: "c1", name: "The lake")),
        ("/top 1", .pinConversation(id: "c1", isPinned: true, place: 1)),
        ("/untop", .pinConversation(id: "c1", isPinned: false, place: nil)),
        ("/search boat", .search(text: "boat")),
        ("/receipts off", .setReadReceipts(isOn: false, conversation: nil)),
        ("/receipts on here", .setReadReceipts(isOn: true, conversation: "c1")),
        ("/mentions off", .setMentionAlerts(false)),
    ])
    func aCommandMeansTheNewestThatFitsOrTheNumber(_ line: String, _ action: ChatAction) {
        var state = SampleChat.numbered
        state.threads["c1"]?.entries.removeLast()  // an edit waits for a message that is not sent yet
        #expect(enter(line, in: &state) == [action])
    }

    @Test(arguments: [
        ("/leave", "You can only leave groups of four or more; this one has 3"),
        ("/remove anna", "You can only remove people from groups of four or more; this one has 3"),
        ("/remove zoe", "“zoe” is not in this conversation"), ("/add bea", "Bea is already in this conversation"),
        ("/reply #2", "/reply [#N] TEXT: answer a message"),
        ("/add dee, b! ", "“b!” is not a valid handle: \(Handle.rule)"),
        ("/new bea!", "“bea!” is not a valid handle: \(Handle.rule)"),
        ("/edit #1 x", "Only your own messages can be edited"),
        ("/unsend #9", "There is no message #9 here; /numbers lists them"),
        (
            "/react wow",
            "“wow” is not a tapback. There are heart, thumbsup, thumbsdown, haha, exclamation, question, and any emoji or "
                + "its :name:"
        ),
        ("/photo", "No photo to remove. /photo EMOJI sets one"),
        ("/save", "No documents in this conversation"), ("/versions", "No message here was edited"),
        ("/yes", "No questions are waiting"), ("/attach 'a plan here", "The closing quote of the path is missing"),
        ("/attach '' here", "The path is empty"), ("/save 'a' plan", "No documents in this conversation"),
    ])
    func anImpossibleCommandShowsTheReasonAndStaysInTheComposer(_ line: String, _ why: String) {
        var state = SampleChat.numbered
        #expect(enter(line, in: &state).isEmpty)
        #expect(state.view.hint == why && state.view.draft.text == line)
    }

    /// msg-leave-four
    @Test func leavingIsOfferedWhereFourAreAndAsksOnce() {
        var state = SampleChat.numbered
        #expect(!Sheets.sheet(.details("c1"), in: state).choices.contains { $0.label == "Leave" })
        state.threads["c1"]?.members.append(Member(handle: "dora", name: "Dora"))
        #expect(Sheets.sheet(.details("c1"), in: state).choices.contains { $0.label == "Leave" })
        #expect(enter("/leave", in: &state).isEmpty)
        #expect(press([.right, .enter], &state) == [.leave(conversation: "c1")])
    }

    /// msg-pin-conv
    @Test func aTenthConversationDoesNotGoToTheTop() {
        var state = SampleChat.numbered
        for number in 1...9 {
            var row = ConversationRow(id: "p\(number)", title: "P\(number)")
            row.isPinned = true
            state.conversations.append(row)
        }
        #expect(
            enter("/top", in: &state).isEmpty && state.view.hint?.hasPrefix("9 conversations are at the top") == true)
    }

    /// tap-sms
    @Test(arguments: [
        ("thumbsUp", "Liked “See you”", "a like"), ("heart", "Loved “See you”", "a heart"),
        ("haHa", "Laughed at “See you”", "a laugh"), ("exclamation", "Emphasized “See you”", "an exclamation"),
        ("question", "Questioned “See you”", "a question mark"), ("thumbsDown", "Disliked “See you”", "a dislike"),
        ("🎉", "Reacted 🎉 to “See you”", "🎉"),
    ])
    func aTapbackReadsAsText(_ word: String, _ sentence: String, _ name: String) throws {
        let reaction = try #require(Reaction(word))
        #expect(Tapback.sentence(reaction, isRemoved: false, about: "See\nyou") == sentence)
        #expect(Tapback.sentence(reaction, isRemoved: true, about: "See you") == "Removed \(name) from “See you”")
    }

    /// tap-set
    @Test(arguments: [
        ("haHa", "haHa"), ("HAHA", "haHa"), ("thumbsup", "thumbsUp"), ("love", "heart"), ("?", "question"),
        ("🎉", "🎉"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("5", nil), ("🎉🎉", nil), ("", nil), ("hearts", nil),
    ])
    func aTapbackHasManySpellings(_ text: String, _ word: String?) {
        #expect(Tapback.reaction(text) == word)
    }
}
