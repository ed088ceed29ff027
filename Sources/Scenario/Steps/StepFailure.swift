/// Why a step failed, with all that a reader needs to see why.
package struct StepFailure: Error, Hashable, Sendable {
    /// One sentence: what was not so.
    package var message: String
    /// What should have been there, where that can be shown.
    var expected: String?
    /// What was there, where that can be shown.
    var actual: String?
    /// What the persons of the scenario saw at that moment.
    var threads: [ThreadShown]
    /// What comes nearest to what was expected, where something does: one line.
    var nearest: String?
    /// Why what was expected did or did not come, person by person.
    var trail: [DeliveryDecision] = []
    /// Whether the scenario cannot be played in this place at all, for a reason that is not the scenario's or the
    /// server's fault: it is skipped then.
    var isForSkipping = false

    /// What one person saw.
    struct ThreadShown: Hashable, Sendable {
        /// Whether the person was there to see anything.
        enum Presence: Hashable, Sendable {
            /// Has not logged in so far: what they would see is not known.
            case awaited
            /// Is there, or was until their stream ended.
            case here
            /// Is offline: they saw what had come until then. `since` is the step that sent them there, where one did.
            case offline(since: String?)
        }

        /// The display name, and the device where it is not the first.
        var person: String
        /// From the top of the screen.
        var lines: [String]
        /// Whether they were there.
        var presence: Presence

        /// What is said of the person before the lines, to be put behind the name: ` saw nothing`.
        var verdict: String {
            let nothing = lines.isEmpty ? " nothing" : ""
            switch presence {
            case .awaited: return " has not logged in"
            case .here: return " saw" + nothing
            case .offline(let since): return ", offline\(since.map { " since “\($0)”" } ?? ""), had seen" + nothing
            }
        }
    }

    /// Makes a failure.
    init(_ message: String, expected: String? = nil, actual: String? = nil, threads: [ThreadShown] = []) {
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
