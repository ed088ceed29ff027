package import AppModel
package import ChatProtocol
import ChatTerminal

/// Creates the sheets of the program from its state.
package enum Sheets {
    /// Returns the sheet to draw.
    package static func sheet(_ kind: SheetKind, in state: ChatState) -> Sheet { content(kind, in: state).sheet }

    /// Returns the sheet with the actions of its rows.
    static func content(_ kind: SheetKind, in state: ChatState) -> SheetContent {
        var content =
            switch kind {
            case .consent(let request): consent(request)
            case .settings: settings(state)
            case .help:
                SheetContent(Sheet(title: "Keys and commands", trailing: "Done", body: HelpText.lines(state.keys)))
            case .notices: notices(state.selectedThread)
            case .notice(let notice): self.notice(notice, state)
            case .people(let url): people(url, state)
            case .options(let place): options(place, state)
            case .unsent(let title): unsent(title, state)
            case .text(let title, let body): SheetContent(Sheet(title: title, trailing: "Done", body: body))
            case .message(let id): menu(id, state)
            case .tapback(let id): tapbacks(id, state)
            case .emoji(let id): emoji(id, state)
            case .details(let id): details(id, state)
            case .recentlyDeleted: recentlyDeleted(state)
            case .deletedMessages(let id): deletedMessages(id, state)
            case .deletedMessage(let id, let conversation): deletedMessage(id, in: conversation, state)
            case .discardOptions(let place): discardOptions(place)
            case .compose: compose(state)
            case .files(let folder): files(folder, state.folder)
            case .switcher: SwitcherContent.content(state.view.switcher, state.conversations)
            case .inbox: inbox(state)
            case .share: share(state)
            case .shareActions: shareActions(state)
            case .post: post(state)
            case .confirm(let question): confirm(question)
            }
        content.sheet.presentation = presentation(kind.traits.height)
        content.sheet = state.view.inSheet.focused(content.sheet)
        return content
    }

    /// Returns the labels of the keys that work in a sheet, for the last row of the screen.
    static func keys(of kind: SheetKind, in state: ChatState, on screen: Size) -> [String] {
        let sheet = sheet(kind, in: state)
        let isWritten = sheet.choices.indices.contains(sheet.focus) && sheet.choices[sheet.focus].field != nil
        let layout = state.sheetLayout(on: screen)
        var keys = ["Esc close"]
        if case .consent = kind { keys = ["Esc not now"] }
        if sheet.choices.isEmpty {
            keys.append("↑↓ scroll")
        } else if isWritten {
            let goesNowhere = kind == .switcher && sheet.choices.count == 1
            keys += goesNowhere ? [] : [returnKey(of: kind, in: state)]
            keys += (sheet.choices.count > 1 ? ["↑↓"] : []) + ["a-z write"]
        } else {
            keys += ["↵ choose", layout?.arrows ?? "↑↓"]
        }
        if sheet.leading == "Back" { keys.append("Alt-← back") }
        let isDone = sheet.trailing == "Done" && !sheet.choices.isEmpty && !isWritten && !sheet.leavesLetters
        if isDone, !state.view.refusesWord { keys.append("d done") }
        if layout?.hasGrabber == true { keys.append("^G size") }
        if layout?.isModal == false { keys.append("F6 thread") }
        if state.sheetLetsWrite(on: screen) { keys.append("a-z write") }
        return keys
    }

    /// Returns the label of Return in a field, with its effect.
    private static func returnKey(of kind: SheetKind, in state: ChatState) -> String {
        switch kind {
        case .post: "↵ post"
        case .unsent where state.view.unsent.text.isCommand: "↵ run"
        case .unsent: state.view.unsent.saysSomething ? "↵ copy" : "↵ close"
        default: "↵ go on"
        }
    }

    private static func presentation(_ height: SheetKind.Traits.Height) -> SheetPresentationController? {
        switch height {
        case .card: return nil
        case .full: return SheetPresentationController()
        case .tall, .besideThread:
            var heights = try? SheetPresentationController(detents: [.medium(), .large()])
            heights?.prefersGrabberVisible = true
            if height == .besideThread { heights?.largestUndimmedDetentIdentifier = .large }
            return heights
        }
    }

    private static func consent(_ request: ConsentPrompt) -> SheetContent {
        let app = CleanText.line(request.app)
        var body = [
            "\(app) wants to show links sent to you. "
                + "It receives only the links, not who sent them or the messages.", "",
        ]
        if !request.url.isEmpty {
            let place = request.conversation.isEmpty ? "" : " in “\(CleanText.line(request.conversation))”"
            body += ["Asked because a link was pinned\(place):", LinkText.short(request.url)]
        }
        var content = SheetContent(Sheet(title: "Share “\(app)” automatically?", body: body))
        content.add(Sheet.Choice("Allow")) { $0.answer(request, .allow) }
        content.add(Sheet.Choice("Not Now")) { $0.answer(request, .notNow) }
        content.add(Sheet.Choice("Never")) { $0.answer(request, .never) }
        // Not Now has the focus, so that a person who is writing when the sheet opens agrees to nothing by Return.
        content.sheet.focus = 1
        return content
    }

    private static func confirm(_ question: Confirmation) -> SheetContent {
        var content = SheetContent(Sheet(title: question.title, body: [question.body]))
        content.add(Sheet.Choice(question.cancel)) { $0.closeSheet() }
        var button = Sheet.Choice(question.button)
        button.isDestructive = question.isDestructive
        content.add(button) {
            $0.endSheets()
            $0.state.view.chosen = nil
            $0.emit(question.action)
        }
        return content
    }

    private static func discardOptions(_ place: DraftPlace) -> SheetContent {
        var content = SheetContent(Sheet(title: "Discard your choices?", body: ["The old settings return."]))
        content.add(Sheet.Choice("Keep")) { $0.closeSheet() }
        var discard = Sheet.Choice("Discard")
        discard.isDestructive = true
        content.add(discard) {
            $0.closeSheet()
            if let before = $0.state.view.optionsBefore[place] { $0.state.view[draft: place] = before }
            $0.closeSheet()
            if case .composer(let id) = place { $0.askHowToShareStaged(in: id) }
        }
        return content
    }

    private static func settings(_ state: ChatState) -> SheetContent {
        let settings = state.settings
        var content = SheetContent(
            Sheet(
                title: "Settings", trailing: "Done",
                body: ["Links that people send you appear in Shared with You. Pins always appear."]))
        // The switches below keep their state, which applies again as soon as this switch is on.
        let isPaused = !settings.everywhere
        content.add(
            Sheet.Choice(
                "Everywhere", value: value(settings.everywhere), heading: "Automatic Sharing",
                note: isPaused ? "Off: only pins appear. The switches below keep their settings." : nil)
        ) {
            $0.state.settings.everywhere.toggle()
            $0.emit(.setEverywhere($0.state.settings.everywhere))
        }
        content.add(Sheet.Choice("Change History…", value: "")) {
            $0.state.view.askedFrom = .settings
            $0.emit(.loadAudit(app: nil))
        }
        for (index, app) in settings.apps.enumerated() {
            var row = Sheet.Choice(
                app.title, value: value(app.isOn, isPaused: isPaused, undecided: app.undecided),
                heading: index == 0 ? "Apps" : nil)
            row.subject = "app \(app.id)"
            content.add(row) {
                if let isOn = $0.toggle(\.apps, app.id) { $0.emit(.setApp(id: app.id, isOn: isOn)) }
            }
        }
        // The settings were loaded earlier. The person may have left or deleted a conversation since.
        let listed = settings.conversations.filter { toggle in state.conversations.contains { $0.id == toggle.id } }
        for (index, conversation) in listed.enumerated() {
            var row = Sheet.Choice(
                conversation.title, value: value(conversation.isOn, isPaused: isPaused),
                heading: index == 0 ? "Conversations" : nil)
            row.subject = "conversation \(conversation.id)"
            content.add(row) {
                guard let isOn = $0.toggle(\.conversations, conversation.id) else { return }
                $0.emit(.setConversation(id: conversation.id, isOn: isOn))
            }
        }
        content.add(Sheet.Choice("Send Read Receipts", value: value(settings.readReceipts), heading: "Messages")) {
            $0.state.settings.readReceipts.toggle()
            $0.emit(.setReadReceipts(isOn: $0.state.settings.readReceipts, conversation: nil))
        }
        content.add(Sheet.Choice("Notify Me of Mentions", value: value(settings.mentionAlerts))) {
            $0.state.settings.mentionAlerts.toggle()
            $0.emit(.setMentionAlerts($0.state.settings.mentionAlerts))
        }
        return content
    }

    /// Returns the state of a switch as text. A switch that is on is paused if the switch above it is off.
    ///
    /// - Parameters:
    ///   - isOn: The state; nil if the person has not decided.
    ///   - undecided: The text for nil.
    static func value(_ isOn: Bool?, isPaused: Bool = false, undecided: String = "not asked") -> String {
        switch isOn {
        case true? where isPaused: return "paused [● On ]"
        case true?: return "[● On ]"
        case false?: return "[○ Off]"
        case nil: return "[ \(undecided) ]"
        }
    }
}

