import ChatTerminal

/// Slash commands and their completion.
extension ChatUpdate {
    /// Runs a line that begins with a slash. A line with a mistake stays in the composer, to be mended.
    static func run(_ line: String, _ state: inout ChatState) -> [ChatAction] {
        do {
            let actions = try actions(for: SlashCommand(line), &state)
            _ = state.view.draft.take()
            return actions
        } catch {
            state.view.hint = error.text
            return []
        }
    }

    /// What a command asks for; `--plain` runs its lines through this too.
    ///
    /// - Throws: a `SlashCommand.Mistake` with the sentence to show.
    package static func actions(
        for command: SlashCommand, _ state: inout ChatState
    ) throws(SlashCommand.Mistake) -> [ChatAction] {
        switch command {
        case .new(let handles, let name): return [.createConversation(handles: handles, name: name)]
        case .to(let text): return try go(to: text, &state)
        case .shelf:
            state.view.isShelfShown = true
            state.view.shelfFocus = 0
            return [.loadShelf]
        case .settings:
            state.view.sheet = .settings
            return [.loadSettings]
        case .automatic(let isOn, nil): return [.setEverywhere(isOn)]
        case .automatic(let isOn, let name?): return [.setApp(id: try app(name, state), isOn: isOn)]
        case .audit(let name):
            return [.loadAudit(app: try name.map { name throws(SlashCommand.Mistake) in try app(name, state) })]
        case .help:
            state.view.sheet = .help
            return []
        case .notices:
            state.view.sheet = .notices
            return []
        case .message(let command, let number): return try actions(for: command, number: number, &state)
        case .conversation(let command): return try actions(for: command, &state)
        case .collaboration(let command): return try actions(for: command, &state)
        case .search(let text):
            openSearch(&state)
            guard !text.isEmpty else { return [] }
            state.view.search?.query = LineEditor(text)
            return search(&state)
        case .numbers:
            let lines = numbers(state)
            state.view.sheet = .text(
                title: "Messages", body: lines.isEmpty ? ["There is no message here."] : lines)
            return []
        case .answer(let isYes):
            guard let question = state.view.question else { throw SlashCommand.Mistake(text: "Nothing asks now") }
            state.view.question = nil
            if !isYes { state.view.hint = "Nothing was done" }
            return isYes ? [question.action] : []
        case .quit: return [.quit]
        case .addContact(let handle): return [.addContact(handle: handle)]
        case .removeContact(let handle): return [.removeContact(handle: handle)]
        case .block(let handle, let isBlocked): return [.block(handle: handle, isBlocked)]
        case .consent(let answer):
            guard let request = state.consents.first else { throw SlashCommand.Mistake(text: "Nothing asks now") }
            state.consents.removeFirst()
            return [.answerConsent(id: request.id, answer: answer)]
        case .open(let text): return [.openLink(url: try link(text, state), notice: nil)]
        case .explain(let text): return [.explain(about: (try? link(text, state)) ?? text)]
        case .pin, .unpin:
            guard let id = state.view.selected, let thread = state.threads[id] else {
                throw SlashCommand.Mistake(text: "No conversation is open")
            }
            return try actions(for: command, in: thread, state)
        }
    }

    private static func go(to text: String, _ state: inout ChatState) throws(SlashCommand.Mistake) -> [ChatAction] {
        state.view.isShelfShown = false
        guard !text.isEmpty else {
            state.view.pane = .list
            return []
        }
        let word = text.lowercased()
        let titles = state.conversations.map { CleanText.line($0.title).lowercased() }
        let index =
            Int(text).map { $0 - 1 } ?? titles.firstIndex(of: word) ?? titles.firstIndex { $0.hasPrefix(word) } ?? -1
        guard state.conversations.indices.contains(index) else {
            throw SlashCommand.Mistake(text: "No conversation “\(CleanText.line(text))” is here")
        }
        state.view.pane = .thread
        return select(state.conversations[index].id, in: &state)
    }

