import Testing

@testable import ChatScenario

/// Reports in the format of the Test Anything Protocol.
@Suite struct TapReportTests {
    @Test func aWholeReport() throws {
        let text = try ReportStage().text(of: ReportStage.everything) { TapReport(write: $0) }
        #expect(
            text.hasPrefix(
                """
                TAP version 14
                1..6
                # seed 7
                ok 1 - Trip › passes
                not ok 2 - Trip › fails
                  ---
                  message: "Anna edited nothing"
                  severity: fail
                  status: failed
                  at:
                    file: "stage.feature"
                    line: 12
                  step: "When Anna fails"
                  expected: |2-
                    “Plan”
                    and more
                  actual: "nothing"
                  explanation: |2-
                    stage.feature:12
                    When Anna fails
                    Anna edited nothing
                    expected: “Plan”
                              and more
                    actual:   nothing
                    Anna saw
                      │ Hi
                      │ ^[[2Jbad
                    Bea saw nothing
                    Carl has not logged in
                    Dee, offline since “Dee bows”, had seen
                      │ Ho
                  again: "chat-client play stage.feature:11"
                  ...
                ok 3 - Trip › R › says waves (example 1.1)
                not ok 4 - Trip › R › says wavs (example 1.2)

                """))
        #expect(
            text.hasSuffix(
                "ok 6 - Trip › R › nothing # SKIP it has no steps\n# 3 passed, 2 failed, 1 skipped\n"))
        #expect(try TapReader.points(in: text).map(\.isOk) == [true, false, true, false, true, true])
    }

    @Test func aRunThatFailsFastSkipsTheRemainingScenarios() throws {
        var stage = ReportStage()
        stage.options.failsFast = true
        let text = try stage.text(of: ReportStage.everything) { TapReport(write: $0) }
        let points = try TapReader.points(in: text)
        #expect(points.count == 6)
        #expect(points.dropFirst(2).allSatisfy { $0.isOk && $0.directive == "SKIP not reached" })
        #expect(points[1].directive == nil)
    }

    @Test func roundsHaveNamesOfTheirOwn() throws {
        var stage = ReportStage()
        stage.rounds = 2
        let text = try stage.text(of: "Feature: F\nScenario: S\n* Anna waves\n") { TapReport(write: $0) }
        #expect(try TapReader.points(in: text).map(\.description) == ["F › S (round 1)", "F › S (round 2)"])
    }

    @Test func aNameIsNoDirectiveForOldReadersEither() throws {
        let story = "Feature: F\nScenario: a # SKIP b # 1 \\ c #todo\n* Anna fails\n"
        let text = try ReportStage().text(of: story) { TapReport(write: $0) }
        #expect(text.contains("\nnot ok 1 - F › a ＃ SKIP b \\# 1 \\\\ c ＃todo\n"))
    }

    @Test func namesCannotBreakIt() throws {
        let text = try ReportStage.hostile().text(of: ReportStage.hostileStory()) { TapReport(write: $0) }
        let points = try TapReader.points(in: text)
        #expect(points.count == ReportStage.hostileNames.count * 2 + 1)
        #expect(points.dropLast().allSatisfy { !$0.isOk && $0.directive == nil })
        #expect(
            text.unicodeScalars.allSatisfy {
                $0 == "\n"
                    || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                        && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
            })
    }
}

/// A minimal reader of TAP 14 that checks the rules for producers: version, plan, numbers, escapes and blocks.
struct TapReader {
    struct Point {
        var isOk: Bool
        var description: String
        var directive: String?
    }

    struct Complaint: Error {
        var line: String
    }

    static func points(in text: String) throws -> [Point] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard lines.popLast() == "", lines.first == "TAP version 14", lines.count > 1, lines[1].hasPrefix("1.."),
            let planned = Int(lines[1].dropFirst(3))
        else { throw Complaint(line: "the beginning or the end") }
        var points: [Point] = []
        var isInBlock = false
        for line in lines.dropFirst(2) {
            if isInBlock {
                guard line.hasPrefix("  ") || line.isEmpty else { throw Complaint(line: line) }
                if line.drop(while: { $0 == " " }).hasPrefix("...") {
                    guard line == "  ..." else { throw Complaint(line: line) }
                    isInBlock = false
                }
            } else if line == "  ---", let last = points.last, !last.isOk || last.directive?.hasPrefix("FLAKY") == true
            {
                isInBlock = true
            } else if !line.hasPrefix("# ") {
                points.append(try point(line, number: points.count + 1))
            }
        }
        guard !isInBlock, points.count == planned else { throw Complaint(line: "the plan") }
        return points
    }

    private static func point(_ line: String, number: Int) throws -> Point {
        let isOk = line.hasPrefix("ok ")
        let start = (isOk ? "ok " : "not ok ") + "\(number) - "
        guard line.hasPrefix(start) else { throw Complaint(line: line) }
        var point = Point(isOk: isOk, description: "", directive: nil)
        var isEscaped = false
        for character in line.unicodeScalars.dropFirst(start.unicodeScalars.count) {
            if point.directive != nil {
                point.directive?.unicodeScalars.append(character)
            } else if isEscaped {
                guard character == "#" || character == "\\" else { throw Complaint(line: line) }
                point.description.unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "#" {
                point.directive = ""
            } else {
                point.description.unicodeScalars.append(character)
            }
        }
        point.directive = point.directive.map { String($0.dropFirst()) }
        return point
    }
}