/// An answer to a consent request.
package typealias ConsentAnswer = ConsentRequest.Answer

extension Sheets {
    /// Returns all that waits for the person in all conversations: questions, problems of extensions, mentions, notices
    /// of apps, and unread messages.
    static func inbox(_ state: ChatState) -> SheetContent {
        var content = SheetContent(Sheet(title: "Inbox", trailing: "Done"))
        func add(
            _ text: String, _ place: String, _ heading: String, about subject: String, in conversation: ConversationID,
            _ show: @escaping (inout ChatUpdate) -> Void = { _ in }
        ) {
            let isFirst = content.sheet.choices.last { $0.heading != nil }?.heading != heading
            var choice = Sheet.Choice(text, value: CleanText.line(place), heading: isFirst ? heading : nil)
            choice.subject = heading + " " + subject
            content.add(choice) {
                $0.endSheets()
                $0.leaveShelf()
                $0.state.view.pane = .thread
                $0.select(conversation)
                $0.open()
                show(&$0)
            }
        }
        for row in state.conversations {
            for notice in state.threads[row.id]?.waiting ?? [] where !notice.actions.isEmpty {
                add(notice.text, row.title, "Questions", about: notice.id, in: row.id) { $0.open(notice, in: row.id) }
            }
        }
        for (index, problem) in state.problems.enumerated() {
            var row = Sheet.Choice(CleanText.line(problem.text), value: "", heading: index == 0 ? "Extensions" : nil)
            row.rowsMax = 3
            row.subject = problem.job?.id
            content.add(row) {
                $0.read(problem)
                $0.endSheets()
                $0.present(.text(title: "Extension", body: [CleanText.line(problem.text)]))
            }
        }
        for row in state.conversations where row.mentions > 0 {
            for case .message(let message) in state.threads[row.id]?.entries ?? []
            where (message.number ?? 0) > row.readThrough && message.mentionsReader && !message.isUnsent {
                add(message.summary, row.title, "Mentions", about: message.id, in: row.id) {
                    $0.leaveReplies()
                    $0.state.view.target = .message(message.id)
                }
            }
        }
        for row in state.conversations {
            for notice in state.threads[row.id]?.listedNotices ?? [] where notice.actions.isEmpty {
                add(notice.text, row.title, "Notices", about: notice.id, in: row.id) { $0.open(notice, in: row.id) }
            }
        }
        for row in state.conversations where row.isWaiting {
            // The badge after the title must show, even if the title is long.
            let title = TextLayout.truncate(CleanText.line(row.title), to: 20)
            add(
                row.preview, title + " " + ConversationListPane.badge(row), "Unread", about: row.id.rawValue, in: row.id
            )
        }
        if state.conversations.contains(where: \.isWaiting) {
            content.add(Sheet.Choice("Mark All as Read", value: "", heading: "All Conversations")) {
                $0.endSheets()
                $0.markRead($0.state.conversations)
            }
        }
        if content.sheet.choices.isEmpty { content.sheet.body = ["Nothing unread or unanswered."] }
        return content
    }
}

