import ChatProtocol

@testable import ChatScreens
@testable import ChatTerminal

/// The weekend conversation of the scenarios as values, which most snapshots draw.
enum SampleChat {
    static let plan = LinkCard(
        number: 1, title: "Trip plan", app: "Notes", url: "https://notes.example/d/1", isPinned: true)

    static let edited = {
        var notice = NoticeEntry(
            id: "n1", text: "Anna edited “Trip plan”", url: "https://notes.example/d/1", time: "10:20", day: "Today")
        notice.actor = "Anna"
        return notice
    }()

    static let entries: [ThreadItem] = [
        .system(SystemEntry(id: "s1", text: "Anna named the conversation Weekend", day: "Yesterday")),
        .message(
            MessageEntry(
                id: "m1", sender: "Anna", text: "Shall we go to the lake? I made a plan, tell me what is missing.",
                time: "18:02", day: "Yesterday")),
        .message(
            MessageEntry(
                id: "m2", sender: "Anna", text: "https://notes.example/d/1", cards: [plan], time: "18:03",
                day: "Yesterday")),
        .message(
            MessageEntry(
                id: "m3", sender: "Bea", text: "I'll bring the boat 🚣", time: "10:15", day: "Today",
                reactions: [ReactionRow("❤️", ["Anna", "You"])])),
        .notice(edited),
        .message(
            MessageEntry(
                id: "m4", sender: "Carl", isOwn: true, text: "Great!", time: "10:21", day: "Today")),
        .message(
            MessageEntry(
                id: "m5", sender: "Carl", isOwn: true, text: "Who has a tent?", day: "Today", delivery: .pending)),
    ]

    static var thread: ThreadState {
        ThreadState(
            conversation: "c1", title: "Weekend", participants: ["Anna", "Bea"], entries: entries,
            waiting: [
                edited, NoticeEntry(id: "n0", text: "Bea joined “Trip plan”", url: "https://notes.example/d/1"),
                NoticeEntry(id: "n00", text: "Anna mentioned you in “Trip plan”", url: "https://notes.example/d/1"),
            ])
    }

    static var state: ChatState {
        ChatState(
            handle: "carl", connection: .connected,
            conversations: [
                ConversationRow(id: "c1", title: "Weekend", preview: "You: Who has a tent?", time: "10:21"),
                ConversationRow(
                    id: "c2", title: "Dora", preview: "Did you see the news?", time: "09:58", unread: 2,
                    readThrough: 1),
                ConversationRow(
                    id: "c3", title: "Building 7", preview: "Emil: the lift is fixed", time: "Mon", isMuted: true),
            ],
            threads: [
                "c1": thread,
                "c2": ThreadState(
                    conversation: "c2", title: "Dora", participants: ["Dora"],
                    entries: [
                        .message(
                            MessageEntry(
                                id: "d1", sender: "Dora", text: "Hello", time: "09:50", day: "Today", number: 1)),
                        .message(
                            MessageEntry(id: "d2", sender: "Dora", text: "Hm", time: "09:57", day: "Today", number: 2)),
                        .message(
                            MessageEntry(
                                id: "d3", sender: "Dora", text: "Did you see the news?", time: "09:58", day: "Today",
                                number: 3)),
                    ]),
            ],
            shelf: [
                ShelfItem(
                    id: "h1", title: "Trip plan", app: "Notes", url: "https://notes.example/d/1", isPinned: true,
                    from: ["Anna"], conversation: "c1", why: "pinned in Weekend"),
                ShelfItem(
                    id: "h2", title: "Boats for rent", app: "Safari", url: "https://boats.example/rent?day=saturday",
                    from: ["Bea", "Anna"], conversation: "c1", why: "newest first"),
                ShelfItem(
                    id: "h3", url: "https://news.example/7", from: ["Dora", "Anna", "Bea"], conversation: "c2",
                    why: "newest first"),
            ],
            settings: SettingsState(
                everywhere: true,
                apps: [
                    .init(id: "com.example.notes", title: "Notes", isOn: true),
                    .init(id: "com.example.news", title: "News", isOn: nil),
                ],
                conversations: [.init(id: "c1", title: "Weekend", isOn: false)]),
            view: ViewState(selected: "c1"))
    }

