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
            + "does F6 next to a thread.",
        "Next to a thread, F6 takes the keys to a sheet and back; without F6, what you type next to a sheet "
            + "goes to the composer.",
        "A letter that does nothing begins a word: the next letters do nothing either, until you press ↑ or ↓.",
        "Everything can be clicked; the wheel scrolls the pane under the pointer.",
    ]

    /// The meaning of the signs in the list and the thread.
    private static let marks = [
        "In the list: ●2 unread, @ one mentions you, ○2 unread with alerts hidden, ● marked as unread, "
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
