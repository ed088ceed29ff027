import ChatEngine
import ChatProtocol
import ChatSystem

/// Reads the input of connections, and hands the requests in it to the engine.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class RequestReader {
    /// The number of answered bytes after which requests of one connection wait for the next tick. Short requests with
    /// long answers thus cannot fill memory before the limit of unsent bytes applies.
    private static let answerBudget = 1024 * 1024
    /// The number of bytes read in one tick from connections without priority. The last read may exceed it.
    private static let othersReadBudget = 2 * ReceiveBuffer.size

    private let limits: Limits
    private let engine: ServerEngine
    private let connections: OpenConnections
    private let registry: PollerRegistry
    private let requests: RequestQueue
    private let output: OutputQueue
    private let router: DeliveryRouter
    private let forwarder: Forwarder
    private let http: HTTPResponder
    private let tokens: TokenReloader
    private let statistics: ConnectionStatistics
    private let timer: TickTimer
    private let received: ReceiveBuffer
    /// The counter that decides which connection without priority is read first.
    @exclusivity(unchecked) private var rotation = 0

    init(
        limits: Limits, engine: ServerEngine, connections: OpenConnections, registry: PollerRegistry,
        requests: RequestQueue, output: OutputQueue, router: DeliveryRouter, forwarder: Forwarder, http: HTTPResponder,
        tokens: TokenReloader, statistics: ConnectionStatistics, timer: TickTimer, received: ReceiveBuffer
    ) {
        (self.limits, self.engine, self.connections, self.registry) = (limits, engine, connections, registry)
        (self.requests, self.output, self.router, self.forwarder) = (requests, output, router, forwarder)
        (self.http, self.tokens, self.statistics, self.timer) = (http, tokens, statistics, timer)
        self.received = received
    }

    // MARK: Bytes

    /// Discards input of a connection that is closing, and closes it at its end.
    func discardInput(_ connection: AcceptedConnection) {
        requests.countingInput(of: connection) {
            if case .ended = received.receive(from: connection.descriptor) { connections.close(connection) }
        }
    }

    /// Reads from connections without priority, in rotation, up to the tick's limit. The poller reports the rest again.
    func readOthers(_ others: [AcceptedConnection], _ handle: ServerEngine.RequestHandler) {
        guard !others.isEmpty else { return }
        var left = Self.othersReadBudget
        rotation &+= 1
        let first = rotation % others.count
        for connection in others[first...] + others[..<first] where left > 0 && !connection.isClosed {
            // The poller reports connections without a login again after their pause.
            if requests.pauses(connection) { continue }
            requests.countingInput(of: connection) { left -= read(connection, hasPriority: false, handle) }
        }
    }

    /// Reads once from a connection.
    ///
    /// - Parameter handle: Handles each request.
    /// - Returns: The number of bytes.
    @discardableResult func read(
        _ connection: AcceptedConnection, hasPriority: Bool, _ handle: ServerEngine.RequestHandler
    ) -> Int {
        if let upstream = connection.upstream, upstream.stage == .relaying {
            return forwarder.read(connection, for: upstream)
        }
        let began = Clocks.steadyMicroseconds()
        switch received.receive(from: connection.descriptor) {
        case .bytes(let count):
            statistics.addReceived(count)
            received.pass(count, to: connection)
            if hasPriority {
                handleEvents(of: connection, since: began, handle)
            } else {
                requests.wait(connection)
                boundInput(of: connection)
            }
            if connection.hasLoggedIn, connection.wire.mode != .http {
                connection.noteInput(at: Clocks.steady())
            }
            connections.noteActivity(connection)
            return count
        case .wouldBlock: break
        case .ended:
            // The peer ended its output before. A further event means that it accepts no input either.
            guard !connection.hasPeerEnded else {
                connections.close(connection)
                return 0
            }
            connection.receiveEnd()
            // The poller would report the peer's end again and again.
            registry.update(connection)
            handleEvents(of: connection, handle)
            // A request without an answer still gets it, and so do requests that were pipelined after it.
            if connection.wire.isFinished { output.endAfterSending(connection) }
        }
        return 0
    }

    // MARK: Requests

    /// Handles the requests in a connection's input, as many as the tick has time for.
    ///
    /// - Parameters:
    ///   - began: The start of the time to count, by the steady clock in microseconds; the present if omitted.
    ///   - handle: Handles each request.
    func handleEvents(
        of connection: AcceptedConnection, since began: Int64 = Clocks.steadyMicroseconds(),
        _ handle: ServerEngine.RequestHandler
    ) {
        let answeredBefore = engine.answeredBytes &- connection.output.count
        var last = began
        while !connection.hasMore {
            // The next request follows once the last one is answered.
            if connection.session?.isBusy == true {
                connection.postpone()
                break
            }
            guard !requests.isTickFull, last - began < Scheduler.budget,
                engine.answeredBytes &+ connection.output.count &- answeredBefore <= Self.answerBudget
            else {
                requests.wait(connection)
                break
            }
            let processor = connection.taken.isSuspect ? Clocks.thread() : nil
            guard let event = connection.nextEvent() else {
                // Work that produced no event took time too.
                let now = Clocks.steadyMicroseconds()
                requests.note(
                    connection, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
                break
            }
            switch event {
            case .message(let message):
                if forwarder.receiveHandshake(message, on: connection) { break }
                let session = connection.session(in: engine, isStream: true)
                if !session.hasJoined { tokens.refresh() }
                handle(message, session)
            case .httpRequest(let request):
                connection.noteRequest(bearer: request.head.bearer, at: Clocks.steady())
                http.answer(request, on: connection, handle)
            case .upgradeRequested(let request):
                connection.noteRequest(bearer: request.head.bearer, at: Clocks.steady())
                http.upgrade(request, on: connection)
            case .failed(let error): fail(connection, error)
            case .unrecognised:
                statistics.noteUnrecognised()
                output.endAfterSending(connection)
            case .closed, .ended: output.endAfterSending(connection)
            case .pong, .binary, .upgraded: break
            }
            let now = Clocks.steadyMicroseconds()
            requests.note(
                connection, took: now - last, processor: processor.map { Clocks.thread() - $0 }, at: now)
            last = now
        }
        statistics.noteKind(of: connection)
        registry.noteLogin(of: connection)
        boundInput(of: connection)
        guard !connection.output.isEmpty else { return }
        output.markDirty(connection)
        output.relieve(connection)
    }

    /// Ends a connection whose first message is longer than a login. Also ends the connections with the most unfinished
    /// input if their group exceeds its budget.
    private func boundInput(of connection: AcceptedConnection) {
        connections.noteInput(of: connection)
        if !connection.hasMore, !connection.endsWhenSent, connections.isLongerThanLogin(connection) {
            statistics.note(.unfinishedMessage, of: connection)
            let limit = UnfinishedInput.loginBytes
            output.dismiss(
                connection, .tooLarge("This message is too long before a login", limit: "messageBytes", limit),
                status: 413, close: WebSocketClose(.messageTooBig, reason: "before a login"))
            connections.noteInput(of: connection)
        }
        for largest in connections.largestInputs(like: connection) {
            statistics.note(.unfinishedMessage, of: largest)
            output.dismiss(
                largest, RPCError(.unavailable, "This connection has too much unfinished input."), status: 503,
                close: WebSocketClose(.tryAgainLater, reason: "unfinished input"))
            output.closeAtOnce(largest)
        }
    }

    private func fail(_ connection: AcceptedConnection, _ error: WireError) {
        // Requests before the fault are answered before the error.
        let flushed = engine.flush()
        router.deliver(flushed.deliveries) { answered in requests.waitIfPipelined(answered) }
        output.flush()
        if flushed.hasMore { timer.scheduleTick() }
        guard case .http(let refused) = error else {
            return output.end(connection, error.refusal(limits), close: error.close)
        }
        _ = connection.respond(refused.response)
        output.end(connection, close: error.close)
    }
}

