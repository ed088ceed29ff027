import ChatSystem
import Testing

@testable import ChatScenario
@testable import TestSupport

/// Several reports of one run, and their outputs.
@Suite struct ReportsTests {
    static let story = "Feature: F\n  Scenario: S\n    Given Anna waves\n  Scenario: T\n    Given Anna fails\n"

    /// Returns the text on standard output, and the problems of files that could not be written.
    static func tell(
        _ words: [String], isTerminal: Bool = false, variables: [String: String] = [:]
    ) throws -> (output: String, problems: [String]) {
        let written = Diary()
        let environment = PlayEnvironment(
            isTerminal: isTerminal, variables: variables, output: { written.lines.append($0) }, complaints: { _ in })
        var reports = try Reports(try words.map { try ReportRequest($0) }, environment: environment)
        for event in try ReportStage().events(of: story) { reports.report(event) }
        return (written.lines.joined(), reports.close())
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.bytes(ofFile: path, max: 1_000_000), as: UTF8.self)
    }

    @Test func withoutAWishItIsPretty() throws {
        #expect(try Self.tell([]).output == Self.tell(["pretty"]).output)
        #expect(try Self.tell([]).output.hasPrefix("Feature: F\n"))
    }

    @Test func severalAreToldTheSameRun() throws {
        let folder = try ScratchFolder()
        let told = try Self.tell(["dot", "tap:\(folder.path)/a.tap", "junit:\(folder.path)/a.xml"])
        #expect(told.output.hasPrefix(".F\n"))
        #expect(told.problems.isEmpty)
        #expect(try Self.text(folder.path + "/a.tap").hasPrefix("TAP version 14\n1..2\n"))
        #expect(try Self.text(folder.path + "/a.xml").hasSuffix("</testsuites>\n"))
        #expect(try FileSystem.names(inFolder: folder.path) == ["a.tap", "a.xml"])
    }

    @Test func theCountsStandOnStandardOutputWhereNothingElseDoes() throws {
        let folder = try ScratchFolder()
        #expect(try Self.tell(["pretty:\(folder.path)/a.txt"]).output == "1 passed, 1 failed\n")
        #expect(try Self.text(folder.path + "/a.txt") == Self.tell([]).output)
    }

    @Test func twoAtOnePlaceAreRefused() throws {
        #expect(
            throws: PlayUsageError(
                "--report: tap and junit would be mixed on standard output; give one a file: --report junit:FILE")
        ) { try Self.tell(["tap", "junit"]) }
        let folder = try ScratchFolder()
        #expect(
            throws: PlayUsageError(
                "--report: tap twice would be written to \(folder.path)/a; give each a file of its own")
        ) { try Self.tell(["tap:\(folder.path)/a", "tap:\(folder.path)/a"]) }
        #expect(throws: PlayUsageError.self) { try Self.tell(["tap:\(folder.path)/a", "dot:\(folder.path)/.//a"]) }
    }

    @Test func anUnwritableReportIsRefusedBeforeThePlay() throws {
        let folder = try ScratchFolder()
        try folder.write("old", to: "old.tap")
        for (word, problem) in [
            ("junit:\(folder.path)/no/a.xml", "the folder \(folder.path)/no/ does not exist"),
            ("tap:\(folder.path)", "it is a folder"),
        ] {
            #expect {
                try Self.tell(["tap:\(folder.path)/old.tap", "dot:\(folder.path)/new.txt", word])
            } throws: { "\($0)".hasSuffix(problem) }
        }
        // An invalid report option removes no earlier report, and creates no file.
        #expect(try Self.text(folder.path + "/old.tap") == "old")
        #expect(try FileSystem.names(inFolder: folder.path) == ["old.tap"])
    }

    @Test func anEarlierReportIsNotTakenForThisRuns() throws {
        let folder = try ScratchFolder()
        try folder.write("old", to: "a.xml")
        let path = folder.path + "/a.xml"
        do {
            let file = try ReportFile(path: path, isWhole: true)
            file.begin()
            file.write("half")
            file.flush()
            #expect(try FileSystem.names(inFolder: folder.path) == ["a.xml.part"])
        }
        // A file that was never ended is removed.
        #expect(try FileSystem.names(inFolder: folder.path) == [])
    }

    @Test func anInterruptedRunLeavesNoHalfReport() throws {
        let folder = try ScratchFolder()
        try folder.write("old", to: "a.xml")
        let environment = PlayEnvironment(output: { _ in }, complaints: { _ in })
        var reports = try Reports([ReportRequest(.junit, to: .file(folder.path + "/a.xml"))], environment: environment)
        for event in try ReportStage().events(of: Self.story).dropLast() { reports.report(event) }
        #expect(try FileSystem.names(inFolder: folder.path) == [])
    }

    @Test func aLinkStaysALink() throws {
        let folder = try ScratchFolder()
        try folder.write("old", to: "target")
        try folder.link("link", to: folder.path + "/target")
        #expect(try Self.tell(["junit:\(folder.path)/link"]).problems.isEmpty)
        #expect(FileSystem.isLink(folder.path + "/link"))
        #expect(try Self.text(folder.path + "/target").hasSuffix("</testsuites>\n"))
    }

    @Test func aStreamedReportIsWrittenAtEachFlush() throws {
        let folder = try ScratchFolder()
        let file = try ReportFile(path: folder.path + "/a.tap", isWhole: false)
        file.begin()
        file.write("1..2\n")
        file.flush()
        #expect(try Self.text(folder.path + "/a.tap") == "1..2\n")
    }

    @Test(arguments: ["tap", "junit"])
    func aDiskThatIsFullIsTold(_ name: String) throws {
        guard (try? FileSystem.kind(of: "/dev/full")) == .other else { return }
        let told = try Self.tell(["\(name):/dev/full"])
        #expect(told.problems == ["--report \(name): /dev/full is incomplete: No space left on device"])
    }

    @Test func aTerminalHasALineOfProgressThatIsErasedBeforeEverythingElse() throws {
        let output = try Self.tell([], isTerminal: true).output
        #expect(output.contains("1/2  F › S"))
        #expect(output.contains("\r\u{1B}[K"))
        // An erasure separates the progress from the next text, and at the end no progress remains.
        let pieces = output.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(pieces.dropLast().allSatisfy { $0.hasSuffix("F › S") || $0.hasSuffix("F › T") })
        #expect(output.hasSuffix("1 passed, 1 failed\n"))
    }

    @Test func onlyATerminalHasProgressAndColors() throws {
        #expect(try !Self.tell([]).output.contains("\u{1B}"))
        #expect(try !Self.tell([], isTerminal: true, variables: ["TERM": "dumb"]).output.contains("\u{1B}"))
        for machine in ["tap", "messages", "annotations", "junit"] {
            #expect(try !Self.tell([machine], isTerminal: true).output.contains("\u{1B}"))
        }
        let plain = try Self.tell([], isTerminal: true, variables: ["NO_COLOR": "1"]).output
        #expect(!plain.contains("\u{1B}[3"))
        let folder = try ScratchFolder()
        _ = try Self.tell(["pretty:\(folder.path)/a.txt"], isTerminal: true)
        #expect(try !Self.text(folder.path + "/a.txt").contains("\u{1B}"))
    }

    @Test func onlyTheTraceWantsScenes() throws {
        let environment = PlayEnvironment(output: { _ in }, complaints: { _ in })
        #expect(try !Reports([], environment: environment).wantsScenes)
        #expect(try !Reports([ReportRequest(.tap)], environment: environment).wantsScenes)
        let folder = try ScratchFolder()
        let trace = ReportRequest(.html, to: .file(folder.path + "/a.html"))
        #expect(try Reports([ReportRequest(.tap), trace], environment: environment).wantsScenes)
    }
}
