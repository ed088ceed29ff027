package import ChatProtocol
import ChatTerminal

/// Slash commands.
extension ChatUpdate {
    /// Runs a line that begins with a slash. A line with a mistake stays in the composer, so that the person can
    /// correct it.
    mutating func run(_ line: String) {
        let (draft, purpose, recalled) = (state.view.draft, state.view.purpose, state.view.recalled)
        let place = state.view.selected
        // The line leaves its composer before the command shows another conversation.
        if case .command(let before, let then)? = purpose {
            state.view.recalled = nil
            (state.view.draft, state.view.purpose) = (before, then)
        } else {
            // The text that was cleared to write the command can be restored by undo or Ctrl-Y.
            state.view.draft.rewrite("")
            endRecall()
        }
        do throws(SlashCommand.Mistake) {
            let word = line.dropFirst().prefix { !$0.isWhitespace }
            if let obstacle = obstacleWhileBeginning(to: String(word)) { throw obstacle }
            try perform(line)
            state.view.remember(line)
            // A command is not an unsent message, so the first conversation may replace the New Message.
            if state.view.selected == nil, state.view.draft.isEmpty, state.conversations.isEmpty {
                state.view.staysAtNewMessage = false
            }
        } catch {
            guard state.view.selected == place else { return state.view.hint = error.text }
            (state.view.draft, state.view.purpose) = (draft, purpose)
            state.view.recalled = recalled
            state.view.recalled?.parts = nil
            refuse(error.text)
        }
    }

    /// Performs a line that begins with a slash. `--plain` runs its lines through this function too.
    ///
    /// - Returns: The command.
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show. The caller must send nothing then.
    @discardableResult
    package mutating func perform(_ line: String) throws(SlashCommand.Mistake) -> Command {
        guard let command = CommandTable.command(ofLine: line) else {
            let word = line.dropFirst().prefix { !$0.isWhitespace }
            let near = CommandTable.names.first { !word.isEmpty && $0.hasPrefix(word) }
            throw SlashCommand.Mistake(
                text: "There is no /\(word).\(near.map { " Did you mean /\($0)?" } ?? "") "
                    + "/help lists the commands; // sends a slash")
        }
        try command.perform(CommandCall(command, line), on: &self)
        return command
    }

    /// Asks the session to perform an action.
    ///
    /// - Throws: The reason why the client refuses it.
    mutating func attempt(_ action: ChatAction) throws(SlashCommand.Mistake) {
        if let obstacle = Self.obstacle(to: action, in: state) { throw obstacle }
        emit(action)
    }

    /// Answers the question that waits for confirmation.
    mutating func confirm(_ isConfirmed: Bool) throws(SlashCommand.Mistake) {
        guard let question = state.view.question else { throw SlashCommand.Mistake(text: "No questions are waiting") }
        state.view.question = nil
        guard isConfirmed else { return state.view.hint = "Cancelled" }
        if let why = state.obstacle(to: question.action) {
            throw Self.obstacle(to: question.action, in: state) ?? SlashCommand.Mistake(text: why, reason: .notFound)
        }
        // The facts in the question may have changed since it was printed.
        if let now = state.requoted(question), !now.asksTheSame(as: question) {
            ask(now)
            state.view.hint = Self.questionChanged
        } else {
            emit(question.action)
        }
    }

    /// Answers the oldest question of an app.
    mutating func consent(_ answer: ConsentAnswer) throws(SlashCommand.Mistake) {
        guard let request = state.consents.first else { throw SlashCommand.Mistake(text: "No questions are waiting") }
        state.consents.removeFirst()
        emit(.answerConsent(id: request.id, answer: answer))
    }

    /// Selects a conversation; with nil, moves to the list.
    mutating func go(to text: String?) throws(SlashCommand.Mistake) {
        leaveShelf()
        guard let text else {
            state.view.pane = .list
            return
        }
        let row = try conversation(text)
        state.view.pane = .thread
        select(row.id)
    }

    /// Opens the conversation whose name has these letters.
    mutating func switchConversation(to text: String) throws(SlashCommand.Mistake) {
        let (rows, word) = (SwitcherContent.fitting(text, state.conversations), SearchWords.folded(text))
        // A complete name takes precedence over the beginning of a name, and that over single letters.
        let whole = rows.filter { Self.title($0) == word }
        let begun = rows.filter { Self.title($0).hasPrefix(word) }
        guard let row = try only(whole.isEmpty ? begun.isEmpty ? rows : begun : whole, for: text) else {
            throw SlashCommand.Mistake(text: "No conversation matches “\(CleanText.line(text))”")
        }
        turn(to: row.id)
    }

