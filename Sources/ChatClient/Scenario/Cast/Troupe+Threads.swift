import ChatProtocol

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
}

/// A thread as one person was told of it.
struct ShownThread {
    /// Messages, notices and lines about the conversation, oldest first.
    var lines: [ShownLine] = []
    /// Only the notices.
    var notices: [Notice] = []
}

extension Troupe {
    /// What a person was told of a conversation, up to now.
    func thread(_ name: String, of personName: String) throws(StepFailure) -> ShownThread {
        let person = try self.person(personName)
        return shown(try told(name, of: person)?.entries ?? [], to: person, in: try conversation(name))
    }

    /// What a person was told of a conversation, up to now, as it was told; nil if they never heard of it.
    func told(_ name: String, of person: CastPerson) throws(StepFailure) -> Notebook.Thread? {
        let id = try conversation(name)
        try settle(person)
        return person.notebook.thread(id)
    }

    /// A thread as the server gives it to a device that logs in and was told nothing before.
    func threadOnNewDevice(_ name: String, of personName: String) throws(StepFailure) -> ShownThread {
        let id = try conversation(name)
        let person = try self.person(personName)
        try settle(person)
        var entries: [ThreadEntry] = []
        do throws(ClientFailure) {
            let device = ScriptedClient(try Self.open(stage))
            defer { device.close() }
            try device.hello(Hello(.person(person.handle, name: person.name), world: world))
            var before: String?
            while true {
                let page = try device.request("conversation.history") {
                    $0.member("conversation", id)
                    $0.member("before", before)
                }
                let part = page["entries"]?.arrayValue ?? []
                entries.insert(contentsOf: try part.map(ThreadEntry.init(reading:)), at: 0)
                guard page["more"]?.boolValue == true, let first = entries.first else { break }
                before = first.id
            }
        } catch {
            throw StepFailure("\(name) cannot be read on a new device of \(personName)", actual: error.description)
        }
        return shown(entries, to: person, in: id)
    }

    /// Entries of a thread as somebody sees them.
    func shown(_ entries: [ThreadEntry], to me: CastPerson, in id: ConversationID) -> ShownThread {
        var names = self.names.people
        for member in me.notebook.thread(id)?.people ?? [] { names[member.handle] = member.name }
        var shown = ShownThread()
        for entry in entries {
            switch entry {
            case .message(let message):
                let sender = names[message.sender] ?? message.sender.defaultName
                if message.isUnsent {
                    let who = message.sender == me.handle ? "You" : sender
                    shown.lines.append(ShownLine(from: ShownLine.note, text: "\(who) unsent a message"))
                } else {
                    shown.lines.append(ShownLine(from: sender, text: message.shownText))
                }
            case .notice(let notice):
                shown.lines.append(ShownLine(from: ShownLine.notice, text: notice.text))
                shown.notices.append(notice)
            case .system(_, let text): shown.lines.append(ShownLine(from: ShownLine.system, text: text))
            }
        }
        return shown
    }

    /// Checks a thread against the table of a step. Lines about the conversation itself may be left out of the table,
    /// all or none.
    func check(
        _ thread: ShownThread, isThatOf arguments: StepArguments, inAnyOrder: Bool = false
    ) throws(StepFailure) {
        var expected: [ShownLine] = []
        for row in try arguments.records() {
            guard let from = row["from"], let text = row["text"], row.count == 2 else {
                throw StepFailure("the table of a thread has the columns from and text")
            }
            expected.append(ShownLine(from: from, text: text))
        }
        var lines = thread.lines
        if !expected.contains(where: { $0.from == ShownLine.system }) {
            lines.removeAll { $0.from == ShownLine.system }
        }
        let isSame =
            inAnyOrder
            ? lines.allInAnyOrder(as: expected) : lines == expected
        if isSame { return }
        throw StepFailure(
            "the thread of \(try arguments.person()) is another",
            expected: Self.list(expected.map(\.description)), actual: Self.list(lines.map(\.description)))
    }

    // MARK: Messages by their text

    /// The message that a person sees under a text, as it reads now: of several the newest.
    func seenMessage(_ arguments: StepArguments, number: Int = 0) throws(StepFailure) -> Message {
        let text = try arguments.text(number)
        let thread = try told(arguments.conversation(), of: person(arguments.person()))
        if let message = thread?.messages.last(where: { !$0.isUnsent && $0.shownText == text }) { return message }
        throw StepFailure(
            "\(try arguments.person()) does not see it in \"\(try arguments.conversation())\"", expected: text,
            actual: Self.list(
                try self.thread(arguments.conversation(), of: arguments.person()).lines.map(\.description)))
    }

    /// The message that somebody means to act on: one that reads so, or read so when it was unsent. Who was never told
    /// of it can mean it all the same, as a stranger does who has got hold of its id.
    func meantMessage(_ text: String, in name: String, by person: CastPerson) throws(StepFailure) -> MessageID {
        let id = try conversation(name)
        try settle(person)
        let threads = ([person] + people.filter { $0 !== person }).compactMap { $0.notebook.thread(id) }
        for thread in threads {
            if let message = thread.messages.last(where: { !$0.isUnsent && $0.shownText == text }) { return message.id }
        }
        for thread in threads {
            if let message = thread.messages.last(where: { thread.unsentTexts[$0.id] == text }) { return message.id }
        }
        throw StepFailure(
            "nobody knows of such a message in \"\(name)\"", expected: text,
            actual: Self.list(try thread(name, of: person.name).lines.map(\.description)))
    }
}

extension ThreadEntry {
    /// An entry of a page.
    fileprivate init(reading value: JSONValue) throws(ClientFailure) {
        do throws(InvalidField) {
            var fields = try JSONFields(value)
            try self.init(from: &fields)
        } catch {
            throw .unreadable(error.message)
        }
    }
}

extension [ShownLine] {
    /// Whether both have the same lines, each as often.
    fileprivate func allInAnyOrder(as other: [ShownLine]) -> Bool {
        var rest = other
        for line in self {
            guard let index = rest.firstIndex(of: line) else { return false }
            rest.remove(at: index)
        }
        return rest.isEmpty
    }
}
