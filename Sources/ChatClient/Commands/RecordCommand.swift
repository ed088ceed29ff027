import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

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
