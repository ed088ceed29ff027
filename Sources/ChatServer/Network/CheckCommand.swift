import ChatLog
import ChatProtocol
import ChatSystem

/// `chat-server check FILE`: checks that a log is intact and that its indexes match its records.
enum CheckCommand {
    static let help = """
        usage: chat-server check FILE

        Checks a log file, or the logs of all worlds in a database (postgres://…). No server may have it open. It reads
        every record with its checksum, and compares the indexes of threads, heads, requests and words with the records.
        It searches for every word of a log of a few thousand records, and for a sample of words in a longer one. It
        needs as much memory as the log is long, and upgrades the log to the newest format, as a start does.

        exit status: 0 the log is intact, 1 a problem was found, 2 bad usage

        """

    /// Reads the words after `check`.
    ///
    /// - Returns: The file; nil if the words ask for help.
    /// - Throws: ``ServerArguments/UsageError`` if the words are not exactly one file.
    static func file(_ words: [String]) throws(ServerArguments.UsageError) -> String? {
        if words.contains("--help") || words.contains("-h") { return nil }
        guard words.count == 1, !words[0].hasPrefix("--") else {
            throw ServerArguments.UsageError(message: "check takes one FILE; see chat-server check --help")
        }
        return words[0]
    }

    /// Checks the log and prints the problems.
    ///
    /// - Returns: The exit status.
    static func run(_ file: String?) -> Int32 {
        guard let file else {
            StandardStream.output.write(help)
            return 0
        }
        do {
            guard let address = PostgresAddress(file) else {
                guard try FileSystem.kind(of: file) == .file else {
                    throw FileProblem(path: file, reason: "it is not a file")
                }
                return run(try SQLiteEventLog(path: file), called: file)
            }
            return try PostgresWorlds.reading(address).map { run($0.log, called: $0.name.rawValue) }.max() ?? 0
        } catch {
            return fail(["\(error)"])
        }
    }

    private static func run(_ log: any EventLog, called name: String) -> Int32 {
        defer { log.close() }
        let warning = log.takeProblem()
        var reported: Int64 = 0
        let check = LogCheck(log, searchText: LogRecord.textOfBody) { position in
            guard StandardStream.error.isTerminal, position >= reported + 100_000 else { return }
            reported = position
            StandardStream.error.write("\(position) of \(log.end) records read\n")
        }
        let problems = [warning].compactMap { $0 } + check.problems
        guard problems.isEmpty else { return fail(problems.map { "\(name): \($0)" }) }
        StandardStream.output.write(
            "\(name) is intact: \(check.records) records, \(check.conversations) conversations\n")
        return 0
    }

    private static func fail(_ problems: [String]) -> Int32 {
        for problem in problems { StandardStream.error.write("chat-server: \(problem)\n") }
        return 1
    }
}
