import ChatOptions
import ChatScenario
import ChatSystem

/// `chat-client merge`: the reports of a run's parts as one.
enum MergeCommand {
    /// What `chat-client merge --help` prints.
    static let description = CommandDescription(
        "merge", "join the reports of a run's parts",
        letters: ["-o": "--output"],
        help: """
            Joins the reports of a run that was played in parts (play --shard) into one of the whole run.

            usage: chat-client merge REPORT… [-o FILE]

            All are of one kind, which is seen by what is in them: junit, messages or html. Scenarios stand in the order of
            the features, counts and times are added up.

              --output FILE  where the report of all goes (or -o FILE); standard output if not given
              --help         this text

            exit status: 0 it was written, whatever passed or failed, 2 what was given are not parts of one run

            """)

    /// Joins the reports.
    ///
    /// - Parameter words: what stands behind `merge` on the command line.
    /// - Returns: the exit status.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        guard !words.rest.isEmpty else { throw words.problem("name the reports of the parts") }
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
