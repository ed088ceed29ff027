import Testing

@testable import ChatTerminal

@Suite struct KeyDecoderTests {
    static let spellings: [(bytes: String, keys: [Key])] = [
        ("a", [.character("a")]), ("é", [.character("é")]), ("界", [.character("界")]), ("🚣", [.character("🚣")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
        ("\u{01}", [.control("a")]), ("\u{1A}", [.control("z")]), ("\u{00}", [.control(" ")]),
        ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
        ("\u{1B}OA", [.up]), ("\u{1B}OH", [.home]), ("\u{1B}OP", [.function(1)]), ("\u{1B}OM", [.enter]),
        ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]),
        ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[Z", [.backTab]),
        ("\u{1B}[1;5C", [.jumpRight]), ("\u{1B}[1;3A", [.jumpUp]), ("\u{1B}[1;2A", [.up]),
        ("\u{1B}[11~", [.function(1)]), ("\u{1B}[24~", [.function(12)]), ("\u{1B}[[A", [.function(1)]),
        ("\u{1B}b", [.alt("b")]), ("\u{1B}ü", [.alt("ü")]), ("\u{1B}\r", [.altEnter]),
        ("\u{1B}\u{7F}", [.altBackspace]), ("\u{1B}[13;2u", [.altEnter]), ("\u{1B}[99;5u", [.control("c")]),
        ("\u{1B}[200~a\r\nb\rc\u{1B}[201~d", [.paste("a\nb\nc"), .character("d")]),
        ("\u{1B}[200~x\u{1B}[20y\u{1B}[201~", [.paste("x\u{1B}[20y")]),
        ("\u{1B}]0;title\u{1B}\\a", [.character("a")]), ("\u{1B}[?1;2cz", [.character("z")]),
        ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[?1A\u{1B}[>0;1~", []),
        ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    ]

    static let mouse: [(bytes: String, event: MouseEvent?)] = [
        ("<0;1;1M", MouseEvent(.press, .left, at: Position(column: 0, row: 0))),
        ("<0;300;120m", MouseEvent(.release, .left, at: Position(column: 299, row: 119))),
        ("<1;2;3M", MouseEvent(.press, .middle, at: Position(column: 1, row: 2))),
        ("<34;2;3M", MouseEvent(.drag, .right, at: Position(column: 1, row: 2))),
        ("<64;2;3M", MouseEvent(.wheelUp, at: Position(column: 1, row: 2))),
        ("<65;2;3M", MouseEvent(.wheelDown, at: Position(column: 1, row: 2))),
        ("<28;2;3M", MouseEvent(.press, .left, at: Position(column: 1, row: 2), modifiers: [.shift, .alt, .control])),
        ("<81;2;3M", MouseEvent(.wheelDown, at: Position(column: 1, row: 2), modifiers: .control)),
        ("<0;99999999999999999999;1M", MouseEvent(.press, .left, at: Position(column: 99_998, row: 0))),
        ("<0;0;1M", nil), ("<0;1;0M", nil), ("<0;1M", nil), ("<0;1;1;1M", nil), ("<M", nil), ("<35;1;1M", nil),
        ("<66;1;1M", nil), ("<128;1;1M", nil), ("<64;1;1m", nil), ("<96;1;1M", nil), ("<99999999999;1;1M", nil),
    ]

    @Test(arguments: mouse.indices)
    func everyReportOfTheMouseIsReadOrPassedOver(_ index: Int) {
        let (text, event) = Self.mouse[index]
        var decoder = KeyDecoder()
        let keys = decoder.feed(Array("\u{1B}[\(text)a".utf8))
        #expect(keys == (event.map { [.mouse($0)] } ?? []) + [.character("a")])
    }

    @Test(arguments: spellings.indices)
    func everySpellingIsReadWhateverTheReadsCutApart(_ index: Int) {
        let (text, keys) = Self.spellings[index]
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let read = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
            #expect(read == keys, "cut at \(cut)")
            #expect(!decoder.isWaiting)
        }
    }

    @Test func aLoneEscapeIsAKeyOnlyAfterAPause() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.feed([0x1B, 0x5B]).isEmpty)
        #expect(decoder.flush() == [.alt("[")])
    }

