import ChatScreens

/// The kind of argument below a step.
enum StepArgumentKind: String, Hashable, Sendable, CaseIterable {
    /// No argument.
    case none
    case table
    case docString
}

/// A phrase and its handler.
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
package struct StepDefinition<Context>: Sendable {
    /// Does the step in a context.
    typealias Handler = @Sendable (inout Context, StepArguments) throws(StepFailure) -> Void

    /// The phrase as text; see ``Phrase``.
    package let phrase: String
    private let ownExample: String?
    /// The unusual values for the slots of the example; see ``Phrase/example(_:)``.
    private let exampleValues: [String]?
    /// The action or check in one sentence.
    let summary: String
    /// The argument that the step needs below it.
    let argument: StepArgumentKind
    /// True if the step only checks a condition, so that it can be repeated and changes nothing.
    let isCheck: Bool
    /// The handler.
    var run: Handler

    /// An example of the step: the definition's own, or else one made from the phrase.
    var example: String { ownExample ?? (try? Phrase(phrase).example(exampleValues)) ?? phrase }

    /// Creates a definition. The phrase is parsed when it is added to a ``StepTable``.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - example: An example of the step; nil for one made from the phrase.
    ///   - exampleValues: The values for the slots of the example, in order; nil for the usual ones.
    ///   - summary: The action or check in one sentence.
    ///   - argument: The argument that the step needs below it.
    ///   - isCheck: True if the step only checks a condition.
    ///   - run: The handler.
    init(
        _ phrase: String, example: String? = nil, exampleValues: [String]? = nil, summary: String,
        argument: StepArgumentKind = .none, isCheck: Bool = false, run: @escaping Handler
    ) {
        self.phrase = phrase
        ownExample = example
        self.exampleValues = exampleValues
        self.summary = summary
        self.argument = argument
        self.isCheck = isCheck
        self.run = run
    }
}
