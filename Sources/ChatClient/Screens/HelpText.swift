/// The texts of the help about keys and commands.
package enum HelpText {
    /// Returns the lines of the help sheet, in columns.
    static func lines(_ keys: KeyBindings) -> [String] {
        keys.help + chosen + [""] + commands + [""] + marks
    }

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
        ["TEXT                     sends it"] + commands + [
            "/to                      the list of the conversations",
            "/peek N or NAME          opens it without marking it as read",
            "/allow, /notnow, /never  answer an app's question",
            "/yes, /no                confirm, or not: leave, remove, unsend, delete",
            "A line that ends in \\ continues on the next; \\\\ at its end is one \\.",
            "/choose N [TEXT]         choose from a numbered list; TEXT fills a text field",
            "/to prints the newest messages of the conversation; /older prints earlier ones.",
        ]

    private static let commands = [
        "/new HANDLE… [as NAME]   begin a conversation; alone, on a sheet",
        "/to N or NAME            another conversation",
        "/pin N or URL, /unpin    a link by number",
        "/open N or URL           open a link",
        "/notices, /notices N     list the notices that wait here, or open one",
        "/dismiss [N]             close a notice",
        "/answer add, remove, close   answer the newest question",
        "/shelf                   Shared with You",
        "/hide N or URL, /unhide  remove a link from it, or restore it",
        "/settings                automatic sharing, receipts, mentions",
        "/auto on, off [APP]      automatic sharing, or an app's",
        "/audit [APP]             their changes, and why",
        "/contact add HANDLE      or remove, block, unblock",
        "/reply [#N] TEXT         answer a message",
        "/edit [#N] TEXT          your own message, within 15 minutes",
        "/unsend [#N]             your own message, within 2 minutes",
        "/delete [#N]             on your devices; or /delete conversation",
        "/deleted [NAME]          recoverable messages, for 30 days",
        "/recover [NAME [#N]]     undo this client's last deletion, or name one",
        "/erase NAME [#N]         delete it permanently",
        "/react [#N] heart        or any emoji, or its :name:; again: gone",
        "/tapbacks [#N]           the tapbacks of a message",
        "/thread [#N]             only its replies",
        "/versions [#N]           show or hide its earlier texts",
        "/attach [FILE [TEXT]]    attach a file, and send TEXT with it; a path with spaces in quotes",
        "/share TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]",
        "                         stage a document for collaboration",
        "/option [N]              list or change its options",
        "/send [TEXT]             send the staged document or file",
        "/cancel                  discard it, or stop waiting for its app",
        "/people N                participants of the document of link N",
        "/invite N HANDLE… [read|write] [nolink]   add people, and send them the link",
        "/uninvite N HANDLE…      remove people",
        "/access N public|private, /inviting N on|off",
        "/permission N read|write [HANDLE], /admin N HANDLE [off]",
        "/leaveshare N, /stopshare N, /copylink N",
        "/save [#N] [FILE]        save a document to a file",
        "/numbers                 number the messages: #N",
        "/search WORDS            search all conversations; \"in this order\";",
        "                         documents by the title when they were sent",
        "/details                 members, switches, pins",
        "/mute, /unmute           hide its alerts",
        "/unread                  mark it as unread",
        "/read [all]              mark it as read, or all conversations",
        "/top [N], /untop         keep it at the top",
        "/add HANDLE, /remove     add people, or remove one",
        "/rename NAME, /photo 🏕, /leave   the conversation",
        "/receipts on, off [here] send read receipts",
        "/links on, off           show its links in Shared with You",
        "/mentions on, off        alert even when alerts are hidden",
        "/explain N or URL        explain if and why you see it",
        "/share                   share the selected or last item, or a staged file",
        "/inbox                   everything unread or unanswered",
        "/switch, /date 2026-11-20   another conversation, or a day in this one",
        "/older                   load earlier messages",
        "/look touch, desktop     sheets for touch or for a desktop",
        "/help, /quit",
        "//text                   sends a leading slash",
    ]
}
