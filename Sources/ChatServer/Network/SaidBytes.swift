/// What is said in a tick, framed: what connections are sent stands here, and is copied for those alone whose sockets do
/// not take it.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
final class SaidBytes {
    /// Where a piece stands.
    struct Piece {
        /// Whether among what is said to many at once: those pieces follow each other for whoever is told several.
        var isToMany = false
        var start = 0
        var end = 0

        var isEmpty: Bool { start == end }
    }

    /// The room that is kept from tick to tick.
    private static let roomMax = 1024 * 1024
    @exclusivity(unchecked) private var toOne: [UInt8] = []
    @exclusivity(unchecked) private var toMany: [UInt8] = []

    subscript(isToMany isToMany: Bool) -> [UInt8] { isToMany ? toMany : toOne }

    /// Adds what the closure writes.
    func add(toMany isToMany: Bool, _ write: (inout [UInt8]) -> Void) -> Piece {
        let start = isToMany ? toMany.count : toOne.count
        if isToMany { write(&toMany) } else { write(&toOne) }
        return Piece(isToMany: isToMany, start: start, end: isToMany ? toMany.count : toOne.count)
    }

    /// Begins again, when nobody has anything left here.
    func removeAll() {
        toOne.removeAll(keepingCapacity: toOne.capacity <= Self.roomMax)
        toMany.removeAll(keepingCapacity: toMany.capacity <= Self.roomMax)
    }
}
