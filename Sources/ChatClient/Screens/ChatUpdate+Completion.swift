import ChatProtocol
import ChatTerminal

/// The Tab key: completion of the text before the cursor.
extension ChatUpdate {
    /// Completes a command, `@name` or `:emoji`, or advances to the next candidate of the list. With an empty composer,
    /// moves to the conversation list, or to the options of a staged document.
    mutating func complete() {
        if step(completionBy: 1) { return }
        let text = state.view.draft.textBeforeCursor
        let word = String(text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last ?? "")
        let isCommand = text.hasPrefix("/") && !text.hasPrefix("//")
        let command = isCommand ? CommandTable.command(ofLine: text) : nil
        if word.hasPrefix(":"), !isCommand || command?.pattern.parameters.contains(where: \.takesEmoji) == true {
            return completeEmoji(word, behind: String(text.dropLast(word.count)))
        }
        if word.hasPrefix("@"), !isCommand || command?.pattern.parameters.contains(.text) == true {
            return completeMention(word, behind: String(text.dropLast(word.count)))
        }
        guard isCommand else {
            guard state.view.draft.isEmpty else { return }
            let isStaged = state.view.staged[state.view.selected ?? ""] != nil
            if isStaged { state.view.isAtOptions = true } else { state.view.pane = .list }
            return
        }
        guard text.contains(where: \.isWhitespace) else {
            return complete(String(text.dropFirst()), behind: "/", with: CommandTable.names)
        }
        if let folder = folderToComplete(text) { return emit(.listFolder(path: folder.path)) }
        guard let command, let (begun, stem, words) = candidates(for: command, text) else {
            return state.view.hint = "No completions after \(CleanText.line(text.trimmed))"
        }
        complete(begun, behind: stem, with: words)
    }

    /// Returns the words that can be the next argument of a command, and its beginning. A name may have blanks, so it
    /// begins as early as a name fits: after the command, or within the last words.
    ///
    /// - Returns: Nil if the command takes no more words that the client knows.
    private func candidates(
        for command: Command, _ text: String
    ) -> (begun: String, stem: String, words: [String])? {
        let words = text.dropFirst().split(whereSeparator: \.isWhitespace)
        let whole = text.last?.isWhitespace == true ? words.count : words.count - 1
        var last: (begun: String, stem: String, words: [String])?
        for count in [1] + Array(max(2, whole - 20)..<max(2, whole + 1)) {
            let start = count < words.count ? words[count].startIndex : text.endIndex
            let given = Array(words[..<min(count, words.count)])
            let fitting = command.pattern.continuations(of: given).flatMap { self.words(for: $0, after: given) }
                .filter { !given.dropFirst().contains($0[...]) }
            guard !fitting.isEmpty else { continue }
            let begun = String(text[start...])
            last = (begun, String(text[..<start]), fitting)
            let wanted = SearchWords.folded(begun)
            if fitting.contains(where: { SearchWords.folded($0).hasPrefix(wanted) }) { return last }
        }
        return last
    }

    /// Returns the words that complete a part of a command.
    private func words(for node: Pattern<CommandGrammar>.Node, after given: [Substring]) -> [String] {
        guard case .parameter(let parameter, _) = node else {
            if case .piece(let word) = node { return [String(word)] }
            return []
        }
        let thread = state.selectedThread
        let others = thread?.members.filter { !$0.isOwn }.map(\.handle) ?? []
        let row = given.dropFirst().first.flatMap { Int($0) }.flatMap { thread?.card(numbered: $0) }
            .flatMap { state.shares[$0.url] }
        switch parameter {
        case .link, .subject:
            let (links, pins) = (thread?.links ?? [], thread?.pins.map(\.url) ?? [])
            return given.first == "unpin" ? pins : links.filter { given.first != "pin" || !pins.contains($0) }
        case .collaboration:
            var numbers: Set<Int> = []
            for case .message(let message) in thread?.entries ?? [] {
                numbers.formUnion(message.cards.filter { state.shares[$0.url] != nil }.compactMap(\.number))
            }
            return numbers.sorted().map(String.init)
        case .highlight: return state.shelf.map(\.url)
        case .conversation: return state.conversations.map(\.title)
        case .deleted: return state.recentlyDeleted.rows.map(\.title)
        case .handle, .handles:
            return Set(state.threads.values.flatMap(\.members).filter { !$0.isOwn }.map(\.handle)).sorted()
        case .guests:
            return thread?.members.map(\.handle).filter { handle in
                row?.people.contains { $0.handle == handle } == false
            } ?? []
        case .participant, .participants:
            return row?.people.filter { !$0.isOwn && $0.role != .owner }.map(\.handle) ?? []
        case .member: return others
        case .app: return state.settings.apps.map(\.title)
        case .answer:
            let notice = thread?.waiting.first { !$0.actions.isEmpty }
            return (notice?.actions.map { $0.title.lowercased() } ?? []) + ["close"]
        case .tapback: return Tapback.words
        case .message, .number, .day, .emoji, .file, .name, .title, .text, .words: return []
        }
    }

    // MARK: The list

