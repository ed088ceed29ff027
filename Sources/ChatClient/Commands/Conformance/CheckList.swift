import ChatConformance
import ChatProtocol
import ChatSystem

/// Runs checks one by one, and prints the results as TAP.
enum CheckList {
    /// Returns the checks that `--only` names; all without `--only`.
    static func chosen<Subject>(
        _ checks: [ConformanceCheck<Subject>], _ words: OptionWords
    ) throws(UsageError) -> [ConformanceCheck<Subject>] {
        let only = words.list("--only")
        if let unknown = only.first(where: { name in !checks.contains { $0.name == name } }) {
            let near = Spelling.nearest(to: unknown, among: checks.map(\.name))
            throw words.problem(
                "there is no check \(unknown)\(near.map { "; did you mean \($0)?" } ?? "; --list has all")")
        }
        return only.isEmpty ? checks : checks.filter { only.contains($0.name) }
    }

    /// Prints the names and rules of the checks.
    static func tell<Subject>(_ checks: [ConformanceCheck<Subject>]) -> Int32 {
        let width = (checks.map(\.name.count).max() ?? 0) + 2
        for check in checks {
            let blanks = String(repeating: " ", count: width - check.name.count)
            StandardStream.output.write("\(check.name)\(blanks)\(check.rule)\n")
        }
        return 0
    }

    /// Runs the checks one after the other.
    ///
    /// - Returns: The exit status: 1 if a check failed or the output could not be written.
    static func run<Subject>(
        _ checks: [ConformanceCheck<Subject>], _ result: (ConformanceCheck<Subject>) -> CheckResult
    ) -> Int32 {
        var failed = 0
        var skipped = 0
        var problem = StandardStream.output.write("TAP version 14\n1..\(checks.count)\n")
        for (index, check) in checks.enumerated() {
            let result = result(check)
            if result.hasFailed { failed += 1 } else if result.outcome != .passed { skipped += 1 }
            problem = StandardStream.output.write(result.lines(number: index + 1)) ?? problem
        }
        let passed = checks.count - failed - skipped
        problem = StandardStream.output.write("# \(passed) passed, \(failed) failed, \(skipped) skipped\n") ?? problem
        if let problem { return ClientCommand.fail("standard output is incomplete: \(problem)") }
        return failed == 0 ? 0 : 1
    }
}
