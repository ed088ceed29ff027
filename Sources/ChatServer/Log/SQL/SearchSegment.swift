/// The words of many entries, each with its places: a row of the table `segment`.
///
/// A row of `segment_group` is the same for many segments: its places are the segments, identified by their last
/// places. So the search for a rare word reads few segments.
struct SearchSegment: Equatable {
    /// The last place that it covers.
    let through: Int64
    /// The place before the first place that it covers.
    let after: Int64
    /// The number of its first block.
    let block: Int64
    /// The number of its blocks.
    let blocks: Int64

    /// The number after that of its last block.
    var endOfBlocks: Int64 { block + blocks }
}

extension SearchSegment {
    init(_ row: some SQLStatement) {
        self.init(through: row.integer(0), after: row.integer(1), block: row.integer(2), blocks: row.integer(3))
    }
}

/// The stored blocks of segments and of groups.
struct SearchBlocks<Connection: SQLConnection> {
    typealias Failure = Connection.Failure

    private let block: Connection.Statement
    private let blocksOf: Connection.Statement
    private let setBlock: Connection.Statement

    init(_ connection: Connection) throws(Failure) {
        block = try connection.prepare(.block)
        blocksOf = try connection.prepare(.blocksOf)
        setBlock = try connection.prepare(.setBlock)
    }

    /// Returns all blocks of a segment, in the order of their words.
    func all(of segment: SearchSegment) throws(Failure) -> [SearchBlock] {
        defer { blocksOf.finish() }
        blocksOf.bind(1, segment.block)
        blocksOf.bind(2, segment.endOfBlocks)
        var blocks: [SearchBlock] = []
        while try blocksOf.step() { blocks.append(SearchBlock(bytes: blocksOf.blob(1))) }
        return blocks
    }

    /// Returns all blocks of a segment if one round trip costs more than reading them all; else an empty array.
    func read(of segment: SearchSegment) throws(Failure) -> [SearchBlock] {
        try Connection.dialect == .postgres && segment.blocks <= 16 ? all(of: segment) : []
    }

    /// Returns the places of a word in a segment, newest first.
    ///
    /// - Parameter read: The blocks of the segment, if they were already read.
    func places(
        of word: SearchQuery.Word, in segment: SearchSegment, _ read: [SearchBlock]
    ) throws(Failure) -> [Int64] {
        var places: [Int64] = []
        var number = try firstBlock(of: word.bytes, in: segment, read)
        while number < segment.endOfBlocks,
            try block(number, of: segment, read).collect(
                word.bytes, isBeginning: word.isBeginning, through: segment.through, into: &places)
        {
            number += 1
        }
        // The places of several words with the same beginning must be merged into one order.
        guard word.isBeginning else { return places }
        places.sort(by: >)
        var last: Int64?
        places.removeAll { place in
            defer { last = place }
            return place == last
        }
        return places
    }

    /// Removes a place from all words of a segment.
    ///
    /// - Returns: The words that have no place left.
    func remove(_ place: Int64, from segment: SearchSegment) throws(Failure) -> [[UInt8]] {
        var lost: [[UInt8]] = []
        for (index, block) in try all(of: segment).enumerated() {
            guard let changed = block.without(place, through: segment.through) else { continue }
            try set(segment.block + Int64(index), changed.block)
            lost += changed.lost
        }
        return lost
    }

    /// Removes a place from one word of a segment.
    func remove(_ place: Int64, of word: [UInt8], from segment: SearchSegment) throws(Failure) {
        let number = try firstBlock(of: word, in: segment, [])
        let block = try block(number, of: segment, [])
        guard let changed = block.without(place, of: word, through: segment.through) else { return }
        try set(number, changed.block)
    }

    private func set(_ number: Int64, _ block: SearchBlock) throws(Failure) {
        setBlock.bind(1, number)
        setBlock.bind(2, blob: block.bytes)
        try setBlock.run()
    }

    /// Returns the last block of a segment whose first word is not greater: no earlier block has the word.
    private func firstBlock(
        of word: [UInt8], in segment: SearchSegment, _ read: [SearchBlock]
    ) throws(Failure) -> Int64 {
        var first = segment.block
        var low = segment.block
        var high = segment.endOfBlocks
        while low < high {
            let middle = (low + high) / 2
            var asked = middle
            var isBefore = try block(asked, of: segment, read).begins(atOrBefore: word)
            while isBefore == nil, asked > low {
                asked -= 1
                isBefore = try block(asked, of: segment, read).begins(atOrBefore: word)
            }
            if isBefore == false {
                high = asked
            } else {
                if isBefore == true { first = asked }
                low = middle + 1
            }
        }
        return first
    }

    private func block(
        _ number: Int64, of segment: SearchSegment, _ read: [SearchBlock]
    ) throws(Failure) -> SearchBlock {
        let index = Int(number - segment.block)
        if index < read.count { return read[index] }
        defer { block.finish() }
        block.bind(1, number)
        return SearchBlock(bytes: try block.step() ? block.blob(0) : [])
    }
}
