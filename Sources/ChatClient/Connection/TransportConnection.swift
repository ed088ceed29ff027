package import ChatProtocol
package import ChatSystem

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
