import ChatProtocol
import Testing

@testable import ChatCore

/// Compares a table of numbers by position with a dictionary.
struct PositionTableTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func positionTableEqualsADictionary(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (table, twin) = (PositionTable(), [Int64: Int]())
        var position: Int64 = 0
        for number in 0..<5_000 {
            // Some positions are dense, some are far apart, and some differ only in their high bits.
            position += number % 7 == 0 ? 1 << 20 : Int64(random.next() % 3) + 1
            table.insert(number, at: position)
            twin[position] = number
        }
        for (position, number) in twin { #expect(table[position] == number) }
        for position in 1...Int64(2_000) where twin[position] == nil { #expect(table[position] == nil) }
        #expect(table[0] == nil && table[-1] == nil && table[.max] == nil && table[.min] == nil)
    }

    @Test func emptyPositionTableHasNoNumbers() { #expect(PositionTable()[1] == nil) }

    @Test(
        arguments: [
            ("c1", 1), ("m42", 42), ("x999999999999999999", 999_999_999_999_999_999), ("c0", nil), ("c01", nil),
            ("c", nil),
            ("", nil), ("12", 2), ("c-1", nil), ("c1a", nil), ("é1", nil), ("c9999999999999999999", nil),
        ] as [(String, Int64?)])
    func idContainsItsPosition(_ id: String, _ position: Int64?) {
        #expect(id.positionInID == position)
        if let position, let letter = id.unicodeScalars.first {
            #expect(ConversationID(letter, at: position).rawValue == id)
        }
    }
}
