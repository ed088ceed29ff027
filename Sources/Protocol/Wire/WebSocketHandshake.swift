/// The reason for a failed opening handshake (RFC 6455, sections 4.1 and 4.2).
public enum WebSocketHandshakeError: Error, Equatable, Sendable {
    /// The request is not a GET of HTTP/1.1 with `Upgrade: websocket` and `Connection: Upgrade`.
    case notAnUpgrade
    /// The `Sec-WebSocket-Version` is not 13. The response names the supported version.
    case versionUnsupported
    /// The request has no `Sec-WebSocket-Key`, several, or one that is not 16 bytes in base64.
    case keyInvalid
    /// The server answered with this status and not with 101; on a client.
    case refused(status: Int)
    /// The server's response is not HTTP; on a client.
    case answerMalformed(HTTPError)
    /// The server's response has a wrong `Sec-WebSocket-Accept`, `Upgrade` or `Connection`; on a client.
    case acceptInvalid
    /// The server chose a subprotocol or an extension that was not offered; on a client.
    case choiceNotOffered
    /// The stream ended before the response; on a client.
    case truncated

    /// The response of a server to such a request.
    public var response: HTTPResponse {
        var response = HTTPResponse(status: self == .keyInvalid ? 400 : 426, text: description + "\n")
        if response.status == 426 {
            response.headers.add("Upgrade", "websocket")
            response.headers.add("Connection", "Upgrade")
            response.headers.add("Sec-WebSocket-Version", "13")
        }
        return response
    }
}

extension WebSocketHandshakeError: CustomStringConvertible {
    /// One sentence for the peer or a log, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .notAnUpgrade: "a WebSocket upgrade needs GET, HTTP/1.1, Upgrade: websocket, Connection: Upgrade"
        case .versionUnsupported: "only Sec-WebSocket-Version 13 is supported"
        case .keyInvalid: "Sec-WebSocket-Key must be 16 bytes in base 64"
        case .refused(let status): "the server answered \(status) and not 101"
        case .answerMalformed(let error): "the server's answer is not HTTP: \(error)"
        case .acceptInvalid: "the server's answer to the WebSocket handshake is not valid"
        case .choiceNotOffered: "the server chose a subprotocol or extension that was not offered"
        case .truncated: "the stream ended inside the WebSocket handshake"
        }
    }
}

/// The opening handshake of a WebSocket, for both sides (RFC 6455, section 4). It never negotiates an extension.
public enum WebSocketHandshake {
    /// The subprotocol of the chat server.
    public static let subprotocol = "chat.v1"

    /// Returns the server's response to a request. The owner has checked `Host` and `Origin` before.
    ///
    /// - Parameter subprotocols: the subprotocols of the server. The response selects the client's first choice among
    ///   them, or none if the client offered none of them.
    /// - Throws: ``WebSocketHandshakeError``, which has its own response.
    public static func accept(
        _ request: HTTPRequestHead, subprotocols: [String] = [subprotocol]
    ) throws(WebSocketHandshakeError) -> HTTPResponse {
        guard request.wantsWebSocket, request.minorVersion >= 1,
            request.headers.hasToken("upgrade", in: "Connection")
        else { throw .notAnUpgrade }
        guard request.headers.values("Sec-WebSocket-Version") == ["13"] else { throw .versionUnsupported }
        let keys = request.headers.values("Sec-WebSocket-Key")
        guard keys.count == 1, Base64.decode(keys[0])?.count == 16 else { throw .keyInvalid }
        var headers = HTTPHeaders()
        headers.add("Upgrade", "websocket")
        headers.add("Connection", "Upgrade")
        headers.add("Sec-WebSocket-Accept", acceptance(of: keys[0]))
        if let agreed = request.headers.list("Sec-WebSocket-Protocol").first(where: subprotocols.contains) {
            headers.add("Sec-WebSocket-Protocol", agreed)
        }
        return HTTPResponse(status: 101, headers: headers)
    }

    /// Returns the value of `Sec-WebSocket-Accept`, which proves that the server has read the key (section 1.3).
    public static func acceptance(of key: String) -> String {
        Base64.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

/// The client's side of the opening handshake: encodes the request and verifies the response.
public struct WebSocketClientHandshake: Sendable, Equatable {
    /// The value of `Host`: `localhost:8080`.
    public var host: String
    /// The path and query of the request.
    public var target: String
    /// The offered subprotocols in the order of preference.
    public var subprotocols: [String]
    /// The value of `Sec-WebSocket-Key`, in base64.
    public let key: String

    /// Creates a handshake.
    ///
    /// - Parameter nonce: 16 random bytes, different for each connection (section 4.1).
    public init(
        host: String, target: String = "/ws", subprotocols: [String] = [WebSocketHandshake.subprotocol],
        nonce: [UInt8]
    ) {
        precondition(nonce.count == 16, "a WebSocket nonce has 16 bytes")
        self.host = host
        self.target = target
        self.subprotocols = subprotocols
        key = Base64.encode(nonce)
    }

    /// Appends the request.
    public func encode(into output: inout [UInt8]) {
        var head = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n"
        if !subprotocols.isEmpty {
            head += "Sec-WebSocket-Protocol: " + subprotocols.joined(separator: ", ") + "\r\n"
        }
        output.append(contentsOf: (head + "\r\n").utf8)
    }

    /// Verifies the server's response by section 4.1.
    ///
    /// - Returns: the selected subprotocol, or nil.
    /// - Throws: ``WebSocketHandshakeError`` if the response is invalid. The client must then close the connection.
    public func verify(_ response: HTTPResponseHead) throws(WebSocketHandshakeError) -> String? {
        guard response.status == 101 else { throw .refused(status: response.status) }
        let headers = response.headers
        let upgrade = headers.values("Upgrade")
        guard upgrade.count == 1, ASCII.equalIgnoringCase(upgrade[0], "websocket"),
            headers.hasToken("upgrade", in: "Connection"),
            headers.values("Sec-WebSocket-Accept") == [WebSocketHandshake.acceptance(of: key)]
        else { throw .acceptInvalid }
        guard headers.values("Sec-WebSocket-Extensions").isEmpty else { throw .choiceNotOffered }
        let agreed = headers.values("Sec-WebSocket-Protocol")
        guard agreed.count <= 1, agreed.allSatisfy(subprotocols.contains) else { throw .choiceNotOffered }
        return agreed.first
    }
}
