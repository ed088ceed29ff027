/// What was read from the store for a request before it is decided: the core itself cannot read.
package enum Prefetched: Sendable, Equatable {
    /// Nothing was needed, or nothing was there.
    case nothing
    /// The fact that a request names by the id of its entry.
    case record(EventRecord)
    /// The messages that a deletion or its opposite names, and the newest message that it leaves, where the core does
    /// not know it.
    case deletion([PlacedMessage], newest: PlacedMessage?)
    /// The facts that a question about a delivery is answered from, in order.
    case facts([EventRecord])
}
