import Testing

@testable import ChatTerminal

/// Tests of the widths with the data files of Unicode 17.
@Suite struct TextWidthDataTests {
    @Test func everyEmojiTakesTwoColumns() {
        let all = EmojiData.all
        #expect(all.count > 3_900)
        #expect(all.filter { TextWidth.columns(of: $0) != 2 || $0.count != 1 } == [])
    }

    @Test func everyEmojiStaysWholeWhenItIsCleaned() {
        #expect(EmojiData.all.filter { CleanText.line($0) != $0 } == [])
    }

    @Test func scalarsTakeWhatEastAsianWidthSays() {
        let wide = WideData.all
        var wrong: [String] = []
        let assigned: [ClosedRange<UInt32>] = [0...0x323AF, 0xE0000...0xE01EF]
        for scalar in assigned.joined().compactMap(Unicode.Scalar.init) {
            let expected: Int
            switch scalar.properties.generalCategory {
            case .unassigned, .privateUse, .surrogate: continue
            case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: expected = 0
            case .format: expected = scalar == "\u{AD}" ? 1 : 0
            default:
                // Vowels and finals of Hangul are a part of the syllable before them. A letter of a flag is a picture.
                let isInSyllable = (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
                let isPicture = (0x1F1E6...0x1F1FF).contains(scalar.value)
                expected = isInSyllable ? 0 : isPicture || wide.contains(scalar.value) ? 2 : 1
            }
            if TextWidth.columns(of: Character(scalar)) != expected { wrong.append(String(scalar.value, radix: 16)) }
        }
        #expect(wrong == [])
    }

    /// With FE0F a base is an emoji (UTS #51). With FE0E it has the width of its base (UAX #11). These bases are all of
    /// emoji-variation-sequences.txt, and the other emoji.
    @Test func selectorsDecideWhatABaseIs() {
        let bases = Set(EmojiData.all.compactMap(\.unicodeScalars.first)).filter {
            $0.value < 0x1F1E6 || $0.value > 0x1F1FF
        }
        #expect(bases.count > 1_200)
        for base in bases {
            let alone = TextWidth.columns(of: String(base))
            #expect(TextWidth.columns(of: "\(base)\u{FE0F}") == 2)
            #expect(TextWidth.columns(of: "\(base)\u{FE0E}") == alone)
        }
    }

    /// The smallest and the largest width that terminals use for a grapheme: tmux 3.3a counts by scalars, others by
    /// graphemes.
    @Test(arguments: [
        ("र्म", 1, 2, 2), ("चा", 1, 2, 2), ("स्ते", 1, 2, 2), ("ते", 1, 1, 1), ("नि", 1, 2, 2), ("நி", 1, 2, 2),
        ("ന്ത്ര", 1, 3, 3), ("กำ", 1, 2, 2), ("ลั", 1, 1, 1), ("שָׁ", 1, 1, 1), ("لَ", 1, 1, 1),
        ("\u{1100}\u{1161}\u{11A8}", 2, 2, 4), ("\u{AC01}", 2, 2, 2), ("ｶﾞ", 1, 2, 2), ("か\u{3099}", 2, 2, 2),
        ("👨‍👩‍👧‍👦", 1, 2, 8), ("👍🏽", 1, 2, 4), ("❤️", 1, 2, 2), ("❤︎", 1, 1, 1), ("⌚︎", 1, 2, 2), ("🇩🇪", 1, 2, 4),
        ("1️⃣", 1, 2, 2), ("1⃣", 1, 1, 1), ("🚣", 1, 2, 2), ("界", 2, 2, 2), ("é", 1, 1, 1), ("a🏽", 1, 3, 3),
    ])
    func aGraphemeTakesNoLessThanTerminalsDraw(_ text: String, _ least: Int, _ columns: Int, _ most: Int) throws {
        let character = try #require(text.first)
        let extent = TextExtent(character)
        #expect(text.count == 1)
        #expect([extent.least, extent.columns, extent.most] == [least, columns, most])
    }
}