    @Test func aPasteWithoutItsEndIsHandedOverAndControlCGetsOut() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~hello é".utf8.dropLast()).isEmpty)
        #expect(decoder.flush() == [.paste("hello ")])
        #expect(decoder.feed([0xA9, 0x03]) == [.paste("é")])
        #expect(decoder.feed([0x03]) == [.control("c")])
    }

    @Test func aLongPasteIsOneKey() {
        let unit = "one\r\ntwo\rthree\nक्षि👨‍👩‍👧e\u{301}🇩🇪 "
        let text = String(repeating: unit, count: 2_600_000 / unit.utf8.count)
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            keys += decoder.feed(bytes[start..<min(bytes.count, start + 4096)])
        }
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        #expect(keys == [.paste(lines), .character("x")])
    }

    @Test func ofAPasteWithoutEndNoMoreIsHeldThanFits() throws {
        var decoder = KeyDecoder()
        let bytes = [UInt8](repeating: 0x61, count: KeyDecoder.pasteBytesMax + 5_000)
        #expect(decoder.feed("\u{1B}[200~".utf8).isEmpty)
        #expect(decoder.feed(bytes).isEmpty)
        guard case .paste(let text)? = decoder.feed("\u{1B}[201~".utf8).first else { throw Ended() }
        #expect(text.utf8.count == KeyDecoder.pasteBytesMax)
        #expect(!decoder.isWaiting)
        var editor = LineEditor("kept")
        _ = editor.apply(.paste(text))
        #expect(editor.text == "kept")
        #expect(editor.refused > 0)
    }

    private struct Ended: Error {}

    @Test func aReturnAndItsLineFeedAreOneLineEndThoughAPauseCameBetween() {
        var decoder = KeyDecoder()
        _ = decoder.feed("\u{1B}[200~a\r".utf8)
        #expect(decoder.flush() == [.paste("a\n")])
        #expect(decoder.feed("\nb\u{1B}[201~".utf8) == [.paste("b")])
        #expect(decoder.feed("\u{1B}[200~\nc\u{1B}[201~".utf8) == [.paste("\nc")])
    }

    @Test(arguments: [
        ("11;rgb:0000/0000/0000", false), ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:1e1e/1e1e/2e2e", false),
        ("11;rgb:fd/f6/e3", true), ("11;rgb:F/F/F", true), ("11;rgba:fd/f6/e3/80", true), ("11;rgb:0/7/f", false),
        ("11;rgb:ff/ff", nil), ("11;rgb:ff/ff/fffff", nil), ("11;rgb:+f/ff/ff", nil), ("11;rgb:ff//ff", nil),
        ("10;rgb:ff/ff/ff", nil), ("11;?", nil), ("", nil), (String(repeating: "1", count: 9_000), nil),
    ])
    func theTerminalSaysWhetherItIsLight(_ answer: String, _ isLight: Bool?) {
        for end in ["\u{07}", "\u{1B}\\"] {
            var decoder = KeyDecoder()
            let keys = decoder.feed(Array("\u{1B}]\(answer)\(end)a".utf8))
            #expect(keys == (isLight.map { [.background(isLight: $0)] } ?? []) + [.character("a")])
        }
        // Only a command string tells it, and a device's own string does not.
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("\u{1B}P\(answer)\u{1B}\\a".utf8)) == [.character("a")])
    }

    @Test func hostileBytesNeverCrashAndAlwaysEnd() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = Lehmer(seed)
        for round in 0..<2000 {
            var decoder = KeyDecoder()
            let favourites: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x7E, 0x32, 0x30, 0xE2, 0xF0, 0x80, 0x5D]
            for _ in 0..<64 {
                let pick = generator.next()
                let byte =
                    pick & 1 == 0 ? favourites[Int(pick >> 8) % favourites.count] : UInt8(truncatingIfNeeded: pick >> 8)
                for case .character(let character) in decoder.feed([byte]) {
                    #expect(character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
                }
                if pick % 7 == 0 { _ = decoder.flush() }
            }
            // Whatever is held, Control-C and a pause bring it back to the ground.
            _ = decoder.feed([0x03, 0x03])
            _ = decoder.flush()
            #expect(decoder.feed([0x61]) == [.character("a")], "seed \(seed), round \(round)")
        }
    }
}

/// A small generator with a seed, so that a failure can be run again.
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
