import Testing

@testable import ChatTerminal

@Suite struct TextTests {
    @Test(arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("界", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("🚣", 2), ("👨‍👩‍👧‍👦", 2),
        ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("\u{301}", 0), ("\u{200B}", 0), ("✓", 1), ("“", 1),
        ("📌", 2), ("…", 1),
    ])
    func aGraphemeTakesItsColumns(_ text: String, _ columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{07}b\u{9B}c\u{7F}", "abc"), ("a\tb", "a b"),
        ("one\r\ntwo\u{2028}three", "one two three"), ("user\u{202E}txt.exe", "usertxt.exe"),
        ("\u{2066}x\u{2069}\u{200F}", "x"), ("zero\u{200B}width\u{FEFF}", "zerowidth"),
        ("👨‍👩‍👧", "👨‍👩‍👧"), ("\u{E000}", "\u{FFFD}"), ("\u{301}a", "a"), ("naïve", "naïve"),
    ])
    func textFromTheNetworkIsMadeSafe(_ text: String, _ cleaned: String) {
        #expect(CleanText.line(text) == cleaned)
    }

    @Test("tabs stay where text is stored or printed")
    func tabsStayWhereTextIsKept() {
        #expect(CleanText.line("a\tb\u{1B}c", keepsTabs: true) == "a\tbc")
        #expect(CleanText.lines("\ta\r\n b\t", keepsTabs: true) == ["\ta", " b\t"])
    }

    @Test(
        "right-to-left sequences are isolated in a line",
        arguments: [
            ("plain", "plain"), ("שלום 10:15", "⁨שלום⁩ 10:15"), ("[שלום עולם] Anna", "[⁨שלום עולם⁩] Anna"),
            ("דנה, רות and Bea", "⁨דנה, רות⁩ and Bea"), ("א  ב", "⁨א⁩  ⁨ב⁩"), ("א│ב", "⁨א⁩│⁨ב⁩"),
        ])
    func rightToLeftSequencesAreIsolated(_ text: String, _ isolated: String) {
        #expect(RightToLeft.isolating(text) == isolated)
    }

    @Test func aGraphemeOfAThousandMarksIsCut() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(CleanText.line(zalgo).unicodeScalars.count == 16)
    }

    @Test func linesAreCutAtEveryKindOfLineEnd() {
        #expect(CleanText.lines("a\r\nb\nc\rd") == ["a", "b", "c", "d"])
    }

    @Test(arguments: [
        ("Weekend", 10, "Weekend"), ("Weekend", 7, "Weekend"), ("Weekend", 5, "Week…"), ("界界界", 5, "界界…"),
        ("界界界", 4, "界…"), ("Weekend", 1, "…"), ("Weekend", 0, ""),
    ])
    func aLongTextEndsWithAnEllipsis(_ text: String, _ columns: Int, _ cut: String) {
        #expect(TextLayout.truncate(text, to: columns) == cut)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("", 5, [""]), ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("界界界", 4, ["界界", "界"]), ("a\nb", 9, ["a", "b"]),
        ("go https://x.example/long", 10, ["go", "https://x.", "example/", "long"]),
        ("a.example/one-two?three=4&five", 12, ["a.example/", "one-two?", "three=4&five"]),
        ("https://example", 9, ["https://e", "xample"]), ("well-known", 10, ["well-known"]),
        ("  two", 9, ["  two"]), ("\ta", 12, ["        a"]), ("ab\tc\td", 20, ["ab      c       d"]),
        ("    indented", 8, ["    ", "indented"]), ("  ://a-very-long-word", 9, ["  ://a-", "very-", "long-word"]),
        ("界\tx", 20, ["界      x"]), ("one\n  two\n\tthree", 20, ["one", "  two", "        three"]),
        ("a  b", 9, ["a  b"]), ("          界", 4, ["  界"]),
    ])
    func wordsWrapAndLongOnesAreCut(_ text: String, _ columns: Int, _ lines: [String]) {
        #expect(TextLayout.wrap(text, to: columns) == lines)
    }

    @Test func noWrappedLineIsWiderThanItsRoom() {
        let text = "   \tThe 界界界 and 👨‍👩‍👧‍👦 went, e\u{301}tc., to https://notes.example/a/very/long/address?with=words"
        for columns in 2...60 {
            for line in TextLayout.wrap(text, to: columns) { #expect(TextWidth.columns(of: line) <= columns) }
        }
    }

    @Test(
        "a text that does not fit loses the middle of its longest quote first",
        arguments: [
            ("You left “Trip”", 30, "You left “Trip”"),
            ("You left “The long weekend” today", 26, "You left “The long…” today"),
            ("“A” is now “A much longer name”", 24, "“A” is now “A much lon…”"),
            ("You left “The long weekend” today", 10, "You left …"), ("no quote in this text", 8, "no quot…"),
            ("an “unclosed quote", 8, "an “unc…"),
            ("Leave “Sommer “Bergtour” gamma delta”?", 32, "Leave “Sommer “Bergtour” gamm…”?"),
            ("Leave “Sommer” and Winter”?", 24, "Leave “Sommer” and Wi…”?"),
        ])
    func quotesAreShortenedFirst(_ text: String, _ columns: Int, _ short: String) {
        #expect(TextLayout.shorten(text, to: columns) == short)
    }
}
