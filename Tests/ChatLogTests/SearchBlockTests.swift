import Testing

@testable import ChatLog

/// The search in a block of words, and the removal of places from it.
@Suite struct SearchBlockTests {
    private static let through: Int64 = 70_000

    private static func block(_ words: [(String, [Int64])]) -> SearchBlock {
        var bytes: [UInt8] = []
        for (word, places) in words {
            SearchBlock.append(Array(word.utf8)[...], places, through: through, to: &bytes)
        }
        return SearchBlock(bytes: bytes)
    }

    private static func places(_ word: String, isBeginning: Bool = false, in block: SearchBlock) -> [Int64] {
        var places: [Int64] = []
        _ = block.collect(Array(word.utf8), isBeginning: isBeginning, through: through, into: &places)
        return places
    }

    private static let words: [(String, [Int64])] = [
        ("a", [70_000, 3, 2]), ("trip", [69_872, 1]), ("trips", [69_871, 2]), ("東", [5]),
    ]

    @Test func wordsAreFoundWholeAndByTheirBeginnings() {
        let block = Self.block(Self.words)
        for (word, places) in Self.words { #expect(Self.places(word, in: block) == places) }
        #expect(Self.places("tri", in: block).isEmpty)
        #expect(Self.places("tripss", in: block).isEmpty)
        #expect(Self.places("trip", isBeginning: true, in: block) == [69_872, 1, 69_871, 2])
        #expect(Self.places("", isBeginning: true, in: block).count == 8)
        #expect(block.begins(atOrBefore: Array("a".utf8)) == true)
        #expect(block.begins(atOrBefore: Array("9".utf8)) == false)
    }

    @Test func removedPlacesAreGoneAndTheLengthStays() throws {
        let whole = Self.block(Self.words)
        #expect(whole.without(4, through: Self.through) == nil)
        var block = try #require(whole.without(2, through: Self.through)?.block)
        #expect(Self.places("a", in: block) == [70_000, 3])
        #expect(Self.places("trips", in: block) == [69_871])
        block = try #require(block.without(5, through: Self.through)?.block)
        #expect(block.bytes.count == whole.bytes.count)
        #expect(!String(decoding: block.bytes, as: UTF8.self).contains("東"))
        for place in [Int64(70_000), 3, 69_872, 1, 69_871] {
            block = try #require(block.without(place, through: Self.through)?.block)
        }
        #expect(block.bytes == [UInt8](repeating: 0, count: whole.bytes.count))
        #expect(block.begins(atOrBefore: Array("a".utf8)) == nil)
    }

    @Test func removalReturnsTheWordsWithoutPlaces() throws {
        let block = Self.block([("a", [9, 2]), ("b", [2]), ("c", [9]), ("d", [2])])
        #expect(block.without(2, through: Self.through)?.lost == [Array("b".utf8), Array("d".utf8)])
        let one = try #require(block.without(2, of: Array("b".utf8), through: Self.through))
        #expect(one.lost == [Array("b".utf8)] && Self.places("b", in: one.block).isEmpty)
        #expect(Self.places("a", in: one.block) == [9, 2] && Self.places("d", in: one.block) == [2])
        #expect(block.without(2, of: Array("c".utf8), through: Self.through) == nil)
        var line: [UInt8] = []
        one.block.appendWords(to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "a c d ")
    }

    /// Distances that lead before the first place or overflow an integer.
    @Test func damagedDistancesEndABlock() {
        let far: [UInt8] = .init(repeating: 0xFF, count: 8) + [0x7F]
        let block = SearchBlock(bytes: [1, 0x61, 4, 1] + far + far + [0])
        #expect(Self.places("a", in: block) == [69_999])
        #expect(block.without(69_999, through: Self.through)?.block.bytes.count == block.bytes.count)
        let places = SearchPlaces.filter(
            [70_000, 1], in: [BytewiseString("c")], by: [1, 1, 0x63, 0, 0] + far + [0] + far + [0],
            through: Self.through)
        #expect(places == [70_000])
    }

    @Test func truncatedOrInvalidBlockEndsAtTheDamage() {
        let whole = Self.block(Self.words).bytes
        for count in 0..<whole.count {
            var places: [Int64] = []
            _ = SearchBlock(bytes: Array(whole[..<count]))
                .collect([], isBeginning: true, through: Self.through, into: &places)
            #expect(places.count < 8)
        }
        let wild = SearchBlock(bytes: [1, 97] + [UInt8](repeating: 0xFF, count: 40))
        #expect(Self.places("a", in: wild).isEmpty)
    }
}
