import Testing

@testable import ChatTerminal

@Suite struct KeyDecoderTests {
    static let spellings: [(bytes: String, keys: [Key])] = [
        ("a", [.character("a")]), ("é", [.character("é")]), ("界", [.character("界")]), ("🚣", [.character("🚣")]),
        ("\r", [.enter]), ("\n", [.control("j")]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
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
        // The kitty keyboard protocol.
        ("\u{1B}[27u", [.escape]), ("\u{1B}[27;129u", [.escape]), ("\u{1B}[106;5u", [.control("j")]),
        ("\u{1B}[13;5u", [.altEnter]), ("\u{1B}[57414u", [.enter]), ("\u{1B}[9;2u", [.backTab]),
        ("\u{1B}[105;5u", [.tab]), ("\u{1B}[109;5u", [.enter]), ("\u{1B}[91;5u", [.escape]),
        ("\u{1B}[45:95;6u", [.control("_")]), ("\u{1B}[45;6u", [.control("_")]), ("\u{1B}[47;5u", [.control("_")]),
        ("\u{1B}[99;69u", [.control("c")]), ("\u{1B}[1089::99;5u", [.control("c")]), ("\u{1B}[32;5u", [.control(" ")]),
        ("\u{1B}[97;3u", [.alt("a")]), ("\u{1B}[97:65;4u", [.alt("A")]), ("\u{1B}[97;4u", [.alt("A")]),
        ("\u{1B}[252;3u", [.alt("ü")]), ("\u{1B}[1076::108;3u", [.alt("l")]), ("\u{1B}[127;3u", [.altBackspace]),
        ("\u{1B}[97;2u", [.character("A")]), ("\u{1B}[57404u", [.character("5")]), ("\u{1B}[57419;5u", [.jumpUp]),
        ("\u{1B}[1;133A", [.jumpUp]), ("\u{1B}[1;5:1A", [.jumpUp]), ("\u{1B}[27;5;106~", [.control("j")]),
        ("\u{1B}[99;9u\u{1B}[57441u\u{1B}[1114112u\u{1B}[55296u\u{1B}[49;5u", []), ("\u{1B}[?5u", [.keyboardProtocol]),
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
        ("<0;99999999999999999999;1M", MouseEvent(.press, .left, at: Position(column: 9_999_998, row: 0))),
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

    @Test("an Escape by itself is a key after a pause")
    func escapeAloneIsAKeyAfterAPause() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]).isEmpty)
        #expect(decoder.patience == KeyDecoder.escapeMilliseconds)
        #expect(decoder.pass(milliseconds: 20).isEmpty)
        #expect(decoder.patience == KeyDecoder.escapeMilliseconds - 20)
        #expect(decoder.pass(milliseconds: 30) == [.escape])
        #expect(decoder.patience == nil)
        #expect(decoder.feed("hello".utf8) == "hello".map { .character($0) })
        #expect(decoder.feed([0x1B, 0x5B]).isEmpty)
        #expect(decoder.pass(milliseconds: KeyDecoder.sequenceMilliseconds) == [.alt("[")])
    }

    /// A slow connection can interrupt a sequence after any byte.
    @Test("a sequence torn by a slow line is never typed as text", arguments: spellings.indices)
    func tornSequenceIsNoText(_ index: Int) {
        let (text, keys) = Self.spellings[index]
        let bytes = Array(text.utf8)
        guard bytes.first == 0x1B, bytes.count > 1,
            !keys.contains(where: { if case .paste = $0 { true } else { false } })
        else { return }
        for cut in 1..<bytes.count {
            var decoder = KeyDecoder()
            var read = decoder.feed(bytes[..<cut])
            read += decoder.pass(milliseconds: 400)
            read += decoder.feed(bytes[cut...], after: 400)
            // An Escape that arrives alone is a key. For Alt with a letter, the letter is then a second key.
            let isAlt = bytes[1] != 0x5B && bytes[1] != 0x4F && bytes[1] != 0x5D
            if cut == 1, isAlt { continue }
            let isEscape = { (key: Key) in key == .escape }
            #expect(
                read.filter { !isEscape($0) } == keys.filter { !isEscape($0) }
                    && read.count { isEscape($0) } <= keys.count { isEscape($0) } + 1,
                "\(text.debugDescription) cut at \(cut): \(read)")
        }
    }

    /// Returns the keys with the parts of each paste joined, and without Escape.
    private func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { all, key in
            if case .paste(let text) = key, case .paste(let before)? = all.last {
                all[all.count - 1] = .paste(before + text)
            } else if key != .escape {
                all.append(key)
            }
        }
    }

    @Test(
        "pastes, mouse reports and letters torn behind any byte lose nothing and are no other keys",
        arguments: [
            "\u{1B}[200~Zwölf 👩‍👩‍👧 Bücher\r\nfür क्षि\u{1B}[201~x", "\u{1B}[200~\u{1B}[201~x",
            "\u{1B}[<0;12;9M\u{1B}[<0;12;9mx",
            "\u{1B}[<64;80;24Mx", "é", "ß→𝄞🇩🇪x", "\u{1B}[97;5ux", "\u{1B}[I\u{1B}[Ox", "\u{1B}[1;5Ax", "\u{1B}OPx",
            "\u{1B}[15~x",
        ])
    func tornBytesLoseNothing(_ text: String) {
        let bytes = Array(text.utf8)
        var whole = KeyDecoder()
        let keys = joined(whole.feed(bytes) + whole.pass(milliseconds: 5_000))
        for cut in 1..<bytes.count {
            for pause in [49, 100, 400] {
                var decoder = KeyDecoder()
                var read = decoder.feed(bytes[..<cut])
                read += decoder.pass(milliseconds: pause)
                read += decoder.feed(bytes[cut...], after: pause)
                read += decoder.pass(milliseconds: 5_000)
                let escapes = read.count { $0 == .escape }
                #expect(joined(read) == keys, "\(text.debugDescription) cut at \(cut), after \(pause) ms: \(read)")
                // Only an Escape at the end of the received bytes has a timeout.
                #expect(escapes == 0 || escapes == 1 && bytes[cut - 1] == 0x1B, "cut at \(cut)")
            }
        }
    }

    @Test("text typed after Escape stays text")
    func textAfterEscapeStaysText() {
        for text in ["[", "[x", "[[note]]", "Oh", "[]", "O", "]", "[1", "[ ]"] {
            var decoder = KeyDecoder()
            _ = decoder.feed([0x1B])
            var keys = decoder.pass(milliseconds: 60)
            for byte in text.utf8 {
                keys += decoder.feed([byte][...], after: 70)
                keys += decoder.pass(milliseconds: KeyDecoder.lateMilliseconds)
            }
            keys += decoder.pass(milliseconds: 2_000)
            #expect(keys == [.escape] + text.map { .character($0) }, "\(text): \(keys)")
        }
        var decoder = KeyDecoder()
        _ = decoder.feed([0x1B])
        _ = decoder.pass(milliseconds: 60)
        #expect(
            decoder.feed(Array("[A".utf8)[...], after: 1_000) == [.character("["), .character("A")], "long after it")
    }

    @Test("Alt with the first byte of an answer swallows no text")
    func altWithFirstByteOfAnAnswerSwallowsNoText() {
        for start in "]PX^_" {
            var decoder = KeyDecoder()
            let keys = decoder.feed("\u{1B}\(start)hello".utf8)
            #expect(keys == [.alt(start)] + "hello".map { .character($0) })
        }
        var decoder = KeyDecoder()
        var keys = decoder.feed("\u{1B}[".utf8)
        keys += decoder.feed(Array("hi".utf8)[...], after: 300)
        #expect(keys == [.character("["), .character("h"), .character("i")])
    }

    @Test("an answer of the terminal that is torn by a slow line is not typed")
    func tornAnswerIsNotTyped() {
        let bytes = Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\a".utf8)
        for cut in 1..<bytes.count - 1 {
            var decoder = KeyDecoder()
            var keys = decoder.feed(bytes[..<cut])
            keys += decoder.pass(milliseconds: 400)
            keys += decoder.feed(bytes[cut...], after: 400)
            #expect(keys.drop { $0 == .escape } == [.background(isLight: true), .character("a")], "cut at \(cut)")
        }
    }

    @Test("a letter torn by a slow line is typed when it is whole")
    func tornLetterIsTyped() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0xC3]).isEmpty)
        #expect(decoder.pass(milliseconds: 5_000).isEmpty)
        #expect(decoder.feed([0xA9]) == [.character("é")])
    }

    @Test("a terminal that reports Escape by a sequence has time for the rest of any other")
    func reportedEscapeNeedsNoPause() {
        var decoder = KeyDecoder()
        decoder.reportsEscape = true
        #expect(decoder.feed([0x1B]).isEmpty)
        #expect(decoder.pass(milliseconds: 900).isEmpty)
        #expect(decoder.feed("[A".utf8) == [.up])
    }

    @Test func aPasteWithoutItsEndIsHandedOverAndControlCGetsOut() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~hello é".utf8.dropLast()).isEmpty)
        #expect(decoder.pass(milliseconds: 50) == [.paste("hello ")])
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
        #expect(decoder.pass(milliseconds: 50) == [.paste("a\n")])
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
        // Only an operating system command (OSC) reports the background, and not a device control string (DCS).
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
                if pick % 7 == 0 { _ = decoder.pass(milliseconds: Int(pick % 1_500)) }
            }
            // Control-C and a pause reset the decoder in any state.
            _ = decoder.feed([0x03, 0x03])
            _ = decoder.pass(milliseconds: 10_000)
            _ = decoder.pass(milliseconds: 10_000)
            #expect(decoder.feed([0x61]) == [.character("a")], "seed \(seed), round \(round)")
        }
    }
}

/// A small generator with a seed, so that a failure can be repeated.
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
