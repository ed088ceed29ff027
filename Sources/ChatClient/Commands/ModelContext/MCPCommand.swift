import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

/// `chat-client mcp`: a server of the Model Context Protocol on standard input and output.
enum MCPCommand {
    static func run(
        _ words: [String], environment: [String: String], dependencies: ClientCommand.Dependencies
    ) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        // Without a server on the command line, it has its own. The variable for the other commands does not matter.
        var servers: ServerEndpoints?
        if words.value("--server") != nil || !words.rest.isEmpty {
            let (given, others) = try words.servers([:])
            try words.limit(others, to: 0)
            servers = given
        }
        let credentials = try words.credentials(environment)
        let timeout = try words.timeoutMilliseconds()
        var own: (any Stage)?
        let agent = MCPAgent(
            server: servers, credentials: credentials, timeoutMilliseconds: timeout,
            stage: {
                if let servers {
                    return SocketStage(to: servers, credentials: credentials, timeoutMilliseconds: timeout)
                }
                let stage = try own ?? dependencies.embedded(0)
                own = stage
                return stage
            }, play: { try dependencies.stage($0) })
        defer { agent.close() }
        return serve(agent)
    }

    /// Answers line by line, until the input ends or the output is closed.
    private static func serve(_ agent: MCPAgent) -> Int32 {
        var input = MCPInput(limit: Limits.standard.messageBytes)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while !input.hasEnded {
            switch Descriptors.read(StandardStream.input.descriptor, into: &buffer) {
            case .bytes(let count): input.receive(Array(buffer[..<count]))
            case .wouldBlock: _ = Readiness.wait(for: [Interest(descriptor: StandardStream.input.descriptor)])
            case .ended: input.end()
            }
            while let line = input.next() {
                let answer =
                    switch line {
                    case .message(let message): agent.answer(message)
                    case .tooLong(let limit): MCPServer<MCPWork>.tooLong(limit: limit)
                    }
                guard let answer else { continue }
                let code = Descriptors.writeAll(answer + [UInt8(ascii: "\n")], to: StandardStream.output.descriptor)
                guard code == 0 else {
                    return ClientCommand.fail("standard output is incomplete: \(SystemFailure.words(code))")
                }
            }
        }
        return 0
    }

    static let description = CommandDescription(
        "mcp", "give an AI agent tools for scenarios and worlds",
        help: """
            Serves the Model Context Protocol on standard input and output, for AI agents: tools that play scenarios, send
            requests, draw screens and explain deliveries, with pages of the documentation and prompts.

            usage: chat-client mcp [HOST:PORT[,…]] [options]

            An agent starts it. Without HOST:PORT it has a server of its own in the process, with virtual clocks.

            \(CommandDescription.serverOption)
            \(CommandDescription.timeoutRow(at: 18))
            \(CommandDescription.tokenRows(at: 18, "Several: observer=ust_…,anna=ust_…"))
              --help          this text

            docs/how-to/use-with-an-agent.md has the settings of agents. One message a line, at most 256 KiB.

            exit status: 0 at the end of the input, 1 if the output was closed, 2 bad usage

            """)
}

extension CommandDescription {
    fileprivate static var serverOption: String {
        "  --server HOST:PORT\n                  the server whose worlds the tools use"
    }
}

/// The lines of standard input. A line that exceeds the limit is skipped, and the next one is read.
struct MCPInput {
    /// A line.
    enum Line: Equatable {
        case message([UInt8])
        /// A line with more bytes than the limit.
        case tooLong(limit: Int)
    }

    private let limit: Int
    private var queue = ByteQueue()
    private var framer: LineFramer
    /// True while the rest of a long line is skipped.
    private var isSkipping = false
    /// True after ``end()``.
    private(set) var hasEnded = false

    init(limit: Int) { (self.limit, framer) = (limit, LineFramer(limit: limit)) }

    /// Adds bytes.
    mutating func receive(_ bytes: [UInt8]) {
        guard isSkipping else { return queue.append(bytes) }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
        isSkipping = false
        queue.append(Array(bytes[(end + 1)...]))
    }

    /// Notes the end of the input. The rest is the last line.
    mutating func end() { hasEnded = true }

    /// Returns the next line; nil if more input is needed.
    mutating func next() -> Line? {
        do throws(WireError) {
            if let line = try framer.next(in: &queue) { return .message(line) }
            return hasEnded && !isSkipping ? try framer.finish(in: &queue).map(Line.message) : nil
        } catch {
            let rest = queue.copy(0..<queue.count)
            queue.removeAll()
            framer = LineFramer(limit: limit)
            isSkipping = true
            receive(rest)
            return .tooLong(limit: limit)
        }
    }
}
