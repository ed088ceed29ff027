import ChatScenario
import ChatSystem

extension PlayEnvironment {
    /// Returns an environment with the terminal and the clock of this process.
    static func process(_ variables: [String: String]) -> PlayEnvironment {
        let output = StandardOutput()
        var environment = PlayEnvironment(
            isTerminal: StandardStream.output.isTerminal, variables: variables,
            output: { output.write($0) },
            complaints: { StandardStream.error.write($0) },
            pause: { _ = Readiness.wait(for: [], milliseconds: Int(clamping: $0.wholeMilliseconds)) })
        environment.outputProblem = { output.problem }
        environment.wall = { .milliseconds(Clocks.steady()) }
        var keyboard = WatchKeyboard()
        environment.idle = { keyboard.wait($0) }
        return environment
    }
}

/// Standard output. It records if text could not be written, for example because of a full disk.
private final class StandardOutput {
    private(set) var problem: String?

    func write(_ text: String) {
        if problem == nil { problem = StandardStream.output.write(text, of: .styled) }
    }
}

/// The keyboard of a person who watches a play. It reads whole lines, as the terminal delivers them.
private struct WatchKeyboard {
    private var input = PlainInput()

    /// Waits for a line, at most for that duration.
    ///
    /// - Returns: The cue of the line; nil if none arrived.
    mutating func wait(_ duration: Duration) -> PlayEnvironment.Cue? {
        if input.wantsMore {
            let interest = Interest(descriptor: StandardStream.input.descriptor)
            let isReady = Readiness.wait(for: [interest], milliseconds: Int(clamping: duration.wholeMilliseconds))
            if isReady.contains(where: \.canRead) { input.read() }
        } else if input.hasEnded {
            _ = Readiness.wait(for: [], milliseconds: Int(clamping: duration.wholeMilliseconds))
        }
        return input.next().map { $0.hasPrefix("q") ? .end : .again }
    }
}