    /// Returns the id of the item in Shared with You that a number or an address identifies.
    func highlight(_ text: String) throws(SlashCommand.Mistake) -> String {
        let urls = state.shelf.map(\.url)
        let number = try Int(text).flatMap { number throws(SlashCommand.Mistake) in
            try place(number, in: ViewState.shelfList, of: urls)
        }
        guard let index = number ?? urls.firstIndex(of: text) else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is not in Shared with You: see /shelf")
        }
        return state.shelf[index].id
    }

    /// Returns the conversation that a number, an id, a name, the beginning of a name or the other person's handle
    /// identifies.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no conversation fits, or several do.
    private func conversation(_ text: String) throws(SlashCommand.Mistake) -> ConversationRow {
        let rows = state.conversations
        if let row = rows.first(where: { $0.id.rawValue == text }) { return row }
        let word = SearchWords.folded(text)
        let handle = Handle(typed: text)?.rawValue
        if let row = rows.first(where: { handle == text && otherHandle(in: $0.id) == handle }) { return row }
        var fitting = rows.filter { Self.title($0) == word || handle != nil && otherHandle(in: $0.id) == handle }
        if fitting.isEmpty, let number = Int(text),
            let index = try place(number, in: ViewState.conversationsList, of: rows.map(\.id.rawValue))
        {
            return rows[index]
        }
        // A group is not meant by the name of one of its members, with which its title may begin.
        if fitting.isEmpty { fitting = rows.filter { Self.title($0).hasPrefix(word) && !isMember(word, of: $0.id) } }
        guard let row = try only(fitting, for: text) else {
            throw SlashCommand.Mistake(
                text: "There is no conversation called “\(CleanText.line(text))”", reason: .notFound)
        }
        return row
    }

    private static func title(_ row: ConversationRow) -> String { SearchWords.folded(CleanText.line(row.title)) }

    /// Returns the one conversation that fits a text; nil if none fits.
    ///
    /// - Throws: A sentence that names the conversations, if several fit.
    private func only(_ fitting: [ConversationRow], for text: String) throws(SlashCommand.Mistake) -> ConversationRow? {
        guard fitting.count > 1 else { return fitting.first }
        let names = fitting.prefix(Self.namesMax).map { row in
            let name = "“\(CleanText.line(row.title))”"
            return fitting.count { Self.title($0) == Self.title(row) } == 1
                ? name : "\(row.id) \(name) (\(others(in: row.id)))"
        }
        let more = fitting.count - names.count
        throw SlashCommand.Mistake(
            text: "\(fitting.count) conversations fit “\(CleanText.line(text))”: \(names.joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : "") + ". Give the whole name, or an id", reason: .conflict)
    }

    private static let namesMax = 6

    /// Returns the handles of the other members, which distinguish conversations of the same name.
    private func others(in conversation: ConversationID) -> String {
        let others = state.threads[conversation]?.members.filter { !$0.isOwn } ?? []
        return others.map(\.handle).joined(separator: ", ")
    }

    /// Returns true if a folded text is the whole name or the handle of another member.
    private func isMember(_ word: String, of conversation: ConversationID) -> Bool {
        state.threads[conversation]?.members.contains { member in
            !member.isOwn && (member.handle == word || SearchWords.folded(CleanText.line(member.name)) == word)
        } == true
    }

    /// Returns the handle of the only other member of a conversation; nil for a group.
    private func otherHandle(in conversation: ConversationID) -> String? {
        let others = state.threads[conversation]?.members.filter { $0.handle != state.handle } ?? []
        return others.count == 1 ? others[0].handle : nil
    }

    /// The open thread. Throws a `SlashCommand.Mistake` if no conversation is open.
    var openThread: ThreadState {
        get throws(SlashCommand.Mistake) {
            if let thread = state.selectedThread { return thread }
            throw SlashCommand.Mistake(text: "No conversation is open")
        }
    }

    /// Returns the id of an app, given its name or id.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no known app fits and the text is not an id with a dot.
    func app(_ name: String) throws(SlashCommand.Mistake) -> AppID {
        let word = SearchWords.folded(name)
        let apps = state.settings.apps
        if let app = apps.first(where: { SearchWords.folded($0.title) == word || $0.id.rawValue.lowercased() == word })
        {
            return app.id
        }
        // An app that this person has not used yet is known only by its id.
        if name.contains("."), !name.contains(where: \.isWhitespace) { return AppID(name) }
        let known = apps.map { CleanText.line($0.title) }.joined(separator: ", ")
        throw SlashCommand.Mistake(
            text: "There is no app “\(CleanText.line(name))”." + (known.isEmpty ? "" : " Apps: \(known).")
                + " Name any other app by its id, such as com.example.notes")
    }

    /// Returns the link of a number or an address. An address without a scheme gets `https://`.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no link has the number, or the text is neither a number nor an address.
    func link(_ text: String) throws(SlashCommand.Mistake) -> String {
        if let number = Int(text) {
            guard let card = state.selectedThread?.card(numbered: number) else {
                throw SlashCommand.Mistake(text: "There is no link \(number) here", reason: .notFound)
            }
            return card.url
        }
        if text.contains("://") { return text }
        guard text.contains("."), !text.contains(where: \.isWhitespace) else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is neither a number nor an address")
        }
        return "https://" + text
    }
}

