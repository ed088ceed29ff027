import ChatProtocol
import Testing

struct HandleTests {
    @Test(arguments: [
        ("anna", "anna"), ("Anna", "anna"), ("ANNA@Example.COM", "anna@example.com"), ("o'brien", "o'brien"),
        ("a.b_c-d+e", "a.b_c-d+e"), ("+4915112345", "+4915112345"), ("ÉMILE", "émile"), ("李雷", "李雷"), ("7", "7"),
        ("E\u{301}mile", "émile"), ("I\u{307}", "i\u{307}"), ("İ", "i\u{307}"),
    ])
    func handleIsLowercasedAndComposed(_ text: String, _ handle: String) {
        // The bytes are compared, because Swift regards composed and decomposed letters as equal.
        #expect(Handle(text).map { Array($0.rawValue.utf8) } == Array(handle.utf8))
    }

    @Test(arguments: [
        "", " ", "an na", "anna\n", "a/b", "a,b", "<a>", "a\0", "😀", "a:b", "\"a\"", "a\u{200B}b", "a\u{202E}b",
        "@", ".", "\u{301}", "\u{3164}", "a\u{115F}b", "*", "a*", "%", "#", "?",
    ])
    func invalidTextIsNoHandle(_ text: String) {
        #expect(Handle(text) == nil)
    }

    @Test(
        "a handle proposed for a name has the words of the name, joined by dots",
        arguments: [
            ("Ännä Müller", "ännä.müller"), ("  Anna  ", "anna"), ("Mary-Jane O'Neil", "mary-jane.o'neil"),
            ("Anna (work)", "anna.work"), ("😀 Bea", "bea"), ("///", nil), ("- '", nil),
        ] as [(String, String?)])
    func handleProposedForName(_ name: String, _ handle: String?) {
        #expect(Handle(proposedFor: name)?.rawValue == handle)
    }

    @Test func aHandleHasAtMost254Bytes() {
        #expect(Handle(String(repeating: "a", count: 254)) != nil)
        #expect(Handle(String(repeating: "a", count: 255)) == nil)
        #expect(Handle(String(repeating: "é", count: 127)) != nil)
        #expect(Handle(String(repeating: "é", count: 128)) == nil)
    }

    @Test func handleOfEveryScalarIsStable() {
        for value in 0...0x10_FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), let handle = Handle(String(Character(scalar))) else { continue }
            if Handle(handle.rawValue)?.rawValue != handle.rawValue { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func defaultNameIsDerivedFromTheHandle() {
        #expect(Handle("anna@example.com")?.defaultName == "Anna")
        #expect(Handle("@7")?.defaultName == "7")
        #expect(Handle("émile")?.defaultName == "Émile")
    }

    @Test("a typed handle may begin with the sign of a mention", arguments: ["anna", "@anna", "@@Anna"])
    func typedHandleMayBeginWithAt(_ text: String) { #expect(Handle(typed: text)?.rawValue == "anna") }

    @Test("the sign of a mention alone is no typed handle")
    func signAloneIsNoHandle() { #expect(Handle(typed: "@") == nil) }
}
