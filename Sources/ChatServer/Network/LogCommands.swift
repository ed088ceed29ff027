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

/// `chat-server copy FROM TO`: copies the intact records of a log to a new file or database.
public struct CopyCommand: Sendable, Equatable {
    static let help = """
        usage: chat-server copy [--skip-damaged] FROM TO

        Copies a log record by record, checks each checksum, and reads the copy again to compare it. FROM and TO are
        files, or databases (postgres://…), whose log of the world main is copied. TO is a new file, or a database with
        nothing in that log. FROM can be in use by a server, or damaged: the copy does not change it, and ends where the
        acknowledged records ended when the copy began. Records keep their positions.

          --skip-damaged   copies the intact records of a damaged log. A note replaces each lost record, and the
                           positions are printed. The copy cannot detect records that are missing at the end of a file.

        exit status: 0 TO was written, 1 it was not, 2 bad usage

        """

    let from: String
    let to: String
    let skipsDamaged: Bool

    /// Reads the words after `copy`.
    ///
    /// - Returns: The command; nil if the words ask for help.
    /// - Throws: ``ServerArguments/UsageError`` if the words are not exactly two files.
    static func read(_ words: [String]) throws(ServerArguments.UsageError) -> CopyCommand? {
        if words.contains("--help") || words.contains("-h") { return nil }
        let files = words.filter { $0 != "--skip-damaged" }
        guard files.count == 2, !files.contains(where: { $0.hasPrefix("--") }) else {
            throw ServerArguments.UsageError(message: "copy takes FROM and TO; see chat-server copy --help")
        }
        return CopyCommand(from: files[0], to: files[1], skipsDamaged: files.count < words.count)
    }

    /// Copies the log and prints the positions of lost records.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        do {
            if PostgresAddress(to) == nil {
                guard (try? FileSystem.kind(of: to)) == nil, !FileSystem.isLink(to) else {
                    throw FileProblem(path: to, reason: "the file already exists: name a new one")
                }
            }
            let records = try source()
            guard records.end > 0 else {
                throw FileProblem(
                    path: from, reason: "it has no intact record to copy; chat-server check FROM gives the reason")
            }
            let missing = (1...records.end).filter { records[$0] == nil }
            guard missing.isEmpty || skipsDamaged else {
                throw FileProblem(
                    path: from,
                    reason: "\(Self.list(missing)) damaged; --skip-damaged copies the others")
            }
            return try write(records)
        } catch {
            StandardStream.error.write("chat-server: \(error)\n")
            return 1
        }
    }

    private func source() throws -> IntactRecords {
        if let address = PostgresAddress(from) {
            guard let main = try PostgresWorlds.reading(address).first(where: { $0.name == .main }) else {
                throw FileProblem(path: from, reason: "it contains no log")
            }
            return try IntactRecords(of: main.log)
        }
        guard try FileSystem.kind(of: from) == .file else { throw FileProblem(path: from, reason: "it is not a file") }
        return try IntactRecords(ofFile: from)
    }

    private func write(_ records: IntactRecords) throws -> Int32 {
        guard let address = PostgresAddress(to) else {
            return try write(records, to: SQLiteEventLog(path: to)) {
                for end in ["", "-wal", "-shm"] { FileSystem.remove(to + end) }
            }
        }
        let worlds = try PostgresWorlds(address.wanted(for: .alone))
        guard worlds.main.end == 0 else {
            throw FileProblem(path: to, reason: "it already contains a log: name an empty database")
        }
        return try write(records, to: worlds.main) { _ = try? worlds.empty(.main) }
    }

    /// - Parameter undo: Removes an incomplete copy, which would look like a complete one.
    private func write(_ records: IntactRecords, to log: any EventLog, orUndo undo: () -> Void) throws -> Int32 {
        defer { log.close() }
        do {
            var reported: Int64 = 0
            let copy = try LogCopy(records, to: log) { position in
                guard StandardStream.error.isTerminal, position >= reported + 100_000 else { return }
                reported = position
                StandardStream.error.write("\(position) of \(records.end) records copied\n")
            }
            let differences = try copy.differences()
            guard differences.isEmpty else {
                throw FileProblem(path: to, reason: "\(Self.list(differences)) differ from \(from)")
            }
            StandardStream.output.write("\(to): \(log.end - Int64(copy.lost.count)) records copied\n")
            if !copy.lost.isEmpty {
                StandardStream.error.write("chat-server: lost from \(from): \(Self.list(copy.lost))\n")
            }
            return 0
        } catch {
            undo()
            throw error
        }
    }

    /// The maximum number of position ranges in an error.
    private static let rangesMax = 20

    /// Returns positions for people: "3 records (17, 20–21)".
    static func list(_ positions: [Int64]) -> String {
        var stretches: [ClosedRange<Int64>] = []
        for position in positions {
            if let last = stretches.last, last.upperBound == position - 1 {
                stretches[stretches.count - 1] = last.lowerBound...position
            } else {
                stretches.append(position...position)
            }
        }
        let ranges = stretches.prefix(rangesMax).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
        }
        let rest = stretches.count > rangesMax ? " …" : ""
        return "\(positions.count) record\(positions.count == 1 ? "" : "s") (\(ranges.joined(separator: ", "))\(rest))"
    }
}
