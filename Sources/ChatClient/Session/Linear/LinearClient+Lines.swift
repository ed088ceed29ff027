import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

extension LinearClient {
    /// Returns true if the conversation that the last line left selected is gone, or was gone and has returned.
    func hasLost(_ place: ConversationID?) -> Bool {
        let state = session.model.state
        if state.view.hasLostPlace { session.updateState { $0.view.hasLostPlace = false } }
        return state.view.hasLostPlace || place.map { id in !state.conversations.contains { $0.id == id } } ?? false
    }

    /// Returns the lines that send a text unchanged.
    package static func lines(of text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.enumerated().map { index, line in
            line + String(repeating: "\\", count: line.reversed().prefix { $0 == "\\" }.count)
                + (index < lines.count - 1 ? "\\" : "")
        }
    }

    /// The work that is lost if the client ends now, one sentence each.
    package var unsent: [String] {
        session.model.state.unsaved + (hasBegun ? ["The text that a backslash continues is not sent."] : [])
    }

    /// Prints the waiting notices of the open conversation, with the numbers for `/notices` and `/dismiss`.
    func listNotices() {
        guard let thread = session.model.state.selectedThread else { return }
        if thread.waiting.isEmpty { session.tell(.hint("No notice is waiting here")) }
        session.updateState {
            $0.view.printed[SheetKind.notices.identity + thread.conversation.rawValue] = thread.listedNotices.map(\.id)
        }
        for (index, notice) in thread.listedNotices.enumerated() {
            session.tell(.notice(notice, conversation: thread.title, number: index + 1))
        }
    }

    /// Prints the choices of a sheet, with the numbers for `/choose`.
    func list(_ kind: SheetKind) {
        let sheet = Sheets.sheet(kind, in: session.model.state)
        var lines = sheet.body.filter { !$0.isEmpty }
        for (index, choice) in sheet.choices.enumerated() {
            if let heading = choice.heading { lines.append(heading) }
            let value = choice.field.map { $0.isEmpty ? choice.note ?? "" : $0.text } ?? choice.value ?? ""
            // The labels of options have their numbers already.
            let isNumbered = if case .options = kind { choice.label.first?.isNumber == true } else { false }
            let number = isNumbered ? "" : "\(index + 1). "
            lines.append(number + CleanText.line(choice.label) + (value.isEmpty ? "" : "  \(value)"))
        }
        session.updateState { $0.view.printed[kind.identity] = sheet.choices.map(\.identity) }
        if kind == .compose { lines.append("/send continues, /cancel discards it") }
        session.tell(.text(title: sheet.title, body: lines))
    }

    /// Asks a question that the answer to a line brought.
    func askArrived() {
        guard let question = session.updateState({ $0.takeArrivedQuestion() }) else { return }
        session.updateState { $0.view.question = question }
        session.tell(.question(question))
    }

    /// Prints the people of a collaboration, and what can be chosen there.
    func listPeople(_ url: String) {
        list(.people(url))
        if Sheets.sheet(.people(url), in: session.model.state).choices.isEmpty {
            session.updateState { $0.view.sheet = nil }
        }
    }

    /// Reports the conversation that a line selected.
    func tellSelected(_ choice: CommandPlace, insteadOf before: ConversationID?) {
        let state = session.model.state
        guard choice == .named || state.view.selected != before, let thread = state.selectedThread else { return }
        session.tell(.status("selected", conversation: thread.title))
    }

    /// Reports the conversation that a sheet began, and what the share sheet put into its composer.
    func tellBegun() {
        guard isBegunOnSheet, session.isSettled else { return }
        isBegunOnSheet = false
        let view = session.model.state.view
        // The server may have refused it.
        guard let id = view.handedTo, id == view.selected, let thread = session.model.state.selectedThread else {
            return
        }
        session.tell(.status("selected", conversation: thread.title))
        if let draft = view.staged[id] { session.tell(.staged(draft, conversation: thread.title)) }
        tellComposer()
    }

    func tell(_ entries: ArraySlice<ThreadItem>, of thread: ThreadState) {
        for entry in entries {
            switch entry {
            case .message(let message): session.tell(.message(message, conversation: thread.title))
            case .notice(let notice): session.tell(.notice(notice, conversation: thread.title))
            case .system(let system): session.tell(.system(system, conversation: thread.title))
            }
        }
    }

    /// Reports a New Message that a line leaves unfinished. One without people is forgotten, with the item that was
    /// shared with it.
    func leaveNewMessage(for line: String) {
        let view = session.model.state.view
        let isContinued = ["/new", "/send"].contains(line.trimmingEnd) || line.hasPrefix("/choose")
        guard view.sheet == .compose, !isContinued else { return }
        if view.compose.people.text.isEmpty {
            session.updateState { $0.view.handsOn = nil }
        } else {
            session.tell(.hint("The New Message is not finished: /send continues it"))
        }
    }

    /// Discards the open New Message, if the line is `/cancel`.
    ///
    /// - Returns: true if it discarded one.
    func cancelsNewMessage(by line: String) -> Bool {
        guard line.trimmingEnd == "/cancel", session.model.state.view.sheet == .compose else { return false }
        session.updateState {
            $0.forgetSheets()
            ($0.view.compose, $0.view.handsOn) = (ComposeDraft(), nil)
        }
        session.tell(.hint("Dropped"))
        return true
    }

