import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSession
import ChatSystem
import ChatTerminal

/// `chat-client connect`: one person, on the screen or line by line.
enum ConnectCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let arguments = try ConnectArguments(words, environment: environment) else {
            StandardStream.output.write(ConnectArguments.description.help)
            return 0
        }
        let session = PersonSession(
            to: arguments.endpoint, me: arguments.me, name: arguments.name, device: arguments.device,
            world: arguments.world, size: Size(columns: 80, rows: 24),
            credentials: arguments.credentials)
        defer { session.close() }
        if let problem = connect(session) {
            StandardStream.error.write("chat-client: \(problem)\n")
            return 1
        }
        let hasTerminal =
            StandardStream.input.isTerminal
            && StandardStream.output.isTerminal
        if arguments.isPlain || !hasTerminal { return PlainLoop(session).run() }
        let palette: Palette =
            arguments.hasColors
            ? Palette(noColor: environment["NO_COLOR"], terminal: environment["TERM"]) : .monochrome
        return ScreenLoop(session, palette: palette, ringsBell: arguments.ringsBell).run()
    }

    /// Waits for the first welcome: a wrong address is worth a line on the shell, and no screen that counts seconds.
    ///
    /// - Returns: why there was none.
    static func connect(_ session: PersonSession) -> String? {
        session.start()
        while true {
            switch session.phase {
            case .live: return nil
            case .waiting, .refused: return session.problem
            case .connecting, .greeting: session.wait(besides: [])
            }
        }
    }
}

extension PersonSession {
    /// Waits for the connection or one of the descriptors, and lets the connection work.
    ///
    /// - Returns: which of the descriptors are ready.
    @discardableResult
    func wait(
        besides descriptors: [Int32], milliseconds: Int? = nil
    ) -> [Readiness] {
        var interests = descriptors.map { Interest(descriptor: $0) }
        let hasSocket = interest != nil
        if let interest { interests.append(interest) }
        let left = deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
        let limit = [left, milliseconds].compactMap { $0 }.min()
        var ready = Readiness.wait(for: interests, milliseconds: limit)
        turn(hasSocket ? ready.removeLast() : .init())
        return ready
    }
}
