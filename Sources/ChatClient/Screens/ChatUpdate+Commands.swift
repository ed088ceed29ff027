import ChatProtocol
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
    /// - Returns: True if the command was about a collaboration.
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show. The caller must send nothing then.
    @discardableResult
    package mutating func perform(_ line: String) throws(SlashCommand.Mistake) -> Bool {
        let words = line.dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
        let word = words.first ?? ""
        let rest = String(line.dropFirst(1 + word.count)).trimmed
        if !rest.isEmpty, let mistake = SlashCommand.mistake(inWordsOf: word) { throw mistake }
        if try perform(word, rest, Array(words.dropFirst())) { return false }
        if try performOnMessage(word, rest) { return false }
        if try performOnDeleted(word, rest) { return false }
        if try performOnCollaboration(word, rest) { return true }
        if try performOnConversation(word, rest) { return false }
        let near =
            SlashCommand.words.first { !word.isEmpty && $0.hasPrefix(word) }.map { " Did you mean /\($0)?" } ?? ""
        throw SlashCommand.Mistake(
            text: "There is no /\(word).\(near) /help lists the commands; // sends a slash")
    }

    /// Performs a general command: one that is not about a message, a deletion, a conversation or a collaboration.
    ///
    /// - Returns: False if the word is none of these commands.
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show.
    private mutating func perform(
        _ word: String, _ rest: String, _ words: [String]
    ) throws(SlashCommand.Mistake) -> Bool {
        switch word {
        case "new": try begin(words)
        case "to":
            try go(to: rest)
            if !rest.isEmpty { open() }
        case "peek": try go(to: try SlashCommand.needed(rest, "/peek N, or /peek NAME"))
        case "pin":
            let text = try SlashCommand.needed(rest, "/pin N, or /pin URL")
            let id = try openThread.conversation
            emit(.pin(url: try link(text), conversation: id))
        case "unpin":
            let text = try SlashCommand.needed(rest, "/unpin N, or /unpin URL")
            let id = try openThread.conversation
            emit(.unpin(url: try link(text), conversation: id))
        case "open":
            emit(.openLink(url: try link(try SlashCommand.needed(rest, "/open N, or /open URL")), notice: nil))
        case "explain":
            let text = try SlashCommand.needed(rest, "/explain N, or /explain URL")
            emit(.explain(about: Int(text) == nil ? (try? link(text)) ?? text : try link(text)))
        case "shelf":
            state.view.isShelfShown = true
            state.view.isShelfLeft = false
            state.view.shelfFocus = 0
            emit(.loadShelf)
        case "hide":
            let text = try SlashCommand.needed(rest, "/hide N, or /hide URL, as listed by /shelf")
            let urls = state.shelf.map(\.url)
            let number = try Int(text).flatMap { number throws(SlashCommand.Mistake) in
                try self.place(number, in: ViewState.shelfList, of: urls)
            }
            guard let place = number ?? urls.firstIndex(of: text) else {
                throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is not in Shared with You: see /shelf")
            }
            emit(.hideHighlight(id: state.shelf[place].id))
        case "unhide":
            guard let removed = state.view.removedHighlights.last else {
                throw SlashCommand.Mistake(text: "No link was removed from Shared with You")
            }
            emit(.restoreHighlight(id: removed))
        case "settings":
            present(.settings)
            emit(.loadSettings)
        case "auto":
            guard let isOn = words.first?.isOn else {
                throw SlashCommand.Mistake(text: "/auto on, or /auto off; with an app's name only for that app")
            }
            let name = words.dropFirst().joined(separator: " ")
            emit(name.isEmpty ? .setEverywhere(isOn) : .setApp(id: try app(name), isOn: isOn))
        case "audit": emit(.loadAudit(app: rest.isEmpty ? nil : try app(rest)))
        case "contact":
            let usage = "/contact add HANDLE, or remove, block, unblock"
            guard words.count == 2 else { throw SlashCommand.Mistake(text: usage) }
            let handle = try SlashCommand.handle(words[1], usage)
            switch words[0] {
            case "add": emit(.addContact(handle: handle))
            case "remove": emit(.removeContact(handle: handle))
            case "block": emit(.block(handle: handle, true))
            case "unblock": emit(.block(handle: handle, false))
            default: throw SlashCommand.Mistake(text: usage)
            }
        case "search":
            if !rest.isEmpty, let obstacle = obstacleToSearching { throw obstacle }
            openSearch()
            guard !rest.isEmpty else { break }
            state.view.search?.query = LineEditor(rest, isOneLine: true)
            search()
        case "numbers":
            let lines = numbers()
            present(.text(title: "Messages", body: lines.isEmpty ? ["There is no message here."] : lines))
        case "yes", "no":
            guard let question = state.view.question else {
                throw SlashCommand.Mistake(text: "No questions are waiting")
            }
            state.view.question = nil
            if word == "yes", let why = state.obstacle(to: question.action) {
                throw Self.obstacle(to: question.action, in: state)
                    ?? SlashCommand.Mistake(text: why, reason: .notFound)
            }
            // The facts in the question may have changed since it was printed.
            if word == "yes", let now = state.requoted(question), !now.asksTheSame(as: question) {
                ask(now)
                state.view.hint = Self.questionChanged
                break
            }
            if word == "yes" { emit(question.action) } else { state.view.hint = "Cancelled" }
        case "allow": try consent(.allow)
        case "notnow": try consent(.notNow)
        case "never": try consent(.never)
        case "notices" where rest.isEmpty: present(.notices)
        case "older":
            let thread = try openThread
            guard thread.hasOlder else { throw SlashCommand.Mistake(text: "No older messages") }
            guard !thread.isLoadingOlder else { break }
            state.threads[thread.conversation]?.isLoadingOlder = true
            emit(.loadOlder(conversation: thread.conversation))
        case "choose":
            guard let number = words.first.flatMap({ Int($0) }), number > 0 else {
                throw SlashCommand.Mistake(text: "/choose N, or /choose N TEXT for a choice with a text")
            }
            try choose(number, writing: words.dropFirst().joined(separator: " "))
        case "inbox": present(.inbox)
        case "switch" where rest.isEmpty: switchConversation()
        case "switch":
            let (rows, word) = (SwitcherContent.fitting(rest, state.conversations), SearchWords.folded(rest))
            // A complete name takes precedence over the beginning of a name, and that over single letters.
            let whole = rows.filter { Self.title($0) == word }
            let begun = rows.filter { Self.title($0).hasPrefix(word) }
            guard let row = try only(whole.isEmpty ? begun.isEmpty ? rows : begun : whole, for: rest) else {
                throw SlashCommand.Mistake(text: "No conversation matches “\(CleanText.line(rest))”")
            }
            turn(to: row.id)
        case "date":
            guard let day = SlashCommand.day(rest) else {
                throw SlashCommand.Mistake(text: "/date YEAR-MONTH-DAY, such as /date 2026-11-20")
            }
            _ = try openThread
            open()
            leaveReplies()
            state.view.target = .firstSince(day - state.utcOffset)
        case "look":
            guard let look = SheetLook(rawValue: rest) else {
                throw SlashCommand.Mistake(text: "/look touch, or /look desktop")
            }
            state.view.look = look
        case "help": present(.help)
        case "quit": quit()
        default: return false
        }
        return true
    }

    /// Creates a conversation with the named people; without names, opens the sheet for a new conversation.
    private mutating func begin(_ words: [String]) throws(SlashCommand.Mistake) {
        var handles = Array(words.prefix { $0 != "as" })
        let name = words.dropFirst(handles.count + 1).joined(separator: " ")
        guard !words.isEmpty else { return compose() }
        guard !handles.isEmpty else { throw SlashCommand.Mistake(text: "/new HANDLE…, or /new HANDLE… as NAME") }
        for index in handles.indices { handles[index] = try SlashCommand.handle(handles[index], "") }
        emit(.createConversation(handles: handles, name: name.isEmpty ? nil : name))
    }

    private mutating func consent(_ answer: ConsentAnswer) throws(SlashCommand.Mistake) {
        guard let request = state.consents.first else { throw SlashCommand.Mistake(text: "No questions are waiting") }
        state.consents.removeFirst()
        emit(.answerConsent(id: request.id, answer: answer))
    }

    private mutating func go(to text: String) throws(SlashCommand.Mistake) {
        leaveShelf()
        guard !text.isEmpty else {
            state.view.pane = .list
            return
        }
        let row = try conversation(text)
        state.view.pane = .thread
        select(row.id)
    }

    /// Returns the conversation that a number, an id, a name, the beginning of a name or the other person's handle
    /// identifies.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no conversation fits, or several do.
    private func conversation(_ text: String) throws(SlashCommand.Mistake) -> ConversationRow {
        let rows = state.conversations
        if let row = rows.first(where: { $0.id == text }) { return row }
        let word = SearchWords.folded(text)
        let handle = Handle(typed: text)?.rawValue
        if let row = rows.first(where: { handle == text && otherHandle(in: $0.id) == handle }) { return row }
        var fitting = rows.filter { Self.title($0) == word || handle != nil && otherHandle(in: $0.id) == handle }
        if fitting.isEmpty, let number = Int(text),
            let index = try place(number, in: ViewState.conversationsList, of: rows.map(\.id))
        {
            return rows[index]
        }
        if fitting.isEmpty { fitting = rows.filter { Self.title($0).hasPrefix(word) } }
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
    private func others(in conversation: String) -> String {
        let others = state.threads[conversation]?.members.filter { !$0.isOwn } ?? []
        return others.map(\.handle).joined(separator: ", ")
    }

    /// Returns the handle of the only other member of a conversation; nil for a group.
    private func otherHandle(in conversation: String) -> String? {
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
    func app(_ name: String) throws(SlashCommand.Mistake) -> String {
        let word = SearchWords.folded(name)
        let apps = state.settings.apps
        if let app = apps.first(where: { SearchWords.folded($0.title) == word || $0.id.lowercased() == word }) {
            return app.id
        }
        // An app that this person has not used yet is known only by its id.
        if name.contains("."), !name.contains(where: \.isWhitespace) { return name }
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
