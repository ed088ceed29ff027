import Foundation
import Testing

/// Compares docs/reference/delivery.md with the tests that carry its numbers, in both directions.
struct DeliveryReferenceTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The numbers of the sentences, in the order of the page.
    private func sentences() throws -> [Int] {
        let page = try String(contentsOf: root.appendingPathComponent("docs/reference/delivery.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("- **D") }
            .compactMap { Int($0.dropFirst(5).prefix { $0.isNumber }) }
    }

    /// The numbers at the start of test names, such as `@Test("D4, D8: …")`.
    private func numbersOfTests() throws -> Set<Int> {
        let folder = root.appendingPathComponent("Tests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var numbers: Set<Int> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in text.components(separatedBy: "@Test(").dropFirst() {
                let start = name.drop { $0.isWhitespace }
                guard start.hasPrefix("\"D"), let end = start.firstIndex(of: ":") else { continue }
                let words = start[start.index(after: start.startIndex)..<end].components(separatedBy: ", ")
                let found = words.compactMap { $0.hasPrefix("D") ? Int($0.dropFirst()) : nil }
                if found.count == words.count { numbers.formUnion(found) }
            }
        }
        return numbers
    }

    @Test func everySentenceHasATestAndEveryNumberASentence() throws {
        let sentences = try sentences()
        #expect(sentences == Array(1...max(sentences.count, 20)), "numbered without gaps")
        let tests = try numbersOfTests()
        #expect(tests.subtracting(sentences).isEmpty, "tests of sentences that are not there")
        #expect(Set(sentences).subtracting(tests).isEmpty, "sentences without a test")
    }
}
