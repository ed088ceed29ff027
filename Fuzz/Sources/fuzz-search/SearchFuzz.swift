import FuzzDriver

@testable import ChatLog
@testable import ChatProtocol

/// What a search reads. Whatever stands in a block of the index, and whatever was said: no crash; the words of a text are
/// their own words; a block that was written gives its places back; and a place is taken out of it for good.
@main
enum SearchFuzz: FuzzTarget {
    private static let through: Int64 = 70_000

    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = SearchWords.line(of: text)
        hold(SearchWords.line(of: line) == line, "the words of a text are their own words")
        _ = SearchQuery(text)
        damaged(SearchBlock(bytes: bytes))
        written(Set(line.split(separator: " ").map { Array($0.utf8) }), bytes)
    }

    /// Any bytes as a block.
    private static func damaged(_ block: SearchBlock) {
        _ = block.begins(atOrBefore: Array("m".utf8))
        let places = places(in: block)
        _ = SearchPlaces.filter(places, in: [BytewiseString("c1")], by: block.bytes, through: through)
        guard let place = places.first, let rest = block.without(place, through: through) else { return }
        hold(rest.bytes.count == block.bytes.count, "a block keeps its length")
    }

    /// A block of the words, each at places that the bytes choose.
    private static func written(_ words: Set<[UInt8]>, _ bytes: [UInt8]) {
        var block: [UInt8] = []
        var all: [Int64] = []
        for (number, word) in words.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
            var places: [Int64] = []
            var last = through
            for byte in bytes.dropFirst(number).prefix(5) {
                last -= Int64(byte) + 1
                places.append(last)
            }
            SearchBlock.append(word[...], places, through: through, to: &block)
            all += places
        }
        let whole = SearchBlock(bytes: block)
        hold(places(in: whole) == all, "a block gives back what was written")
        guard let place = all.first else { return }
        guard let rest = whole.without(place, through: through) else {
            hold(false, "a place that is there can be taken out")
            return
        }
        hold(places(in: rest) == all.filter { $0 != place }, "a place that was taken out is gone, and no other")
    }

    private static func places(in block: SearchBlock) -> [Int64] {
        var places: [Int64] = []
        _ = block.collect([], isBeginning: true, through: through, into: &places)
        return places
    }
}
