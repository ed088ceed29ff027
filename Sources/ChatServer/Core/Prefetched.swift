/// The data read from the store for a request, because the core itself cannot read.
package enum Prefetched: Sendable, Equatable {
    /// The request needs no data, or the store has none.
    case nothing
    /// The event that a request names by the id of its entry.
    case record(EventRecord)
    /// The messages that a deletion, a recovery or an erasure names, and the newest message left to the person. The
    /// newest message is nil if the core knows it or none is left.
    case deletion([PlacedMessage], newest: PlacedMessage?)
    /// The events that answer a question about a delivery, in the order of the log.
    case facts([EventRecord])
}
