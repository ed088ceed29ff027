package import ChatProtocol
package import ChatSystem

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
