/// Why a step failed, with all that a reader needs to see why.
public struct StepFailure: Error, Hashable, Sendable {
    /// One sentence: what was not so.
    public var message: String
    /// What should have been there, where that can be shown.
    public var expected: String?
    /// What was there, where that can be shown.
    public var actual: String?
    /// What the persons of the scenario saw at that moment.
    public var threads: [ThreadShown]
    /// What comes nearest to what was expected, where something does: one line.
    public var nearest: String?
    /// Why what was expected did or did not come, person by person.
    public var trail: [DeliveryDecision] = []
    /// Whether the scenario cannot be played in this place at all, for a reason that is not the scenario's or the
    /// server's fault: it is skipped then.
    public var isForSkipping = false

    /// What one person saw.
    public struct ThreadShown: Hashable, Sendable {
        /// The display name.
        public var person: String
        /// From the top of the screen.
        public var lines: [String]

        /// Makes a picture of a thread.
        public init(person: String, lines: [String]) {
            self.person = person
            self.lines = lines
        }
    }

    /// Makes a failure.
    public init(
        _ message: String, expected: String? = nil, actual: String? = nil, threads: [ThreadShown] = []
    ) {
        self.message = message
        self.expected = expected
        self.actual = actual
        self.threads = threads
    }

    /// The reason why a scenario is skipped.
    static func skipping(_ reason: String) -> StepFailure {
        var failure = StepFailure(reason)
        failure.isForSkipping = true
        return failure
    }
}
