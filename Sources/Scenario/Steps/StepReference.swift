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
        case .sentLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") sent"
        case .sharedLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") shared"
        case .sentMessage(let person): "the message that \(person.map { "\($0) just" } ?? "was just") sent"
        case .namedLink(let name): "the link called \"\(StepText.escaped(name))\""
        case .namedMessage(let name): "the message called \"\(StepText.escaped(name))\""
        }
    }

    /// The reference that begins at a position, and where it ends.
    static func read(_ pieces: [StepText.Piece], at start: Int) -> (StepReference, Int)? {
        let rest = pieces[start...].prefix(6)
        let words = rest.map { if case .word(let word) = $0 { word } else { "" } }
        guard words.count > 3, words[0] == "the", words[1] == "link" || words[1] == "message" else { return nil }
        if words[2] == "called", case .quoted(let name) = pieces[start + 3] {
            return (words[1] == "link" ? .namedLink(name) : .namedMessage(name), start + 4)
        }
        guard words.count > 5, words[2] == "that", words[4] == "just" else { return nil }
        let person = ParameterReader.name(pieces, at: start + 3)
        guard person != nil || words[3] == "was" else { return nil }
        switch (words[1], words[5]) {
        case ("link", "sent"): return (.sentLink(by: person), start + 6)
        case ("link", "shared"): return (.sharedLink(by: person), start + 6)
        case ("message", "sent"): return (.sentMessage(by: person), start + 6)
        default: return nil
        }
    }
}
