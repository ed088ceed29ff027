import ChatProtocol

/// A search of entries by their words: the reading half of search in the file.
///
/// The words of waiting entries are compared with the query itself, as in the log in memory. The segments give the
/// places that have all words of a query. If words must follow one another, the query then reads the entry.
struct SearchReader<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    /// A search in progress, from the newest place down.
    private struct Search {
        let query: SearchQuery
        let words: [SearchQuery.Word]
        let scope: SearchScope
        let before: Int64
        let limit: Int
        var effort: SearchEffort
        var found = FoundEntries()

        /// Returns true if the search must stop before examining a place, and records where to resume.
        mutating func stops(at place: Int64) -> Bool {
            guard found.entries.count >= limit || effort.isSpent else { return false }
            found.rest = place + 1
            return true
        }
    }

    private let index: SearchIndex<Connection>
    private let segmentOf: Statement
    private let segmentsBetween: Statement
    private let groupOf: Statement
    private let groupsBefore: Statement
    private let placesOf: Statement
    private let blocks: SearchBlocks<Connection>
    private let amendedBetween: Statement
    private let entryAt: Statement

    init(_ connection: Connection, index: SearchIndex<Connection>) throws(Failure) {
        self.index = index
        segmentOf = try connection.prepare(.segmentOf)
        segmentsBetween = try connection.prepare(.segmentsBetween)
        groupOf = try connection.prepare(.groupOf)
        groupsBefore = try connection.prepare(.groupsBefore)
        placesOf = try connection.prepare(.placesOf)
        blocks = try SearchBlocks(connection)
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
        try addUngrouped(through: newest, to: &search)
        if search.found.rest == nil { try addGroups(through: newest, to: &search) }
        return search.found
    }

    private func addUngrouped(through newest: Int64, to search: inout Search) throws(Failure) {
        defer { segmentsBetween.finish() }
        segmentsBetween.bind(1, newest)
        segmentsBetween.bind(2, index.standing.grouped)
        while search.found.rest == nil, try segmentsBetween.step() {
            let segment = SearchSegment(segmentsBetween)
            if search.stops(at: min(segment.through, search.before - 1)) { return }
            search.effort.spend(Self.segmentEffort)
            try add(segment, to: &search)
        }
    }

    private func addGroups(through newest: Int64, to search: inout Search) throws(Failure) {
        let first = min(newest, index.standing.grouped)
        guard let newestGroup = try self.first(groupOf, at: first) else { return }
        defer { groupsBefore.finish() }
        groupsBefore.bind(1, newestGroup.through)
        while search.found.rest == nil, try groupsBefore.step() {
            let group = SearchSegment(groupsBefore)
            if search.stops(at: min(group.through, search.before - 1)) { return }
            search.effort.spend(Self.segmentEffort)
            let segments = try segments(search, in: group).filter { $0 <= newest }
            for (number, through) in segments.enumerated() {
                guard let segment = try self.first(segmentOf, at: through) else { continue }
                // The first segment costs nothing more than its group, so each search advances past the previous one.
                if number > 0 {
                    if search.stops(at: min(segment.through, search.before - 1)) { return }
                    search.effort.spend(Self.segmentEffort)
                }
                try add(segment, to: &search)
                if search.found.rest != nil { return }
            }
        }
    }

    /// Returns the segments of a group that may have matches, as their last places, newest first.
    ///
    /// These are the segments with all words, and the segments whose entries have a matching edit.
    private func segments(_ search: Search, in group: SearchSegment) throws(Failure) -> [Int64] {
        let read = try blocks.read(of: group)
        var segments: [Int64]?
        for word in search.words where segments?.isEmpty != true {
            let found = try blocks.places(of: word, in: group, read)
            segments = segments.map { Self.common($0, found) } ?? found
        }
        var amended: Set<Int64> = []
        for place in try self.amended(search, in: group) {
            if let segment = try first(segmentOf, at: place) { amended.insert(segment.through) }
        }
        return amended.isEmpty ? segments ?? [] : amended.union(segments ?? []).sorted(by: >)
    }

    private func addWaiting(to search: inout Search) throws(Failure) {
        guard search.before > index.standing.through + 1 else { return }
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

    /// Returns the last place of the newest segment with places before the given one; nil if that is before all places.
    private func newestSegment(before: Int64) throws(Failure) -> Int64? {
        guard before > Int64.min else { return nil }
        return try first(segmentOf, at: before - 1)?.through ?? index.standing.through
    }

    private func first(_ statement: Statement, at place: Int64) throws(Failure) -> SearchSegment? {
        defer { statement.finish() }
        statement.bind(1, place)
        return try statement.step() ? SearchSegment(statement) : nil
    }

    private func add(_ segment: SearchSegment, to search: inout Search) throws(Failure) {
        var amended = try amended(search, in: segment)[...]
        let places = try places(search, in: segment)
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

    /// The effort of examining a segment, in entries that take as long.
    private static var segmentEffort: Int { 32 }

    /// Returns the places in the blocks of a segment that have all words, newest first.
    private func places(_ search: Search, in segment: SearchSegment) throws(Failure) -> [Int64] {
        let read = try blocks.read(of: segment)
        var places: [Int64]?
        for word in search.words {
            let found = try blocks.places(of: word, in: segment, read)
            places = places.map { Self.common($0, found) } ?? found.filter { $0 < search.before }
            if places?.isEmpty == true { return [] }
        }
        guard let places, let allowed = search.scope.conversations else { return places ?? [] }
        defer { placesOf.finish() }
        placesOf.bind(1, segment.through)
        guard try placesOf.step() else { return [] }
        return SearchPlaces.filter(places, in: allowed, by: placesOf.blob(0), through: segment.through)
    }

    /// Returns the places that two lists have in common. Both are newest first.
    private static func common(_ left: [Int64], _ right: [Int64]) -> [Int64] {
        var index = 0
        return left.filter { place in
            while index < right.count, right[index] > place { index += 1 }
            return index < right.count && right[index] == place
        }
    }

    /// Returns the places of a segment whose entries were edited later and match in their current form, newest first.
    private func amended(_ search: Search, in segment: SearchSegment) throws(Failure) -> [Int64] {
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
    /// A word to look up in a segment.
    struct Word {
        let bytes: [UInt8]
        /// True if any word that begins with these bytes matches.
        let isBeginning: Bool
    }

    /// The words that must occur, whole words first and then the longest first, because long words are likely the
    /// rarest.
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

    /// True if some of the words must follow one another.
    fileprivate var hasPhrase: Bool { phrases.contains { $0.words.count > 1 } }
}
