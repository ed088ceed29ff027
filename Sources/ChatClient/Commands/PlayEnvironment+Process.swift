extension PlayEnvironment {
    /// The terminal and the clock of this process.
    static func process(_ variables: [String: String]) -> PlayEnvironment {
        let output = StandardOutput()
        var environment = PlayEnvironment(
            isTerminal: ClientSyscalls.isTerminal(ClientSyscalls.standardOutput), variables: variables,
            output: { output.write($0) },
            complaints: { ClientSyscalls.write($0, to: ClientSyscalls.standardError) },
            pause: { _ = ClientSyscalls.wait([], milliseconds: Int(clamping: $0.wholeMilliseconds)) })
        environment.outputProblem = { output.problem }
        environment.wall = { .milliseconds(ClientSyscalls.steadyClock()) }
        var keyboard = WatchKeyboard()
        environment.idle = { keyboard.wait($0) }
        return environment
    }
}

/// Standard output, which tells when what it was given did not get out: a full disk, a reader that went away.
private final class StandardOutput {
    private(set) var problem: String?

    func write(_ text: String) {
        guard problem == nil, !ClientSyscalls.write(text, to: ClientSyscalls.standardOutput) else { return }
        problem = ClientSyscalls.lastProblem
    }
}

/// The keyboard of somebody who watches: whole lines, as a terminal gives them.
private struct WatchKeyboard {
    private var input = PlainInput()

    /// Waits for a line, but no longer than that.
    mutating func wait(_ duration: Duration) -> PlayEnvironment.Cue? {
        if input.wantsMore {
            let interest = ClientSyscalls.Interest(descriptor: ClientSyscalls.standardInput)
            let isReady = ClientSyscalls.wait([interest], milliseconds: Int(clamping: duration.wholeMilliseconds))
            if isReady.contains(where: \.canRead) { input.read() }
        } else if input.hasEnded {
            _ = ClientSyscalls.wait([], milliseconds: Int(clamping: duration.wholeMilliseconds))
        }
        return input.next().map { $0.hasPrefix("q") ? .end : .again }
    }
}
