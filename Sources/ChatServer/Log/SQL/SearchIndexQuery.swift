/// The statements of search, for writing and reading. A test checks that each plan has only searches.
enum SearchIndexQuery: CaseIterable {
    case standing
    case entryPlace
    case entriesAfter
    case entryAt
    case segmentOf
    case segmentsBetween
    case segmentsAfter
    case groupOf
    case groupsBefore
    case placesOf
    case block
    case blocksOf
    case setBlock
    case amendedBetween
    case blankAmended
    case insertSegment
    case insertGroup
    case insertBlock
    case insertAmended

    func sql(_ d: SQLDialect) -> String {
        let entries = """
            SELECT \(LogQuery.columns), entry.place FROM log AS first
            \(d.join("entry", on: "entry.id = first.entry"))
            \(d.join("log", on: "log.position = entry.record"))
            """
        return switch self {
        case .standing:
            """
            SELECT (SELECT max(through) FROM segment \(d.all(of: "segment"))),
            (SELECT max(id) FROM block \(d.all(of: "block"))),
            (SELECT max(through) FROM segment_group \(d.all(of: "segment_group")))
            """
        case .entryPlace: "SELECT place FROM entry WHERE \(d.own("entry"))id = \(d[1])"
        case .entriesAfter:
            """
            \(entries) WHERE \(d.own("first"))first.position > \(d[1]) AND first.position <= \(d[2])
            AND first.replaces = 0 ORDER BY first.position
            """
        case .entryAt: "\(entries) WHERE \(d.own("first"))first.position = \(d[1]) AND first.replaces = 0"
        case .segmentOf: d.first("segment")
        case .segmentsBetween:
            """
            SELECT through, after, block, blocks FROM segment
            WHERE \(d.own("segment"))through <= \(d[1]) AND through > \(d[2]) ORDER BY through DESC
            """
        case .segmentsAfter:
            """
            SELECT through, after, block, blocks FROM segment WHERE \(d.own("segment"))through > \(d[1])
            ORDER BY through LIMIT \(SearchProgress.groupSize)
            """
        case .groupOf: d.first("segment_group")
        case .groupsBefore:
            """
            SELECT through, after, block, blocks FROM segment_group WHERE \(d.own("segment_group"))through <= \(d[1])
            ORDER BY through DESC
            """
        case .placesOf: "SELECT places FROM segment WHERE \(d.own("segment"))through = \(d[1])"
        case .block: "SELECT words FROM block WHERE \(d.own("block"))id = \(d[1])"
        case .blocksOf:
            "SELECT id, words FROM block WHERE \(d.own("block"))id >= \(d[1]) AND id < \(d[2]) ORDER BY id"
        case .setBlock: "UPDATE block SET words = \(d[2]) WHERE \(d.own("block"))id = \(d[1])"
        case .amendedBetween:
            """
            SELECT place, conversation, words FROM amended
            WHERE \(d.own("amended"))place > \(d[1]) AND place <= \(d[2]) AND place < \(d[3]) ORDER BY place DESC
            """
        case .insertSegment:
            d.insert(
                into: "segment", ["through": d[1], "after": d[2], "block": d[3], "blocks": d[4], "places": d[5]])
        case .insertGroup:
            d.insert(into: "segment_group", ["through": d[1], "after": d[2], "block": d[3], "blocks": d[4]])
        case .insertBlock: d.insert(into: "block", ["id": d[1], "words": d[2]])
        case .insertAmended: d.insert(into: "amended", ["place": d[1], "conversation": d[2], "words": d[3]])
        case .blankAmended: "UPDATE amended SET words = \(d.blanks("words")) WHERE \(d.own("amended"))place = \(d[1])"
        }
    }
}

extension SQLDialect {
    /// Returns the query for the first segment, or group, that ends at or after a place.
    fileprivate func first(_ table: String) -> String {
        """
        SELECT through, after, block, blocks FROM \(table) WHERE \(own(table))through >= \(self[1])
        ORDER BY through LIMIT 1
        """
    }

    /// Returns the replacement for erased words: in a file as many spaces, so that the words are overwritten in place.
    fileprivate func blanks(_ column: String) -> String {
        switch self {
        case .sqlite: "replace(hex(zeroblob(length(CAST(\(column) AS BLOB)))), '00', ' ')"
        case .postgres: "''"
        }
    }
}
