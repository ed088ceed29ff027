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
        let command = text.hasPrefix("/") && !text.hasPrefix("//") ? text.dropFirst().prefix { !$0.isWhitespace } : nil
        if word.hasPrefix(":"), command.map({ Self.takesEmoji.contains(String($0)) }) ?? true {
            return completeEmoji(word, behind: String(text.dropLast(word.count)))
        }
        if word.hasPrefix("@"), command.map({ Self.takesText.contains(String($0)) }) ?? true {
            return completeMention(word, behind: String(text.dropLast(word.count)))
        }
        guard command != nil else {
            guard state.view.draft.isEmpty else { return }
            let isStaged = state.view.staged[state.view.selected ?? ""] != nil
            if isStaged { state.view.isAtOptions = true } else { state.view.pane = .list }
            return
        }
        var stem = "/"
        var words = SlashCommand.words
        for (command, offered) in arguments() where text.hasPrefix("/\(command) ") {
            (stem, words) = ("/\(command) ", offered)
        }
        if let folder = folderToComplete(text) { return emit(.listFolder(path: folder.path)) }
        if let command, let blank = text.lastIndex(where: \.isWhitespace) {
            // Completes word by word, unless the words so far begin a name with spaces.
            let begun = SearchWords.folded(String(text.dropFirst(stem.count)))
            let goesOn = stem != "/" && words.contains { SearchWords.folded($0).hasPrefix(begun) }
            let single = self.words(of: String(command), in: text[..<blank])
            if !goesOn, !single.isEmpty { (stem, words) = (String(text[...blank]), single) }
        }
        guard !words.isEmpty, stem != "/" || !text.contains(where: \.isWhitespace) else {
            return state.view.hint = "No completions after \(CleanText.line(text.trimmed))"
        }
        complete(String(text.dropFirst(stem.count)), behind: stem, with: words)
    }

    /// Returns the words that can be the next argument of a command: its options, and people if it takes several.
    private func words(of command: String, in text: Substring) -> [String] {
        let arguments = text.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
        var words = SlashCommand.options(of: command, behind: arguments)
        if command == "share", arguments.count > 1, arguments.last == "with" {
            return state.settings.apps.map(\.title)
        }
        let people: [String]? =
            switch command {
            case "new": arguments.contains("as") ? nil : known
            case "invite", "uninvite":
                arguments.first.flatMap { number in
                    arguments.count < 2
                        ? nil : collaborationArguments().first { $0.command == "\(command) \(number)" }?.words
                }
            default: nil
            }
        words += people?.filter { !arguments.contains($0) } ?? []
        return words
    }

    /// The commands that end in a text to send.
    private static let takesText: Set<String> = ["reply", "edit", "attach", "send"]
    /// The commands that take an emoji.
    private static let takesEmoji = takesText.union(["react", "photo", "rename", "new"])

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

    /// The handles of all other members of all conversations, sorted.
    private var known: [String] {
        Set(state.threads.values.flatMap(\.members).filter { !$0.isOwn }.map(\.handle)).sorted()
    }

    /// Returns the words that complete the arguments of commands.
    private func arguments() -> [(command: String, words: [String])] {
        let others = state.selectedThread?.members.filter { !$0.isOwn }.map(\.handle) ?? []
        let apps = state.settings.apps.map(\.title)
        let pins = state.selectedThread?.pins.map(\.url) ?? []
        let links = state.selectedThread?.links ?? []
        return [
            ("pin", links.filter { !pins.contains($0) }), ("unpin", pins), ("open", links), ("explain", links),
            ("hide", state.shelf.map(\.url)),
            ("to", state.conversations.map(\.title)), ("peek", state.conversations.map(\.title)), ("add", known),
            ("switch", state.conversations.map(\.title)), ("deleted", state.recentlyDeleted.rows.map(\.title)),
            ("recover", state.recentlyDeleted.rows.map(\.title)), ("erase", state.recentlyDeleted.rows.map(\.title)),
            ("contact add", known), ("contact remove", known), ("contact block", known), ("contact unblock", known),
            ("react", Tapback.words), ("remove", others), ("audit", apps), ("auto on", apps), ("auto off", apps),
        ] + collaborationArguments()
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
