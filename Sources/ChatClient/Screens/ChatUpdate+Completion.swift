import ChatTerminal

/// Tab: what completes what is written in the composer.
extension ChatUpdate {
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
