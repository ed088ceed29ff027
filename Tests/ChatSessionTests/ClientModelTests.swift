import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

struct ClientModelTests {
    @Test func theListAndTheOpenedThreadAreShown() throws {
        var desk = try Desk()
        let last = desk.message(1, "hi")
        try desk.open(
            entries: [.system(id: "e1", text: "Anna began"), .message(last)], unread: 1, last: last)
        let row = try #require(desk.model.state.conversations.first)
        #expect(row.title == "Weekend" && row.preview == "Bea: hi" && row.time == "09:01")
        #expect(desk.texts == ["· Anna began", "hi"])
        #expect(desk.model.outbox.drain(\.requests) == [.markRead(desk.conversation)], "what is on the screen is read")
        #expect(desk.model.state.view.newAfter["c1"] == 0)
    }

    @Test("text typed before the list came stays without a conversation")
    func textTypedBeforeTheListHasNoConversation() throws {
        let size = Size(columns: 80, rows: 24)
        var desk = try Desk()
        func type(_ text: String) {
            for character in text { _ = ChatUpdate.apply(.character(character), to: &desk.model.state, size: size) }
        }
        type("Hel")
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, now: desk.start))
        type("lo")
        desk.model.apply(.result(.listConversations, clientID: nil, try desk.value([desk.about()])))
        desk.settle()
        type(" Bea")
        #expect(desk.model.state.view.selected == nil)
        #expect(desk.model.state.view.draft.text == "Hello Bea")
        let actions = ChatUpdate.apply(.enter, to: &desk.model.state, size: size)
        #expect(actions.isEmpty && desk.model.state.view.sheet == .compose, "Return asks whom it is to")
        _ = ChatUpdate.apply(.escape, to: &desk.model.state, size: size)
        // The person selects another conversation and returns with the list.
        _ = ChatUpdate.apply(.control("n"), to: &desk.model.state, size: size)
        #expect(desk.model.state.view.selected == "c1" && desk.model.state.view.draft.isEmpty)
        _ = ChatUpdate.apply(.control("n"), to: &desk.model.state, size: size)
        #expect(desk.model.state.view.selected == nil && desk.model.state.view.draft.text == "Hello Bea")
        // Esc leaves it once its text is cleared.
        _ = ChatUpdate.apply(.alt("c"), to: &desk.model.state, size: size)
        #expect(desk.model.state.view.selected == nil)
        _ = ChatUpdate.apply(.escape, to: &desk.model.state, size: size)
        #expect(desk.model.state.view.selected == "c1")
    }

    @Test("Return before the list has come asks nobody whom a message is to when --to named a conversation")
    func returnWaitsForTheDestination() throws {
        var desk = try Desk()
        let size = Size(columns: 80, rows: 24)
        desk.model.state.view.destination = "Weekend"
        for character in "Hi" { _ = ChatUpdate.apply(.character(character), to: &desk.model.state, size: size) }
        #expect(ChatUpdate.apply(.enter, to: &desk.model.state, size: size).isEmpty)
        #expect(desk.model.state.view.sheet == nil && desk.model.state.view.draft.text == "Hi")
        #expect(desk.model.state.view.hint == "“Weekend” opens when the list has loaded: Return sends it then")
        desk.model.forget()
        #expect(desk.model.state.view.destination == "Weekend" && desk.model.state.view.draft.text == "Hi")
    }

    @Test func aThreadAtItsEndDropsOldMessages() throws {
        var desk = try Desk()
        try desk.open()
        for number in 1...4_500 as ClosedRange<Int64> {
            try desk.notify(.messagePosted(desk.message(number, "\(number)"), alert: false))
        }
        let thread = try #require(desk.model.state.threads["c1"])
        #expect((1_000..<2_000).contains(thread.entries.count) && thread.hasOlder)
        #expect(thread.entries.last?.number == 4_500)
        #expect(desk.model.known.messages.all.count < 2_001)
        #expect(desk.model.state.conversations[0].unread == 4_500)

        // While the person reads older messages, the client drops no entries of the thread.
        desk.model.state.view.scrolls["c1"] = .anchored(entry: thread.entries[0].id, row: 0, after: "")
        for number in 4_501...7_000 as ClosedRange<Int64> {
            try desk.notify(.messagePosted(desk.message(number, "\(number)"), alert: false))
        }
        #expect(desk.model.state.threads["c1"]?.entries.first?.id == thread.entries[0].id)
    }

    @Test func aMessageThatIsToldAgainAfterAReconnectStandsOnce() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.model.outbox.drain(\.facts)
        try desk.notify(.messagePosted(desk.message(1, "one"), alert: false))
        try desk.notify(.messagePosted(desk.message(1, "one"), alert: false))
        #expect(desk.texts == ["one"])
        #expect(desk.model.state.conversations[0].unread == 1)
        #expect(desk.model.outbox.drain(\.facts).count == 1)
    }

    @Test func anOwnMessageStandsOnceHoweverItsAnswerComes() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.echo("mine", in: desk.conversation, clientID: "k1")
        #expect(desk.texts == ["mine…"])
        try desk.notify(.messagePosted(desk.message(1, "hers"), alert: false))
        #expect(desk.texts == ["hers", "mine…"], "what the server does not have stands last")
        // The answer was lost. After the reconnect the message arrives as history, before the retry is answered.
        let mine = desk.message(2, "mine", own: true, clientID: "k1")
        try desk.notify(.messagePosted(mine, alert: false))
        #expect(desk.texts == ["hers", "mine"])
        try desk.answer(.send(text: "mine", desk.conversation), .message(mine), clientID: "k1")
        #expect(desk.texts == ["hers", "mine"])
        #expect(desk.model.state.conversations[0].preview == "You: mine")
    }

    @Test func aRefusedMessageSaysWhy() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.model.outbox.drain(\.facts)
        desk.model.echo("long", in: desk.conversation, clientID: "k1")
        desk.model.apply(
            .refusal(.send(text: "long", desk.conversation), clientID: "k1", RPCError(.tooLarge, "Too long.")))
        guard case .message(let message)? = desk.model.state.threads["c1"]?.entries.last else {
            Issue.record("it is gone")
            return
        }
        #expect(message.delivery == .failed("Too long."))
        #expect(desk.model.outbox.drain(\.facts) == [.message(message, conversation: "Weekend")])
    }

    @Test func aMessagePrintedBeforeItsThreadOpensIsNotPrintedAgain() throws {
        var desk = try Desk()
        desk.model.apply(.welcome(isFresh: true, now: nil))
        desk.model.apply(.result(.listConversations, clientID: nil, try desk.value([desk.about()])))
        _ = desk.model.outbox.drain(\.facts)
        try desk.notify(.messagePosted(desk.message(1, "one"), alert: false))
        #expect(desk.model.outbox.drain(\.facts).count == 1)
        desk.settle()
        _ = desk.model.outbox.drain(\.requests)
        // This message arrives before the answer with the page, and the page contains it too.
        try desk.notify(.messagePosted(desk.message(2, "two"), alert: false))
        #expect(desk.model.outbox.drain(\.facts).isEmpty)
        try desk.answer(
            .history(desk.conversation, before: nil),
            .history([.message(desk.message(1, "one")), .message(desk.message(2, "two"))], more: false))
        #expect(desk.texts == ["one", "two"])
        #expect(desk.model.outbox.drain(\.facts).count == 1)
    }

    @Test func ofSomebodyNewNothingIsAskedAndOfAConversationThatBeginsNoPage() throws {
        var desk = try Desk()
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, isNew: true, now: desk.start))
        #expect(desk.model.outbox.drain(\.requests).isEmpty && desk.model.line.isListed)
        var begun = desk.about()
        begun.isNew = true
        try desk.notify(.conversationChanged(begun, line: nil))
        desk.settle()
        desk.model.loadSelected()
        #expect(desk.model.outbox.drain(\.requests).isEmpty)
        try desk.notify(.messagePosted(desk.message(1, "one"), alert: false))
        #expect(desk.texts == ["one"])
    }

    @Test func aNoticeGrowsInItsPlaceAndWaitsOnce() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(desk.notice("Bea edited"), alert: false))
        try desk.notify(.messagePosted(desk.message(1, "hi"), alert: false))
        try desk.notify(.noticePosted(desk.notice("Bea made 2 edits"), alert: false))
        #expect(desk.texts == ["◆ Bea made 2 edits", "hi"])
        #expect(desk.model.state.threads["c1"]?.waiting.map(\.text) == ["Bea made 2 edits"])
        try desk.notify(.noticeCleared([NoticeID("n1")]))
        #expect(desk.model.state.threads["c1"]?.waiting.isEmpty == true)
        #expect(desk.texts.count == 2)
    }

    @Test("the answer to a dismissal of an earlier run removes the notice from the banner")
    func answeredDismissalRemovesTheNotice() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(desk.notice("Bea edited"), alert: false))
        try desk.answer(.request(.noticeDismiss(.init(notice: NoticeID("n1")))), .notice(desk.notice("Bea edited")))
        #expect(desk.model.state.threads["c1"]?.waiting.isEmpty == true)
        #expect(desk.texts == ["◆ Bea edited"])
    }

    @Test func aQuestionThatWasAnsweredElsewhereIsGone() throws {
        var desk = try Desk()
        try desk.open()
        let request = ConsentRequest(
            id: ConsentID("q1"), app: AppID("com.example.notes"), conversation: desk.conversation,
            url: "https://notes.example/1")
        try desk.notify(.consentRequested(request))
        try desk.notify(.consentRequested(request))
        #expect(desk.model.state.consents.map(\.app) == ["Notes"])
        #expect(desk.model.state.consents.map(\.conversation) == ["Weekend"])
        try desk.notify(
            .settingsChanged(
                Settings(
                    sharing: .init(
                        everywhere: true, apps: .init([(AppID("com.example.notes"), true)]), conversations: .empty),
                    consents: [], receipts: .init(everywhere: true, conversations: .empty), pinnedConversations: [])))
        #expect(desk.model.state.consents.isEmpty)
        #expect(desk.model.state.settings.apps.map(\.isOn) == [true])
        #expect(desk.model.state.settings.conversations.map(\.isOn) == [true])
    }

    @Test func theAuditIsReadNewestFirstWithItsCauses() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.model.outbox.drain(\.requests)
        let notes = AppID("com.example.notes")
        desk.model.perform(.loadAudit(app: nil))
        #expect(desk.model.outbox.drain(\.requests) == [.audit(app: nil)])
        let changes = [
            SettingChange(
                at: desk.start, scope: .app(notes), from: .unset, to: .offered, cause: Reason("pin-signal", "Asked.")),
            SettingChange(
                at: desk.start.advanced(byMilliseconds: 60_000), scope: .app(notes), from: .offered, to: .postponed,
                cause: Reason("auto-offer", "Not Now.")),
            SettingChange(
                at: desk.start, scope: .conversation(desk.conversation), from: .on, to: .off,
                cause: Reason("swy-conv-toggle", "Off.")),
            SettingChange(
                at: desk.start, scope: .conversation(ConversationID("c9")), from: .off, to: .on,
                cause: Reason("swy-conv-toggle", "On.")),
            SettingChange(
                at: desk.start, scope: .everywhere, from: .on, to: .off, cause: Reason("swy-master-effect", "All.")),
        ]
        _ = desk.lines()
        try desk.answer(.audit(app: nil), .settingChanges(changes, more: true))
        let body = [
            "09:00  Everywhere: on → off", "All.", "", "09:00  a conversation: off → on", "On.", "",
            "09:00  Weekend: on → off", "Off.", "", "09:01  Notes: asked → not now", "Not Now.", "",
            "09:00  Notes: not asked → asked", "Asked.", "", "Earlier changes are not shown.",
        ]
        let title = "Automatic Sharing: Change History"
        #expect(desk.model.state.view.arrived == [.text(title: title, body: body)])
        #expect(desk.lines() == ["(text) " + title] + body.filter { !$0.isEmpty }.map { "(text)   " + $0 })
        try desk.answer(.audit(app: notes), .settingChanges([], more: false))
        #expect(desk.model.state.view.arrived.last == .text(title: title, body: ["No changes for Notes"]))
    }

    @Test func aSecondAnswerIsToldInWordsAndTheTruthIsAsked() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.model.outbox.drain(\.requests)
        let answer = ClientRequest.answerConsent(ConsentID("q1"), .allow)
        desk.model.apply(.refusal(answer, clientID: "k", RPCError(.notFound, "consent: no.")))
        #expect(desk.model.outbox.drain(\.requests) == [.settings(isAsked: false)])
        #expect(
            desk.model.state.view.hint == "This question no longer applies: it was answered, or a switch decided it")
    }

    /// swy-pin-scope: pins are the same on all devices of a person.
    @Test func anUnpinOnAnotherDeviceUnpinsTheCard() throws {
        let link = "https://notes.example/1"
        func highlight(pinned: Bool) -> PersonHighlight {
            PersonHighlight(
                id: HighlightID("h1"), url: link, app: AppID("com.example.notes"), title: "One", subtitle: nil,
                pinned: pinned, sharedAt: Instant(milliseconds: 0), attribution: [],
                why: Reason("rank-pins-next", "pinned"))
        }
        var desk = try Desk()
        var message = desk.message(1, link)
        message.links = [
            MessageLink(
                url: link, app: AppID("com.example.notes"), title: nil, range: TextRange(location: 0, length: 23))
        ]
        var other = desk.message(2, "https://none.example/")
        other.links = [
            MessageLink(url: "https://none.example/", app: nil, title: nil, range: TextRange(location: 0, length: 21))
        ]
        try desk.open(entries: [.message(message), .message(other)])
        for url in [link, "https://none.example/"] {
            try desk.answer(
                .pin(url: url, desk.conversation, isPinned: true),
                .pin(Pin(url: url, app: nil, conversation: desk.conversation, pinned: true)))
        }
        try desk.answer(.shelf(isAsked: false), .highlights([highlight(pinned: true)], more: false))
        #expect(desk.messages.map { $0.cards.map(\.isPinned) } == [[true], [true]])
        try desk.answer(.shelf(isAsked: false), .highlights([], more: false))
        #expect(desk.messages.map { $0.cards.map(\.isPinned) } == [[false], [true]], "no shelf has the other's")
        try desk.answer(.shelf(isAsked: false), .highlights([highlight(pinned: true)], more: false))
        #expect(desk.messages.map { $0.cards.map(\.isPinned) } == [[true], [true]], "pinned there, pinned here")
    }

    @Test func aRefusedSwitchIsAskedForAgain() throws {
        var desk = try Desk()
        try desk.open()
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.setEverywhere(false))
        #expect(desk.model.outbox.drain(\.requests) == [.setSharing(everywhere: false)])
        desk.model.apply(.refusal(.setSharing(everywhere: false), clientID: "k", RPCError(.conflict, "No.")))
        #expect(desk.model.outbox.drain(\.requests) == [.settings(isAsked: false)])
        #expect(desk.model.state.view.hint == "No.")
    }

    @Test func aServerThatBeganAnewLeavesNothingBehind() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "old"))])
        _ = desk.model.outbox.drain(\.requests)
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, now: nil))
        #expect(desk.model.state.conversations.isEmpty)
        #expect(desk.model.state.threads.isEmpty)
        let hint = "The server was reset: earlier conversations no longer exist."
        #expect(desk.model.state.view.hint == hint)
        #expect(desk.model.outbox.drain(\.facts).contains(.hint(hint)))
        #expect(desk.model.outbox.drain(\.requests).contains(.listConversations))
    }

    @Test("the selected draft becomes a message without a conversation after a server reset")
    func draftOutlivesTheServer() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "old"))])
        let id = try #require(desk.model.state.view.selected)
        desk.model.state.view.drafts[id] = LineEditor("a long thought")
        desk.model.state.view.drafts["c9"] = LineEditor("another")
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, now: nil))
        #expect(desk.model.state.view.selected == nil)
        #expect(desk.model.state.view.draft.text == "a long thought")
        #expect(desk.model.state.view.history.last?.text == "another")
    }

    @Test("after a reset of the server, commands name their links by address, and the arrow up has those of composers")
    func commandsOutliveTheServer() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "old"))])
        desk.model.state.threads["c1"]?.entries.append(.link(4, "https://n.example/4"))
        desk.model.state.view.drafts["c1"] = LineEditor("/permission 4 read")
        desk.model.state.view.purposes["c1"] = .command(before: LineEditor("/open 4"), purpose: nil)
        desk.model.state.view.drafts[""] = LineEditor("/new carl")
        desk.model.state.view.purposes[""] = .command(before: LineEditor("hello"), purpose: nil)
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, now: nil))
        #expect(desk.model.state.view.history.map(\.text) == ["/permission https://n.example/4 read"])
        #expect(desk.model.state.view.draft.text == "/new carl")
        #expect(desk.model.state.view.purpose == .command(before: LineEditor("hello"), purpose: nil))
        #expect(desk.model.state.view.unsent.draft == "/open https://n.example/4")
    }

    @Test func aServerThatLostAConversationHasForgottenWhateverItsCursor() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "old"))])
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: false, now: nil))
        desk.model.apply(.result(.listConversations, clientID: nil, try desk.value([])))
        #expect(desk.model.state.conversations.isEmpty && desk.model.state.threads.isEmpty)
        #expect(desk.model.state.view.hint?.hasPrefix("The server was reset") == true)
    }

    @Test func aReconnectKeepsWhatIsOnTheScreen() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "old"))])
        _ = desk.model.outbox.drain(\.requests)
        _ = desk.model.outbox.drain(\.facts)
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.set(.reconnecting(seconds: 1))
        desk.model.set(.reconnecting(seconds: 2))
        desk.model.apply(.phase(.connecting))
        #expect(desk.model.state.connection == .reconnecting(seconds: 0), "there is nothing to count any more")
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: false, now: nil))
        try desk.notify(.messagePosted(desk.message(2, "new"), alert: false))
        #expect(desk.texts == ["old", "new"])
        let facts = desk.model.outbox.drain(\.facts)
        #expect(facts.count == 3, "lost, connected, the new message: \(facts)")
    }

    @Test func openingADocumentDismissesItsNotices() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(desk.notice("Bea edited"), alert: false))
        _ = desk.model.outbox.drain(\.facts)
        desk.model.perform(.openLink(url: "https://notes.example/2", notice: nil))
        #expect(desk.model.state.threads["c1"]?.waiting.count == 1, "another document")
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.openLink(url: "https://notes.example/1", notice: nil))
        #expect(desk.model.state.threads["c1"]?.waiting == [])
        #expect(
            desk.model.outbox.drain(\.requests) == [
                .open(url: "https://notes.example/1"), .handOver(url: "https://notes.example/1"),
                .dismissNotice(NoticeID("n1")),
            ])
        #expect(desk.model.outbox.drain(\.facts).count == 1, "cleared")
        try desk.notify(.noticeCleared([NoticeID("n1")]))
        #expect(desk.model.outbox.drain(\.facts) == [], "not told twice")
    }

    @Test("a notice that the person closes is told once as cleared") func aClosedNoticeIsToldOnceAsCleared() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.noticePosted(desk.notice("Bea edited"), alert: false))
        _ = desk.lines()
        desk.model.perform(.dismissNotice(id: "n1"))
        #expect(desk.lines().filter { $0.contains("(notice cleared) Bea edited") }.count == 1)
        try desk.notify(.noticeCleared([NoticeID("n1")]))
        #expect(desk.lines() == [])
    }

    @Test func everyActionOfTheScreensIsARequestOrAWord() throws {
        var desk = try Desk()
        try desk.open()
        let actions: [ChatAction] = [
            .pin(url: "u", conversation: "c1"), .unpin(url: "u", conversation: "c1"),
            .openLink(url: "u", notice: "n"), .dismissNotice(id: "n"), .explain(about: "m"),
            .addContact(handle: "bea"), .removeContact(handle: "bea"), .block(handle: "bea", true), .loadShelf,
            .loadSettings,
            .createConversation(handles: ["bea"], name: nil), .setApp(id: "a", isOn: true),
            .setConversation(id: "c1", isOn: false), .answerConsent(id: "q", answer: .never),
        ]
        for action in actions {
            desk.model.state.view.hint = nil
            _ = desk.model.outbox.drain(\.requests)
            desk.model.perform(action)
            #expect(!desk.model.outbox.drain(\.requests).isEmpty || desk.model.state.view.hint != nil, "\(action)")
        }
    }
}

struct ClockFaceTests {
    @Test func timesAreThoseOfTheZone() {
        let instant = Instant(milliseconds: 1_662_973_500_000)
        let east = ClockFace { _ in 15 * 3_600 }
        #expect(ClockFace.utc.time(instant) == "09:05" && ClockFace.utc.day(instant) == "Mon 12 September")
        #expect(east.time(instant) == "00:05" && east.day(instant) == "Tue 13 September")
        #expect(ClockFace.utc.short(instant, now: instant) == "09:05")
        #expect(ClockFace.utc.short(instant, now: instant.advanced(byMilliseconds: 86_400_000)) == "12 Sep")
        #expect(ClockFace.utc.day(Instant(milliseconds: -1)) == "Wed 31 December")
    }
}
