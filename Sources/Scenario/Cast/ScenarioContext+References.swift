import ChatProtocol
import ChatScreens

extension ScenarioContext {
    /// A step's arguments with what each of them stands for in its place.
    func resolved(_ arguments: StepArguments) throws(StepFailure) -> StepArguments {
        try arguments.resolving { kind, value throws(StepFailure) in
            switch value {
            case .reference(let reference): .text(memory.text(of: try self.value(of: reference)))
            case .text(let text) where kind == .url: .text(try link(text))
            case .text, .names, .duration, .count: value
            }
        }
    }

    /// What a reference stands for.
    ///
    /// - Throws: ``StepFailure`` that lists what is named if it stands for nothing.
    func value(of reference: StepReference) throws(StepFailure) -> StageMemory.Named {
        try observe(.sessionFence)
        let name: String? =
            switch reference {
            case .sentLink(let name), .sharedLink(let name), .sentMessage(let name): name
            case .namedLink, .namedMessage: nil
            }
        let person = try name.map { name throws(StepFailure) in try roster.owner(name).handle }
        if let value = memory.value(of: reference, by: person) { return value }
        switch reference {
        case .sentLink, .sharedLink, .sentMessage: throw StepFailure("there is no such thing: \(reference)")
        case .namedLink(let name): throw unknown("no link is called \"\(name)\"")
        case .namedMessage(let name): throw unknown("no message is called \"\(name)\"")
        }
    }

    /// A link by its name, where it has one.
    private func link(_ text: String) throws(StepFailure) -> String {
        switch memory.named[text] {
        case .link(let url): return url
        case .message: throw StepFailure("\"\(text)\" is a message, not a link")
        case nil: break
        }
        // No link has a blank in it: where things have names, a name was meant.
        guard !memory.named.isEmpty, text.utf8.contains(0x20), record.conversations[text] == nil else { return text }
        throw unknown("no link is called \"\(text)\"")
    }

    private func unknown(_ problem: String) -> StepFailure {
        let named = memory.named.keys.sorted().map { name in
            switch memory.named[name] {
            case .link(let url)?: "the link \"\(name)\": \(url)"
            case .message?: "the message \"\(name)\""
            case nil: name
            }
        }
        return StepFailure(
            problem, expected: #"a step like: the link "https://…" is called "the plan""#, actual: named.listed)
    }

    /// Gives a link a name, or what stands for one.
    func nameLink(_ arguments: StepArguments, as reference: StepReference?) throws(StepFailure) {
        var value = StageMemory.Named.link(try arguments.url())
        if let reference { value = try self.value(of: reference) }
        try name(value, arguments.text())
    }

    /// Gives the newest message that reads so a name.
    func nameMessage(_ arguments: StepArguments) throws(StepFailure) {
        let text = try arguments.text()
        for person in roster.people where !person.isAway {
            if let message = try newest(in: arguments.conversation(), of: person.name, { $0.message(reading: text) }) {
                return try name(.message(MessageID(message.id)), arguments.text(1))
            }
        }
        throw StepFailure("no one sees such a message in \"\(try arguments.conversation())\"", expected: text)
    }

    private func name(_ value: StageMemory.Named, _ name: String) throws(StepFailure) {
        if let other = memory.named[name], other != value {
            throw StepFailure("\"\(name)\" is already another name", actual: memory.text(of: other))
        }
        memory.name(value, name)
    }
}
