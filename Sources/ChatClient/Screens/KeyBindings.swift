package import ChatTerminal

/// The key bindings: one table, from which the help is made, and which a person's file may change.
package struct KeyBindings: Equatable, Sendable {
    /// An action of a key.
    package struct Binding: Equatable, Sendable {
        /// The name of the action in the file.
        package let name: String
        /// The key, unless the file assigns another.
        let standard: Key
        /// The description of the action in the help.
        let words: String
    }

    /// The reason why a file of keys cannot be used, as a line for the person.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// All actions of keys, in the order of the help.
    package static let table: [Binding] = [
        Binding(name: "send", standard: .enter, words: "send; in a list, open"),
        Binding(name: "new-line", standard: .altEnter, words: "a new line; so does Ctrl-J"),
        Binding(name: "undo", standard: .control("_"), words: "undo"),
        Binding(name: "redo", standard: .alt("r"), words: "redo"),
        Binding(name: "clear", standard: .alt("c"), words: "clear the composer; undo restores it"),
        Binding(name: "earlier-line", standard: .up, words: "a sent text; in a list, up"),
        Binding(name: "editor", standard: .alt("e"), words: "write in $VISUAL or $EDITOR"),
        Binding(name: "command", standard: .alt("x"), words: "run a command, keep the draft"),
        Binding(name: "page-up", standard: .pageUp, words: "scroll back"),
        Binding(name: "page-down", standard: .pageDown, words: "scroll forward"),
        Binding(name: "next", standard: .control("n"), words: "preview the next conversation"),
        Binding(name: "previous", standard: .control("p"), words: "preview the previous one"),
        Binding(name: "next-unread", standard: .alt("a"), words: "open the next unread conversation"),
        Binding(name: "first-new", standard: .alt("u"), words: "go to the first new message"),
        Binding(name: "switch", standard: .alt("k"), words: "find a conversation by letters"),
        Binding(name: "inbox", standard: .alt("i"), words: "everything unread or unanswered"),
        Binding(
            name: "complete", standard: .tab,
            words: "complete a command, @name or :emoji (again: the next); else go to the list"),
        Binding(name: "list", standard: .backTab, words: "go to the list; in a completion, the previous one"),
        Binding(name: "choose", standard: .control("t"), words: "select a message: ↑ ↓, Return opens its menu"),
        Binding(name: "share", standard: .function(2), words: "share the selected or last item, or a staged file"),
        Binding(name: "options", standard: .alt("o"), words: "options of the staged document"),
        Binding(name: "search", standard: .control("s"), words: "search; ↑ ↓ step through the results"),
        Binding(name: "details", standard: .control("g"), words: "details; in a sheet, its size"),
        Binding(name: "notice", standard: .control("o"), words: "open or answer the top notice"),
        Binding(name: "dismiss", standard: .control("x"), words: "dismiss it; in the list of notices: x"),
        Binding(
            name: "other-pane", standard: .function(6), words: "move between the thread and the side pane"),
        Binding(name: "back", standard: .escape, words: "cancel a reply, edit or staged document; leave the replies"),
        Binding(name: "redraw", standard: .control("l"), words: "redraw the screen"),
        Binding(name: "help", standard: .function(1), words: "this help"),
        Binding(
            name: "quit", standard: .control("c"), words: "quit (again: at once); in a sheet or a search, cancel it"),
    ]

    /// The keys that the person assigned, by the name of the action.
    private var chosen: [String: Key] = [:]

    /// True if the client reads keys; false if it reads lines.
    package var areThere = true

    /// Creates the standard bindings.
    package init() {}

    /// Creates the bindings of a file: names of the table, each with a key as ``KeyNames`` calls it.
    ///
    /// - Throws: ``Problem`` for an unknown name or key, for a key that types a character or that terminals do not
    ///   send, and for a key with two meanings.
    package init(_ names: [(name: String, key: String)]) throws(Problem) {
        for (name, text) in names {
            guard Self.table.contains(where: { $0.name == name }) else {
                let near = Self.table.map(\.name).first { $0.hasPrefix(name.prefix(3)) }
                throw Problem(
                    description: "no action is called “\(name)”" + (near.map { "; did you mean \($0)?" } ?? ""))
            }
            guard let key = KeyNames.key(text) else {
                throw Problem(description: "\(name): there is no key “\(text)”; there are \(KeyNames.shown)")
            }
            if case .character = key {
                throw Problem(description: "\(name): “\(text)” types a character and cannot be bound")
            }
            guard key.isSent else {
                throw Problem(description: "\(name): terminals send no such key: “\(text)”")
            }
            chosen[name] = key
        }
        for binding in Self.table {
            let same = Self.table.filter { key(of: $0) == key(of: binding) }
            guard same.count == 1 else {
                throw Problem(
                    description: "\(KeyNames.name(of: key(of: binding))) is for "
                        + same.map(\.name).joined(separator: " and for "))
            }
        }
    }

    private func key(of binding: Binding) -> Key { chosen[binding.name] ?? binding.standard }

    /// Returns the standard key for the pressed one; nil for a standard key that has lost its meaning.
    package func standard(_ key: Key) -> Key? {
        if chosen.isEmpty { return key }
        if let binding = Self.table.first(where: { self.key(of: $0) == key }) { return binding.standard }
        return Self.table.contains { $0.standard == key } ? nil : key
    }

    /// Returns a hint about a key, or in a client that reads lines, the alternative for lines.
    package func hint(_ words: String, inLines line: String) -> String { areThere ? hint(words) : line }

    /// Returns a hint about a key, such as `^T choose`, with the key that the person assigned.
    package func hint(_ words: String) -> String {
        let parts = words.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard !chosen.isEmpty, let first = parts.first else { return words }
        let sign = first == "↵" ? "Return" : String(first)
        let name = (sign.hasPrefix("^") ? "Ctrl-" + sign.dropFirst() : sign).lowercased()
        guard let binding = Self.table.first(where: { KeyNames.name(of: $0.standard).lowercased() == name }),
            let other = chosen[binding.name]
        else { return words }
        return ([KeyNames.name(of: other)] + parts.dropFirst().map(String.init)).joined(separator: " ")
    }

    /// The lines of the help: one for each action.
    package var help: [String] {
        Self.table.map { binding in
            let name = KeyNames.name(of: key(of: binding))
            return name + String(repeating: " ", count: max(1, 15 - name.count)) + binding.words
        }
    }
}

