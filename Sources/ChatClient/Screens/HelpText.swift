/// The keys and commands.
package enum HelpText {
    /// One a line, in columns, as the help sheet shows them.
    static func lines(_ keys: KeyBindings) -> [String] {
        keys.help + chosen + [""] + commands + [""] + marks
    }

    /// The letters that are for a chosen thing.
    private static let chosen = [
        "",
        "A message that is chosen: r reply, t tapback, e edit, u undo send, o its replies, v edits, "
            + "w who reacted, c copy, s save, d delete.",
        "In the list: Delete deletes the selected conversation.",
        "In Shared with You: r reply, x remove, u undo that, w why. In a sheet: d done, F6 to the thread and back. "
            + "In the details, letters write.",
        "Everything can be clicked; the wheel scrolls what lies under it.",
    ]

    /// What stands in the list without words.
    private static let marks = [
        "In the list: ●2 unread, @ before it: one mentions you, ○2 unread with alerts hidden, ● marked as unread, "
            + "! alerted you with nothing unread: a tapback, an edit or a mention; 🔕 alerts are hidden, 📌 at the top, "
            + "✎ a draft, … someone is typing; ↑ ↓ unread conversations further up or down.",
        "In a group, each sender has a colour and a sign. @ beside a message: it mentions you.",
        ":tada: is sent as 🎉, but not in an address or between backticks. Tab completes a name, and lists what fits.",
        "The terminal's bell rings for what alerts you: not for what is hidden, and never with --quiet.",
    ]

    /// The same for `--plain`, where there are no keys and a question is answered by a line.
    package static let plainLines =
        ["TEXT                     sends it"] + commands + [
            "/to                      the list of the conversations",
            "/peek N or NAME          goes there, and reads nothing",
            "/allow, /notnow, /never  answer the app that asks",
            "/yes, /no                answer what is asked before leaving, removing, unsending and deleting",
            "A line that ends in \\ continues on the next; \\\\ at its end is one \\.",
            "/choose N [TEXT]         choose from what was listed with numbers; TEXT is written there",
            "The newest messages of a conversation are printed when /to goes there; /older prints those before.",
        ]

    private static let commands = [
        "/new HANDLE… [as NAME]   begin a conversation; alone, on a sheet",
        "/to N or NAME            another conversation",
        "/pin N or URL, /unpin    a link by number",
        "/open N or URL           open a link",
        "/notices, /notices N     all that wait on top, or open one",
        "/dismiss [N]             close one",
        "/answer add, remove, close   answer the newest one that asks",
        "/shelf                   Shared with You",
        "/hide N or URL, /unhide  take something out of it, or bring it back",
        "/settings                sharing, receipts, mentions",
        "/auto on, off [APP]      automatic sharing, or an app's",
        "/audit [APP]             what changed there, and why",
        "/contact add HANDLE      or remove, block, unblock",
        "/reply [#N] TEXT         answer a message",
        "/edit [#N] TEXT          your own, 15 minutes long",
        "/unsend [#N]             your own, 2 minutes long",
        "/delete [#N]             for you alone; /delete conversation",
        "/deleted [NAME]          what can be recovered, for 30 days",
        "/recover [NAME [#N]]     what this client deleted last, or what is named",
        "/erase NAME [#N]         delete it for good",
        "/react [#N] heart        or any emoji, or its :name:; again: gone",
        "/tapbacks [#N]           who reacted to a message",
        "/thread [#N]             its replies alone",
        "/versions [#N]           shows its earlier texts; again: hides them",
        "/attach [FILE [TEXT]]    a file for what you write next; with a text, both go at once",
        "/share TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]",
        "                         a document, to work on together",
        "/option [N]              change what is shared",
        "/send [TEXT]             send what is staged: a document, or a file of /attach",
        "/cancel                  drop it, or do not wait for its app",
        "/people N                who is on the document of link N",
        "/invite N HANDLE… [read|write] [nolink]   add people, and send them the link",
        "/uninvite N HANDLE…      remove people",
        "/access N public|private, /inviting N on|off",
        "/permission N read|write [HANDLE], /admin N HANDLE [off]",
        "/leaveshare N, /stopshare N, /copylink N",
        "/save [#N] [FILE]        write a document to a file",
        "/numbers                 the messages by #N",
        "/search WORDS            in all conversations; \"some words\" must follow one another",
        "/details                 members, switches, pins",
        "/mute, /unmute           hide its alerts",
        "/unread                  mark it as unread",
        "/read [all]              mark it as read, or all conversations",
        "/top [N], /untop         keep it at the top",
        "/add HANDLE, /remove     somebody",
        "/rename NAME, /photo 🏕, /leave   the conversation",
        "/receipts on, off [here] tell what you read",
        "/links on, off           its links in Shared with You",
        "/mentions on, off        alert though hidden",
        "/explain N or URL        why you see it, or not",
        "/share                   what can be done with what is staged, or came last",
        "/inbox                   all that waits for you",
        "/switch, /date 2026-11-20   another conversation, or a day in this one",
        "/older                   load earlier messages",
        "/look touch, desktop     where sheets have their buttons",
        "/help, /quit",
        "//text                   sends a leading slash",
    ]
}
