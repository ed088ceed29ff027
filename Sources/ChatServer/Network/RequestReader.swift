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
