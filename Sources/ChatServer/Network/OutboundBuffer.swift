/// The framed messages of one tick, which all connections share. A connection copies its slice only if its socket does
/// not accept all of it.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class OutboundBuffer {
    /// A slice of the buffer.
    struct Slice {
        /// True if the slice lies in the buffer for several recipients. Messages for the same recipients are adjacent
        /// there.
        var isToMany = false
        var start = 0
        var end = 0

        var isEmpty: Bool { start == end }
    }

    /// The largest capacity that is kept from tick to tick, in bytes.
    private static let roomMax = 1024 * 1024
    @exclusivity(unchecked) private var toOne: [UInt8] = []
    @exclusivity(unchecked) private var toMany: [UInt8] = []

    subscript(isToMany isToMany: Bool) -> [UInt8] { isToMany ? toMany : toOne }

    /// Appends the bytes that the closure writes, and returns their slice.
    func add(toMany isToMany: Bool, _ write: (inout [UInt8]) -> Void) -> Slice {
        let start = isToMany ? toMany.count : toOne.count
        if isToMany { write(&toMany) } else { write(&toOne) }
        return Slice(isToMany: isToMany, start: start, end: isToMany ? toMany.count : toOne.count)
    }

    /// Empties the buffer. No connection may have an unsent slice of it.
    func removeAll() {
        toOne.removeAll(keepingCapacity: toOne.capacity <= Self.roomMax)
        toMany.removeAll(keepingCapacity: toMany.capacity <= Self.roomMax)
    }
}
