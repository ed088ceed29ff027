package import ChatProtocol
package import ChatSystem

/// A ``LiveClient`` on its way to a server: what it says is done here, and how, by one of two that inherit from this:
/// ``LiveConnection`` on a socket that a loop polls, and ``TransportConnection`` on a stream that is read when its owner
/// says so. Sessions and apps do not know which.
package class ClientConnection<Request: SessionRequest> {
    final var client: LiveClient<Request>
    /// Why the last stream ended or could not be opened.
    package final var lastProblem: String { client.lastProblem }
    /// Whether to tell the person why no session lasts.
    package final var tellsEarlyEnds: Bool { client.tellsEarlyEnds }
    /// Is shown every message that comes, before it counts.
    package final var tap: (([UInt8]) -> Void)?
    /// What reads its messages, where it shares that with others.
    package final var reader: MessageReader?

    /// A session that has not begun.
    ///
    /// - Parameters:
    ///   - clientIDPrefix: what no other session of that handle chooses; random where it is left out.
    ///   - serverCount: how many servers there are to try.
    ///   - timeoutMilliseconds: the deadline of connecting, and of the login.
    init(
        hello: Hello, clientIDPrefix: String? = nil, serverCount: Int = 1, timeoutMilliseconds: Int64 = 10_000
    ) {
        let random = { "c" + String(UInt64.random(in: .min ... .max), radix: 36) }
        client = LiveClient(
            hello: hello, clientIDPrefix: clientIDPrefix ?? random(), serverCount: serverCount,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    /// How far the session is.
    package final var phase: LivePhase { client.phase }
    /// Whether no server could be had, each of them tried once; after a pause they are tried again. One that refuses
    /// counts for all.
    package final var isAway: Bool { client.isAway }
    /// The server that was tried last; nil where it has no address.
    package var server: ServerEndpoint? { nil }
    /// The server that is tried next, where that is another.
    package var nextServer: ServerEndpoint? { nil }
    private final var toldServer: ServerEndpoint?
    /// The changes that are not answered, in order.
    package final var unanswered: [(request: Request, clientID: String)] { client.unanswered }
    /// The position in the log up to which everything has come; 0 before the first welcome.
    package final var cursor: Int64 { client.cursor ?? 0 }

    /// The end of the log at the last login.
    package final var endAtLogin: Int64 { client.endAtLogin }
    /// Whether nothing waits for an answer.
    package final var isIdle: Bool { client.isIdle }
    /// When ``turn(_:)`` is to be called at the latest, in milliseconds of the steady clock.
    package final var deadline: Int64? { client.deadline }
    /// What a loop waits for; nil where there is nothing to poll.
    package var interest: Interest? { nil }

    /// Begins to connect.
    package func start() {
        client.start(at: Clocks.steady())
        run()
    }

    /// Asks for something.
    ///
    /// - Parameter known: the client id that the change had in an earlier run.
    /// - Returns: the client id of a change, by which its answer is known.
    @discardableResult
    package final func request(_ request: Request, clientID known: String? = nil) -> String? {
        defer { run() }
        return client.request(request, clientID: known)
    }

    /// Asks for nothing but an answer: when it is there, all that the server said before has come.
    package final func ask(_ sign: LiveRequest) {
        client.ask(sign)
        run()
    }

    /// What to know since the last look.
    package final func takeReports() -> [LiveClient<Request>.Report] { client.takeReports() }

    /// Reads, writes, and lets time pass.
    package func turn(_ ready: Readiness) {}

    /// The server that it is with, where there are several to be with and it was not told yet.
    package final func takeNewServer() -> ServerEndpoint? {
        guard phase == .live, nextServer != nil, server != toldServer else { return nil }
        toldServer = server
        return server
    }

    /// Waits until something may have come, and takes it.
    package func wait() {
        let left = deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
        turn(Readiness.wait(for: [interest].compactMap { $0 }, milliseconds: left).first ?? .init())
    }

    /// Leaves.
    package func close() {}

    /// Does what the client says.
    func perform(_ action: LiveAction) throws(TransportError) {}

    final func hear(_ message: [UInt8], at now: Int64) {
        tap?(message)
        client.received(reader.map { $0.read(message) } ?? HeardMessage(message), at: now)
    }

    /// The stream ended.
    final func lose(_ why: TransportError) {
        close()
        client.lost(at: Clocks.steady(), why.description)
    }

    /// Does all that the client says.
    final func run() {
        while true {
            let actions = client.takeActions()
            if actions.isEmpty { return }
            for action in actions {
                do throws(TransportError) {
                    try perform(action)
                } catch {
                    lose(error)
                }
            }
        }
    }
}
