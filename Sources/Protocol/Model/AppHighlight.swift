extension RemovedHighlight {
    /// What a highlight was that is gone.
    public init(_ highlight: AppHighlight) {
        self.init(id: highlight.id, url: highlight.url, collaboration: highlight.collaboration)
    }
}

extension HighlightsChange {
    /// Whether it names nothing, and nothing is to be read again.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}

extension AppHighlightsChange {
    /// Whether it names nothing, and nothing is to be read again.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}
