/// How a shelf became another: what `highlights.changed` tells, in the order of the shelf.
public struct HighlightsChange<Item: JSONWritable & Sendable & Equatable>: Sendable, Equatable {
    /// What is new.
    public var added: [Item]
    /// What is gone.
    public var removed: [RemovedHighlight]
    /// What stands elsewhere or looks otherwise.
    public var updated: [Item]
    /// Whether more changed than the lists name, so that the whole list is to be read again.
    public var mustReload: Bool

    /// A change.
    public init(added: [Item], removed: [RemovedHighlight], updated: [Item], mustReload: Bool = false) {
        self.added = added
        self.removed = removed
        self.updated = updated
        self.mustReload = mustReload
    }

    /// Whether it names nothing, and nothing is to be read again.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }

    /// The members of `highlights.changed`, without its cursor.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("added", added)
        json.member("removed", removed)
        json.member("updated", updated)
        if mustReload { json.member("reload", true) }
    }
}