    /// Returns the refusal of `/send` in an open list with choices, if the composer has nothing to send. Another list
    /// than that of New Message must not continue an earlier New Message.
    func refusalInList(of line: String) -> SlashCommand.Mistake? {
        let state = session.model.state
        let hasChoices = state.view.sheet.map { $0.isListed && $0 != .compose } ?? listsHits
        guard line.trimmingEnd == "/send", hasChoices, !state.hasStaged, state.view.draft.isEmpty else { return nil }
        let isWaiting = !state.view.compose.people.text.isEmpty
        return SlashCommand.Mistake(
            text: "Nothing is staged: /choose N chooses from the list"
                + (isWaiting ? ", /new returns to the New Message" : ""))
    }

    /// Discards a question that a line does not answer, and reports that.
    ///
    /// - Returns: true if it reported one.
    func leaveQuestion(for line: String) -> Bool {
        guard line.trimmingEnd != "/yes", line.trimmingEnd != "/no", let question = session.model.state.view.question
        else { return false }
        session.updateState { $0.view.question = nil }
        guard question.action != .quit else { return false }
        session.tell(.hint("Not done: “\(CleanText.line(question.title))” was not confirmed with /yes"))
        return true
    }

    /// Returns the reason why a file of the actions was not attached or sent; nil if there is none. Removes a command
    /// that names the file from the composer.
    func unreadFile(of actions: [ChatAction]) -> String? {
        let state = session.model.state
        for action in actions {
            switch action {
            case .loadOffer(.file(let path, let id)) where state.view.attachments[id] != path: return state.view.hint
            case .attach(_, _, let id, _, let command?) where state.view.drafts[id]?.text == command:
                session.updateState { $0.view.take(command: command, in: id) }
                return state.view.hint
            case .attach(let path, _, let id, _, nil) where state.view.attachments[id] == path: return state.view.hint
            default: break
            }
        }
        return nil
    }
}

/// The way in which a line selects the conversation for the next lines.
enum CommandPlace {
    /// The line names a conversation, or begins one.
    case named
    /// The line chooses from a list.
    case listed

    init?(_ line: String) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        // A line that begins with a blank is a text.
        guard line.hasPrefix("/"), words.count > 1 else { return nil }
        switch words[0] {
        case "/to", "/peek", "/switch", "/new": self = .named
        case "/choose": self = .listed
        default: return nil
        }
    }
}

extension ChatState {
    /// Removes the unfinished command, edit or reply of a line from the composer: the next line completes it.
    ///
    /// - Parameter purposes: the purposes of the composers before the line.
    /// - Returns: the beginning of the command; nil if the line began none.
    mutating func takeCommand(since purposes: [ConversationID: DraftPurpose]) -> String? {
        let text = view.draft.text
        switch view.purpose {
        case .command(let before, let purpose)?:
            (view.draft, view.purpose) = (before, purpose)
            return text
        case .edit(let id, let before, let reply)? where purposes[view.selected ?? ""] != view.purpose:
            (view.draft, view.purpose) = (before, reply.map(DraftPurpose.reply))
            return message(id)?.number.map { "/edit #\($0) " }
        case .reply(let id)? where purposes[view.selected ?? ""] != view.purpose:
            view.purpose = nil
            return message(id)?.number.map { "/reply #\($0) " }
        case .edit?, .reply?, nil: return nil
        }
    }

    /// True if `/send` can only apply to the conversation that `/new` is beginning.
    var hasOnlyNewMessage: Bool {
        if view.sheet == .compose { return true }
        let id = view.selected ?? ""
        return !view.compose.people.text.isEmpty && view.staged[id] == nil && view.attachments[id] == nil
            && view.draft.isEmpty
    }

    /// True if a choice from a list of places opened a conversation.
    func goesSomewhere(from sheet: SheetKind?) -> Bool {
        guard view.selected != nil, view.opened == view.selected else { return false }
        switch sheet {
        case .switcher, .inbox: return true
        case nil: return view.search != nil
        default: return false
        }
    }
}

extension SheetKind {
    /// True if the sheet shows contents of Recently Deleted that the server sends.
    var isOfRecentlyDeleted: Bool {
        switch self {
        case .recentlyDeleted, .deletedMessages: true
        default: false
        }
    }
}

extension PlainFact {
    var hasHits: Bool { if case .search(let found) = self { !found.hits.isEmpty } else { false } }
    var isSettings: Bool { if case .settings = self { true } else { false } }
    var isRecentlyDeleted: Bool { if case .recentlyDeleted = self { true } else { false } }
}

extension String {
    var trimmingEnd: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
    }
}

/// The oldest printed entry of each conversation, after `/choose` or `/date` went to an earlier place. Loaded entries
/// before it may not be printed yet.
struct ToldPages {
    /// The largest number of entries that are printed at once.
    static let length = 20

    /// The id of the oldest printed entry, by conversation.
    private var oldest: [ConversationID: String] = [:]

    /// Notes the oldest printed entry of a thread.
    mutating func note(_ id: String, in thread: ThreadState) { oldest[thread.conversation] = id }

    /// Returns the loaded entries before the oldest printed one, and counts them as printed.
    ///
    /// - Returns: at most ``length`` entries; nil if all loaded entries before it were printed.
    mutating func page(before thread: ThreadState) -> ArraySlice<ThreadItem>? {
        guard let id = oldest.removeValue(forKey: thread.conversation),
            let place = thread.entries.firstIndex(where: { $0.id == id }), place > 0
        else { return nil }
        let page = thread.entries[..<place].suffix(Self.length)
        if page.startIndex > 0, let first = page.first { oldest[thread.conversation] = first.id }
        return page
    }
}