extension WireError {
    /// Returns the last error for a peer whose input can no longer be divided into messages.
    fileprivate func refusal(_ limits: Limits) -> RPCError {
        close.code == .messageTooBig
            ? .tooLarge("This message is too long", limit: "messageBytes", limits.messageBytes)
            : .invalidRequest("\(self)")
    }
}

/// The memory that all connections are read into.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class ReceiveBuffer {
    /// The maximum number of bytes read from one connection in one tick, so that a busy one does not starve the others.
    static let size = 64 * 1024
    /// The maximum number of reads that discard a peer's last input.
    private static let discardedReadsMax = 16

    /// The bytes of the last read, followed by older bytes.
    @exclusivity(unchecked) private(set) var bytes = [UInt8](repeating: 0, count: size)

    /// Reads the available bytes of a socket, up to ``size``.
    func receive(from descriptor: Int32) -> Descriptors.Transfer { Sockets.receive(descriptor, into: &bytes) }

    /// Adds the first bytes of the last read to the input of a connection.
    func pass(_ count: Int, to connection: AcceptedConnection) {
        let bytes = bytes
        connection.receive(bytes.span.extracting(0..<count))
    }

    /// Discards the available bytes of a socket. A close with unread input would reset the connection and destroy its
    /// last output.
    func discardInput(of descriptor: Int32) {
        for _ in 0..<Self.discardedReadsMax {
            guard case .bytes = receive(from: descriptor) else { break }
        }
    }
}

