/// What may stand in braces in a phrase.
enum ParameterKind: String, Hashable, Sendable, CaseIterable {
    /// A capitalised name: `Anna`.
    case person
    /// One or several: `Anna, Bea and Carl`.
    case persons
    /// An app's name in quotes.
    case app
    /// A conversation's name in quotes.
    case conversation
    /// Any text in quotes; `\"` and `\\` stand for a quote and a backslash.
    case text
    /// A link in quotes.
    case url
    /// A time: `10 minutes`, `1 hour 30 minutes`.
    case duration
    /// A number, or a word from zero to ten.
    case count

    /// How it is written, for instance.
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

    /// Whether it is written in quotes.
    var isQuoted: Bool {
        switch self {
        case .app, .conversation, .text, .url: true
        case .person, .persons, .duration, .count: false
        }
    }
}

/// What a parameter stood for in a step.
enum StepValue: Hashable, Sendable {
    /// The name of one person, or what stood in quotes.
    case text(String)
    /// The names of persons, in the order in which they were written.
    case names([String])
    /// A time.
    case duration(Duration)
    /// A number.
    case count(Int)
    /// What stands for something in quotes.
    case reference(StepReference)
}
