import ChatProtocol
import ChatTerminal

/// Slash commands and their completion.
extension ChatUpdate {
    /// Runs a line that begins with a slash. A line with a mistake stays in the composer, to be mended.
    mutating func run(_ line: String) {
        let draft = state.view.draft
        let place = state.view.selected
        // What was cleared to write the command can be undone or put back by Ctrl-Y.
        var before = draft
        before.rewrite("")
        var purpose = state.view.purpose
        if case .command(let put, let then)? = purpose { (before, purpose) = (put, then) }
        do {
            let command = try SlashCommand(line)
            // It leaves the composer in which it stands before it goes anywhere else.
            state.view.draft = before
            try perform(command)
            remember(line)
            if case .command? = state.view.purposes[place ?? ""] { state.view.purposes[place ?? ""] = purpose }
        } catch {
            if state.view.selected == place { state.view.draft = draft }
            state.view.hint = error.text
        }
    }

    /// What a command asks for; `--plain` runs its lines through this too.
    ///
    /// - Throws: a `SlashCommand.Mistake` with the sentence to show.
    package mutating func perform(_ command: SlashCommand) throws(SlashCommand.Mistake) {
        switch command {
        case .new(let handles, let name) where handles.isEmpty && name == nil: compose()
        case .new(let handles, let name): emit(.createConversation(handles: handles, name: name))
        case .look(let look): state.view.look = look
        case .older:
            let thread = try openThread
            guard thread.hasOlder else { throw SlashCommand.Mistake(text: "Nothing older is here") }
            guard !thread.isLoadingOlder else { return }
            state.threads[thread.conversation]?.isLoadingOlder = true
            emit(.loadOlder(conversation: thread.conversation))
        case .choose(let number, let text): try choose(number, writing: text)
        case .inbox: present(.inbox)
        case .switcher: switchConversation()
        case .switchTo(let letters):
            guard let row = SwitcherContent.fitting(letters, state.conversations).first else {
                throw SlashCommand.Mistake(text: "No conversation has the letters of “\(CleanText.line(letters))”")
            }
            turn(to: row.id)
        case .date(let day):
            _ = try openThread
            open()
            state.view.replies = nil
            state.view.target = .firstSince(day - state.utcOffset)
        case .to(let text):
            try go(to: text)
            if !text.isEmpty { open() }
        case .peek(let text): try go(to: text)
        case .shelf:
            state.view.isShelfShown = true
            state.view.isShelfLeft = false
            state.view.shelfFocus = 0
            emit(.loadShelf)
        case .hide(let text?):
            let place = Int(text).map { $0 - 1 } ?? state.shelf.firstIndex { $0.url == text }
            guard let place, state.shelf.indices.contains(place) else {
                throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is not in Shared with You: see /shelf")
            }
            emit(.hideHighlight(id: state.shelf[place].id))
        case .hide(nil):
            guard let removed = state.view.removedHighlight else {
                throw SlashCommand.Mistake(text: "Nothing was taken out of Shared with You")
            }
            emit(.restoreHighlight(id: removed))
        case .settings:
            state.view.sheet = .settings
            emit(.loadSettings)
        case .automatic(let isOn, nil): emit(.setEverywhere(isOn))
        case .automatic(let isOn, let name?): emit(.setApp(id: try app(name), isOn: isOn))
        case .audit(let name):
            emit(.loadAudit(app: try name.map { name throws(SlashCommand.Mistake) in try app(name) }))
        case .help:
            state.view.sheet = .help
        case .notices:
            state.view.sheet = .notices
        case .message(let command, let number): try perform(command, number: number)
        case .conversation(let command): try perform(command)
        case .collaboration(let command): try perform(command)
        case .search(let text):
            openSearch()
            guard !text.isEmpty else { return }
            state.view.search?.query = LineEditor(text)
            search()
        case .numbers:
            let lines = numbers()
            state.view.sheet = .text(
                title: "Messages", body: lines.isEmpty ? ["There is no message here."] : lines)
        case .answer(let isYes):
            guard let question = state.view.question else { throw SlashCommand.Mistake(text: "Nothing asks now") }
            state.view.question = nil
            if !isYes { state.view.hint = "Nothing was done" }
            if isYes { emit(question.action) }
        case .quit: quit()
        case .addContact(let handle): emit(.addContact(handle: handle))
        case .removeContact(let handle): emit(.removeContact(handle: handle))
        case .block(let handle, let isBlocked): emit(.block(handle: handle, isBlocked))
        case .consent(let answer):
            guard let request = state.consents.first else { throw SlashCommand.Mistake(text: "Nothing asks now") }
            state.consents.removeFirst()
            emit(.answerConsent(id: request.id, answer: answer))
        case .open(let text): emit(.openLink(url: try link(text), notice: nil))
        case .explain(let text): emit(.explain(about: (try? link(text)) ?? text))
        case .pin(let text):
            let id = try openThread.conversation
            emit(.pin(url: try link(text), conversation: id))
        case .unpin(let text):
            let id = try openThread.conversation
            emit(.unpin(url: try link(text), conversation: id))
        }
    }

