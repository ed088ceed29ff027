/// The failure of a step, with all the data that explains it.
package struct StepFailure: Error, Hashable, Sendable {
    /// The failure in one sentence.
    package var message: String
    /// The expected value, if it can be shown.
    var expected: String?
    /// The actual value, if it can be shown.
    var actual: String?
    /// The threads of all people at that moment.
    var threads: [ThreadShown]
    /// The nearest match to the expected value in one line; nil without one.
    var nearest: String?
    /// The decisions about the delivery of the expected message or notice to each person.
    var trail: [DeliveryDecision] = []
    /// True if the scenario cannot be played on this server or client at all. It is skipped then and does not fail.
    var isForSkipping = false

    /// The thread of one person.
    struct ThreadShown: Hashable, Sendable {
        /// The presence of a person.
        enum Presence: Hashable, Sendable {
            /// The person has not logged in so far.
            case awaited
            /// The person is online, or was until their stream ended.
            case here
            /// The person is offline. The thread is the last that they saw. `since` is the step that sent them offline;
            /// nil if no step did.
            case offline(since: String?)
        }

        /// The display name, and the device if it is not the first.
        var person: String
        /// The lines from the top of the screen.
        var lines: [String]
        /// The presence of the person.
        var presence: Presence

        /// The words after the name and before the lines, such as ` saw nothing`.
        var verdict: String {
            let nothing = lines.isEmpty ? " nothing" : ""
            switch presence {
            case .awaited: return " has not logged in"
            case .here: return " saw" + nothing
            case .offline(let since): return ", offline\(since.map { " since “\($0)”" } ?? ""), had seen" + nothing
            }
        }
    }

    /// Creates a failure.
    init(_ message: String, expected: String? = nil, actual: String? = nil, threads: [ThreadShown] = []) {
        self.message = message
        self.expected = expected
        self.actual = actual
        self.threads = threads
    }

    /// Returns a failure that skips the scenario for this reason.
    static func skipping(_ reason: String) -> StepFailure {
        var failure = StepFailure(reason)
        failure.isForSkipping = true
        return failure
    }
}
