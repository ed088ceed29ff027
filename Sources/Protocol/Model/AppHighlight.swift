extension RemovedHighlight {
    /// Creates the removed form of a highlight.
    public init(_ highlight: AppHighlight) {
        self.init(id: highlight.id, url: highlight.url, collaboration: highlight.collaboration)
    }
}

extension HighlightsChange {
    /// True if the change lists nothing and requires no reload.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}

extension AppHighlightsChange {
    /// True if the change lists nothing and requires no reload.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}
