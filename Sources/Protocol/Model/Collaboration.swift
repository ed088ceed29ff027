extension CollaborationOffer {
    /// The summary of the selected options, as one sentence.
    public var summary: String { options.summary }
}
