/// Parses the HTTP/1.1 requests of one connection, one after another. The length of each body is known from its head.
public struct HTTPRequestParser: Sendable {
    private enum State {
        case head(HTTPHeadReader)
        case body(HTTPRequestHead, length: Int)
        case failed
    }

    private var state = State.head(HTTPHeadReader())
    private let limits: WireLimits

    /// Creates a parser at the start of a stream. It obeys three of the limits: `headBytes`, `headers` and, for a body,
    /// `messageBytes`.
    public init(limits: WireLimits = WireLimits()) {
        self.limits = limits
    }

    /// True if the parser has read a head and not all of its body.
    public var isInsideBody: Bool {
        if case .body = state { true } else { false }
    }

    /// Returns the next complete request in the queue, or nil if more bytes are needed.
    ///
    /// - Parameter output: receives a `100 Continue` if the peer waits for one before it sends the body.
    /// - Throws: ``HTTPError``, before the body of a refused request is read. The parser returns no request after that.
    public mutating func next(
        in queue: inout ByteQueue, into output: inout [UInt8]
    ) throws(HTTPError) -> HTTPRequest? {
        do throws(HTTPError) {
            return try step(in: &queue, into: &output)
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func step(
        in queue: inout ByteQueue, into output: inout [UInt8]
    ) throws(HTTPError) -> HTTPRequest? {
        if case .head(var reader) = state {
            let lines = try reader.next(in: &queue, limits: limits)
            guard let lines else {
                state = .head(reader)
                return nil
            }
            let head = try HTTPRequestHead(lines: lines)
            let length = try head.bodyLength(limit: limits.messageBytes)
            if try head.expectsContinue(), length > 0, queue.isEmpty {
                output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
            }
            state = .body(head, length: length)
        }
        guard case .body(let head, let length) = state, queue.count >= length else { return nil }
        let request = HTTPRequest(head: head, body: queue.copy(0..<length))
        queue.consume(length)
        state = .head(HTTPHeadReader())
        return request
    }
}
