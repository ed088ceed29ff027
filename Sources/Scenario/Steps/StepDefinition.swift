/// What a step needs below it.
enum StepArgumentKind: String, Hashable, Sendable, CaseIterable {
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
package struct StepDefinition<Context>: Sendable {
    /// Does the step in a context.
    typealias Handler = @Sendable (inout Context, StepArguments) throws(StepFailure) -> Void

    /// The sentence, see ``Phrase``.
    package let phrase: String
    private let ownExample: String?
    /// What stands in the slots of the example where it is not the usual, see ``Phrase/example(_:)``.
    private let exampleValues: [String]?
    /// One sentence on what it does or checks.
    let summary: String
    /// What it needs below it.
    let argument: StepArgumentKind
    /// Whether it only looks, so that it can be done again and changes nothing.
    let isCheck: Bool
    /// Does it.
    var run: Handler

    /// A step that says it: the definition's own, or else what the phrase says with the usual names.
    var example: String { ownExample ?? (try? Phrase(phrase).example(exampleValues)) ?? phrase }

    /// Makes a definition; the phrase is read when it comes into a ``StepTable``.
    ///
    /// - Parameters:
    ///   - example: A step that says it, where the usual names would not do, or there is a text in it.
    ///   - exampleValues: The same by what stands in the slots of the phrase, in order.
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
