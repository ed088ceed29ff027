import ChatProtocol
import Foundation
import Testing

@testable import ChatCore

/// Runs every fixture in Tests/Rankings, and tests the reader of fixtures with mistakes that people make.
struct RankingFixtureTests {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        + "/Rankings"

    private static let files: [String] = {
        guard let folder = opendir(folder) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".ranking") { names.append(name) }
        }
        return names.sorted()
    }()

    private static func text(_ name: String) throws -> String {
        let file = try #require(fopen("\(folder)/\(name)", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }

    @Test("rank-signals: a shelf has the order of its fixture", arguments: files)
    func shelfHasTheOrderOfItsFixture(_ name: String) throws {
        let outcome = try RankingFixture(Self.text(name)).outcome()
        #expect(outcome.isAsExpected, "\(name)\n\(outcome.report)")
    }

    @Test func folderHasAtLeast12Fixtures() { #expect(Self.files.count >= 12) }

    @Test("a fixture fails if any of its expectations is wrong")
    func fixtureWithAWrongExpectationFails() throws {
        let table = "| link | shared | pinned | detail |\n| a | 2d | | 1h |\n| b | 1d | 1d | |\n"
        #expect(try RankingFixture(table + "order: a b\ncurated: a").outcome().isAsExpected)
        #expect(try RankingFixture(table + "order: a b").outcome().isAsExpected)
        for wrong in ["order: b a", "order: a", "order:", "order: a b\ncurated: none"] {
            let outcome = try RankingFixture(table + wrong).outcome()
            #expect(!outcome.isAsExpected, "\(wrong)")
            #expect(outcome.report.contains("expected  ") && outcome.report.contains("actual    "))
        }
        let none = try RankingFixture(table + "order: b a\ncurated: b").outcome()
        #expect(none.report.contains("expected  b a\nactual    a b\nexpected  curated: b\nactual    curated: a\n"))
    }

    @Test("the report gives each place with its score and the reasons for it")
    func reportGivesEachPlaceWithItsScore() throws {
        let text = "| link | shared | viewed | replied |\n| a | 7d | now | 7d |\n| b | now | | |\norder: a b"
        let outcome = try RankingFixture(text).outcome()
        #expect(
            outcome.report == """
                1  a  4.0  curated: opened 2.0 + replied to 1.5 + shared 0.5 = 4.0, above 3.0
                      opened now: 2.0 of 2.0, replied to 7d ago: 1.5 of 3.0, shared 7d ago: 0.5 of 1.0
                2  b  1.0  newest first, after the pins
                      shared now: 1.0 of 1.0

                """)
    }

    @Test(
        "an unreadable fixture is refused with its line and its problem",
        arguments: [
            ("", 1, "there is no table"), ("order: a", 1, "there is no table"),
            ("| link |\n| a |", 2, "there is no order"), ("| link |\n| a |\norder: b", 3, "which has no row"),
            ("| shared |\norder:", 1, "needs a column link"), ("| link | seen |", 1, "there is no column “seen”"),
            ("| link | link |", 1, "appears twice"),
            ("| link |\n| a | b |", 2, "2 cells, but the table has 1 columns"),
            ("| link |\n| a", 2, "a row ends with |"), ("| link |\n| a |\n| a |", 3, "already has a row"),
            ("| link |\n| a b |", 2, "is not a name"), ("| link |\n| |", 2, "is not a name"),
            ("# one\n\n| link | shared |\n| a | 5 |", 4, "shared: “5” is not an age"),
            ("| link | viewed |\n| a | -5d |", 2, "is not an age"),
            ("| link | viewed |\n| a | 5h 3d |", 2, "is not an age"),
            ("| link | viewed |\n| a | 9999999999999w |", 2, "is not an age"),
            ("| link | viewed |\n| a | 36501d |", 2, "is not an age"),
            ("| link | shared |\n| a | 1d,, 2d |", 2, "“” is not an age"),
            ("| link | by |\n| a | Anna |", 2, "no time in shared"),
            ("| link | shared | by |\n| a | 1d, 2d | Anna, Ben, Cleo |", 2, "2 times and by 3 people"),
            ("| link | shared | by |\n| a | 1d | Reader |", 2, "is not the name"),
            ("| link |\n| a |\norder: a a", 3, "twice"), ("| link |\norder:\norder:", 3, "appears twice"),
            ("| link |\n| a |\n| b |\norder: a b\ncurated: b", 5, "must begin with it"),
            ("| link |\norder:\nautomatic sharing: maybe", 3, "on or off"),
            ("| link |\nordr: a", 2, "did you mean order:?"), ("| link |\nwhat is this", 2, "a line is a row"),
            ("| link |\n\u{1B}[2J: x", 2, "there is no “?[2J”"),
        ] as [(String, Int, String)])
    func unreadableFixtureIsRefusedWithItsLine(_ text: String, _ line: Int, _ problem: String) {
        do throws(RankingFault) {
            let fixture = try RankingFixture(text)
            Issue.record("\(text) was read as \(fixture)")
        } catch {
            #expect(error.line == line && error.problem.contains(problem), "\(error)")
        }
    }

    @Test func fixtureOverALimitIsRefused() {
        let many = "| link |\n" + (0...1_000).map { "| l\($0) |\n" }.joined() + "order:"
        #expect(throws: RankingFault(line: 1_002, problem: "there are more than 1000 links")) {
            try RankingFixture(many)
        }
        let shares = Array(repeating: "1d", count: 21).joined(separator: ", ")
        #expect(throws: RankingFault.self) { try RankingFixture("| link | shared |\n| a | \(shares) |\norder: a") }
        let long = String(repeating: "x", count: RankingFixture.bytesMax + 1)
        #expect(throws: RankingFault.self) { try RankingFixture(long) }
        for filler in ["|", " ", "a", "\n", "#", ",", "| link |\n", "\u{301}"] {
            let text = "| link |\n" + String(repeating: filler, count: 100_000)
            #expect(throws: RankingFault.self) { try RankingFixture(text) }
        }
    }

    @Test("a random fixture is read or refused without a crash", arguments: 0..<UInt64(20))
    func randomFixtureIsReadOrRefused(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let words = [
            "|", "\n", " ", "link", "shared", "by", "pinned", "detail", "5d", "3h 20m", "now", "a", "b", "order:",
            "curated:", "none", "automatic sharing: off", ",", "#", "\r\n", "-", "\u{0}", "é", "99999999w", ":",
        ]
        let whole = Array(try Self.text("e4-sharing-on.ranking"))
        for _ in 0..<200 {
            let soup = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            var torn = whole
            for _ in 0..<3 {
                torn[Int.random(in: 0..<torn.count, using: &random)] = Character(
                    words.randomElement(using: &random)?.first.map(String.init) ?? " ")
            }
            for text in [soup.joined(), "| link | shared |\n" + soup.joined(), String(torn)] {
                if let outcome = try? RankingFixture(text).outcome() { #expect(!outcome.report.isEmpty) }
            }
        }
    }

    @Test(
        "an age is read and written in its normal form",
        arguments: [
            ("now", 0, "now"), ("5d", 432_000_000, "5d"), ("3h 20m", 12_000_000, "3h 20m"),
            ("3h20m", 12_000_000, "3h 20m"),
            ("2w 1d", 1_296_000_000, "15d"), ("90m", 5_400_000, "1h 30m"), ("1s 5ms", 1_005, "1s 5ms"),
            ("0d", 0, "now"),
            ("36500d", 3_153_600_000_000, "36500d"),
        ] as [(String, Int64, String)])
    func ageIsReadAndWritten(_ text: String, _ milliseconds: Int64, _ written: String) {
        #expect(RankingAge(text)?.milliseconds == milliseconds)
        #expect(RankingAge(text)?.description == written)
    }

    @Test(arguments: ["", "5", "d", "5 d", "1d 1d", "1h 1d", "5D", "+5d", "5.5d", "1d now", "5dx", " 5d"])
    func invalidAgeIsRefused(_ text: String) { #expect(RankingAge(text) == nil) }
}
