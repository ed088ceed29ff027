/// A value that a step refers to instead of giving it: a recent message or link, or one with a name.
///
/// It takes the place of a quoted `{url}` or `{text}` in a phrase, without quotation marks: `the link that was just
/// shared`, `the message that Bea just sent`, `the link called "the plan"`.
enum StepReference: Hashable, Sendable, CustomStringConvertible {
    /// The newest link that the person, or anyone, sent in a message or with a document.
    case sentLink(by: String?)
    /// The newest link to a document that the person, or anyone, shared.
    case sharedLink(by: String?)
    /// The current text of the newest message of the person, or of anyone.
    case sentMessage(by: String?)
    /// The link with that name.
    case namedLink(String)
    /// The current text of the message with that name.
    case namedMessage(String)

    /// The written form.
    var description: String {
        switch self {
        case .sentLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") sent"
        case .sharedLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") shared"
        case .sentMessage(let person): "the message that \(person.map { "\($0) just" } ?? "was just") sent"
        case .namedLink(let name): "the link called \"\(StepText.escaped(name))\""
        case .namedMessage(let name): "the message called \"\(StepText.escaped(name))\""
        }
    }

    /// Reads the reference at a position.
    /// - Returns: The reference and the position after it; nil if the position has none.
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
