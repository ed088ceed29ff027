extension CollaborationOffer {
    /// The line that sums up what is chosen.
    public var summary: String { options.summary }
}

/// The id of a ``CollaborationStart``.
public typealias StartID = Identifier<CollaborationStart>
