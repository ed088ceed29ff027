/// What counts for the order of a shelf (`rank-signals`).
public enum RankingSignal: String, CaseIterable, Sendable {
    /// Somebody shared the link.
    case shared
    /// One more person shared it.
    case sharers
    /// The person pinned it.
    case pinned
    /// An app showed it on a shelf (`attr-context-default`).
    case summary
    /// The person opened the link.
    case viewed
    /// The person replied to the message in which it stands.
    case replied
    /// An app showed it while it was watched, heard or read (`attr-context-detail`).
    case detail

    /// The signal in a sentence.
    public var words: String {
        switch self {
        case .shared: "shared"
        case .sharers: "shared by one more"
        case .pinned: "pinned"
        case .summary: "shown on a shelf"
        case .viewed: "opened"
        case .replied: "replied to"
        case .detail: "shown in detail"
        }
    }
}

/// Why a highlight stands where it stands, in numbers: the signals, what each weighs by now, and their sum.
public struct HighlightRanking: Sendable, Equatable {
    /// One signal.
    public struct Signal: Sendable, Equatable {
        /// Which.
        public var signal: RankingSignal
        /// What it weighed when it was new.
        public var weight: Double
        /// When it came.
        public var at: Instant
        /// What it weighs now, in thousandths.
        public var value: Double

        /// A signal.
        public init(signal: RankingSignal, weight: Double, at: Instant, value: Double) {
            self.signal = signal
            self.weight = weight
            self.at = at
            self.value = value
        }
    }

    /// The sum of the signals now, in thousandths.
    public var score: Double
    /// Above which score a highlight may stand at the top.
    public var threshold: Double
    /// The signals, the heaviest first.
    public var signals: [Signal]

    /// The numbers behind a place.
    public init(score: Double, threshold: Double, signals: [Signal]) {
        self.score = score
        self.threshold = threshold
        self.signals = signals
    }
}

extension HighlightRanking: JSONWritable {
    /// Appends `{score, threshold, signals: [{signal, weight, at, value}]}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("score", score)
            $0.member("threshold", threshold)
            $0.member("signals", signals)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        score = try fields.number("score")
        threshold = try fields.number("threshold")
        signals = try fields.list("signals") { fields throws(InvalidField) in try Signal(from: &fields) }
    }
}

extension HighlightRanking.Signal: JSONWritable {
    /// Appends `{signal, weight, at, value}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("signal", signal.rawValue)
            $0.member("weight", weight)
            $0.member("at", at)
            $0.member("value", value)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        signal = try fields.word("signal")
        weight = try fields.number("weight")
        at = try fields.instant("at")
        value = try fields.number("value")
    }
}
