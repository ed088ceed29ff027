extension RemovedHighlight: JSONWritable {
    /// Appends the highlight, or `{id}`.
    public func write(to json: inout JSONWriter) {
        if let highlight { return highlight.write(to: &json) }
        json.object { $0.member("id", id) }
    }
}

/// A highlight that is on a shelf no longer: as its app sees it, or its id alone where nothing says any more which link
/// it was, because every message that held it was unsent.
public struct RemovedHighlight: Sendable, Equatable {
    /// Its id.
    public var id: HighlightID
    /// What it was, where that is known.
    public var highlight: AppHighlight?

    /// A highlight that is gone.
    public init(id: HighlightID, highlight: AppHighlight?) {
        self.id = id
        self.highlight = highlight
    }
}