/// The sheet that goes to a conversation, found by some letters of its title, in order.
enum SwitcherContent {
    /// Returns the conversations that match the typed text, the best match first.
    ///
    /// Case and accents do not count. The whole title comes first, then a match at its beginning, one at the beginning of a
    /// word, then one inside a word. Last come letters with gaps between them.
    static func fitting(_ text: String, _ rows: [ConversationRow]) -> [ConversationRow] {
        let wanted = SearchWords.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !wanted.isEmpty else { return rows }
        let letters = Array(wanted.filter { $0 != " " })
        let scored = rows.compactMap { row in
            let title = SearchWords.folded(CleanText.line(row.title))
            return (contiguous(wanted, in: title) ?? scattered(letters, in: Array(title))).map { (row, $0) }
        }
        // Of equal matches, the one that is higher in the list comes first.
        return scored.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    }

    /// Returns -1 for the whole title, 0 for a match at the beginning of a title, 1 at the beginning of a word, 2 inside a word; nil without a
    /// match.
    private static func contiguous(_ wanted: String, in title: String) -> Int? {
        if title.hasPrefix(wanted) { return title == wanted ? -1 : 0 }
        guard title.contains(wanted) else { return nil }
        let beginsWord = title.indices.dropFirst().contains { index in
            !title[title.index(before: index)].isLetter && title[index...].hasPrefix(wanted)
        }
        return beginsWord ? 1 : 2
    }

    /// Returns the cost of letters with gaps between them, at least 3 and more for each gap. Nil if the title does not
    /// contain the letters in this order.
    private static func scattered(_ wanted: [Character], in title: [Character]) -> Int? {
        var cost = 3
        var place = 0
        var last: Int?
        for letter in wanted {
            guard let found = title[place...].firstIndex(of: letter) else { return nil }
            let beginsWord = found == 0 || !title[found - 1].isLetter
            if last.map({ found != $0 + 1 }) ?? (found > 0) { cost += beginsWord ? 1 : 3 }
            (last, place) = (found, found + 1)
        }
        return cost
    }

    static func content(_ field: LineEditor, _ rows: [ConversationRow]) -> SheetContent {
        var to = Sheet.Choice("Go to:", note: "some letters of its name")
        to.field = field
        let found = fitting(field.text, rows)
        func go(to row: ConversationRow?) -> (inout ChatUpdate) -> Void {
            {
                guard let row else { return }
                $0.endSheets()
                $0.turn(to: row.id)
            }
        }
        var content = SheetContent(
            Sheet(
                title: "Conversations", leading: "Cancel",
                body: found.isEmpty ? ["No conversation has these letters in its name."] : []))
        content.add(to, go(to: found.first))
        for row in found.prefix(50) {
            var choice = Sheet.Choice(row.title, value: ConversationListPane.badge(row))
            choice.subject = row.id.rawValue
            content.add(choice, go(to: row))
        }
        return content
    }
}

extension ChatUpdate {
    /// Opens the sheet with an empty field.
    mutating func switchConversation() {
        state.view.switcher = LineEditor(isOneLine: true)
        present(.switcher)
    }
}
