package import ChatProtocol
package import ChatSystem

/// A ``LiveClient`` on a ``ClientTransport``: a stream to a server within this process, or a socket that a script waits
/// on. ``turn(_:)`` reads all that stands on it and waits for every answer that is still to come.
///
/// A stream that ended is opened anew by the next turn, without the pause that a person's terminal makes.
package final class TransportConnection<Request: SessionRequest>: ClientConnection<Request> {
    private let open: () throws(TransportError) -> any ClientTransport
    private let patience: Int64
    private var transport: (any ClientTransport)?
    /// Whether it stays away until it is told to come back.
    private(set) var isOffline = false

    /// A session that has not begun.
    ///
    /// - Parameters:
    ///   - clientIDPrefix: what no other session of that handle chooses; random where it is left out.
    ///   - patienceMilliseconds: how long answers may take at the most, before the server counts as dead.
    package init(
        hello: Hello, clientIDPrefix: String? = nil, patienceMilliseconds: Int64 = 30_000,
        open: @escaping () throws(TransportError) -> any ClientTransport
    ) {
        self.open = open
        patience = patienceMilliseconds
        super.init(hello: hello, clientIDPrefix: clientIDPrefix)
    }

    /// A session on a stream that is open already, and does not come back when it ends.
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

    // MARK: A line that breaks

    /// Loses the stream; the next turn opens another.
    package func drop() {
        close()
        client.lost(at: Clocks.steady())
        run()
    }

    /// Leaves the stream once the server knows, and stays away until ``comeBack()``.
    package func goOffline() {
        // Whether others are told that somebody is gone must not depend on when the server notices.
        transport?.leave()
        isOffline = true
        drop()
    }

    /// The next turn opens a stream again.
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
                    // Nothing is on its way, and something is still to be answered: a change that was put off.
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
