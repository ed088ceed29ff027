import ChatConnection
import ChatProtocol
import ChatSystem

/// One connection of a client, over lines or a WebSocket, and the stream to the real server behind it.
final class DisturbedLine {
    private let descriptor: Int32
    private var wire = WireConnection(limits: WireLimits(messageBytes: 1024 * 1024))
    private var output: [UInt8] = []
    private var server: SocketTransport?
    private var asked: [(id: JSONValue, request: ClientStand.Request)] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private(set) var pongs = 0
    private(set) var isClosed = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var isWebSocket: Bool { wire.mode == .webSocket }

    var interest: Interest { Interest(descriptor: descriptor, writes: false) }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Descriptors.close(descriptor)
        server?.close()
    }

    // MARK: From the client

    /// The messages that came.
    func read() -> [[UInt8]] {
        guard !isClosed else { return [] }
        switch Sockets.receive(descriptor, into: &buffer) {
        case .bytes(let count): wire.receive(Array(buffer[..<count]))
        case .wouldBlock: break
        case .ended: wire.receiveEnd()
        }
        var messages: [[UInt8]] = []
        while let event = wire.next(into: &output) {
            switch event {
            case .message(let message): messages.append(message)
            case .upgradeRequested: wire.acceptUpgrade(into: &output)
            case .httpRequest: wire.respond(HTTPResponse(status: 404, text: "Only /ws exists.\n"), into: &output)
            case .pong: pongs += 1
            case .failed, .closed, .unrecognised, .ended:
                flush()
                close()
            case .binary, .upgraded: break
            }
        }
        return messages
    }

    /// Hands a request on to the server.
    func pass(_ message: [UInt8], _ request: ClientStand.Request, id: JSONValue?, to endpoint: ServerEndpoint) {
        guard !isClosed else { return }
        if let id { asked.append((id, request)) }
        do throws(TransportError) {
            let stream = if let server { server } else { try SocketTransport(to: endpoint) }
            server = stream
            try stream.send(message)
        } catch { close() }
    }

    /// The request that an answer with that id answers.
    func takeRequest(_ id: JSONValue?) -> ClientStand.Request? {
        guard let index = asked.firstIndex(where: { $0.id == id }) else { return nil }
        return asked.remove(at: index).request
    }

    // MARK: To the client

    /// What the server said.
    func readServer() -> [[UInt8]] {
        var messages: [[UInt8]] = []
        do throws(TransportError) {
            while !isClosed, let message = try server?.receive(waitingMilliseconds: 0) { messages.append(message) }
        } catch {
            if messages.isEmpty { close() }
        }
        return messages
    }

    /// Puts a message behind those that wait.
    func put(_ message: [UInt8]) { wire.frame(message, into: &output) }

    /// Puts bytes that are no message.
    func putBytes(_ bytes: [UInt8]) { output += bytes }

    func ping() { wire.ping(Array("there?".utf8), into: &output) }

    func closeWebSocket(_ code: WebSocketCloseCode) { wire.close(WebSocketClose(code), into: &output) }

    /// Sends what waits, or so many bytes of it.
    func write(bytesAtOnce count: Int?) {
        guard !isClosed, !output.isEmpty else { return }
        switch Sockets.send(descriptor, output, from: 0, to: min(count ?? output.count, output.count)) {
        case .bytes(let sent): output.removeFirst(sent)
        case .wouldBlock: break
        case .ended: close()
        }
    }

    private func flush() {
        if !output.isEmpty { _ = Descriptors.writeAll(output, to: descriptor, timeout: 100) }
    }
}
