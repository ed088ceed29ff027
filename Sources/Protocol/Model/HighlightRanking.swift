extension RankingSignal {
    /// The signal as a part of a sentence.
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
