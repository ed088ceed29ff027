import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// A line of a thread in the form of a step's table.
struct ShownLine: Hashable, CustomStringConvertible {
    static let notice = "notice"
    static let system = "system"
    /// The sender of the note that replaces an unsent message.
    static let note = "note"
    /// A display name, or one of the words above.
    var from: String
    var text: String

    var description: String { "\(from): \(text)" }

    /// Creates the line of an entry; nil for an own message that the server does not have.
    init?(_ entry: ThreadItem) {
        switch entry {
        case .message(let message) where message.delivery != .sent: return nil
        case .message(let message) where message.isUnsent:
            self.init(from: Self.note, text: MessageEntry.tombstone(of: message.sender, isOwn: message.isOwn))
        case .message(let message):
            self.init(from: message.sender, text: message.shownText)
        case .notice(let notice): self.init(from: Self.notice, text: notice.text)
        case .system(let system): self.init(from: Self.system, text: system.text)
        }
    }

    init(from: String, text: String) {
        self.from = from
        self.text = text
    }
}

extension MessageEntry {
    /// The text by which steps refer to the message; without a text, the name of its document.
    var shownText: String { text.isEmpty ? attachment?.name ?? "" : text }
}

extension ThreadState {
    /// The lines for messages, notices and changes of the conversation, the oldest first.
    var lines: [ShownLine] { entries.compactMap { ShownLine($0) } }

    var notices: [NoticeEntry] { entries.compactMap { if case .notice(let notice) = $0 { notice } else { nil } } }

    /// The messages that the server has.
    var messages: [MessageEntry] {
        entries.compactMap { entry in
            if case .message(let message) = entry, message.delivery == .sent { message } else { nil }
        }
    }

    /// Returns the newest message with that text.
    func message(reading text: String) -> MessageEntry? {
        newestMessage { $0.delivery == .sent && !$0.isUnsent && $0.shownText == text }
    }

    /// The thread with only its newest entries.
    fileprivate var end: ThreadState {
        var end = self
        end.entries = Array(entries.suffix(ThreadPart.entriesAtEnd))
        end.hasOlder = hasOlder || end.entries.count < entries.count
        return end
    }
}

/// The part of a thread that a step needs. Most steps are about the last messages. Only few need all of them, to check
/// that one is missing or to count.
enum ThreadPart {
    /// The newest entries.
    case end
    /// The whole thread.
    case whole

    /// The largest number of entries at the end.
    static let entriesAtEnd = 100
}

extension ScenarioContext {
    /// Returns the thread of a conversation on a person's screen; an empty one if they do not have it.
    func thread(
        _ name: String, of personName: String, _ part: ThreadPart = .whole
    ) throws(StepFailure) -> ThreadState {
        let person = try roster.person(personName)
        let id = try record.conversation(name)
        try person.settle()
        person.load(id, part)
        guard let thread = person.state.threads[id] else { return ThreadState(of: id, title: name) }
        return part == .end ? thread.end : thread
    }

    /// Returns the newest match in a thread, searching first at its end; nil without one.
    func newest<Found>(
        in name: String, of personName: String, _ find: (ThreadState) throws(StepFailure) -> Found?
    ) throws(StepFailure) -> Found? {
        let end = try thread(name, of: personName, .end)
        if let found = try find(end) { return found }
        return end.hasOlder ? try find(thread(name, of: personName)) : nil
    }

    /// Returns a thread as a new device shows it after its login.
    func threadOnNewDevice(_ name: String, of personName: String) throws(StepFailure) -> ThreadState {
        let id = try record.conversation(name)
        let device = try CastPerson(called: personName, isSecondDevice: true)
        device.logIn(
            on: stage, world: world, clock: SessionClock(steady: { 0 }, wall: { 0 }), salt: "-new\(elapsed)\(salt)")
        defer { device.close() }
        try device.settle()
        device.load(id)
        guard let thread = device.state.threads[id] else {
            throw StepFailure("\(name) cannot be read on a new device of \(personName)")
        }
        return thread
    }

