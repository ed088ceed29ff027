import ChatProtocol
import Testing

struct JSONWriterTests {
    @Test func randomValueIsWrittenOnOneLineAndReadBack() throws {
        for seed in 1...400 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let value = Self.tree(depth: 5, &random)
            let bytes = JSONWriter.bytes(of: value)
            #expect(try JSONReader.read(bytes).value == value, "seed \(seed)")
            #expect(!bytes.contains { $0 < 0x20 }, "seed \(seed): one line holds it")
        }
    }

    @Test func everyControlCharacterIsEscaped() throws {
        let text = String(String.UnicodeScalarView((0..<0x80).compactMap { Unicode.Scalar($0 as UInt32) }))
        let bytes = JSONWriter.bytes(of: text)
        #expect(!bytes.contains { $0 < 0x20 })
        #expect(try JSONReader.read(bytes).value == .string(text))
    }

    @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1F}"]) func specialCharacterIsEscapedAtEveryPosition(
        _ special: String
    ) throws {
        for before in 0..<20 {
            // The bytes of é and of DEL are close to the special ones, but need no escape.
            let text =
                String(repeating: "é", count: before) + special + String(repeating: "\u{7F}~ !#[]", count: before)
            let bytes = JSONWriter.bytes(of: text)
            #expect(!bytes.contains { $0 < 0x20 })
            #expect(try JSONReader.read(bytes).value == .string(text))
        }
        let plain = String(repeating: "é\u{7F}~ !#[]", count: 9)
        #expect(JSONWriter.bytes(of: plain) == Array("\"\(plain)\"".utf8))
    }

    @Test(arguments: [.min, -10, -1, 0, 9, 10, .max] as [Int64]) func integersAreWrittenInDecimal(_ value: Int64) {
        #expect(JSONWriter.bytes(of: value) == Array("\(value)".utf8))
    }

    @Test func membersAreSeparatedByCommasAndMissingOnesOmitted() throws {
        let json = JSONWriter.object {
            $0.key("empty")
            $0.object { _ in }
            $0.member("missing", nil as String?)
            $0.key("list")
            $0.array {
                $0.array { _ in }
                $0.null()
                $0.raw(Array("{}".utf8))
            }
            $0.member("pairs", AppSwitches([(AppID("a\""), true)]))
        }
        #expect(
            String(decoding: json, as: UTF8.self) == #"{"empty":{},"list":[[],null,{}],"pairs":{"a\"":true}}"#)
    }

    private static func tree(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
        case 3:
            let double = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            let isInteger = Int64("\(double)") != nil
            return double.isFinite && !isInteger ? .number(double) : .number(0.5)
        case 4, 5: return .string(text(&random))
        case 6:
            return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in tree(depth: depth - 1, &random) })
        default:
            let count = Int.random(in: 0..<5, using: &random)
            return .object(
                JSONObject(
                    (0..<count).map { .init(key: "\($0)" + text(&random), value: tree(depth: depth - 1, &random)) }))
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let top: UInt32 = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<top, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
