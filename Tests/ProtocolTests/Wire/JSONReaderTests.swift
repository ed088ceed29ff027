import ChatProtocol
import Testing

/// The grammar of RFC 8259, and the limits that the contract adds to it.
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)).value }

    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-1", -1),
            ("9223372036854775807", 9_223_372_036_854_775_807), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)), ("1e2", .number(100)),
            ("1E+2", .number(100)), ("-0.0", .number(-0.0)), ("5e-324", .number(.leastNonzeroMagnitude)),
            ("1e-400", .number(0)),
            ("\"\"", ""), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"), ("\"\\u00e9\"", "é"),
            ("\"\\uD83D\\uDE00\"", "😀"), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\u0000\"", "\0"), ("\"\u{7F}\"", "\u{7F}"),
            ("[]", .array([])), ("[ 1 , [ ] , {} ]", .array([.integer(1), .array([]), .object(JSONObject())])),
            ("{\"a\":{\"b\":null}}", ["a": ["b": .null]]),
        ] as [(String, JSONValue)])
    func validJSONIsReadAsItsValue(_ text: String, _ value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "nulll", "01", "-01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN",
        "Infinity", "1e400", "-1e999", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u", "\"a\nb\"",
        "\"\t\"",
        "'a'", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}", "{1:1}", "{\"a\":1 \"b\":2}", "1 2", "{} x", "\u{FEFF}{}", "\u{A0}1", "// c\n1", "[1]\0",
    ])
    func textOutsideTheGrammarIsRefused(_ text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test(arguments: [
        "\\uD800", "\\uDC00", "\\uDBFF\\uD800", "\\uD800x", "\\uD800\\n", "\\uD83D\\u0041", "\\uDE00\\uD83D",
        "\\uD800\\u",
    ])
    func loneSurrogatesAreRefused(_ escape: String) {
        #expect(throws: JSONError.self) { try read("\"\(escape)\"") }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8],
            [0xE2, 0x82], [0xFF], [0xF0, 0x82, 0x82, 0xAC],
        ] as [[UInt8]])
    func invalidUTF8IsRefused(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.self) { try JSONReader.read([quote] + bytes + [quote]) }
        #expect(throws: JSONError.self) { try JSONReader.read([quote] + Array("\\n".utf8) + bytes + [quote]) }
        #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    }

    @Test func errorHasTheOffsetOfTheFault() {
        let error = #expect(throws: JSONError.self) { try read("{\"a\": tru}") }
        #expect(error?.offset == 6)
    }

    @Test func nestingDeeperThan64IsRefused() throws {
        func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
            String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
        }
        _ = try read(nested(64, "[", "", "]"))
        _ = try read(nested(64, "{\"a\":", "1", "}"))
        #expect(throws: JSONError.self) { try read(nested(65, "[", "", "]")) }
        #expect(throws: JSONError.self) { try read(nested(65, "{\"a\":", "1", "}")) }
        #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 200_000)) }
    }

    @Test(arguments: [1, 2, 15, 16, 17, 18, 39, 40, 41, 42, 159, 160, 161, 5_000])
    func duplicateKeyIsReportedInObjectsOfEverySize(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":\($0)" }
        let once = try JSONReader.read(Array("{\(members.joined(separator: ","))}".utf8))
        #expect(once.duplicateKey == nil)
        #expect(once.value.objectValue?.members.count == count)
        for again in Set([0, count / 2, count - 1]) {
            let twice = (members + ["\"\\u006b\(again)\":null"]).joined(separator: ",")
            #expect(try JSONReader.read(Array("{\(twice)}".utf8)).duplicateKey == "k\(again)")
        }
    }

    @Test func duplicateKeyIsFoundAtAnyDepthButNotAcrossObjects() throws {
        #expect(try JSONReader.read(Array("[{\"a\":{\"b\":1,\"b\":2}}]".utf8)).duplicateKey == "b")
        #expect(try JSONReader.read(Array("[{\"a\":1},{\"a\":{\"a\":2}}]".utf8)).duplicateKey == nil)
    }

    @Test func randomBytesDoNotCrashTheReader() {
        var random = SeededGenerator(seed: 1)
        let seeds = ["{\"a\":[1,2.5e3,\"x\\u00e9\\ud83d\\ude00\",null,true]}", "[[[{\"k\":{}}]]]", "\"\\\\\""].map {
            Array($0.utf8)
        }
        for _ in 0..<3_000 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes = Array(bytes[..<index])
                }
            }
            _ = try? JSONReader.read(bytes)
        }
    }
}
