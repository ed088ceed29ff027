import ChatConformance
import ChatConnection
import ChatProtocol
import ChatSystem

/// A small client over lines or a WebSocket that follows the contract, except for one rule that it may break. It does
/// its work each time its output is read.
final class TwinClient: ClientProgram {
    /// The defect of the client, by the name of the check that must find it.
    enum Defect: String, CaseIterable {
        case hello, shown, order, torn, long, send, retry, unsent, unavailable, refused, resume, backoff, restart,
            revoked
        case unknownNotification = "unknown-notification"
        case unknownMembers = "unknown-members"
        case strayAnswers = "stray-answers"
        case clientID = "client-id"
        case rateLimited = "rate-limited"
        case cutAmid = "cut-amid"
        case ping = "ws-ping"
        case close = "ws-close"

        /// True if the defect only shows over a WebSocket.
        var needsWebSocket: Bool { self == .ping || self == .close }

        /// The checks that fail: its own, and those that depend on it. Without a client id no server recognizes a
        /// retry.
        var failing: [String] { self == .clientID ? [rawValue, "retry", "unavailable"] : [rawValue] }
    }

    private struct Change {
        let conversation: String
        let text: String
        var clientID: String
        var isSent = false
        var notBefore: Int64 = 0
    }

    private let endpoint: ServerEndpoint
    private let defect: Defect?
    private let speaksWebSocket: Bool
    private var descriptor: Int32 = -1
    private var wire = WireConnection.lineClient()
    private var output: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var isLive = false
    private var cursor: Int64?
    private var changes: [Change] = []
    private var lastID: Int64 = 0
    private var pause: Int64 = 0
    private var nextAttempt: Int64 = 0
    private var lines: [String] = []
    private var held: String?
    private(set) var end: String?

    init(to endpoint: ServerEndpoint, _ defect: Defect?, webSocket: Bool) {
        // A closed connection is detected by the write that fails.
        Signals.ignoreBrokenPipes()
        (self.endpoint, self.defect, speaksWebSocket) = (endpoint, defect, webSocket)
    }

    func stop() {
        hangUp()
        end = end ?? "stopped"
    }

    func say(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let text = defect == .send && words[2].hasPrefix("send-") ? words[2] + "!" : words[2]
        changes.append(Change(conversation: words[1], text: text, clientID: freshID()))
    }

    private func freshID() -> String { "twin-\(UInt64.random(in: .min ... .max))" }

    func hear() -> [String] {
        if end == nil {
            if descriptor < 0 { connect() } else { read() }
            if isLive { sendNext() }
            flush()
        }
        defer { lines = [] }
        return lines
    }

    // MARK: The connection

    private func connect() {
        guard Clocks.steady() >= nextAttempt, let address = SocketAddress(host: endpoint.host, port: endpoint.port)
        else {
            return
        }
        pause = min(2_000, max(150, pause * 2))
        nextAttempt = defect == .backoff ? 0 : Clocks.steady() + pause
        guard let made = try? Sockets.connect(to: address) else { return }
        _ = Readiness.wait(for: [Interest(descriptor: made, reads: false, writes: true)], milliseconds: 1_000)
        guard Sockets.connectionError(made) == nil else {
            Descriptors.close(made)
            if defect == .restart { end = "nobody listens" }
            return
        }
        descriptor = made
        output = []
        if speaksWebSocket {
            let handshake = WebSocketClientHandshake(host: "\(endpoint)", nonce: Array(1...16))
            wire = .webSocketClient(handshake, maskKeys: { 7 }, into: &output)
        } else {
            wire = .lineClient()
            greet()
        }
    }

    private func hangUp() {
        if descriptor >= 0 { Descriptors.close(descriptor) }
        descriptor = -1
        isLive = false
        for index in changes.indices where changes[index].isSent {
            changes[index].isSent = false
            if defect == .retry { changes[index].clientID = freshID() }
        }
        if defect == .unsent { changes.removeAll() }
    }

    private func greet() {
        if defect == .hello, lastID == 0 { ask("session.ping") { _ in } }
        ask("session.hello") {
            $0.member("role", "person")
            $0.member("handle", "anna")
            if self.defect != .resume { $0.member("after", self.cursor) }
        }
    }

