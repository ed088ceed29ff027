import ChatProtocol
import Pages

/// The rules for requests to the page of `play --ui`. Only a browser of this machine that has the printed address
/// reaches it.
///
/// The address contains a token, which is new in every run of the command. The headers `Host` and `Origin` are checked as
/// a server checks them, so that a web page whose name points here (DNS rebinding) is refused even if it had the token.
struct UIAccess {
    /// The port of 127.0.0.1.
    let port: UInt16
    /// The secret part of the address.
    let token: String

    /// The destination of a request.
    enum Route: Equatable {
        /// The page.
        case page
        /// The WebSocket of the page.
        case socket
        /// No destination, and the answer.
        case answer(HTTPResponse)
    }

    /// The address for the person, which ends with a slash.
    var address: String { "http://127.0.0.1:\(port)/\(token)/" }

    /// Returns a token of 128 random bits from the system.
    static func newToken() -> String {
        (0..<16).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Finds the destination of a request.
    ///
    /// - Parameter asksForUpgrade: True if the request contains a WebSocket handshake.
    func route(_ request: HTTPRequestHead, asksForUpgrade: Bool) -> Route {
        let hosts = request.headers.values("Host")
        // An absolute target takes precedence over the Host header (RFC 9112, section 3.2.2).
        guard hosts.count == 1, let host = (request.authority ?? hosts.first)?.lowercased() else {
            return refusal(400, "A request needs exactly one Host header.")
        }
        guard ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"].contains(host) else {
            return refusal(403, "The page is only for browsers of this machine.")
        }
        // All Origin headers are checked, because another program may read a different one.
        guard request.headers.values("Origin").allSatisfy({ $0.lowercased() == "http://\(host)" }) else {
            return refusal(403, "Pages of other origins may not connect.")
        }
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, isToken(parts[1]) else {
            return refusal(403, "The address has no valid token. Open the address that chat-client play --ui printed.")
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            var response = HTTPResponse(status: 405, text: "Only GET is answered here.\n")
            response.headers.add("Allow", "GET")
            return .answer(response)
        }
        switch parts.dropFirst(2) {
        case [], [""]: return asksForUpgrade ? refusal(400, "The WebSocket is at ws.") : .page
        case ["ws"]: return asksForUpgrade ? .socket : refusal(426, "This is a WebSocket: ask for an upgrade.")
        default: return refusal(404, "There is nothing here.")
        }
    }

    /// Compares all bytes, so that the time does not depend on the first wrong one.
    private func isToken(_ text: Substring) -> Bool {
        let (one, other) = (Array(text.utf8), Array(token.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func refusal(_ status: Int, _ text: String) -> Route {
        .answer(HTTPResponse(status: status, text: text + "\n"))
    }
}

extension HTTPResponse {
    /// The page of `play --ui`. It contains no data: it reads everything from its WebSocket.
    static let playerPage: HTTPResponse = {
        let page = PlayerPage.page(digest: SHA256.digest)
        return HTTPResponse(page: page.text, policy: page.policy)
    }()
}
