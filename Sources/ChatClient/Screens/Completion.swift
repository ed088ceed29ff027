import ChatProtocol
import ChatTerminal

/// A list of candidates from which Tab completes the text before the cursor.
package struct Completion: Equatable, Sendable {
    /// A row of the list.
    struct Candidate: Equatable, Sendable {
        /// The words of the row.
        var label: String
        /// The whole text before the cursor once the row is chosen.
        var text: String
    }

    var candidates: [Candidate]
    /// The index of the candidate in the composer; nil while only the common beginning is written.
    var chosen: Int?
    /// The version of the draft for which the list is valid.
    var version: LineEditor.Version

    /// Returns the index of the candidate that is this number of steps from the chosen one. The list wraps around.
    func next(_ step: Int) -> Int {
        guard let chosen else { return step > 0 ? 0 : candidates.count - 1 }
        return (chosen + step + candidates.count) % candidates.count
    }
}

extension ChatState {
    /// The visible completion. It disappears as soon as the draft changes in any other way.
    var completion: Completion? {
        guard let completion = view.completion, completion.version == view.draft.version else { return nil }
        return completion
    }
}

/// The list of a completion, above the composer.
struct CompletionPane {
    /// The maximum number of visible candidates.
    private static let rowsMax = 8

    /// The area of the list on the screen.
    let area: Rectangle
    private let completion: Completion
    private let window: ListWindow

    /// Creates the list for a screen; nil if there is no completion or no room.
    init?(_ state: ChatState, _ layout: ChatLayout) {
        guard let completion = state.completion, !layout.isTooSmall else { return nil }
        let bottom = layout.rows - layout.composerRows
        let rows = min(completion.candidates.count, Self.rowsMax, bottom - 3)
        let columns = layout.thread > 0 ? layout.thread : layout.list
        guard rows > 0, columns > 8 else { return nil }
        let widest = completion.candidates.map { TextWidth.columns(of: CleanText.line($0.label)) }.max() ?? 0
        area = Rectangle(
            column: layout.threadColumn, row: bottom - rows - 2, columns: min(columns, max(24, widest + 6)),
            rows: rows + 2)
        window = ListWindow(
            count: completion.candidates.count, focus: completion.chosen ?? 0, top: 1, rows: rows, height: 1)
        self.completion = completion
    }

    func draw(on grid: inout Grid) {
        var pane = Grid(area.size)
        pane.frame(Rectangle(column: 0, row: 0, columns: area.size.columns, rows: area.size.rows), .quiet)
        for index in window.shown {
            let isChosen = index == completion.chosen
            let label = CleanText.line(completion.candidates[index].label)
            let text = TextLayout.pad((isChosen ? "▸ " : "  ") + label, to: area.size.columns - 2)
            pane.put(text, column: 1, row: window.row(of: index), isChosen ? .focus : .plain)
        }
        let count = completion.candidates.count
        let place = completion.chosen.map { "\($0 + 1) of \(count)" } ?? "\(count)"
        pane.put(
            TextLayout.truncate(" Tab  \(place) ", to: area.size.columns - 4), column: 2, row: area.size.rows - 1,
            .quiet)
        grid.place(pane, column: area.origin.column, row: area.origin.row)
    }

    /// Returns the index of the candidate at a position of the screen; nil if there is none.
    func index(at place: Position) -> Int? {
        guard (area.origin.column..<area.origin.column + area.size.columns).contains(place.column) else { return nil }
        return window.index(at: place.row - area.origin.row)
    }
}

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
            .flatMap { state.share(at: $0.url) }
        switch parameter {
        case .link, .subject:
            let (links, pins) = (thread?.links ?? [], thread?.pins.map(\.url) ?? [])
            return given.first == "unpin" ? pins : links.filter { given.first != "pin" || !pins.contains($0) }
        case .collaboration:
            var numbers: Set<Int> = []
            for case .message(let message) in thread?.entries ?? [] {
                numbers.formUnion(
                    message.cards.filter { state.share(at: $0.url) != nil }.compactMap(
                        \.number))
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
        case .requesters: return row?.everyone.filter { !$0.isOwn && $0.role != .owner }.map(\.handle) ?? []
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

/// A path in a command, and the text after it. As in a shell, a path with spaces is in quotes, or has backslashes
/// before them. Terminals write the path of a dropped file in one of these ways.
package struct TypedPath: Equatable {
    /// The path without quotes and backslashes.
    package let path: String
    /// The text after the path.
    package let rest: String
    /// True if the path begins with a quote.
    package let isQuoted: Bool

    private static let quotes: Set<Character> = ["'", "\""]

    /// Reads the path at the beginning of a text.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the path is empty or its closing quote is missing.
    package init(_ text: String) throws(SlashCommand.Mistake) {
        try self.init(text[...]) { $0.isWhitespace }
    }

    /// Reads a text that is a path. Without quotes, its spaces need no backslashes.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the path is empty, its closing quote is missing, or text follows it.
    package init(whole text: String) throws(SlashCommand.Mistake) {
        try self.init(text[...]) { _ in false }
        guard rest.isEmpty else { throw SlashCommand.Mistake(text: "There is text after the path in quotes") }
    }

    private init(_ text: Substring, endsAt isEnd: (Character) -> Bool) throws(SlashCommand.Mistake) {
        var (path, left) = ("", text)
        isQuoted = text.first.map(Self.quotes.contains) == true
        while let next = left.first {
            let behind = left.dropFirst()
            if next == "\\", let escaped = behind.first {
                path.append(escaped)
                left = behind.dropFirst()
            } else if isQuoted, Self.quotes.contains(next) {
                guard let end = behind.firstIndex(of: next) else {
                    throw SlashCommand.Mistake(text: "The closing quote of the path is missing")
                }
                path += behind[..<end]
                left = behind[end...].dropFirst()
            } else if isQuoted || isEnd(next) {
                // After the quotes, only further quotes and backslashes belong to the path.
                break
            } else {
                path.append(next)
                left = behind
            }
        }
        guard !path.isEmpty else { throw SlashCommand.Mistake(text: "The path is empty") }
        self.path = path
        rest = String(left).trimmed
    }
}