    private mutating func go(to text: String) throws(SlashCommand.Mistake) {
        leaveShelf()
        guard !text.isEmpty else {
            state.view.pane = .list
            return
        }
        let word = text.lowercased()
        let titles = state.conversations.map { CleanText.line($0.title).lowercased() }
        let index =
            Int(text).map { $0 - 1 } ?? titles.firstIndex(of: word) ?? titles.firstIndex { $0.hasPrefix(word) } ?? -1
        guard state.conversations.indices.contains(index) else {
            throw SlashCommand.Mistake(
                text: "No conversation “\(CleanText.line(text))” is here", reason: .notFound)
        }
        state.view.pane = .thread
        select(state.conversations[index].id)
    }

    /// The thread that is open.
    var openThread: ThreadState {
        get throws(SlashCommand.Mistake) {
            if let thread = state.selectedThread { return thread }
            throw SlashCommand.Mistake(text: "No conversation is open")
        }
    }

    /// The app that is called so, by its id.
    func app(_ name: String) throws(SlashCommand.Mistake) -> String {
        let word = name.lowercased()
        let apps = state.settings.apps
        if let app = apps.first(where: { $0.title.lowercased() == word || $0.id.lowercased() == word }) {
            return app.id
        }
        // An app that this person has met nothing of yet is known by its id alone.
        if name.contains("."), !name.contains(where: \.isWhitespace) { return name }
        let known = apps.map { CleanText.line($0.title) }.joined(separator: ", ")
        throw SlashCommand.Mistake(
            text: "No app “\(CleanText.line(name))” is here" + (known.isEmpty ? "" : ": there are \(known)")
                + "; any other goes by its id, such as com.example.notes")
    }

