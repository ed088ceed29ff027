package import ChatProtocol
package import ChatSystem

/// A ``LiveClient`` on a socket: opens and leaves streams as it says, and never blocks.
///
/// Its owner polls ``interest`` until ``deadline`` and hands what is ready to ``turn(_:)``.
package final class LiveConnection<Request: SessionRequest>: ClientConnection {
    private let endpoint: ServerEndpoint
    private var client: LiveClient<Request>
    private var socket: StreamSocket?
    private var wire = WireConnection.lineClient()
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private let tap: (([UInt8]) -> Void)?

    package private(set) var lastProblem = ""

    /// A session that has not begun.
    ///
    /// - Parameter tap: is shown every message that comes, before it counts.
    package init(to endpoint: ServerEndpoint, hello: Hello, tap: (([UInt8]) -> Void)? = nil) {
        self.endpoint = endpoint
        self.tap = tap
        let prefix = "c" + String(UInt64.random(in: .min ... .max), radix: 36)
        client = LiveClient(hello: hello, clientIDPrefix: prefix)
    }

    package var interest: Interest? { socket?.interest }

    package var phase: LiveClient<Request>.Phase { client.phase }
    package var isIdle: Bool { client.isIdle }
    package var deadline: Int64? { client.deadline }

    package func start() {
        client.start(at: Clocks.steady())
        run()
    }

    @discardableResult
    package func request(_ request: Request) -> String? {
        defer { run() }
        return client.request(request)
    }

    package func ask(_ sign: LiveRequest) {
        client.ask(sign)
        run()
    }

    package func turn(_ ready: Readiness) {
        let now = Clocks.steady()
        do throws(TransportError) {
            if let socket, !socket.isConnected, ready.canWrite {
                try socket.advance()
                if socket.isConnected { client.opened(at: now) }
            } else if let socket, socket.isConnected {
                if ready.canWrite { try socket.flush() }
                if ready.canRead { try read(socket, now) }
            }
        } catch {
            lose(error, now)
        }
        client.passed(to: now)
        run()
    }

    package func wait() {
        let left = deadline.map { Int(clamping: max(0, $0 - Clocks.steady())) }
        turn(Readiness.wait(for: [interest].compactMap { $0 }, milliseconds: left).first ?? .init())
    }

    package func takeReports() -> [LiveClient<Request>.Report] { client.takeReports() }

    package func close() {
        socket?.close()
        socket = nil
    }

    private func read(_ socket: StreamSocket, _ now: Int64) throws(TransportError) {
        var ended: TransportError?
        do throws(TransportError) {
            guard let count = try socket.receive(into: &buffer) else { return }
            wire.receive(buffer.span.extracting(first: count))
        } catch {
            wire.receiveEnd()
            ended = error
        }
        var nothing: [UInt8] = []
        while let event = wire.next(into: &nothing) {
            switch event {
            case .message(let message):
                tap?(message)
                client.received(message, at: now)
            case .failed(let error): ended = .closed("\(error)")
            default: break
            }
        }
        if let ended { throw ended }
    }

    private func lose(_ why: TransportError, _ now: Int64) {
        lastProblem = why.description
        client.lost(at: now)
    }

    /// Does what the client says.
    private func run() {
        while true {
            let actions = client.takeActions()
            if actions.isEmpty { return }
            for action in actions {
                do throws(TransportError) {
                    try run(action)
                } catch {
                    lose(error, Clocks.steady())
                }
            }
        }
    }

    private func run(_ action: LiveClient<Request>.Action) throws(TransportError) {
        switch action {
        case .open:
            wire = WireConnection.lineClient(limits: WireLimits(messageBytes: SocketTransport.lineBytesMax))
            socket = try StreamSocket(to: endpoint)
        case .send(let message):
            guard let socket else { return }
            var line: [UInt8] = []
            line.reserveCapacity(message.count + 1)
            wire.frame(message, into: &line)
            try socket.send(line)
        case .close: close()
        }
    }
}
