/// Links in the reverse order of the shelf, so that insertions at the top of the shelf append at the end.
///
/// The links are stored in blocks, so that an insertion or a removal moves at most one block. In one array of a hundred
/// thousand links, removing them one by one would take quadratic time.
struct RankedLinks: Sendable {
    /// One link with its sort keys.
    struct Spot: Sendable {
        var position: Int64
        var tie: UInt64
        var link: Int

        /// Returns true if the spot precedes the given keys: positions ascend, and ties descend within a position.
        func isBefore(position other: Int64, tie otherTie: UInt64) -> Bool {
            position < other || (position == other && tie > otherTie)
        }
    }

    /// A gap between two spots: before the spot at `offset` of a block.
    struct Gap: Sendable {
        fileprivate var block: Int
        fileprivate var offset: Int
    }

    private static let blockMax = 512
    /// The blocks. None of them is empty.
    private var blocks: [[Spot]] = []

    var last: Spot? { blocks.last?.last }

    /// The gap after the last spot, at the top of the shelf.
    var end: Gap { Gap(block: blocks.count - 1, offset: blocks.last?.count ?? 0) }

    /// Returns the gap from which ``next(_:)`` continues with the links below a rank of the shelf.
    func gap(below rank: ShelfRank) -> Gap { gap(position: rank.position, tie: rank.tie) }

    /// Returns the spot before a gap and moves the gap before it; nil at the beginning.
    func next(_ gap: inout Gap) -> Spot? {
        guard gap.block >= 0 else { return nil }
        if gap.offset == 0 {
            gap.block -= 1
            guard gap.block >= 0 else { return nil }
            gap.offset = blocks[gap.block].count
        }
        gap.offset -= 1
        return blocks[gap.block][gap.offset]
    }

    mutating func insert(_ link: Int, position: Int64, tie: UInt64) {
        let spot = Spot(position: position, tie: tie, link: link)
        let gap = gap(position: position, tie: tie)
        guard gap.block >= 0 else {
            blocks.append([spot])
            return
        }
        let count = blocks[gap.block].count
        if count < Self.blockMax {
            blocks[gap.block].insert(spot, at: gap.offset)
        } else if gap.block == blocks.count - 1, gap.offset == count {
            blocks.append([spot])
        } else {
            let half = count / 2
            let upper = Array(blocks[gap.block][half...])
            blocks[gap.block].removeSubrange(half...)
            blocks.insert(upper, at: gap.block + 1)
            if gap.offset <= half {
                blocks[gap.block].insert(spot, at: gap.offset)
            } else {
                blocks[gap.block + 1].insert(spot, at: gap.offset - half)
            }
        }
    }

    mutating func remove(position: Int64, tie: UInt64) {
        let gap = gap(position: position, tie: tie)
        guard gap.block >= 0, gap.offset < blocks[gap.block].count else { return }
        let spot = blocks[gap.block][gap.offset]
        guard spot.position == position, spot.tie == tie else { return }
        blocks[gap.block].remove(at: gap.offset)
        let count = blocks[gap.block].count
        if count == 0 {
            blocks.remove(at: gap.block)
        } else if gap.block + 1 < blocks.count, count + blocks[gap.block + 1].count < Self.blockMax / 2 {
            // Small blocks are merged, so that a shelf that became short does not consist of many of them.
            blocks[gap.block] += blocks.remove(at: gap.block + 1)
        }
    }

    /// Returns the gap before the first spot that does not precede the given keys.
    private func gap(position: Int64, tie: UInt64) -> Gap {
        if last?.isBefore(position: position, tie: tie) ?? true { return end }
        let block = Self.first(in: blocks.count) { blocks[$0].last?.isBefore(position: position, tie: tie) == true }
        let offset = Self.first(in: blocks[block].count) { blocks[block][$0].isBefore(position: position, tie: tie) }
        return Gap(block: block, offset: offset)
    }

    /// Returns the first index for which `isBefore` is false; the count if there is none. The indices for which it is
    /// true must come first.
    private static func first(in count: Int, _ isBefore: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
