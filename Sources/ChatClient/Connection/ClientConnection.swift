package import ChatProtocol
package import ChatSystem

/// A ``LiveClient`` with its connection to a server: performs the actions of the client.
///
/// Two classes inherit from it. ``LiveConnection`` uses a socket that a loop polls, and ``TransportConnection`` a
/// stream that its owner reads. Sessions and apps do not know which of the two they use.
package class ClientConnection<Request: SessionRequest> {
    final var client: LiveClient<Request>
    /// The reason for which the last stream ended or could not be opened.
    package final var lastProblem: String { client.lastProblem }
    /// True if the person must learn why no session lasts.
    package final var tellsEarlyEnds: Bool { client.tellsEarlyEnds }
    /// Receives every message before the client processes it.
    package final var tap: (([UInt8]) -> Void)?
    /// The reader of the messages, if several clients share one.
    package final var reader: MessageReader?

    /// Creates a session that is not connected.
    ///
    /// - Parameters:
    ///   - clientIDPrefix: A prefix that no other session of the handle uses; random by default.
    ///   - serverCount: The number of servers to try.
    ///   - timeoutMilliseconds: The deadline of connecting, and of the login.
    init(
        hello: Hello, clientIDPrefix: String? = nil, serverCount: Int = 1, timeoutMilliseconds: Int64 = 10_000
    ) {
        let random = { "c" + String(UInt64.random(in: .min ... .max), radix: 36) }
        client = LiveClient(
            hello: hello, clientIDPrefix: clientIDPrefix ?? random(), serverCount: serverCount,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The phase of the session.
    package final var phase: LivePhase { client.phase }
    /// True if no server is available: each was tried once without success, or one refused the session. After a refusal
    /// no server is tried again; else all are tried again after a pause.
    package final var isAway: Bool { client.isAway }
    /// The server that was tried last; nil if it has no address.
    package var server: ServerEndpoint? { nil }
    /// The server that is tried next; nil if the client has only one.
    package var nextServer: ServerEndpoint? { nil }
    private final var toldServer: ServerEndpoint?
    /// The changes without an answer, in order.
    package final var unanswered: [(request: Request, clientID: String)] { client.unanswered }
    /// The position in the log up to which everything has arrived; 0 before the first login.
    package final var cursor: Int64 { client.cursor ?? 0 }

    /// The end of the log at the last login.
    package final var endAtLogin: Int64 { client.endAtLogin }
    /// True if no request waits for an answer.
    package final var isIdle: Bool { client.isIdle }
    /// The latest time at which ``turn(_:)`` must be called, in milliseconds of the steady clock.
    package final var deadline: Int64? { client.deadline }
    /// The events for which a loop polls; nil if the connection has no socket.
    package var interest: Interest? { nil }

    /// Begins to connect.
    package func start() {
        client.start(at: Clocks.steady())
        run()
    }

    /// Sends a request.
    ///
    /// - Parameter known: The client id that the change had in an earlier run.
    /// - Returns: The client id of a change, which its answer names; nil for a request that only reads.
    @discardableResult
    package final func request(_ request: Request, clientID known: String? = nil) -> String? {
        defer { run() }
        return client.request(request, clientID: known)
    }

    /// Sends a request only for its answer: when the answer arrives, all earlier messages of the server have arrived.
    package final func ask(_ sign: LiveRequest) {
        client.ask(sign)
        run()
    }

    /// Returns the reports since the last call, in order.
    package final func takeReports() -> [LiveClient<Request>.Report] { client.takeReports() }

    /// Reads, writes, and lets time pass.
    package func turn(_ ready: Readiness) {}

    /// Returns the current server once after each change of it; nil if it did not change or if the client has only one
    /// server.
    package final func takeNewServer() -> ServerEndpoint? {
        guard phase == .live, nextServer != nil, server != toldServer else { return nil }
        toldServer = server
        return server
    }

    /// Waits until the socket is ready or the deadline has come, and processes it.
    package func wait() {
        let left = deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
        turn(Readiness.wait(for: [interest].compactMap { $0 }, milliseconds: left).first ?? .init())
    }

    /// Closes the stream.
    package func close() {}

    /// Performs an action of the client.
    func perform(_ action: LiveAction) throws(TransportError) {}

    final func hear(_ message: [UInt8], at now: Int64) {
        tap?(message)
        client.received(reader.map { $0.read(message) } ?? HeardMessage(message), at: now)
    }

    /// Closes the stream, and reports its end to the client.
    final func lose(_ why: TransportError) {
        close()
        client.lost(at: Clocks.steady(), why.description)
    }

    /// Performs the actions of the client until none is left.
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