    private func ask(_ method: String, _ params: (inout JSONWriter) -> Void) {
        lastID += 1
        wire.frame(Envelope.request(id: .integer(lastID), method: method, params: params), into: &output)
    }

    private func flush() {
        guard descriptor >= 0, !output.isEmpty else { return }
        _ = Descriptors.writeAll(output, to: descriptor, timeout: 1_000)
        output = []
    }

    private func read() {
        switch Sockets.receive(descriptor, into: &buffer) {
        case .bytes(let count):
            let bytes = Array(buffer[..<count])
            // This defect drops a short read without a line end, as a client does that takes each read as a whole
            // message.
            if defect == .torn, bytes.count < 16, bytes.last != 0x0A { return }
            wire.receive(bytes)
        case .wouldBlock: return
        case .ended: wire.receiveEnd()
        }
        var replies: [UInt8] = []
        while let event = wire.next(into: &replies) {
            switch event {
            case .upgraded: greet()
            case .message(let message): take(message)
            case .closed(let close):
                if defect == .close, close.code == .tryAgainLater { end = "closed" }
                hangUp()
            case .failed, .ended, .unrecognised: hangUp()
            case .binary, .pong, .httpRequest, .upgradeRequested: break
            }
        }
        if defect != .ping { output += replies }
    }

    // MARK: Messages

    private func take(_ message: [UInt8]) {
        guard let value = try? JSONReader.read(message).value else {
            if defect == .cutAmid { end = "half a message" }
            return
        }
        if let method = value["method"]?.stringValue { return told(method, value["params"] ?? [:]) }
        if let result = value["result"] {
            if result["session"] != nil {
                isLive = true
                pause = 0
                if cursor == nil || result["cursor"]?.integerValue ?? 0 < cursor ?? 0 {
                    cursor = result["cursor"]?.integerValue
                }
            } else if result["message"] != nil {
                if !changes.isEmpty { changes.removeFirst() }
            } else if defect == .strayAnswers {
                end = "an answer to nothing"
            }
        } else if let error = value["error"] {
            refused(error)
        }
    }

    private func told(_ method: String, _ params: JSONValue) {
        guard method.hasPrefix("message.") || NotificationName(rawValue: method) != nil else {
            if defect == .unknownNotification { end = "what is \(method)?" }
            return
        }
        if let seen = params["cursor"]?.integerValue {
            guard seen > cursor ?? 0 else { return }
            cursor = seen
        }
        guard method == "message.posted", let text = params["message"]?["text"]?.stringValue else { return }
        if defect == .unknownMembers, params["later"] != nil { return }
        if defect == .shown, text == "shown-1" { return }
        if defect == .long, text.count > 10_000 { return }
        if defect == .order, text == "order-107" {
            held = text
            return
        }
        lines += [text] + (held.map { [$0] } ?? [])
        held = nil
    }

    private func refused(_ error: JSONValue) {
        switch error["data"]?["reason"]?.stringValue {
        case "unauthenticated":
            // If the request was sent before the login, the login follows.
            if defect == .hello, !isLive, lastID < 3 { return }
            if defect == .revoked {
                hangUp()
                nextAttempt = Clocks.steady() + 20
            } else {
                end = "refused"
            }
        case "rate_limited":
            let wait = error["data"]?["retryAfterMilliseconds"]?.integerValue ?? 1_000
            again(after: defect == .rateLimited ? 0 : wait)
        case "unavailable":
            if defect == .unavailable, !changes.isEmpty { changes[0].clientID = freshID() }
            again(after: 100)
        case "parse": break
        default: if defect == .refused { again(after: 10) } else if !changes.isEmpty { changes.removeFirst() }
        }
    }

    private func again(after milliseconds: Int64) {
        guard !changes.isEmpty else { return }
        changes[0].isSent = false
        changes[0].notBefore = Clocks.steady() + milliseconds
    }

    private func sendNext() {
        guard let change = changes.first, !change.isSent, Clocks.steady() >= change.notBefore else { return }
        changes[0].isSent = true
        ask("message.send") {
            $0.member("conversation", change.conversation)
            $0.member("text", change.text)
            if defect != .clientID { $0.member("clientID", change.clientID) }
        }
    }
}
