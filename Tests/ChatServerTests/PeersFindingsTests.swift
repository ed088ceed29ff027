import Foundation
import Testing

/// Compares docs/internals/peers-findings.md with the tests that it names.
struct PeersFindingsTests {
    private static let peers = ["Ergo", "Mailpit", "Mosquitto", "NATS", "Prosody"]

    /// The cells of each finding: its class, the advisories, the way here, the defence and the tests.
    private func findings() throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("docs/internals/peers-findings.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let cells = rows.map { row in
            row.dropFirst(2).dropLast(2).components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return cells.filter { $0[0] != "class" && !$0[0].hasPrefix("---") }
    }

    /// The tests of all targets, as `Suite.function`.
    private func tests() throws -> Set<String> {
        var names: Set<String> = []
        for source in try HouseTests.sources(in: "Tests") {
            let suites = source.text.matches(of: /\b(?:struct|class|extension) (\w+)/).map(\.1)
            for test in source.text.components(separatedBy: "@Test").dropFirst() {
                guard let function = test.firstMatch(of: /\bfunc (\w+)/)?.1 else { continue }
                names.formUnion(suites.map { "\($0).\(function)" })
            }
        }
        return names
    }

    @Test("the page has at least fifteen different findings, with an address each, of all five peers")
    func findingsAreComplete() throws {
        let findings = try findings()
        #expect(findings.count >= 15)
        #expect(Set(findings.map(\.[0])).count == findings.count)
        for finding in findings {
            #expect(finding.count == 5 && finding.allSatisfy { !$0.isEmpty }, "\(finding)")
            let advisories = finding[1].components(separatedBy: "](https://").count - 1
            #expect(advisories > 0 && Self.peers.contains(where: finding[1].contains), "\(finding[1])")
        }
        for peer in Self.peers {
            #expect(findings.contains { $0[1].contains(peer) }, "\(peer)")
        }
    }

    @Test("each finding names tests that exist")
    func namedTestsExist() throws {
        let tests = try tests()
        #expect(tests.count > 1_500 && tests.contains("PeersFindingsTests.namedTestsExist"))
        for finding in try findings() {
            let named = finding[4].matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(!named.isEmpty, "\(finding[0])")
            for name in named { #expect(tests.contains(name), "\(finding[0]): \(name)") }
        }
    }
}