    /// Writes the next or the previous candidate of the list.
    ///
    /// - Returns: False if no list is shown.
    mutating func step(completionBy step: Int) -> Bool {
        guard let completion = state.completion else { return false }
        write(completion.next(step), of: completion)
        return true
    }

    /// Replaces the candidate in the composer with another one of the list.
    mutating func write(_ index: Int, of completion: Completion) {
        _ = state.view.draft.apply(.control("_"))
        state.view.draft.rewriteBeforeCursor(completion.candidates[index].text)
        state.view.completion = Completion(
            candidates: completion.candidates, chosen: index, version: state.view.draft.version)
    }

    /// Closes the list and restores the typed text.
    mutating func cancelCompletion() {
        _ = state.view.draft.apply(.control("_"))
        state.view.completion = nil
    }

    /// Writes the only candidate. With several, shows the list and writes their common beginning, or the first
    /// candidate if the beginning is no longer than the typed text.
    private mutating func offer(_ candidates: [Completion.Candidate], beginning: String? = nil) {
        guard let first = candidates.first else { return }
        state.view.draft.rewriteBeforeCursor(candidates.count == 1 ? first.text : beginning ?? first.text)
        guard candidates.count > 1 else { return }
        state.view.completion = Completion(
            candidates: candidates, chosen: beginning == nil ? 0 : nil, version: state.view.draft.version)
    }

    // MARK: Words

    /// Completes the beginning of a word with the words that fit.
    ///
    /// - Parameter writing: Returns the text to insert for a whole word or for a beginning.
    private mutating func complete(
        _ begun: String, behind stem: String, with words: [String],
        writing: (String, _ isWhole: Bool) -> String = { $0 + ($1 ? " " : "") }
    ) {
        let wanted = SearchWords.folded(begun)
        let fitting = words.filter { SearchWords.folded($0).hasPrefix(wanted) }
        guard let first = fitting.first else {
            state.view.hint = "No completions of \(CleanText.line(stem + begun))"
            return
        }
        var common = Substring(first)
        for word in fitting { while !word.lowercased().hasPrefix(common.lowercased()) { common.removeLast() } }
        offer(
            fitting.map { .init(label: (stem == "/" ? stem : "") + $0, text: stem + writing($0, true)) },
            beginning: common.count > begun.count ? stem + writing(String(common), false) : nil)
    }

    /// Returns the folder whose files complete the path after `/attach`, and the beginning of the file's name; nil for
    /// any other text. A path may be in quotes, or have a backslash before its blanks.
    private func folderToComplete(_ text: String) -> (path: String, begun: String)? {
        guard text.hasPrefix("/attach ") else { return nil }
        let path = text.dropFirst("/attach ".count)
        let isQuoted = path.first == "\"" || path.first == "'"
        let plain = isQuoted ? String(path.dropFirst()) : String(path.replacing("\\", with: ""))
        let end = plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex
        let folder = String(plain[..<end])
        return (path: folder.isEmpty ? "./" : folder, begun: String(plain[end...]))
    }

    /// Continues a completion that waited for the list of a folder's files.
    package mutating func completePath() {
        let text = state.view.draft.textBeforeCursor
        guard let listed = state.folder, let folder = folderToComplete(text), listed.path == folder.path else { return }
        let isBare = folder.path == "./" && !text.contains("./")
        complete(
            folder.begun, behind: "/attach ", with: listed.entries.map { $0.name + ($0.isFolder ? "/" : "") }
        ) { name, isWhole in
            let path = (isBare ? "" : folder.path) + name
            let isEnd = isWhole && !path.hasSuffix("/")
            guard path.contains(where: { $0.isWhitespace || "'\"\\".contains($0) }) else {
                return path + (isEnd ? " " : "")
            }
            let quote = path.contains("\"") ? "'" : "\""
            return quote + path + (isEnd ? quote + " " : "")
        }
    }

    // MARK: Emoji and mentions

    private mutating func completeEmoji(_ word: String, behind stem: String) {
        let name = word.filter { $0 != ":" }
        let fitting = name.isEmpty ? EmojiNames.common : EmojiNames.fitting(name)
        guard !fitting.isEmpty else {
            state.view.hint = "No emoji is called \(CleanText.line(word))"
            return
        }
        offer(fitting.prefix(200).map { .init(label: "\($0.emoji)  :\($0.name):", text: stem + $0.emoji + " ") })
    }

    /// Completes a member's name (`mention-syntax`).
    private mutating func completeMention(_ word: String, behind stem: String) {
        let wanted = SearchWords.folded(String(word.dropFirst()))
        // If several members have the same name, the handle mentions the right one.
        let members = state.selectedThread?.members.filter { !$0.isOwn } ?? []
        let names = members.map { state.selectedThread?.label(of: $0) == $0.name ? $0.name : $0.handle }
        let fitting = zip(members, names).filter { member, name in
            SearchWords.folded(member.name).hasPrefix(wanted) || SearchWords.folded(name).hasPrefix(wanted)
        }.map(\.1)
        guard !fitting.isEmpty else {
            state.view.hint = "No member is called \(CleanText.line(word))"
            return
        }
        offer(fitting.map { .init(label: "@" + $0, text: stem + "@" + $0 + " ") })
    }
}