/// The number of bytes in incomplete messages, for connections without a login and for sessions.
///
/// Each group has its own budget. Connections without a login cannot use the budget of sessions, even from the same
/// address.
struct UnfinishedInput {
    /// The part of the counts that one connection contributes. Only ``UnfinishedInput`` changes it.
    final class Charge {
        fileprivate var bytes = 0
        /// True if the bytes are counted as a session's.
        fileprivate var isSession = false
    }

    /// The longest message before a login, in bytes, over lines and WebSocket. Only a login is accepted there.
    static let loginBytes = 32 * 1024
    /// The budget of each group, in bytes: 64 messages of maximum length, at least 16 MiB.
    let budget: Int
    private var unauthenticatedBytes = 0
    private var ofSessions = 0

    init(_ limits: Limits) { budget = max(16 * 1024 * 1024, 64 * limits.messageBytes) }

    /// Updates the count of a connection. The caller reports each read and the end.
    mutating func note(_ connection: AcceptedConnection) {
        add(-connection.inputCharge.bytes, toSessions: connection.inputCharge.isSession)
        connection.inputCharge.bytes = connection.isClosed ? 0 : connection.wire.unfinishedBytes
        connection.inputCharge.isSession = connection.hasLoggedIn
        add(connection.inputCharge.bytes, toSessions: connection.inputCharge.isSession)
    }

    private mutating func add(_ count: Int, toSessions: Bool) {
        if toSessions { ofSessions += count } else { unauthenticatedBytes += count }
    }

    /// Returns true if a connection without a login has begun a message that is longer than a login can be.
    func isLongerThanLogin(_ connection: AcceptedConnection) -> Bool {
        !connection.inputCharge.isSession && connection.inputCharge.bytes > Self.loginBytes
            && connection.wire.mode != .http
    }

    /// Returns true if the group of this connection exceeds the budget.
    func isTooMuch(like connection: AcceptedConnection) -> Bool {
        (connection.inputCharge.isSession ? ofSessions : unauthenticatedBytes) > budget
    }

    /// Returns the connections to end: the largest ones of the group. Ending them frees a quarter of the budget, so
    /// that this search is rare.
    func largest(of connections: [AcceptedConnection], like connection: AcceptedConnection) -> [AcceptedConnection] {
        let isSession = connection.inputCharge.isSession
        var left = (isSession ? ofSessions : unauthenticatedBytes) - budget / 4 * 3
        let candidates = connections.filter { $0.inputCharge.isSession == isSession && $0.inputCharge.bytes > 0 }
        return Array(
            candidates.sorted { $0.inputCharge.bytes > $1.inputCharge.bytes }.prefix { connection in
                defer { left -= connection.inputCharge.bytes }
                return left > 0
            })
    }
}
