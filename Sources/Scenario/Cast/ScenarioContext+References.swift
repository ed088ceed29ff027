import ChatProtocol
import ChatScreens

extension ScenarioContext {
    /// Returns the arguments of a step with all references replaced by their values.
    func resolved(_ arguments: StepArguments) throws(StepFailure) -> StepArguments {
        try arguments.resolving { kind, value throws(StepFailure) in
            switch value {
            case .reference(let reference): .text(memory.text(of: try self.value(of: reference)))
            case .text(let text) where kind == .url: .text(try link(text))
            case .text, .names, .duration, .count: value
            }
        }
    }

    /// Returns the value of a reference.
    ///
    /// - Throws: ``StepFailure`` that lists the known names if it has no value.
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

    /// Returns the link with that name, or the text itself if it is not a name.
    private func link(_ text: String) throws(StepFailure) -> String {
        switch memory.named[text] {
        case .link(let url): return url
        case .message: throw StepFailure("\"\(text)\" is a message, not a link")
        case nil: break
        }
        // A link contains no spaces. If the scenario has names, a text with a space is an unknown name.
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

    /// Names a link, given directly or by a reference.
    func nameLink(_ arguments: StepArguments, as reference: StepReference?) throws(StepFailure) {
        var value = StageMemory.Named.link(try arguments.url())
        if let reference { value = try self.value(of: reference) }
        try name(value, arguments.text())
    }

    /// Names the newest message with that text.
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
