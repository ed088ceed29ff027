package import ChatConnection
package import ChatProtocol
import ChatSystem

/// A TCP connection to a server for any bytes, valid or invalid, and for what comes back.
package final class RawProbe {
    /// The error of a read.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The timeout of a read in a test, in milliseconds: only a hang takes so long.
    package static let patience: Int64 = 20_000

    private let stream: ByteStream
    private let patience: Int64
    private var received: [UInt8] = []
    private var isEnded = false
    private var lastID: Int64 = 0
    /// The notifications that arrived before an answer, in order.
    package internal(set) var notifications: [JSONValue] = []

    /// Connects.
    ///
    /// - Parameters:
    ///   - patience: The timeout of a read, in milliseconds.
    ///   - receiveBuffer: The number of bytes that the kernel may keep for a slow reader; its default if nil.
    package init(
        to endpoint: ServerEndpoint, patience: Int64 = RawProbe.patience, receiveBuffer: Int32? = nil
    ) throws {
        stream = try ByteStream(to: endpoint, patienceMilliseconds: patience, receiveBuffer: receiveBuffer)
        self.patience = patience
    }

    /// Sends all bytes, or as many as the server takes before it closes the connection.
    ///
    /// - Returns: True if the server took them all.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { (try? stream.send(bytes)) != nil }

    /// Sends a text.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a text and the end of its line.
    package func sendLine(_ text: String) { send(text + "\n") }

    /// Ends the sending side of the connection.
    package func endSending() { stream.endSending() }

    /// Closes the connection.
    package func close() { stream.close() }

    // MARK: Reading

    /// Returns the next line without its end; nil at the end of the stream.
    package func line() throws -> String? {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard try fill() else {
                defer { received = [] }
                return received.isEmpty ? nil : String(decoding: received, as: UTF8.self)
            }
        }
    }

    /// Returns the next line as JSON.
    package func message() throws -> JSONValue {
        guard let line = try line() else { throw Failure(description: "the stream ended") }
        guard let value = JSONValue(json: line) else { throw Failure(description: "a line that is not JSON: \(line)") }
        return value
    }

    /// Returns the bytes that arrived, at least one; none at the end of the stream.
    package func some() throws -> [UInt8] {
        if received.isEmpty { _ = try fill() }
        defer { received = [] }
        return received
    }

    /// Returns all bytes until the end of the stream.
    package func everything() throws -> [UInt8] {
        while try fill() {}
        defer { received = [] }
        return received
    }

    private func fill() throws -> Bool {
        guard !isEnded else { return false }
        do throws(TransportError) {
            let bytes = try stream.receive(until: Clocks.steady() + patience)
            guard !bytes.isEmpty else { throw TransportError.unreachable("nothing came within \(patience) ms") }
            received += bytes
        } catch {
            guard case .closed = error else { throw Failure(description: "\(error)") }
            isEnded = true
        }
        return !isEnded
    }

    // MARK: Requests

    /// Sends a request and returns its result or error object.
    @discardableResult
    package func call(_ method: String, _ params: JSONValue = [:], id: Int64 = 1) throws -> JSONValue {
        sendLine(Self.request(id, method, params))
        let answer = try answer()
        return answer["result"] ?? answer["error"] ?? .null
    }

    /// Sends a line and returns the answer.
    func ask(line: String) throws -> JSONValue {
        sendLine(line)
        return try answer()
    }

    /// Returns the next answer, and stores the notifications before it.
    func answer() throws -> JSONValue {
        while true {
            let message = try message()
            if message["method"] == nil { return message }
            notifications.append(message)
        }
    }

    /// Returns the line of a request with the next id.
    func request(_ method: String, _ params: JSONValue = [:]) -> String {
        lastID += 1
        return Self.request(lastID, method, params)
    }

    private static func request(_ id: Int64, _ method: String, _ params: JSONValue) -> String {
        (["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params] as JSONValue).text
    }
}

/// A WebSocket to a server that can send any frames.
package final class WebSocketProbe {
    private let stream: RawProbe
    private var wire: WireConnection

    /// Connects, and asks for a WebSocket.
    ///
    /// - Parameter target: The path and query of the request.
    package init(to endpoint: ServerEndpoint, target: String = "/ws", patience: Int64 = RawProbe.patience) throws {
        stream = try RawProbe(to: endpoint, patience: patience)
        var output: [UInt8] = []
        wire = WireConnection.webSocketClient(
            WebSocketClientHandshake(
                host: "\(endpoint)", target: target, nonce: (0..<16).map { _ in UInt8.random(in: .min ... .max) }),
            maskKeys: { UInt32.random(in: .min ... .max) }, into: &output)
        stream.send(output)
    }

    /// Returns the next event; nil at the end of the stream.
    package func next() throws -> WireConnection.Event? {
        while true {
            var output: [UInt8] = []
            if let event = wire.next(into: &output) {
                stream.send(output)
                return event
            }
            let bytes = try stream.some()
            guard !bytes.isEmpty else { return nil }
            wire.receive(bytes)
        }
    }

    /// Sends a text message.
    package func say(_ text: String) {
        var output: [UInt8] = []
        wire.frame(Array(text.utf8), into: &output)
        stream.send(output)
    }

    /// Sends the bytes of frames without changes.
    package func send(_ bytes: [UInt8]) { stream.send(bytes) }

    /// Returns a frame as a client sends it.
    static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, masked: Bool = true)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        WebSocketFrame.appendHeader(
            opcode, isFinal: isFinal, length: payload.count, maskKey: masked ? 0 : nil, to: &bytes)
        return bytes + payload
    }
}
