import ChatScenario
import ChatSystem

/// `chat-client merge`: merges the reports of a run's parts into one.
enum MergeCommand {
    /// The help of `chat-client merge`.
    static let description = CommandDescription(
        "merge", "merge the reports of a run's parts",
        letters: ["-o": "--output"],
        help: """
            Merges the reports of a run that was played in parts (play --shard) into one report.

            usage: chat-client merge REPORT… [-o FILE]

            All reports have one format: junit, messages or html. The command detects it. The result has the scenarios
            in the order of the features, and the sums of all counts and times.

              --output FILE  the merged report (or -o FILE; default: standard output)
              --help         this text

            exit status: 0 the report was written, even if scenarios failed; 2 the files are not parts of one run

            """)

    /// Merges the reports.
    ///
    /// - Parameter words: The words after `merge` on the command line.
    /// - Returns: The exit status.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        guard !words.rest.isEmpty else { throw words.problem("give the reports of the parts") }
        do throws(FileProblem) {
            var inputs: [ReportMerge.Input] = []
            for path in words.rest {
                let bytes = try FileSystem.bytes(ofFile: path, max: ReportMerge.bytesMax)
                inputs.append(try ReportMerge.Input(path: path, bytes: bytes))
            }
            let report = try ReportMerge.merged(inputs)
            if let output = words.value("--output") {
                try FileSystem.replace(output, with: Array(report.utf8))
            } else {
                environment.output(report)
            }
        } catch {
            throw words.problem(error.description)
        }
        return 0
    }
}
