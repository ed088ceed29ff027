extension SearchIndex {
    /// The statements of search, written and read. A test holds the plan of each to searches.
    enum Query: CaseIterable {
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

        var sql: String {
            switch self {
            case .entryPlace: "SELECT place FROM entry WHERE id = ?1"
            case .entriesAfter:
                """
                SELECT \(LogReader.Query.columns), entry.place FROM log AS first
                CROSS JOIN entry ON entry.id = first.entry CROSS JOIN log ON log.position = entry.record
                WHERE first.position > ?1 AND first.position <= ?2 AND first.replaces = 0 ORDER BY first.position
                """
            case .entryAt:
                """
                SELECT \(LogReader.Query.columns), entry.place FROM log AS first
                CROSS JOIN entry ON entry.id = first.entry CROSS JOIN log ON log.position = entry.record
                WHERE first.position = ?1 AND first.replaces = 0
                """
            case .segmentOf:
                """
                SELECT through, after, block, blocks FROM segment WHERE through >= ?1 ORDER BY through LIMIT 1
                """
            case .segmentsBefore:
                """
                SELECT through, after, block, blocks FROM segment WHERE through <= ?1 ORDER BY through DESC
                """
            case .placesOf: "SELECT places FROM segment WHERE through = ?1"
            case .block: "SELECT words FROM block WHERE id = ?1"
            case .blocksOf: "SELECT id, words FROM block WHERE id >= ?1 AND id < ?2"
            case .setBlock: "UPDATE block SET words = ?2 WHERE id = ?1"
            case .amendedBetween:
                """
                SELECT place, conversation, words FROM amended WHERE place > ?1 AND place <= ?2 AND place < ?3
                ORDER BY place DESC
                """
            case .blankAmended:
                """
                UPDATE amended SET words = replace(hex(zeroblob(length(CAST(words AS BLOB)))), '00', ' ')
                WHERE place = ?1
                """
            }
        }
    }
}
