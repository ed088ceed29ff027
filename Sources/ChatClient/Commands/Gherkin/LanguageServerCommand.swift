import ChatProtocol
import ChatScenario
import ChatScreens
import ChatSystem
import Gherkin

/// `chat-client lsp`: serves an editor of feature files by the Language Server Protocol.
enum LanguageServerCommand {
    static let description = CommandDescription(
        "lsp", "serve editors of feature files (Language Server Protocol)",
        help: """
            Serves an editor of feature files on standard input and output, by the Language Server Protocol: completion,
            mistakes, phrases and rules at the pointer, definitions of own steps, formatting, renaming of people, and a
            command that plays a scenario. docs/how-to/write-in-an-editor.md has the settings of editors.

            usage: chat-client lsp [--steps COMMAND]

              --steps COMMAND  with the steps that this program does, as for play
              --stdio          accepted from editors; there is no other transport
              --help           this text

            exit status: 0 if the editor ended the session, 1 if not, 2 bad usage

            """)

    static func run(_ words: [String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        try words.limit(to: 0)
        guard !StandardStream.input.isTerminal else {
            throw words.problem("an editor starts this command; docs/how-to/write-in-an-editor.md has its settings")
        }
        let command = words.value("--steps")
        do throws(PatternError) {
            var session = EditorSession(server: try LanguageServer(), steps: command)
            if let command {
                do {
                    let own = LanguageServer.OwnSteps(
                        definitions: try StepProgram(command: command).definitions(), files: files(of: command))
                    session.server = try LanguageServer(own)
                } catch {
                    session.server.warning = "\(error)"
                }
            }
            return session.run()
        } catch {
            return ClientCommand.fail("\(error)")
        }
    }

    /// The most bytes of a file in which the definitions of phrases are looked for.
    private static let fileMax = 1024 * 1024

    /// Returns the files that a command names, with their texts.
    private static func files(of command: String) -> [(path: String, text: String)] {
        command.split(separator: " ").compactMap { word in
            let path = FileSystem.wholePath(of: String(word))
            guard let path, let bytes = try? FileSystem.bytes(ofTextFile: path, max: fileMax) else { return nil }
            return (path, String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// The session with one editor. It reads from standard input and writes to standard output.
private struct EditorSession {
    var server: LanguageServer
    /// The program with own steps, for the scenarios that the editor plays.
    let steps: String?

    private var queue = ByteQueue()
    private var framer = HeaderFramer(limit: messageMax)
    private var playing: Playing?

    /// The most bytes of a message: the largest feature file, in which every byte may be escaped.
    private static let messageMax = 6 * GherkinLimits.sourceBytes + 4_096

    /// A scenario that is being played in a process of its own, with the lines of its report.
    private struct Playing {
        let process: PipedProcess
        let place: String
        let uri: String
        var report: [String] = []
    }

    init(server: LanguageServer, steps: String?) { (self.server, self.steps) = (server, steps) }

    /// Runs until the editor ends the session.
    ///
    /// - Returns: The exit status.
    mutating func run() -> Int32 {
        while true {
            do throws(HeaderFramer.Fault) {
                while let message = try framer.next(in: &queue) {
                    if let status = carryOut(server.receive(message)) { return status }
                }
            } catch {
                return ClientCommand.fail("\(error)")
            }
            let interests = [StandardStream.input.descriptor, playing?.process.output].compactMap { $0 }
            let ready = Readiness.wait(for: interests.map { Interest(descriptor: $0) })
            if ready[0].canRead {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                switch Descriptors.read(StandardStream.input.descriptor, into: &buffer) {
                case .bytes(let count): queue.append(Array(buffer[..<count]))
                case .wouldBlock: break
                case .ended: return 1
                }
            }
            if ready.count > 1, ready[1].canRead, let status = readReport() { return status }
        }
    }

    /// Does what the server asks for.
    ///
    /// - Returns: The exit status if the session has ended.
    private mutating func carryOut(_ effects: [LanguageServer.Effect]) -> Int32? {
        for effect in effects {
            switch effect {
            case .send(let message):
                let code = Descriptors.writeAll(HeaderFramer.framed(message), to: StandardStream.output.descriptor)
                guard code == 0 else { return 1 }
            case .play(let place, let uri):
                // A second one replaces the first, whose process ends with its last reference.
                playing = nil
                let program = CommandLine.arguments.first ?? "chat-client"
                let own = steps.map { ["--steps", $0] } ?? []
                let words = [program, "play", "--no-color", "--report", "annotations"] + own + ["--", place]
                do throws(SystemFailure) {
                    playing = Playing(process: try PipedProcess(words), place: place, uri: uri)
                } catch {
                    if let status = carryOut(server.played(place, uri: uri, report: [error.reason])) { return status }
                }
            case .exit(let status): return status
            }
        }
        return nil
    }

    /// Reads the lines that have arrived of the report, and passes it on when it is complete.
    ///
    /// - Returns: The exit status if the session has ended.
    private mutating func readReport() -> Int32? {
        guard var current = playing else { return nil }
        do throws(PipedProcess.LineError) {
            while true {
                let line = try current.process.line(milliseconds: 0, bytesMax: GherkinLimits.sourceBytes)
                current.report.append(String(decoding: line, as: UTF8.self))
            }
        } catch .late {
            playing = current
            return nil
        } catch {
            playing = nil
            if current.report.isEmpty {
                current.report = [String(decoding: current.process.lastErrorOutput(), as: UTF8.self)]
            }
            return carryOut(server.played(current.place, uri: current.uri, report: current.report))
        }
    }
}