/// The texts of the help about keys and commands.
package enum HelpText {
    /// Returns the lines of the help sheet, in columns.
    static func lines(_ keys: KeyBindings) -> [String] { keys.help + afterKeys }

    /// The lines after those of the keys. They are made once, because an open sheet asks for them at each event.
    private static let afterKeys = chosen + [""] + CommandTable.help(forLines: false) + [slash, ""] + marks

    /// The letters for a chosen item.
    private static let chosen = [
        "",
        "With a selected message: r reply, t tapback, e edit, u undo send, o replies, v edits, "
            + "w tapbacks, c copy, s save, d delete.",
        "In the list: Delete deletes the selected conversation.",
        "In Shared with You: r reply, x remove, u undo the removal, w why. Esc returns to writing, and so "
            + "does the key for the side pane next to a thread.",
        "Next to a thread, that key moves between a sheet and the composer. Letters go to the composer before it.",
        "A letter that does nothing begins a word: the next letters do nothing either, until you press ↑ or ↓.",
        "Everything can be clicked; the wheel scrolls the pane under the pointer.",
    ]

    /// The meaning of the signs in the list and the thread.
    private static let marks = [
        "In the list: ●2 unread, @ one mentions you, ○2 unread with alerts hidden, ●1 also marked as unread, "
            + "! alerted you with nothing unread: a tapback, an edit or a mention; 🔕 alerts hidden, 📌 at the top, "
            + "✎ a draft, … someone is typing; ↑ ↓ unread conversations further up or down.",
        "In a group, each sender has a colour and a sign. @ next to a message: it mentions you.",
        ":tada: is sent as 🎉, but not in an address or between backticks. Tab completes a name, and lists the matches.",
        "The terminal's bell rings for alerts, but not for hidden ones, and never with --quiet.",
    ]

    /// The help for `--plain`, which has no keys. A line answers a question there.
    package static let plainLines =
        ["TEXT                     sends it"] + CommandTable.help(forLines: true) + [
            slash, "A line that ends in \\ continues on the next; \\\\ at its end is one \\.",
            "/to prints the newest messages of the conversation; /older prints earlier ones.",
        ]

    private static let slash = "//text                   sends a leading slash"
}
