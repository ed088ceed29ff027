import FuzzDriver

@testable import ChatLog

/// What a search reads. Whatever stands in a block of the index, and whatever was said: no crash; a place is taken out of
/// a block for good, and the block keeps its length; and the words of a text are their own words.
@main
enum SearchFuzz: FuzzTarget {
    private static let through: Int64 = 70_000

    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = SearchWords.line(of: text)
        hold(SearchWords.line(of: line) == line, "the words of a text are their own words")
        _ = SearchQuery(text)

        let block = SearchBlock(bytes: bytes)
        _ = block.begins(atOrBefore: Array("m".utf8))
        let places = places(of: block)
        guard let place = places.first else { return }
        _ = SearchPlaces.filter(places, in: [BytewiseString("c1")], by: bytes, through: through)
        guard let rest = block.without(place, through: through) else { return }
        hold(rest.bytes.count == bytes.count, "a block keeps its length")
        hold(!self.places(of: rest).contains(place), "a place that was taken out is gone")
    }

    private static func places(of block: SearchBlock) -> [Int64] {
        var places: [Int64] = []
        _ = block.collect([], isBeginning: true, through: through, into: &places)
        return places
    }
}
