import ChatProtocol
import FuzzDriver

/// HTTP, and all that a first byte can lead to: what a server reads of a stranger, and, where the bytes begin as an
/// answer does, what a client reads of a server. Whatever comes: no crash; the same events however the bytes were cut;
/// nothing behind a last event, and no end without one, but where the answer to a request was the end; and never more
/// held than the limits say.
@main
enum HTTPFuzz: FuzzTarget {
    private static let limits = WireLimits(messageBytes: 300, fragments: 8, headBytes: 400, headers: 10)

    static func check(_ bytes: [UInt8]) {
        let isAnswer = bytes.starts(with: "HTTP/".utf8)
        let told = Feeding.same(bytes, isAnswer ? "an answer" : "a request") { events(of: $0, isAnswer) }
        hold(told.dropLast().allSatisfy { !isLast($0) }, "nothing behind the last event")
        hold(told.last.map { isLast($0) || isRequest($0) } ?? false, "a stream that ended has a last event")
    }

    private static func events(of pieces: [[UInt8]], _ isAnswer: Bool) -> [WireConnection.Event] {
        var output: [UInt8] = []
        var connection = isAnswer ? client(&output) : WireConnection(limits: limits, acceptsBinary: true)
        var events: [WireConnection.Event] = []
        func drain() {
            while let event = connection.next(into: &output) {
                events.append(event)
                answer(event, on: &connection, into: &output)
            }
        }
        for piece in pieces {
            connection.receive(piece)
            drain()
            hold(connection.bufferedBytes <= limits.headBytes + 1, "no more is held than the limits say")
        }
        connection.receiveEnd()
        drain()
        return events
    }

    private static func client(_ output: inout [UInt8]) -> WireConnection {
        let handshake = WebSocketClientHandshake(host: "x", nonce: Array("the sample nonce".utf8))
        return .webSocketClient(handshake, limits: limits, maskKeys: { 1 }, into: &output)
    }

    /// As the chat server does: every request is answered, every upgrade accepted.
    private static func answer(
        _ event: WireConnection.Event, on connection: inout WireConnection, into output: inout [UInt8]
    ) {
        switch event {
        case .upgradeRequested: connection.acceptUpgrade(into: &output)
        case .httpRequest(let request):
            connection.respond(HTTPResponse(status: 200, text: request.head.path), into: &output)
        case .failed(.http(let error)): connection.respond(error.response, into: &output)
        case .failed(let error): connection.close(error.close, into: &output)
        case .message, .binary, .upgraded, .pong, .closed, .unrecognised, .ended: break
        }
    }

    private static func isRequest(_ event: WireConnection.Event) -> Bool {
        switch event {
        case .httpRequest, .upgradeRequested: true
        case .closed, .failed, .unrecognised, .ended, .message, .binary, .upgraded, .pong: false
        }
    }

    private static func isLast(_ event: WireConnection.Event) -> Bool {
        switch event {
        case .closed, .failed, .unrecognised, .ended: true
        case .message, .binary, .httpRequest, .upgradeRequested, .upgraded, .pong: false
        }
    }
}