    /// The same weekend with the numbers, the times and the members that a server sends too.
    static var numbered: ChatState {
        var state = self.state
        var number = 0
        for index in entries.indices {
            guard case .message(var message) = entries[index], message.delivery == .sent else { continue }
            number += 1
            message.number = number
            state.threads["c1"]?.entries[index] = .message(message)
        }
        state.threads["c1"]?.members = [
            Member(handle: "anna", name: "Anna"), Member(handle: "bea", name: "Bea"),
            Member(handle: "carl", name: "Carl", isOwn: true),
        ]
        return state
    }

    static let consent = ConsentPrompt(
        id: "k1", app: "Notes", conversation: "Weekend", url: "https://notes.example/d/1")

    static let standard = Size(columns: 80, rows: 24)

    /// Returns a thread of `count` numbered messages by two people.
    static func long(_ count: Int, older: Bool = false) -> ThreadState {
        ThreadState(
            conversation: "c1", title: "Weekend", participants: ["Anna", "Bea"],
            entries: (1...count).map { number in
                .message(
                    MessageEntry(
                        id: "m\(number)", sender: number % 4 < 2 ? "Anna" : "Bea", text: "Message \(number)",
                        time: "10:00", day: "Today", number: number))
            }, hasOlder: older)
    }

    /// The same weekend after the server stored every message, so that quitting loses nothing.
    static var allSent: ChatState {
        var state = state
        state.threads["c1"]?.entries.removeLast()
        return state
    }

    static let marks = ThreadState(
        conversation: "c1", title: "Weekend",
        participants: ["Anna", "Bea", "Dora", "Emil", "Friederike von Hohenstein"],
        entries: [
            .message(MessageEntry(id: "1", sender: "Bea", text: "secret", isUnsent: true, number: 1)),
            .message(
                MessageEntry(
                    id: "2", sender: "Bea", text: "At seven?", time: "9:00", isEdited: true, quote: "Anna: when?",
                    number: 2)),
            .message(
                MessageEntry(
                    id: "3", sender: "Dora", text: "Read news.example/7",
                    cards: [LinkCard(url: "https://news.example/7")],
                    time: "9:01")),
            .system(SystemEntry(id: "4", text: "Anna added Emil")),
            .message(
                MessageEntry(
                    id: "5", sender: "Carl", isOwn: true, text: "Too much", delivery: .failed("message is too large"))),
        ], typing: ["Bea", "Dora"])

    static let hostile = ThreadState(
        conversation: "c1", title: "Week\u{1B}[2Jend\u{202E}", participants: ["Eve\r\n"],
        entries: [
            .system(SystemEntry(id: "0", text: "Eve\u{9B}31m joined\u{07}")),
            .message(
                MessageEntry(
                    id: "1", sender: "Eve\u{1B}]0;owned\u{07}", text: "a\tb\u{1B}[31m red\u{202E} gpj.exe\nnext 界界",
                    cards: [LinkCard(title: "T\u{2066}itle\u{0}", app: "N\u{1B}c", url: "https://e.example/\u{1B}[H")])),
            .message(
                MessageEntry(id: "2", sender: "Eve", text: "a" + String(repeating: "\u{301}", count: 500) + " 👨‍👩‍👧‍👦!")),
        ], waiting: [NoticeEntry(id: "n", text: "Eve\u{1B}[1;1H edited “x”", url: "")])
}

extension Key {
    /// Returns the press and the release of a mouse button.
    static func click(_ button: MouseEvent.Button = .left, at position: Position) -> [Key] {
        [.mouse(MouseEvent(.press, button, at: position)), .mouse(MouseEvent(.release, button, at: position))]
    }
}

extension ChatUpdate {
    /// Returns the next state as a value, with the actions of the key.
    static func update(_ state: ChatState, key: Key, size: Size) -> (state: ChatState, actions: [ChatAction]) {
        var state = state
        let actions = apply(key, to: &state, size: size)
        return (state, actions)
    }
}
