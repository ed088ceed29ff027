/// Finds entries by their words: the reading half of search in the file.
///
/// The words of the entries that wait are read by the query itself, as the log in memory reads them. The segments say
/// which places have all words of a query; where words must follow one another, the query then reads the entry.
struct SearchReader<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    private struct Segment {
        let through: Int64
        let after: Int64
        let block: Int64
        let blocks: Int64
    }

    /// A search on its way: from the newest place down.
    private struct Search {
        let query: SearchQuery
        let words: [SearchQuery.Word]
        let scope: SearchScope
        let before: Int64
        let limit: Int
        var effort: SearchEffort
        var found = FoundEntries()

        /// Whether to stop here: at an entry that is not looked at any more.
        mutating func stops(at place: Int64) -> Bool {
            guard found.entries.count >= limit || effort.isSpent else { return false }
            found.rest = place + 1
            return true
        }
    }

    private let index: SearchIndex<Connection>
    private let segmentOf: Statement
    private let segmentsBefore: Statement
    private let placesOf: Statement
    private let block: Statement
    private let blocksOf: Statement
    private let amendedBetween: Statement
    private let entryAt: Statement

    init(_ connection: Connection, index: SearchIndex<Connection>) throws(Failure) {
        self.index = index
        segmentOf = try connection.prepare(.segmentOf)
        segmentsBefore = try connection.prepare(.segmentsBefore)
        placesOf = try connection.prepare(.placesOf)
        block = try connection.prepare(.block)
        blocksOf = try connection.prepare(.blocksOf)
        amendedBetween = try connection.prepare(.amendedBetween)
        entryAt = try connection.prepare(.entryAt)
    }

    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(Failure) -> FoundEntries {
        guard !query.isEmpty, limit > 0 else { return FoundEntries() }
        var search = Search(
            query: query, words: query.words, scope: scope, before: before ?? Int64.max, limit: limit,
            effort: SearchEffort(effort))
        try addWaiting(to: &search)
        guard search.found.rest == nil, let newest = try newestSegment(before: search.before) else {
            return search.found
        }
        defer { segmentsBefore.finish() }
        segmentsBefore.bind(1, newest)
        while search.found.rest == nil, try segmentsBefore.step() {
            let segment = Segment(
                through: segmentsBefore.integer(0), after: segmentsBefore.integer(1),
                block: segmentsBefore.integer(2), blocks: segmentsBefore.integer(3))
            if search.stops(at: min(segment.through, search.before - 1)) { break }
            try add(segment, to: &search)
        }
        return search.found
    }

    private func addWaiting(to search: inout Search) throws(Failure) {
        let waiting = try index.waitingLines()
        for line in waiting.lines.reversed() where line.place < search.before && !line.range.isEmpty {
            if search.stops(at: line.place) { return }
            search.effort.spend()
            guard search.scope.contains(line.conversation), search.query.matches(line: waiting.words(of: line)) else {
                continue
            }
            if let entry = try entry(at: line.place) { search.found.entries.append(entry) }
        }
    }

    /// The last place of the newest segment that has to do with places before one; nil if there is no segment at all.
    private func newestSegment(before: Int64) throws(Failure) -> Int64? {
        guard before > Int64.min else { return nil }
        defer { segmentOf.finish() }
        segmentOf.bind(1, before - 1)
        return try segmentOf.step() ? segmentOf.integer(0) : index.standing.through
    }

    private func add(_ segment: Segment, to search: inout Search) throws(Failure) {
        var amended = try amended(search, in: segment)[...]
        let places = try places(search, in: segment)
        search.effort.spend(Self.segmentEffort)
        for place in places {
            while let newer = amended.first, newer > place {
                if search.stops(at: newer) { return }
                amended.removeFirst()
                if let entry = try entry(at: newer) { search.found.entries.append(entry) }
            }
            if search.stops(at: place) { return }
            guard let entry = try entry(at: place) else { continue }
            search.effort.spend()
            if search.query.hasPhrase {
                search.effort.spend(words: entry.record.body.count)
                if !search.query.matches(line: index.words(of: entry)) { continue }
            }
            search.found.entries.append(entry)
        }
        for place in amended {
            if search.stops(at: place) { return }
            if let entry = try entry(at: place) { search.found.entries.append(entry) }
        }
    }

    /// To find out what a segment has of a query takes as long as to look at so many entries.
    private static var segmentEffort: Int { 32 }

    /// The places in the blocks of a segment that have all words, newest first.
    private func places(_ search: Search, in segment: Segment) throws(Failure) -> [Int64] {
        let blocks = try blocks(of: segment)
        var places: [Int64]?
        for word in search.words {
            let found = try self.places(of: word, in: segment, blocks)
            places = places.map { Self.common($0, found) } ?? found.filter { $0 < search.before }
            if places?.isEmpty == true { return [] }
        }
        guard let places, let allowed = search.scope.conversations else { return places ?? [] }
        defer { placesOf.finish() }
        placesOf.bind(1, segment.through)
        guard try placesOf.step() else { return [] }
        return SearchPlaces.filter(places, in: allowed, by: placesOf.blob(0), through: segment.through)
    }

    /// What two lists of places, newest first, have both.
    private static func common(_ left: [Int64], _ right: [Int64]) -> [Int64] {
        var index = 0
        return left.filter { place in
            while index < right.count, right[index] > place { index += 1 }
            return index < right.count && right[index] == place
        }
    }

    private func places(
        of word: SearchQuery.Word, in segment: Segment, _ blocks: [SearchBlock]
    ) throws(Failure) -> [Int64] {
        var places: [Int64] = []
        var number = try firstBlock(of: word, in: segment, blocks)
        while number < segment.block + segment.blocks,
            try block(number, of: segment, blocks).collect(
                word.bytes, isBeginning: word.isBeginning, through: segment.through, into: &places)
        {
            number += 1
        }
        // The places of several words that begin alike must be brought into one order.
        guard word.isBeginning else { return places }
        places.sort(by: >)
        var last: Int64?
        places.removeAll { place in
            defer { last = place }
            return place == last
        }
        return places
    }

    /// The last block of a segment whose first word is not greater: no earlier one has the word.
    private func firstBlock(
        of word: SearchQuery.Word, in segment: Segment, _ blocks: [SearchBlock]
    ) throws(Failure) -> Int64 {
        var first = segment.block
        var low = segment.block
        var high = segment.block + segment.blocks
        while low < high {
            let middle = (low + high) / 2
            var asked = middle
            var isBefore = try block(asked, of: segment, blocks).begins(atOrBefore: word.bytes)
            while isBefore == nil, asked > low {
                asked -= 1
                isBefore = try block(asked, of: segment, blocks).begins(atOrBefore: word.bytes)
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

    /// All blocks of a segment, where the way to one takes longer than to read them all; else none.
    private func blocks(of segment: Segment) throws(Failure) -> [SearchBlock] {
        guard Connection.dialect == .postgres else { return [] }
        defer { blocksOf.finish() }
        blocksOf.bind(1, segment.block)
        blocksOf.bind(2, segment.block + segment.blocks)
        var blocks: [SearchBlock] = []
        while try blocksOf.step() { blocks.append(SearchBlock(bytes: blocksOf.blob(1))) }
        return blocks
    }

    private func block(_ number: Int64, of segment: Segment, _ blocks: [SearchBlock]) throws(Failure) -> SearchBlock {
        let index = Int(number - segment.block)
        if index < blocks.count { return blocks[index] }
        defer { block.finish() }
        block.bind(1, number)
        return SearchBlock(bytes: try block.step() ? block.blob(0) : [])
    }

    /// The places of a segment whose entries were edited since and are found by what they say now, newest first.
    private func amended(_ search: Search, in segment: Segment) throws(Failure) -> [Int64] {
        defer { amendedBetween.finish() }
        amendedBetween.bind(1, segment.after)
        amendedBetween.bind(2, segment.through)
        amendedBetween.bind(3, search.before)
        var places: [Int64] = []
        while try amendedBetween.step() {
            guard search.scope.contains(amendedBetween.text(1)),
                search.query.matches(line: amendedBetween.bytes(2)[...])
            else { continue }
            places.append(amendedBetween.integer(0))
        }
        return places
    }

    private func entry(at place: Int64) throws(Failure) -> StoredEntry? {
        defer { entryAt.finish() }
        entryAt.bind(1, place)
        return try entryAt.step() ? LogReader<Connection>.entry(from: entryAt) : nil
    }
}

extension SearchQuery {
    /// A word that a segment is asked for.
    fileprivate struct Word {
        let bytes: [UInt8]
        /// Whether a word that begins so will do.
        let isBeginning: Bool
    }

    /// The words that must be there: the whole ones first, of them the longest, which are likely the rarest.
    fileprivate var words: [Word] {
        let words = phrases.flatMap { phrase in
            phrase.words.indices.map { index in
                Word(
                    bytes: Array(phrase.words[index].utf8),
                    isBeginning: phrase.isOpen && index == phrase.words.count - 1)
            }
        }
        return words.sorted {
            $0.isBeginning != $1.isBeginning ? $1.isBeginning : $0.bytes.count > $1.bytes.count
        }
    }

    /// Whether some of the words must follow one another.
    fileprivate var hasPhrase: Bool { phrases.contains { $0.words.count > 1 } }
}
