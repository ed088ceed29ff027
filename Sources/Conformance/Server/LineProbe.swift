import ChatConnection
import ChatProtocol
import ChatSystem

/// A connection in line mode that can send any bytes, valid or invalid.
final class LineProbe {
    private let stream: ByteStream
    private var received: [UInt8] = []
    private var lastID: Int64 = 0
    /// The received notifications, in order.
    private(set) var heard: [JSONValue] = []
    /// The cursor of the login.
    var cursor: Int64 = 0

    init(_ endpoint: ServerEndpoint) throws { stream = try ByteStream(to: endpoint) }

    func send(_ bytes: [UInt8]) throws { try stream.send(bytes) }

    func send(line: String) throws { try stream.send(Array(line.utf8) + [0x0A]) }

    func endSending() { stream.endSending() }

    func close() { stream.close() }

    /// Returns the next message; nil at the end of the stream.
    func next() throws -> JSONValue? {
        guard let line = try nextLine() else { return nil }
        guard let value = try? JSONReader.read(line).value else {
            throw CheckEnd.failed("a line of JSON", seen: String(decoding: line, as: UTF8.self))
        }
        return value
    }

    /// Returns the next answer, and stores the notifications before it.
    func answer() throws -> JSONValue {
        while let message = try next() {
            if message["method"] == nil { return message }
            heard.append(message)
        }
        throw CheckEnd.failed("an answer", seen: "the end of the connection")
    }

    /// Sends a line and returns the answer.
    func ask(line: String) throws -> JSONValue {
        try send(line: line)
        return try answer()
    }

    /// Sends a request and returns the answer.
    func call(_ method: String, _ params: some JSONWritable) throws -> JSONValue {
        try send(line: request(method, params))
        return try answer()
    }

    /// Sends a request and returns its result.
    @discardableResult
    func result(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        let answer = try call(method, params)
        guard let result = answer["result"] else { throw CheckEnd.failed("a result of \(method)", seen: answer.text) }
        return result
    }

    /// Returns the line of a request with the next id.
    func request(_ method: String, _ params: some JSONWritable) -> String {
        lastID += 1
        let bytes = JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            $0.member("id", lastID)
            $0.member("method", method)
            $0.member("params", params)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the notifications of a method, after a fence has delivered all earlier ones.
    func told(_ method: String) throws -> [JSONValue] {
        try result("session.fence")
        return heard.filter { $0["method"]?.stringValue == method }.compactMap { $0["params"] }
    }

    /// Returns all bytes up to the end of the stream.
    func rest() throws -> [UInt8] {
        while try fill() {}
        defer { received = [] }
        return received
    }

    private func nextLine() throws -> [UInt8]? {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                defer { received.removeFirst(end + 1) }
                return Array(received[..<end])
            }
            guard try fill() else { return nil }
        }
    }

    private func fill() throws -> Bool {
        do throws(TransportError) {
            let bytes = try stream.receive(until: Clocks.steady() + ServerSubject.patience)
            guard !bytes.isEmpty else {
                throw TransportError.unreachable("nothing arrived within \(ServerSubject.patience / 1_000) s")
            }
            received += bytes
            return true
        } catch {
            if case .closed = error { return false }
            throw CheckEnd.failed("an answer, or the end of the connection", seen: "\(error)")
        }
    }
}

/// Ends a check with a failure if an answer is not an error with this code.
func expectRefusal(_ answer: JSONValue, _ code: Int64, of what: String) throws {
    try expect(answer["error"]?["code"]?.integerValue == code, "\(code) for \(what)", seen: answer.text)
}

extension JSONValue {
    /// The value as JSON.
    var text: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}
