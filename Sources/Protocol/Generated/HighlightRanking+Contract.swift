// Written by script/contract: change the contract instead.

/// A signal for the order of a shelf (`rank-signals`).
public enum RankingSignal: String, CaseIterable, Sendable {
    /// A person shared the link.
    case `shared`
    /// Another person shared it.
    case `sharers`
    /// The person pinned it.
    case `pinned`
    /// An app showed it on a shelf (`attr-context-default`).
    case `summary`
    /// The person opened the link.
    case `viewed`
    /// The person replied to the message with the link.
    case `replied`
    /// An app showed it while the person watched, listened or read (`attr-context-detail`).
    case `detail`
}

extension RankingSignal: JSONWord {}

/// The numbers that decide a highlight's place: its signals, their current weights, and the sum.
public struct HighlightRanking: Sendable, Equatable {
    /// The current sum of the signals, in thousandths.
    public var score: Double
    /// The score that a highlight must exceed to be curated.
    public var threshold: Double
    /// The signals, heaviest first.
    public var signals: [Signal]

    /// Creates a value from its members.
    public init(score: Double, threshold: Double, signals: [Signal] = []) {
        self.score = score
        self.threshold = threshold
        self.signals = signals
    }
}

extension HighlightRanking: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("score") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        score = try fields.read("score")
        threshold = try fields.read("threshold")
        signals = try fields.readOptional("signals") ?? []
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("score", score)
        json.member("threshold", threshold)
        json.member("signals", signals)
    }
}

extension HighlightRanking {
    /// A signal of a highlight's ranking.
    public struct Signal: Sendable, Equatable {
        /// The kind of the signal.
        public var signal: RankingSignal
        /// The initial weight of the signal.
        public var weight: Double
        /// The time of the signal.
        public var at: Instant
        /// The current weight of the signal, in thousandths.
        public var value: Double

        /// Creates a value from its members.
        public init(signal: RankingSignal, weight: Double, at: Instant, value: Double) {
            self.signal = signal
            self.weight = weight
            self.at = at
            self.value = value
        }
    }
}

extension HighlightRanking.Signal: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("signal") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        signal = try fields.read("signal")
        weight = try fields.read("weight")
        at = try fields.read("at")
        value = try fields.read("value")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("signal", signal)
        json.member("weight", weight)
        json.member("at", at)
        json.member("value", value)
    }
}