/// The values that commands and sheets share. ``CommandTable`` has the commands.
package enum SlashCommand {
    /// The reason why the client refuses an action, for the person to read.
    package struct Mistake: Error, Equatable, Sendable {
        /// One sentence.
        package let text: String
        /// The error reason of the wire protocol: the one that the server would give for the same request.
        package var reason = RPCError.Reason.invalidParams

        package init(text: String, reason: RPCError.Reason = .invalidParams) {
            (self.text, self.reason) = (text, reason)
        }
    }

    /// Returns the first instant of a day `YEAR-MONTH-DAY` in UTC, in milliseconds since 1970; nil for any other text.
    /// It uses the days-from-civil algorithm of the proleptic Gregorian calendar.
    static func day(_ text: String) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...length).contains(day) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (shifted / 400 * 146_097 + dayOfEra - 719_468) * 86_400_000
    }

    /// Returns the typed handle as the server stores it.
    ///
    /// - Throws: A `Mistake` if it is not a valid handle.
    static func handle(_ text: String) throws(Mistake) -> String {
        guard let handle = Handle(typed: text) else {
            throw Mistake(text: "“\(CleanText.line(text))” is not a valid handle: \(Handle.rule)")
        }
        return handle.rawValue
    }
}

extension String {
    /// The text without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

/// The arguments of `/share`: a document of an app, with the choices for it.
struct SharedWords: Equatable {
    /// The title of the document.
    var title: String
    /// The name of its app; nil for the only known app.
    var app: String?
    /// The options to choose, given by their effects.
    var effects: [ShareOptions.Effect] = []
    /// True if a copy is sent.
    var isCopy = false
    /// The forms in which the document is sent in addition to its link. There are none unless the person names one,
    /// because the document has no content yet. Without one, a copy of a document that does not exist yet is a file.
    var forms: [Share.Representation] = []
}

extension SharedWords {
    private static let effects: [String: ShareOptions.Effect] = [
        "private": .private, "public": .public, "read": .readOnly, "write": .readWrite, "inviting": .inviting,
    ]

    private static let forms: [String: [Share.Representation]] = ["file": [.file], "text": [.text], "link": []]

    /// Parses `TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]`. A title that
    /// contains such words must be in quotes.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the arguments do not have this form or contradict each other.
    init(_ text: String) throws(SlashCommand.Mistake) {
        func wrong(_ text: String) -> SlashCommand.Mistake { SlashCommand.Mistake(text: text) }
        let usage = "/share TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]"
        var title: String?
        var rest = text
        if text.hasPrefix("\"") {
            let inner = text.dropFirst().prefix { $0 != "\"" }
            guard inner.count + 2 <= text.count else { throw wrong("The closing quote is missing: /share \"TITLE\"") }
            title = String(inner).trimmed
            rest = String(text.dropFirst(inner.count + 2)).trimmed
        }
        var words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
        var effects: [ShareOptions.Effect] = []
        var isCopy = false
        var forms: [Share.Representation]?
        if words.count > (title == nil ? 2 : 1), words[words.count - 2] == "as",
            let named = words.last.flatMap({ Self.forms[$0] })
        {
            forms = named
            words.removeLast(2)
        }
        while let last = words.last, title != nil || words.count > 1, last == "copy" || Self.effects[last] != nil {
            if last == "copy" { isCopy = true }
            if let effect = Self.effects[last] { effects.insert(effect, at: 0) }
            words.removeLast()
        }
        for pair in [[ShareOptions.Effect.private, .public], [.readOnly, .readWrite]]
        where pair.allSatisfy(effects.contains) {
            throw wrong("One of \(pair[0] == .private ? "private and public" : "read and write"), not both")
        }
        var app: String?
        if let with = words.lastIndex(of: "with"), with + 1 < words.count, title != nil || with > 0 {
            app = words[(with + 1)...].joined(separator: " ")
            words = Array(words[..<with])
        }
        guard title == nil || words.isEmpty else { throw wrong(usage) }
        let name = title ?? words.joined(separator: " ")
        guard !name.isEmpty else { throw wrong(usage) }
        self.init(title: name, app: app, effects: effects, isCopy: isCopy, forms: forms ?? [])
    }
}
