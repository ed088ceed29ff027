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

/// A block of a segment: some of its words with their places. It is a row of the table `block`.
///
/// The words are ordered by their bytes. Each word is stored as its length, its bytes, the number of its places, and
/// the places from the newest down, as distances. The first distance is from the segment's last place, each other one
/// from the previous place. Numbers are LEB128.
///
/// A length of 0 ends a block early: removals leave zeros at its end. A row that keeps its length is overwritten in
/// place, and nothing is moved that could leave a copy of its neighbours.
struct SearchBlock: Equatable {
    /// The maximum number of bytes in a block, unless it has only one word. A row of this size fills one page of the
    /// file.
    static let sizeMax = 4_000

    let bytes: [UInt8]

    /// Appends a word with its places, newest first, to the bytes of a block.
    static func append(_ word: ArraySlice<UInt8>, _ places: [Int64], through: Int64, to bytes: inout [UInt8]) {
        bytes.append(number: word.count)
        bytes.append(contentsOf: word)
        bytes.append(number: places.count)
        var last = through
        for place in places {
            bytes.append(number: Int(last - place))
            last = place
        }
    }

    /// Returns true if the first word is not greater than the given word, so that no earlier block contains the given
    /// word.
    ///
    /// Returns nil if all words were removed.
    func begins(atOrBefore word: [UInt8]) -> Bool? {
        var cursor = Cursor(bytes)
        return cursor.word().map { !word.lexicographicallyPrecedes(bytes[$0]) }
    }

    /// Appends the places of the word, or of all words that begin with it.
    ///
    /// - Returns: True if the next block may have more places.
    func collect(_ word: [UInt8], isBeginning: Bool, through: Int64, into places: inout [Int64]) -> Bool {
        var cursor = Cursor(bytes)
        while let range = cursor.word() {
            let found = bytes[range]
            if found.starts(with: word), isBeginning || found.count == word.count {
                cursor.places(through: through) { places.append($0) }
                if !isBeginning { return false }
            } else if word.lexicographicallyPrecedes(found) {
                return false
            } else {
                cursor.skipPlaces()
            }
        }
        return true
    }

    /// Appends all words to a line, each followed by a space.
    func appendWords(to line: inout [UInt8]) {
        var cursor = Cursor(bytes)
        while let range = cursor.word() {
            line += bytes[range]
            line.append(UInt8(ascii: " "))
            cursor.skipPlaces()
        }
    }

    /// Returns the block without a place, in all its words or in one word. The length of the block stays the same.
    ///
    /// - Returns: The new block, and the words that have no place left; nil if no word has the place.
    func without(
        _ place: Int64, of only: [UInt8]? = nil, through: Int64
    ) -> (block: SearchBlock, lost: [[UInt8]])? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isFound = false
        var lost: [[UInt8]] = []
        var cursor = Cursor(bytes)
        while let range = cursor.word() {
            let start = cursor.index
            var places: [Int64] = []
            cursor.places(through: through) { places.append($0) }
            if places.contains(place), only.map(bytes[range].elementsEqual) ?? true {
                isFound = true
                places.removeAll { $0 == place }
                if places.isEmpty {
                    lost.append(Array(bytes[range]))
                } else {
                    Self.append(bytes[range], places, through: through, to: &output)
                }
            } else {
                output.append(number: range.count)
                output += bytes[range.lowerBound..<range.upperBound]
                output += bytes[start..<cursor.index]
            }
        }
        guard isFound else { return nil }
        output += [UInt8](repeating: 0, count: bytes.count - output.count)
        return (SearchBlock(bytes: output), lost)
    }
}

extension SearchBlock {
    /// A cursor over the bytes of a block. Damaged bytes end it.
    private struct Cursor {
        private let bytes: [UInt8]
        private(set) var index = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Reads the range of the next word, which is followed by its places; nil at the end.
        mutating func word() -> Range<Int>? {
            guard let length = bytes.number(at: &index), length > 0, length <= bytes.count - index else { return nil }
            defer { index += length }
            return index..<index + length
        }

        mutating func places(through: Int64, _ body: (Int64) -> Void) {
            guard let count = bytes.number(at: &index) else { return }
            var last = through
            for _ in 0..<count {
                // Places are not negative, so a greater distance is damage.
                guard let distance = bytes.number(at: &index), distance <= last else {
                    index = bytes.count
                    return
                }
                last -= Int64(distance)
                body(last)
            }
        }

        mutating func skipPlaces() {
            guard let count = bytes.number(at: &index) else { return }
            var left = count
            while left > 0, index < bytes.count {
                if bytes[index] < 0x80 { left -= 1 }
                index += 1
            }
        }
    }
}

/// The conversation of each place in a segment, so that a search in some conversations need not read every message.
enum SearchPlaces {
    /// Returns the encoding: the ids of the conversations, each once with its length, then a pair for each place.
    ///
    /// The pairs begin with the newest place. A pair is the distance from the previous place and the number of its
    /// conversation.
    static func bytes(of lines: [SearchLines.Line], through: Int64) -> [UInt8] {
        var numbers: [BytewiseString: Int] = [:]
        var ids: [UInt8] = []
        var places: [UInt8] = []
        var last = through
        for line in lines.reversed() where !line.range.isEmpty {
            let id = BytewiseString(line.conversation)
            let number = numbers[id] ?? numbers.count
            if number == numbers.count {
                numbers[id] = number
                ids.append(number: line.conversation.utf8.count)
                ids.append(contentsOf: line.conversation.utf8)
            }
            places.append(number: Int(last - line.place))
            places.append(number: number)
            last = line.place
        }
        var bytes: [UInt8] = []
        bytes.append(number: numbers.count)
        return bytes + ids + places
    }

    /// Returns the places of the segment that are in one of the conversations. Places are newest first.
    static func filter(
        _ places: [Int64], in allowed: Set<BytewiseString>, by bytes: [UInt8], through: Int64
    ) -> [Int64] {
        var index = 0
        guard let count = bytes.number(at: &index) else { return [] }
        var isAllowed: [Bool] = []
        for _ in 0..<count {
            guard let length = bytes.number(at: &index), length <= bytes.count - index else { return [] }
            isAllowed.append(
                allowed.contains(BytewiseString(String(decoding: bytes[index..<index + length], as: UTF8.self))))
            index += length
        }
        guard isAllowed.contains(true) else { return [] }
        var matches: [Int64] = []
        var last = through
        var wanted = places[...]
        while let place = wanted.first, let distance = bytes.number(at: &index),
            let number = bytes.number(at: &index), distance <= last
        {
            last -= Int64(distance)
            guard last <= place else { continue }
            wanted.removeFirst()
            if number < isAllowed.count, isAllowed[number] { matches.append(place) }
        }
        return matches
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, as LEB128.
    fileprivate mutating func append(number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Reads the number at an index and advances the index; nil at the end, and for bytes that are not a number.
    fileprivate func number(at index: inout Int) -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while index < count, shift < 63 {
            let byte = self[index]
            index += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number) }
            shift += 7
        }
        return nil
    }
}
