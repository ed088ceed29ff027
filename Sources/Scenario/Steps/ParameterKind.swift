/// The kinds of parameters, which phrases write in braces.
enum ParameterKind: String, Hashable, Sendable, CaseIterable {
    /// A capitalized name: `Anna`.
    case person
    /// One or several names: `Anna, Bea and Carl`.
    case persons
    /// The name of an app in quotation marks.
    case app
    /// The name of a conversation in quotation marks.
    case conversation
    /// Any text in quotation marks, in which `\"` and `\\` mean a quotation mark and a backslash.
    case text
    /// A link in quotation marks.
    case url
    /// A time: `10 minutes`, `1 hour 30 minutes`.
    case duration
    /// A number in digits, or a word from zero to ten.
    case count

    /// An example of its written form.
    var example: String {
        switch self {
        case .person: "Anna"
        case .persons: "Anna, Bea and Carl"
        case .app: "\"Notes\""
        case .conversation: "\"Trip\""
        case .text: "\"See you there\""
        case .url: "\"https://notes.example/d/1\""
        case .duration: "10 minutes"
        case .count: "3"
        }
    }

    /// True if it is written in quotation marks.
    var isQuoted: Bool {
        switch self {
        case .app, .conversation, .text, .url: true
        case .person, .persons, .duration, .count: false
        }
    }
}

/// The value of a parameter in a step.
enum StepValue: Hashable, Sendable {
    /// The name of one person, or a quoted text.
    case text(String)
    /// The names of people, in the order in which they are written.
    case names([String])
    /// A time.
    case duration(Duration)
    /// A number.
    case count(Int)
    /// A reference in place of a quoted text.
    case reference(StepReference)
}
