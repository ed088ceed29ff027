import ChatConnection
import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// One person line by line: prints facts on standard output, and reads messages and commands from standard input.
///
/// The next line is read only when everything before it is answered. So a script can write `/new bea` and, in the next
/// line, a message for that conversation.
final class PlainLoop {
    private let session: PersonSession
    private let client: LinearClient
    private var input = PlainInput()
    private var hasFailed = false
    /// The line that is entered before those of the input.
    private var first: String?
    /// True if a terminal shows the lines: it may reorder right-to-left text.
    private let isTerminal = Descriptors.isTerminal(StandardStream.output.descriptor)

    /// The longest wait for a lost server after the end of the input, in milliseconds.
    static let lastPatience: Int64 = 30_000

    /// Creates a loop over standard input. Piped text is sent only after a conversation was selected.
    ///
    /// - Parameter conversation: The conversation to open first.
    init(_ session: PersonSession, in conversation: String? = nil) {
        self.session = session
        first = conversation.map { "/to \($0)" }
        client = LinearClient(session, mustChoose: !StandardStream.input.isTerminal)
    }

    /// Runs until `/quit`, or until the input has ended and everything is answered.
    ///
    /// Ctrl-C and SIGTERM end the program, after a line about what is not sent.
    ///
    /// - Returns: The exit status: 0, or 1 if a line could not be followed, a message was not accepted, a file or a
    ///   document was not sent, or the server did not return.
    func run() -> Int32 {
        var awayUntil: Int64?
        let interruption = PlainInterruption()
        while true {
            guard printFacts() else { return hasFailed ? 1 : 0 }
            if case .refused = session.phase { return 1 }
            if session.isSettled {
                awayUntil = nil
                // At the end of the input, a line that waits for a continuation is complete.
                if let line = takeFirst() ?? input.next() ?? (input.hasEnded && client.hasBegun ? "" : nil) {
                    let outcome = client.enter(line)
                    if outcome.mistake != nil || outcome.leavesQuestion { hasFailed = true }
                    if outcome.isLast { return finish() }
                    continue
                }
                // After the end of the input, the program ends only when the jobs of extensions have ended.
                if input.hasEnded, session.model.state.jobs.isEmpty { return finish() }
            } else if input.hasEnded, session.phase != .live {
                let now = Clocks.steady()
                let limit = awayUntil ?? now + Self.lastPatience
                awayUntil = limit
                if now >= limit { return ClientCommand.fail("gave up reconnecting to the server: \(session.problem)") }
            }
            let reads = input.wantsMore
            let ready = session.wait(
                besides: interruption.descriptors + (reads ? [StandardStream.input.descriptor] : []))
            if reads, ready.last?.canRead == true { input.read() }
            if let status = interruption.end(losing: client.unsent, and: &input) { return status }
        }
    }

    private func takeFirst() -> String? {
        defer { first = nil }
        return first
    }

    private func finish() -> Int32 {
        if client.tellUnsent() { hasFailed = true }
        _ = printFacts()
        return hasFailed || session.model.state.view.hasFailedLate ? 1 : 0
    }

    private func printFacts() -> Bool {
        var text = ""
        for fact in client.takeFacts() {
            if case .message(let message, _) = fact, case .failed = message.delivery { hasFailed = true }
            for line in PlainRenderer.lines(fact) {
                text += (isTerminal ? RightToLeft.isolating(line) : line) + "\n"
            }
        }
        return text.isEmpty || StandardStream.output.write(text, of: .own) == nil
    }
}

/// Standard input as lines.
struct PlainInput {
    private var held: [UInt8] = []
    private var lines: ArraySlice<String> = []
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// True if the input has ended.
    private(set) var hasEnded = false

    /// True if more input must be read for the next line.
    var wantsMore: Bool { !hasEnded && lines.isEmpty }

    /// Returns the next complete line; nil if none has arrived.
    mutating func next() -> String? { lines.popFirst() }

    /// Reads the input that has arrived.
    mutating func read() {
        switch Descriptors.read(StandardStream.input.descriptor, into: &buffer) {
        case .bytes(let count): held += buffer[..<count]
        case .wouldBlock: return
        case .ended:
            hasEnded = true
            if !held.isEmpty { held.append(0x0A) }
        }
        while let end = held.firstIndex(of: 0x0A) {
            var line = String(decoding: held[..<end], as: UTF8.self)
            if line.hasSuffix("\r") { line.removeLast() }
            lines.append(line)
            held.removeSubrange(...end)
        }
    }
}

/// Ctrl-C and SIGTERM during a loop over lines: what is lost is reported before the program ends.
struct PlainInterruption {
    /// The descriptors to poll for reading.
    let descriptors: [Int32]

    /// Without a pipe, a signal ends the program without a report.
    init() { descriptors = (try? Signals.pipeEndSignals()).map { [$0] } ?? [] }

    /// Reports what is lost, and ends the program by the signal that has arrived.
    ///
    /// - Parameters:
    ///   - lost: One sentence for each unsent thing.
    ///   - input: The input, whose other lines are lost too.
    /// - Returns: The exit status; nil if no signal has arrived.
    func end(losing lost: @autoclosure () -> [String], and input: inout PlainInput) -> Int32? {
        var byte: [UInt8] = [0]
        guard let descriptor = descriptors.first, case .bytes = Descriptors.read(descriptor, into: &byte) else {
            return nil
        }
        let arrived = Readiness.wait(for: [Interest(descriptor: StandardStream.input.descriptor)], milliseconds: 0)
        if input.wantsMore, arrived[0].canRead { input.read() }
        // The terminal discards the lines after Ctrl-C, so their number is unknown.
        let next = input.next().map { "The line “\(CleanText.line($0))” and any line after it are not sent." }
        let sentences = lost() + [next].compactMap(\.self)
        if !sentences.isEmpty {
            // A terminal has written ^C in the last row.
            let start = StandardStream.input.isTerminal ? "\n" : ""
            StandardStream.error.write("\(start)chat-client: \(sentences.joined(separator: " "))\n")
        }
        Signals.end(by: Int32(byte[0]))
        return 128 + Int32(byte[0])
    }
}
