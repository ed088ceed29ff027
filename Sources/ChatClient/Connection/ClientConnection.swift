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

/// A request over a connection that reconnects by itself. It has all that is needed to send it again, and to understand
/// the answer.
package protocol SessionRequest: Equatable, Sendable {
    /// The client id that the request brings along; nil if the session assigns one.
    var ownClientID: String? { get }

    /// True if the request is sent again after the server's log was replaced by another, in which its ids may belong to
    /// another person. Any other request is dropped, and its owner sends it again once it knows the new ids.
    var outlivesItsLog: Bool { get }

    /// Adapts the request to an earlier request of the queue that succeeded, so that the earlier change does not count
    /// as another person's.
    mutating func follow(_ earlier: Self, answeredWith result: JSONValue)

    /// Returns the method with its params.
    ///
    /// - Parameter me: The handle on whose behalf the request is sent.
    func call(me: Handle?) -> any MethodCall
}

extension SessionRequest {
    /// True by default, for requests whose caller waits for any answer.
    package var outlivesItsLog: Bool { true }

    /// Does nothing by default, because most requests do not depend on an earlier one.
    package mutating func follow(_ earlier: Self, answeredWith result: JSONValue) {}

    /// The method.
    package var method: Method { call(me: nil).method }

    /// True if the request changes stored data, so that the server must recognise a retry by its client id.
    package var changesTheLog: Bool { method.changesTheLog }
}

/// A ``LiveClient`` on a socket: opens and closes streams as the client requests, and never blocks.
///
/// Its owner polls ``interest`` until ``deadline``, and passes the readiness to ``turn(_:)``.
package final class LiveConnection<Request: SessionRequest>: ClientConnection<Request> {
    private let servers: ServerEndpoints
    /// The number of attempts to open a stream to the servers.
    private var attempts = 0
    /// The server that was tried last.
    private var current: ServerEndpoint?
    private var socket: StreamSocket?

    /// Creates a session with any of the servers, which is not connected. If one server is gone, the next is tried.
    ///
    /// - Parameter timeoutMilliseconds: The deadline of connecting, and of the login.
    package init(to servers: ServerEndpoints, hello: Hello, timeoutMilliseconds: Int64 = 10_000) {
        self.servers = servers
        super.init(hello: hello, serverCount: servers.count, timeoutMilliseconds: timeoutMilliseconds)
    }

    package override var server: ServerEndpoint? { current ?? servers[0] }

    package override var nextServer: ServerEndpoint? { servers.count > 1 ? servers[attempts] : nil }

    package override var interest: Interest? { socket?.interest }

    package override func turn(_ ready: Readiness) {
        let now = Clocks.steady()
        do throws(TransportError) {
            if let socket, !socket.isConnected, ready.canWrite {
                try socket.advance()
                if socket.isConnected { client.opened(at: now) }
            } else if let socket, socket.isConnected {
                if ready.canWrite { try socket.flush() }
                if ready.canRead { try socket.receive { hear($0, at: now) } }
            }
        } catch {
            lose(error)
        }
        client.passed(to: now)
        run()
    }

    package override func close() {
        socket?.close()
        socket = nil
    }

    override func perform(_ action: LiveAction) throws(TransportError) {
        switch action {
        case .open:
            let holder = client.takeHolder { $0 != current?.description }
            let next = holder.flatMap { try? ServerEndpoint($0) }
            if next == nil { attempts += 1 }
            current = next ?? servers[attempts - 1]
            socket = try StreamSocket(to: next ?? servers[attempts - 1])
        case .send(let message): try socket?.send(message)
        case .close: close()
        }
    }
}

/// A ``LiveClient`` on a ``ClientTransport``: a stream to a server within this process, or a socket on which a script
/// waits. ``turn(_:)`` reads all messages on the stream, and waits for every answer that is missing.
///
/// If a stream has ended, the next turn opens a new one, without the pause of an interactive client.
package final class TransportConnection<Request: SessionRequest>: ClientConnection<Request> {
    private let open: () throws(TransportError) -> any ClientTransport
    private let patience: Int64
    private var transport: (any ClientTransport)?
    /// True after ``goOffline()``, until ``comeBack()``.
    private(set) var isOffline = false

    /// Creates a session that is not connected.
    ///
    /// - Parameters:
    ///   - clientIDPrefix: A prefix that no other session of the handle uses; random by default.
    ///   - patienceMilliseconds: The longest time for answers, after which the server counts as dead.
    package init(
        hello: Hello, clientIDPrefix: String? = nil, patienceMilliseconds: Int64 = 30_000,
        open: @escaping () throws(TransportError) -> any ClientTransport
    ) {
        self.open = open
        patience = patienceMilliseconds
        super.init(hello: hello, clientIDPrefix: clientIDPrefix)
    }

    /// Creates a session on an open stream, which does not reconnect when the stream ends.
    package convenience init(_ transport: any ClientTransport, hello: Hello) {
        var rest: (any ClientTransport)? = transport
        self.init(hello: hello) { () throws(TransportError) in
            defer { rest = nil }
            guard let transport = rest else { throw .closed("the connection is closed for good") }
            return transport
        }
    }

    package override func start() {
        super.start()
        read()
    }

    package override func turn(_ ready: Readiness) {
        if !isOffline, case .waiting(let until) = phase {
            client.passed(to: until)
            run()
        }
        read()
    }

    package override func wait() { turn(.init()) }

    package override func close() {
        transport?.close()
        transport = nil
    }

    override func perform(_ action: LiveAction) throws(TransportError) {
        switch action {
        case .open:
            transport = try open()
            client.opened(at: Clocks.steady())
        case .send(let message): try transport?.send(message)
        case .close: close()
        }
    }

    // MARK: A broken stream

    /// Drops the stream; the next turn opens another.
    package func drop() {
        close()
        client.lost(at: Clocks.steady())
        run()
    }

    /// Closes the stream, waits until the server has noticed, and stays offline until ``comeBack()``.
    package func goOffline() {
        // The server must know at once: the others' notifications must not depend on when it notices.
        transport?.leave()
        isOffline = true
        drop()
    }

    /// Lets the next turn open a stream again.
    package func comeBack() { isOffline = false }

    // MARK: Reading

    private func read() {
        let end = Clocks.steady() + patience
        while let transport {
            let now = Clocks.steady()
            let left = client.isIdle ? 0 : max(0, min(end, client.deadline ?? end) - now)
            do throws(TransportError) {
                if let message = try transport.receive(waitingMilliseconds: Int(left)) {
                    hear(message, at: now)
                } else if client.isIdle || now >= end {
                    return
                } else {
                    // No message is on its way, but an answer is missing: a change was postponed.
                    _ = Readiness.wait(for: [], milliseconds: Int(min(left, 50)))
                    client.passed(to: Clocks.steady())
                }
                run()
            } catch {
                lose(error)
                run()
            }
        }
    }
}
