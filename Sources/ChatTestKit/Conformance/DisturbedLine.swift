import ChatConnection
import ChatProtocol
import ChatSystem

/// A connection of a client, as lines or as a WebSocket, and the stream that forwards its requests to the real server.
final class DisturbedLine {
    private let descriptor: Int32
    private var wire = WireConnection(limits: WireLimits(messageBytes: 1024 * 1024))
    private var output: [UInt8] = []
    private var server: SocketTransport?
    private var asked: [(id: JSONValue, request: ClientStand.Request)] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private(set) var pongs = 0
    /// True if a request has arrived.
    var hasAsked = false
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

    /// Returns the messages that have arrived from the client.
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

    /// Forwards a request to the server.
    func pass(_ message: [UInt8], _ request: ClientStand.Request, id: JSONValue?, to endpoint: ServerEndpoint) {
        guard !isClosed else { return }
        if let id { asked.append((id, request)) }
        do throws(TransportError) {
            let stream = if let server { server } else { try SocketTransport(to: endpoint) }
            server = stream
            try stream.send(message)
        } catch { close() }
    }

    /// Removes and returns the request with the id of an answer; nil if there is none.
    func takeRequest(_ id: JSONValue?) -> ClientStand.Request? {
        guard let index = asked.firstIndex(where: { $0.id == id }) else { return nil }
        return asked.remove(at: index).request
    }

    // MARK: To the client

    /// Returns the messages that have arrived from the server.
    func readServer() -> [[UInt8]] {
        var messages: [[UInt8]] = []
        do throws(TransportError) {
            while !isClosed, let message = try server?.receive(waitingMilliseconds: 0) { messages.append(message) }
        } catch {
            if messages.isEmpty { close() }
        }
        return messages
    }

    /// Appends a message to the output.
    func put(_ message: [UInt8]) { wire.frame(message, into: &output) }

    /// Appends bytes to the output that are not a complete message.
    func putBytes(_ bytes: [UInt8]) { output += bytes }

    func ping() { wire.ping(Array("there?".utf8), into: &output) }

    func closeWebSocket(_ code: WebSocketCloseCode) { wire.close(WebSocketClose(code), into: &output) }

    /// Sends the output, or at most a number of its bytes.
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