    /// The link that a number or an address means.
    func link(_ text: String) throws(SlashCommand.Mistake) -> String {
        if let number = Int(text) {
            guard let card = state.selectedThread?.card(numbered: number) else {
                throw SlashCommand.Mistake(text: "There is no link \(number) here", reason: .notFound)
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
    mutating func complete() {
        let text = state.view.draft.text
        guard text.hasPrefix("/") else {
            if completeMention() || completeEmoji() { return }
            if text.isEmpty { state.view.pane = .list }
            return
        }
        var stem = "/"
        var words = SlashCommand.words
        for (command, offered) in arguments() where text.hasPrefix("/\(command) ") {
            (stem, words) = ("/\(command) ", offered)
        }
        if let folder = folderToComplete(text) { return emit(.listFolder(path: folder.path)) }
        if text.hasPrefix("/new "), let blank = text.lastIndex(of: " ") {
            // One handle behind the other.
            (stem, words) = (String(text[...blank]), known)
        }
        complete(String(text.dropFirst(stem.count)), behind: stem, with: words)
    }

    /// Writes what all fitting words begin with; of one alone, all of it.
    ///
    /// - Parameter writing: how a word is written, whole or begun.
    private mutating func complete(
        _ begun: String, behind stem: String, with words: [String],
        writing: (String, _ isWhole: Bool) -> String = { $0 + ($1 ? " " : "") }
    ) {
        let fitting = words.filter { $0.lowercased().hasPrefix(begun.lowercased()) }
        guard let first = fitting.first else {
            state.view.hint = "Nothing begins with \(CleanText.line(stem + begun))"
            return
        }
        if fitting.count == 1 { return state.view.draft.rewrite(stem + writing(first, true)) }
        var common = Substring(first)
        for word in fitting { while !word.lowercased().hasPrefix(common.lowercased()) { common.removeLast() } }
        state.view.draft.rewrite(stem + writing(String(common), false))
        state.view.hint = fitting.map { (stem == "/" ? stem : "") + CleanText.line($0) }.joined(separator: "  ")
    }

    /// The folder whose files complete what is written behind `/attach`, and the name that is begun; nil behind
    /// anything else. A path may stand in quotes, or have a backslash before its blanks.
    private func folderToComplete(_ text: String) -> (path: String, begun: String)? {
        guard text.hasPrefix("/attach ") else { return nil }
        var path = text.dropFirst(8)
        if path.hasPrefix("\"") { path = path.dropFirst() }
        let plain = String(path.replacing("\\ ", with: " "))
        let end = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
        let folder = String(plain[..<end])
        return (path: folder.isEmpty ? "./" : folder, begun: String(plain[end...]))
    }

    /// Goes on with a completion that waited for the files of a folder.
    package mutating func completePath() {
        let text = state.view.draft.text
        guard let listed = state.folder, let folder = folderToComplete(text), listed.path == folder.path else { return }
        let isBare = folder.path == "./" && !text.contains("./")
        complete(
            folder.begun, behind: "/attach ", with: listed.entries.map { $0.name + ($0.isFolder ? "/" : "") }
        ) { name, isWhole in
            let path = (isBare ? "" : folder.path) + name
            let isEnd = isWhole && !path.hasSuffix("/")
            return path.contains(" ") ? "\"" + path + (isEnd ? "\" " : "") : path + (isEnd ? " " : "")
        }
    }

    /// Who is in any conversation.
    private var known: [String] {
        Set(state.threads.values.flatMap(\.members).filter { !$0.isOwn }.map(\.handle)).sorted()
    }

    /// What completion offers behind a command.
    private func arguments() -> [(command: String, words: [String])] {
        let others = state.selectedThread?.members.filter { !$0.isOwn }.map(\.handle) ?? []
        return [
            ("to", state.conversations.map(\.title)), ("peek", state.conversations.map(\.title)), ("add", known),
            ("contact", ["add", "remove", "block", "unblock"]), ("contact add", known), ("react", Tapback.words),
            ("remove", others),
            ("receipts", ["on", "off"]), ("mentions", ["on", "off"]), ("links", ["on", "off"]),
            ("auto", ["on", "off"]), ("audit", state.settings.apps.map(\.title)),
        ] + collaborationArguments()
    }

    /// Completes an emoji's name behind a colon.
    private mutating func completeEmoji() -> Bool {
        let text = state.view.draft.text
        guard let word = text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last,
            word.hasPrefix(":"), word.count > 1
        else { return false }
        let fitting = EmojiNames.fitting(word.dropFirst().filter { $0 != ":" })
        guard let first = fitting.first else {
            state.view.hint = "No emoji is called \(CleanText.line(word))"
            return true
        }
        if fitting.count > 1, fitting[0].name != word.dropFirst() {
            state.view.hint = fitting.prefix(8).map { ":\($0.name) \($0.emoji)" }.joined(separator: "  ")
            if !fitting[0].name.hasPrefix(word.dropFirst().lowercased()) || word.count < 4 { return true }
        }
        state.view.draft.rewrite(text.dropLast(word.count) + first.emoji + " ")
        return true
    }

    /// Completes a member's name behind an `@` (`mention-syntax`).
    private mutating func completeMention() -> Bool {
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
        state.view.draft.rewrite(text.dropLast(word.count) + "@" + name + " ")
        return true
    }
}
