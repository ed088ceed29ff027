/// Small numbers by the positions of the log at which things began: what ids say (``Identifier/position``), found without
/// hashing a text.
///
/// A table with open addressing (Knuth, The Art of Computer Programming, volume 3, section 6.4). Nobody can choose
/// positions that meet in one place of it, because the log gives them out one by one; so they are spread by a
/// multiplication, which costs a tenth of a hash that withstands that.
package struct PositionTable: Sendable {
    /// A position and its number; the position 0, at which nothing begins, is a free place.
    private var slots: [(position: Int64, number: Int)] = []
    private var count = 0
    /// How far the spread bits are shifted down to be a place.
    private var shift: UInt64 = 64

    /// An empty one.
    package init() {}

    /// Where a position stands, or would stand; there is a free place.
    private func place(of position: Int64) -> Int {
        let spread = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(spread &>> shift)
        while slots[place].position != position, slots[place].position != 0 {
            place = place + 1 == slots.count ? 0 : place + 1
        }
        return place
    }

    /// The number at a position; nil if none was put there.
    package subscript(position: Int64) -> Int? {
        guard position > 0, !slots.isEmpty else { return nil }
        let slot = slots[place(of: position)]
        return slot.position == position ? slot.number : nil
    }

    /// Puts a number at a position, which is greater than 0 and has none yet.
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
