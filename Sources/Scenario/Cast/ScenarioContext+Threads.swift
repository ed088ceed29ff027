import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// A line of a thread as a table shows it.
struct ShownLine: Hashable, CustomStringConvertible {
    static let notice = "notice"
    static let system = "system"
    /// What stands in the place of a message that was unsent.
    static let note = "note"
    /// A display name, or one of the words above.
    var from: String
    var text: String

    var description: String { "\(from): \(text)" }

    /// An entry as it stands on the screen; nil for one's own message that the server does not have.
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
    /// What a story calls it by: its text, and where it has none the name of its document.
    var shownText: String { text.isEmpty ? attachment?.name ?? "" : text }
}

extension ThreadState {
    /// Messages, notices and lines about the conversation, oldest first.
    var lines: [ShownLine] { entries.compactMap { ShownLine($0) } }

    /// The notices alone.
    var notices: [NoticeEntry] { entries.compactMap { if case .notice(let notice) = $0 { notice } else { nil } } }

    /// The messages that the server has.
    var messages: [MessageEntry] {
        entries.compactMap { entry in
            if case .message(let message) = entry, message.delivery == .sent { message } else { nil }
        }
    }

    /// The newest message that reads so.
    func message(reading text: String) -> MessageEntry? {
        newestMessage { $0.delivery == .sent && !$0.isUnsent && $0.shownText == text }
    }

    /// Its newest entries alone.
    fileprivate var end: ThreadState {
        var end = self
        end.entries = Array(entries.suffix(ThreadPart.entriesAtEnd))
        end.hasOlder = hasOlder || end.entries.count < entries.count
        return end
    }
}

/// How much of a thread somebody looks at. Most steps are about what was said last, and few about all of it: what is
/// missing there, or how much there is.
enum ThreadPart {
    /// Its newest entries.
    case end
    /// All of it, from its beginning.
    case whole

    /// How many entries the end has at the most.
    static let entriesAtEnd = 100
}

extension ScenarioContext {
    /// What stands in a conversation on a person's screen; nothing where they do not have it.
    func thread(
        _ name: String, of personName: String, _ part: ThreadPart = .whole
    ) throws(StepFailure) -> ThreadState {
        let person = try roster.person(personName)
        let id = try record.conversation(name)
        try person.settle()
        person.load(id, part)
        guard let thread = person.state.threads[id.rawValue] else { return ThreadState(of: id, title: name) }
        return part == .end ? thread.end : thread
    }

    /// The newest of something in a thread.
    func newest<Found>(
        in name: String, of personName: String, _ find: (ThreadState) throws(StepFailure) -> Found?
    ) throws(StepFailure) -> Found? {
        let end = try thread(name, of: personName, .end)
        if let found = try find(end) { return found }
        return end.hasOlder ? try find(thread(name, of: personName)) : nil
    }

    /// A thread as the client shows it that logs in and was told nothing before.
    func threadOnNewDevice(_ name: String, of personName: String) throws(StepFailure) -> ThreadState {
        let id = try record.conversation(name)
        let device = try CastPerson(called: personName, isSecondDevice: true)
        device.logIn(
            on: stage, world: world, clock: SessionClock(steady: { 0 }, wall: { 0 }), salt: "-new\(elapsed)\(salt)")
        defer { device.close() }
        try device.settle()
        device.load(id)
        guard let thread = device.state.threads[id.rawValue] else {
            throw StepFailure("\(name) cannot be read on a new device of \(personName)")
        }
        return thread
    }

    /// Everything that a person has on the screen, conversation by conversation, a fact a line.
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

    /// What everyone saw, as far as it can still be asked.
    func threads() -> [StepFailure.ThreadShown] {
        let played = pickle?.steps.prefix { $0.id != present?.id } ?? []
        return (roster.devices).map { person in
            if person.isOnline { try? person.settle() }
            for row in person.state.conversations { person.load(ConversationID(row.id)) }
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

    /// The message that somebody means to act on: one that reads so, or read so when it was sent. Who was never told of it
    /// can mean it all the same, as a stranger does who has got hold of its id.
    func meantMessage(_ text: String, in name: String, by person: CastPerson) throws(StepFailure) -> MessageID {
        let id = try record.conversation(name)
        let own = try newest(in: name, of: person.name) { $0.message(reading: text) }
        let others = roster.people.filter { $0 !== person }.lazy.compactMap { $0.state.threads[id.rawValue] }
        if let id = own?.id ?? others.compactMap({ $0.message(reading: text)?.id }).first {
            return MessageID(id)
        }
        // What reads otherwise now is meant by what it reads; what was unsent, by what it said.
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
    /// Checks a thread against the table of the step. Lines about the conversation itself may be left out of the table,
    /// all or none.
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

    /// The message that the person sees under the step's text, as it reads now: of several the newest.
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
