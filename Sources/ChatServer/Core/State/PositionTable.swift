/// Small numbers by log positions, which ids contain (``Identifier/position``). A lookup hashes no text.
///
/// The table uses open addressing (Knuth, The Art of Computer Programming, volume 3, section 6.4). The log assigns
/// positions one by one, so no client can choose colliding ones. A multiplication therefore spreads them well enough,
/// at a tenth of the cost of a hash that resists attacks.
package struct PositionTable: Sendable {
    /// The positions with their numbers. Position 0 is never used and marks a free slot.
    private var slots: [(position: Int64, number: Int)] = []
    private var count = 0
    /// The number of bits by which the product is shifted to the right to give a slot.
    private var shift: UInt64 = 64

    /// Creates an empty table.
    package init() {}

    /// Returns the slot of a position, or the free slot where it would be inserted. The table always has a free slot.
    private func place(of position: Int64) -> Int {
        let spread = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(spread &>> shift)
        while slots[place].position != position, slots[place].position != 0 {
            place = place + 1 == slots.count ? 0 : place + 1
        }
        return place
    }

    /// The number at a position; nil if the table has none.
    package subscript(position: Int64) -> Int? {
        guard position > 0, !slots.isEmpty else { return nil }
        let slot = slots[place(of: position)]
        return slot.position == position ? slot.number : nil
    }

    /// Inserts a number at a position. The position must be greater than 0 and have no number.
    package mutating func insert(_ number: Int, at position: Int64) {
        if 4 * (count + 1) > 3 * slots.count { grow() }
        slots[place(of: position)] = (position, number)
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, 0), count: max(8, 2 * old.count))
        shift = UInt64(slots.count.leadingZeroBitCount + 1)
        for slot in old where slot.position != 0 { slots[place(of: slot.position)] = slot }
    }
}
