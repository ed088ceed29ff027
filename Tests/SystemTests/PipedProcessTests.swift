import Testing

@testable import ChatSystem

/// Child programs that exchange lines with the caller.
@Suite struct PipedProcessTests {
    private static func line(_ process: PipedProcess, bytesMax: Int = 1_000) throws -> String {
        String(decoding: try process.line(milliseconds: 60_000, bytesMax: bytesMax), as: UTF8.self)
    }

    @Test func processAnswersEachLineUntilItsInputEnds() throws {
        let process = try PipedProcess(
            ["sh", "-c", "while read -r line; do echo \"$WORD $line\"; done"], variables: ["WORD": "hi"])
        for name in ["Anna", "Bea"] {
            #expect(process.writeLine(Array(name.utf8), milliseconds: 60_000))
            #expect(try Self.line(process) == "hi \(name)")
        }
        process.endInput()
        #expect(process.exitStatus(milliseconds: 60_000) == 0)
        #expect(!process.writeLine([], milliseconds: 0))
    }

    @Test func linesWrittenTogetherAreReadOneByOne() throws {
        let process = try PipedProcess(["printf", "a\\n\\nbc\\nd"])
        #expect(try (0..<3).map { _ in try Self.line(process) } == ["a", "", "bc"])
        // A line without a line feed is not returned.
        #expect(throws: PipedProcess.LineError.ended) { try Self.line(process) }
    }

    @Test func silentProcessIsReportedAsLate() throws {
        let process = try PipedProcess(["cat"])
        #expect(throws: PipedProcess.LineError.late) { try process.line(milliseconds: 0, bytesMax: 10) }
        #expect(process.exitStatus(milliseconds: 0) == nil)
        process.kill()
        #expect(process.exitStatus(milliseconds: 0) == 137)
    }

    /// A caller that polls without waiting receives all available output, even if a poll takes long.
    @Test func pollingWithoutWaitingReadsAllOutput() throws {
        let process = try PipedProcess(["sh", "-c", "echo started; exec cat /dev/zero"])
        #expect(try Self.line(process) == "started")
        var silence = PipedProcess.LineError.late
        for _ in 0..<1_000_000 where silence == .late {
            do throws(PipedProcess.LineError) {
                _ = try process.line(milliseconds: 0, bytesMax: 200_000)
            } catch { silence = error }
        }
        #expect(silence == .long(200_000))
    }

    @Test func endlessLineIsReportedAsTooLong() throws {
        let process = try PipedProcess(["cat", "/dev/zero"])
        #expect(throws: PipedProcess.LineError.long(100_000)) { try Self.line(process, bytesMax: 100_000) }
    }

    @Test func killEndsTheChildrenOfAProcess() throws {
        let process = try PipedProcess(["sh", "-c", "sleep 100000 & echo started; wait"])
        #expect(try Self.line(process) == "started")
        process.kill()
        // This read would wait if a child still held the standard output open.
        #expect(throws: PipedProcess.LineError.ended) { try Self.line(process) }
    }

    @Test func endOfStandardErrorIsRetained() throws {
        let process = try PipedProcess(["sh", "-c", "echo one >&2; echo two >&2; exit 3"])
        #expect(process.exitStatus(milliseconds: 60_000) == 3)
        #expect(process.lastErrorOutput(max: 4) == Array("two\n".utf8))
    }

    @Test func missingProgramCannotBeStarted() {
        #expect(throws: SystemFailure.self) { try PipedProcess(["/nowhere/at/all"]) }
        #expect(throws: SystemFailure.self) { try PipedProcess([]) }
    }
}
