/// The statements of search, written and read. A test holds the plan of each to searches.
enum SearchIndexQuery: CaseIterable {
    case standing
    case entryPlace
    case entriesAfter
    case entryAt
    case segmentOf
    case segmentsBefore
    case placesOf
    case block
    case blocksOf
    case setBlock
    case amendedBetween
    case blankAmended
    case insertSegment
    case insertBlock
    case insertAmended

    func sql(_ d: SQLDialect) -> String {
        let entries = """
            SELECT \(LogQuery.columns), entry.place FROM log AS first
            \(d.join) entry ON \(d.own("entry"))entry.id = first.entry
            \(d.join) log ON \(d.own("log"))log.position = entry.record
            """
        return switch self {
        case .standing:
            """
            SELECT (SELECT max(through) FROM segment \(d.all(of: "segment"))),
            (SELECT max(id) FROM block \(d.all(of: "block")))
            """
        case .entryPlace: "SELECT place FROM entry WHERE \(d.own("entry"))id = \(d[1])"
        case .entriesAfter:
            """
            \(entries) WHERE \(d.own("first"))first.position > \(d[1]) AND first.position <= \(d[2])
            AND first.replaces = 0 ORDER BY first.position
            """
        case .entryAt: "\(entries) WHERE \(d.own("first"))first.position = \(d[1]) AND first.replaces = 0"
        case .segmentOf:
            """
            SELECT through, after, block, blocks FROM segment WHERE \(d.own("segment"))through >= \(d[1])
            ORDER BY through LIMIT 1
            """
        case .segmentsBefore:
            """
            SELECT through, after, block, blocks FROM segment WHERE \(d.own("segment"))through <= \(d[1])
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
        case .insertBlock: d.insert(into: "block", ["id": d[1], "words": d[2]])
        case .insertAmended: d.insert(into: "amended", ["place": d[1], "conversation": d[2], "words": d[3]])
        case .blankAmended: "UPDATE amended SET words = \(d.blanks("words")) WHERE \(d.own("amended"))place = \(d[1])"
        }
    }
}

extension SQLDialect {
    /// What takes the place of words: in a file as many spaces, so that they are overwritten where they lie.
    fileprivate func blanks(_ column: String) -> String {
        switch self {
        case .sqlite: "replace(hex(zeroblob(length(CAST(\(column) AS BLOB)))), '00', ' ')"
        case .postgres: "''"
        }
    }
}