    /// Returns the lines of all the person's conversations, with the pending consent requests.
    func shownLines(to person: CastPerson) -> [String] {
        let facts = person.state.conversations.reversed().flatMap { row in
            (person.state.threads[row.id]?.entries ?? []).map { entry -> PlainFact in
                switch entry {
                case .message(let message): .message(message, conversation: row.title)
                case .notice(let notice): .notice(notice, conversation: row.title)
                case .system(let system): .system(system, conversation: row.title)
                }
            }
        }
        return (facts + person.state.consents.map(PlainFact.consent)).flatMap(PlainRenderer.lines)
    }

    /// Returns the threads on all devices. People who cannot be reached any more keep their last state.
    func threads() -> [StepFailure.ThreadShown] {
        let played = pickle?.steps.prefix { $0.id != present?.id } ?? []
        return (roster.devices).map { person in
            if person.isOnline { try? person.settle() }
            for row in person.state.conversations { person.load(row.id) }
            let presence: StepFailure.ThreadShown.Presence
            if person.isAway {
                let leaves = PlayPhrases.named[.goesOffline]?.step(saying: [.text(person.name)])
                let there = person.isSecondDevice ? leaves.map(PlayPhrases.onSecondDevice) : leaves
                presence = .offline(since: played.last { $0.text == there }?.text)
            } else {
                presence = person.hasBeenHere ? .here : .awaited
            }
            return StepFailure.ThreadShown(
                person: person.isSecondDevice ? "\(person.name) on the second device" : person.name,
                lines: shownLines(to: person), presence: presence)
        }
    }

    // MARK: Messages by their text

    /// Returns the message on which a person acts: one with that text, or one that was sent with it. The person need
    /// not have received it, so that a scenario can test a stranger who has obtained its id.
    func meantMessage(_ text: String, in name: String, by person: CastPerson) throws(StepFailure) -> MessageID {
        let id = try record.conversation(name)
        let own = try newest(in: name, of: person.name) { $0.message(reading: text) }
        let others = roster.people.filter { $0 !== person }.lazy.compactMap { $0.state.threads[id] }
        if let id = own?.id ?? others.compactMap({ $0.message(reading: text)?.id }).first {
            return MessageID(id)
        }
        // An edited message is named by its new text, and an unsent one by its last.
        let knowers = roster.people.compactMap(\.model)
        if let said = record.said.last(where: { $0.conversation == id && $0.text == text }),
            knowers.allSatisfy({ $0.known.messages[said.message]?.isUnsent != false })
        {
            return said.message
        }
        throw StepFailure(
            "no one has such a message in \"\(name)\"", expected: text,
            actual: try thread(name, of: person.name).lines.map(\.description).listed)
    }
}

extension PlayStep {
    /// Checks a thread against the table of the step. The table can leave out all the lines about the conversation
    /// itself.
    func expect(thread: ThreadState, inAnyOrder: Bool = false) throws(StepFailure) {
        let columns = ["from", "text"]
        let expected = try arguments.records(columns: columns, required: columns).map { row in
            ShownLine(from: row["from"] ?? "", text: row["text"] ?? "")
        }
        var lines = thread.lines
        if !expected.contains(where: { $0.from == ShownLine.system }) {
            lines.removeAll { $0.from == ShownLine.system }
        }
        let counted = { (lines: [ShownLine]) in Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +) }
        try expect(
            inAnyOrder ? counted(lines) == counted(expected) : lines == expected,
            or: "the thread of {person} differs", expected: expected.map(\.description).listed,
            actual: lines.map(\.description).listed)
    }

    /// Returns the newest message with the step's text, in its current state on the person's device.
    func seenMessage() throws(StepFailure) -> Message {
        let text = try text
        let entry = try newest { $0.message(reading: text) }
        let message = try entry.flatMap { entry throws(StepFailure) in
            try person.model?.known.messages[MessageID(entry.id)]
        }
        return try found(
            message, or: "{person} does not see it in \"{conversation}\"", expected: text,
            actual: try thread.lines.map(\.description).listed)
    }
}
