import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem
import Gherkin

/// `chat-client record`: records what people do in their terminals as a scenario that can be played.
enum RecordCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let arguments = try RecordArguments(words, environment: environment) else { return 0 }
        if let file = arguments.file, !arguments.overwrites, (try? FileSystem.kind(of: file)) != nil {
            return ClientCommand.fail("\(file) already exists; --force overwrites it")
        }
        let recorder: Recorder
        do throws(ClientFailure) {
            let hello = Hello(.observer(nil), world: arguments.world).with(arguments.credentials)
            recorder = try Recorder(
                try open(arguments), hello: hello, name: arguments.name,
                hasEverything: arguments.hasEverything, isEnding: { Signals.isEndRequested })
        } catch {
            return ClientCommand.fail(error.description)
        }
        // Before this line, Ctrl-C ends the program at once, because nothing is recorded yet.
        Signals.blockEndSignals(withHangUp: true)
        say("Recording “\(arguments.world)” at \(arguments.endpoint); Ctrl-C ends it.")
        return record(recorder, arguments)
    }

    private static func open(_ arguments: RecordArguments) throws(ClientFailure) -> any ClientTransport {
        do throws(TransportError) {
            return try SocketTransport(
                to: arguments.endpoint, patienceMilliseconds: arguments.timeoutMilliseconds)
        } catch { throw .transport(error) }
    }

    private static func record(_ recorder: Recorder, _ arguments: RecordArguments) -> Int32 {
        var problem = save(recorder, arguments)
        var isStale = false
        var end = "Ended."
        while problem == nil {
            do throws(ClientFailure) {
                if Signals.isEndRequested {
                    try recorder.catchUp()
                    break
                }
                if try recorder.listen(milliseconds: 250) {
                    isStale = true
                    if !arguments.isQuiet { for line in recorder.takeNewLines() { say("  \(line)") } }
                } else if isStale {
                    // The file is written after a quiet moment, so that steps that arrive together are written once.
                    problem = save(recorder, arguments)
                    isStale = false
                }
            } catch {
                end =
                    Signals.isEndRequested
                    ? "Ended. The server stopped answering, so the recording may be incomplete."
                    : "The connection to the server is lost: \(error.description)"
                break
            }
        }
        recorder.close()
        if problem == nil { problem = save(recorder, arguments, isLast: true) }
        if let problem { return ClientCommand.fail("\(problem)") }
        let (steps, looks, unsaid) = recorder.counts
        say(end)
        say(
            "\(steps) step\(steps == 1 ? "" : "s"), \(steps - looks) for actions and \(looks) for what others saw"
                + (unsaid > 0 ? "; \(unsaid) comment\(unsaid == 1 ? "" : "s") for actions without a phrase" : "")
                + (arguments.file.map { ". Play it: chat-client play \($0)" } ?? "."))
        return 0
    }

    /// Writes the whole scenario as recorded so far.
    private static func save(_ recorder: Recorder, _ arguments: RecordArguments, isLast: Bool = false) -> FileProblem? {
        guard let file = arguments.file else {
            if isLast { StandardStream.output.write(recorder.text) }
            return nil
        }
        do throws(FileProblem) {
            try FileSystem.replace(file, with: Array(recorder.text.utf8))
            return nil
        } catch { return error }
    }

    private static func say(_ text: String) {
        StandardStream.error.write("\(text)\n")
    }
}

/// The command line of `chat-client record`.
struct RecordArguments {
    var endpoint: ServerEndpoint
    /// The deadline of connecting, and of each answer.
    var timeoutMilliseconds: Int
    var world: WorldName
    var credentials: Credentials
    /// The path of the feature file; nil for standard output.
    var file: String?
    /// The name of the feature.
    var name: String
    var overwrites: Bool
    var isQuiet: Bool
    /// True if typing and reading are recorded too.
    var hasEverything: Bool

    /// Reads the words after `record`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        guard let words = try OptionWords.read(words, of: Self.description) else { return nil }
        endpoint = try words.server(environment)
        timeoutMilliseconds = try words.timeoutMilliseconds()
        guard let path = words.rest.first else {
            throw words.problem("no file was given: name one such as trip.feature, or - for standard output")
        }
        try words.limit(to: 1)
        file = path == "-" ? nil : path
        world = words.world
        credentials = try words.credentials(environment)
        overwrites = words.has("--force")
        isQuiet = words.has("--quiet")
        hasEverything = words.has("--all")
        let last = path.split(separator: "/").last.map(String.init) ?? path
        let stem = last.hasSuffix(".feature") ? String(last.dropLast(8)) : last
        let plain = stem.replacingBytes(of: "-", with: " ")
        name = words.value("--name") ?? (file == nil || plain.isEmpty ? "A recorded feature" : plain)
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw words.problem("--name must be one line")
        }
    }

    static let description = CommandDescription(
        "record", "record what people do as a scenario",
        help: """
            Records what people do in their terminals as a scenario, until Ctrl-C or until the server ends.

            usage: chat-client record [--server HOST:PORT] [options] OUT.feature

              OUT.feature         the feature file; it is complete at any time. - prints it on standard output at the
                                  end
            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22))
              --world NAME        the world to record (default: main)
              --name TEXT         the name of the feature (default: the name of the file)
              --all               records typing and reading too
              --force             overwrites an existing file
              --quiet             does not show the steps as they are recorded
            \(CommandDescription.tokenRows(at: 22))
              --help              this text

            An action without a phrase becomes a comment in the file. The last line counts these comments.

            exit status: 0 when you stop it, 1 if the server is unreachable or refuses or the file cannot be written, 2 bad
            usage

            """)
}
