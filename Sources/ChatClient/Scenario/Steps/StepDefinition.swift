/// What a step needs below it.
public enum StepArgumentKind: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A data table.
    case table
    /// A doc string.
    case docString
}

/// A phrase and what it does.
///
/// ```swift
/// StepDefinition<World>(
///     "{person} pins {url} in {conversation}",
///     example: #"Anna pins "https://notes.example/d/1" in "Trip""#,
///     summary: "Pins a link that was sent, for everyone."
/// ) { world, arguments throws(StepFailure) in
///     try world.pin(arguments.url(), in: arguments.conversation(), by: arguments.person())
/// }
/// ```
public struct StepDefinition<Context>: Sendable {
    /// Does the step in a context.
    public typealias Handler = @Sendable (inout Context, StepArguments) throws(StepFailure) -> Void

    /// The sentence, see ``Phrase``.
    public let phrase: String
    /// A step that says it.
    public let example: String
    /// One sentence on what it does or checks.
    public let summary: String
    /// What it needs below it.
    public let argument: StepArgumentKind
    /// Whether it only looks, so that it can be done again and changes nothing.
    public let isCheck: Bool
    /// Does it.
    public let run: Handler

    /// Makes a definition; the phrase is read when it comes into a ``StepTable``.
    public init(
        _ phrase: String, example: String, summary: String, argument: StepArgumentKind = .none, isCheck: Bool = false,
        run: @escaping Handler
    ) {
        self.phrase = phrase
        self.example = example
        self.summary = summary
        self.argument = argument
        self.isCheck = isCheck
        self.run = run
    }
}
