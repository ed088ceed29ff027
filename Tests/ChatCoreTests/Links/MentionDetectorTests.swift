import ChatProtocol
import Testing

@testable import ChatCore

@Suite struct MentionDetectorTests {
    private static func candidate(_ handle: String, _ names: [String]) throws -> MentionCandidate {
        MentionCandidate(handle: try #require(Handle(handle)), names: [handle] + names)
    }

    static let texts: [(String, [String])] = [
        ("hello anna", []),
        ("@anna", ["anna:@anna"]),
        ("Hi @Anna, @BEA!", ["anna:@Anna", "bea@example.com:@BEA"]),
        ("@anna smith is here", ["anna:@anna smith"]),
        ("@anna smithson", ["anna:@anna"]),
        ("@annabel", []), ("mail@anna", []), ("_@anna", []), ("@@anna", ["anna:@anna"]), ("@", []), ("@ anna", []),
        ("@bea@example.com?", ["bea@example.com:@bea@example.com"]),
        ("@anna@example.com", []),
        ("👍🏽@émile: ok", ["emile:@émile"]), ("@ÉMILE", ["emile:@ÉMILE"]),
        ("(@anna/@bea)", ["anna:@anna", "bea@example.com:@bea"]),
        ("@sam", ["sam1:@sam"]),
    ]

    @Test(arguments: texts) func mentionsAreFoundByHandleAndName(_ text: String, _ expected: [String]) throws {
        let detector = MentionDetector([
            try Self.candidate("anna", ["Anna", "Anna Smith"]), try Self.candidate("bea@example.com", ["Bea"]),
            try Self.candidate("emile", ["Émile"]), try Self.candidate("sam1", ["Sam"]),
            try Self.candidate("sam2", ["Sam"]),
        ])
        let units = Array(text.utf16)
        let found = detector.mentions(in: text).map { mention in
            let stretch = units[mention.range.location..<mention.range.location + mention.range.length]
            return "\(mention.handle):" + String(decoding: stretch, as: UTF16.self)
        }
        #expect(found == expected)
    }

    @Test func nameInsideALinkIsNoMention() throws {
        let text = "https://a.example/@anna and @anna"
        let links = LinkDetector.links(in: text).map(\.range)
        let mentions = MentionDetector([try Self.candidate("anna", [])]).mentions(in: text, outside: links)
        #expect(mentions.map(\.range) == [TextRange(location: 28, length: 5)])
    }

    @Test("hostile text takes bounded time and has a bounded number of mentions")
    func hostileTextHasBoundedTimeAndMentions() throws {
        let name = String(repeating: "a", count: 200)
        let candidates = try (0..<250).map { MentionCandidate(handle: try #require(Handle("p\($0)")), names: [name]) }
        let text = String(repeating: "@" + String(repeating: "a", count: 199), count: 100)
        let took = ContinuousClock().measure { _ = MentionDetector(candidates).mentions(in: text) }
        #expect(took < .seconds(2))
        let many = String(repeating: "@\(name) ", count: MentionDetector.mentionsMax + 5)
        #expect(MentionDetector(candidates).mentions(in: many).count == MentionDetector.mentionsMax)
    }
}
