import ChatSystem
import ChatTerminal

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