    private static func actions(
        for command: SlashCommand, in thread: ThreadState, _ state: ChatState
    ) throws(SlashCommand.Mistake) -> [ChatAction] {
        let id = thread.conversation
        switch command {
        case .pin(let text): return [.pin(url: try link(text, state), conversation: id)]
        case .unpin(let text): return [.unpin(url: try link(text, state), conversation: id)]
        default: return []
        }
    }

    /// The app that is called so, by its id.
    static func app(_ name: String, _ state: ChatState) throws(SlashCommand.Mistake) -> String {
        let word = name.lowercased()
        let apps = state.settings.apps
        if let app = apps.first(where: { $0.title.lowercased() == word || $0.id.lowercased() == word }) {
            return app.id
        }
        let known = apps.map { CleanText.line($0.title) }.joined(separator: ", ")
        throw SlashCommand.Mistake(
            text: "No app “\(CleanText.line(name))” is here" + (known.isEmpty ? "" : ": there are \(known)"))
    }

    /// The link that a number or an address means.
    static func link(_ text: String, _ state: ChatState) throws(SlashCommand.Mistake) -> String {
        if let number = Int(text) {
            guard let card = state.selectedThread?.card(numbered: number) else {
                throw SlashCommand.Mistake(text: "There is no link \(number) here")
            }
            return card.url
        }
        if text.contains("://") { return text }
        guard text.contains("."), !text.contains(where: \.isWhitespace) else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is no number and no address of a link")
        }
        return "https://" + text
    }

    /// Tab: completes a command, or goes to the list where nothing is written.
    static func complete(_ state: inout ChatState) -> [ChatAction] {
        let text = state.view.draft.text
        guard text.hasPrefix("/") else {
            if completeMention(&state) { return [] }
            if text.isEmpty { state.view.pane = .list }
            return []
        }
        var stem = "/"
        var words = SlashCommand.words
        for (command, offered) in arguments(state) where text.hasPrefix("/\(command) ") {
            (stem, words) = ("/\(command) ", offered)
        }
        let begun = text.dropFirst(stem.count)
        guard !begun.contains(" ") else { return [] }
        let fitting = words.filter { $0.hasPrefix(begun) }
        guard let first = fitting.first else {
            state.view.hint = "No command begins with \(CleanText.line(text))"
            return []
        }
        if fitting.count == 1 {
            state.view.draft = LineEditor(stem + first + " ")
            return []
        }
        var common = Substring(first)
        for word in fitting { while !word.hasPrefix(common) { common.removeLast() } }
        state.view.draft = LineEditor(stem + String(common))
        state.view.hint = fitting.map { stem + $0 }.joined(separator: "  ")
        return []
    }

    /// What completion offers behind a command.
    private static func arguments(_ state: ChatState) -> [(command: String, words: [String])] {
        let others = state.selectedThread?.members.filter { !$0.isOwn }.map(\.handle) ?? []
        return [
            ("contact", ["add", "remove"]), ("react", Tapback.words), ("remove", others),
            ("receipts", ["on", "off"]), ("mentions", ["on", "off"]), ("links", ["on", "off"]),
            ("auto", ["on", "off"]), ("audit", state.settings.apps.map(\.title)),
        ] + collaborationArguments(state)
    }

    /// Completes a member's name behind an `@` (`mention-syntax`).
    private static func completeMention(_ state: inout ChatState) -> Bool {
        let text = state.view.draft.text
        guard let word = text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last,
            word.hasPrefix("@"), let members = state.selectedThread?.members
        else { return false }
        let begun = word.dropFirst().lowercased()
        let fitting = members.filter { !$0.isOwn }.map(\.name).filter { $0.lowercased().hasPrefix(begun) }
        guard let name = fitting.first else {
            state.view.hint = "Nobody here is called \(CleanText.line(word))"
            return true
        }
        if fitting.count > 1 {
            state.view.hint = fitting.map { "@" + CleanText.line($0) }.joined(separator: "  ")
            return true
        }
        state.view.draft = LineEditor(text.dropLast(word.count) + "@" + name + " ")
        return true
    }
}
