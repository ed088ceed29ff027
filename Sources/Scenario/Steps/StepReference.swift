/// A value that a step does not spell out: something that was said just now, or that was given a name.
///
/// It stands without quotes wherever a phrase has `{url}` or `{text}`: `the link that was just shared`, `the message
/// that Bea just sent`, `the link called "the plan"`.
enum StepReference: Hashable, Sendable, CustomStringConvertible {
    /// The newest link that somebody sent, in a message or with a document.
    case sentLink(by: String?)
    /// The newest link to a document that somebody shared.
    case sharedLink(by: String?)
    /// The newest message of somebody, as it reads now.
    case sentMessage(by: String?)
    /// The link of that name.
    case namedLink(String)
    /// The message of that name, as it reads now.
    case namedMessage(String)

    /// As it is written.
    var description: String {
        switch self {
        case .sentLink(let person): "the link that " + Self.deed("sent", person)
        case .sharedLink(let person): "the link that " + Self.deed("shared", person)
        case .sentMessage(let person): "the message that " + Self.deed("sent", person)
        case .namedLink(let name): "the link called \"\(StepText.escaped(name))\""
        case .namedMessage(let name): "the message called \"\(StepText.escaped(name))\""
        }
    }

    private static func deed(_ verb: String, _ person: String?) -> String {
        person.map { "\($0) just \(verb)" } ?? "was just \(verb)"
    }

    /// The reference that begins at a position, and where it ends.
    static func read(_ pieces: [StepText.Piece], at start: Int) -> (StepReference, Int)? {
        guard start + 3 < pieces.count, pieces[start] == .word("the"),
            case .word(let noun) = pieces[start + 1], noun == "link" || noun == "message",
            case .word(let link) = pieces[start + 2]
        else { return nil }
        if link == "called", case .quoted(let name) = pieces[start + 3] {
            return (noun == "link" ? .namedLink(name) : .namedMessage(name), start + 4)
        }
        guard link == "that", start + 5 < pieces.count, pieces[start + 4] == .word("just"),
            case .word(let verb) = pieces[start + 5]
        else { return nil }
        let person = ParameterReader.name(pieces, at: start + 3)
        guard person != nil || pieces[start + 3] == .word("was") else { return nil }
        switch (noun, verb) {
        case ("link", "sent"): return (.sentLink(by: person), start + 6)
        case ("link", "shared"): return (.sharedLink(by: person), start + 6)
        case ("message", "sent"): return (.sentMessage(by: person), start + 6)
        default: return nil
        }
    }
}
