// Written by script/contract: change the contract instead.
package import ChatProtocol

/// A login that one server forwards to the server that holds its world. The token's secret is not forwarded.
package struct ForwardedLogin: Sendable, Equatable {
    /// The login, without its token.
    package var hello: Hello
    /// The id of the token, if the server asks for tokens.
    package var token: String?
    /// The client's address, for the limits per address.
    package var address: String?
    /// The id of the request that is answered first: the login's own, or the one that follows it.
    package var id: JSONValue?
    /// True if the login is answered.
    package var isAnswered: Bool
    /// True if a stream begins; false if one request follows.
    package var isStream: Bool
    /// True if the stream is a WebSocket.
    package var isWebSocket: Bool

    /// Creates a value from its members.
    package init(hello: Hello, token: String? = nil, address: String? = nil, id: JSONValue? = nil, isAnswered: Bool = true, isStream: Bool = true, isWebSocket: Bool = false) {
        self.hello = hello
        self.token = token
        self.address = address
        self.id = id
        self.isAnswered = isAnswered
        self.isStream = isStream
        self.isWebSocket = isWebSocket
    }
}

extension ForwardedLogin: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("hello") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        hello = try fields.read("hello")
        token = try fields.readOptional("token")
        address = try fields.readOptional("address")
        id = try fields.readOptional("id")
        isAnswered = try fields.readOptional("answered") ?? true
        isStream = try fields.readOptional("stream") ?? true
        isWebSocket = try fields.readOptional("webSocket") ?? false
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("hello", hello)
        if let token { json.member("token", token) }
        if let address { json.member("address", address) }
        if let id { json.member("id", id) }
        if isAnswered != true { json.member("answered", isAnswered) }
        if isStream != true { json.member("stream", isStream) }
        if isWebSocket { json.member("webSocket", isWebSocket) }
    }
}

/// The first message of a forwarded connection, from the forwarding server.
package struct ForwardOffer: Sendable, Equatable {
    /// The nonce of the forwarding server, in hexadecimal.
    package var nonce: String

    /// Creates a value from its members.
    package init(nonce: String) {
        self.nonce = nonce
    }
}

extension ForwardOffer: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("forward") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        nonce = try fields.read("forward")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("forward", nonce)
    }
}

/// The second message. The server that holds the world proves by it that it knows the secret.
package struct ForwardChallenge: Sendable, Equatable {
    /// The nonce of this server, in hexadecimal.
    package var nonce: String
    /// The authentication code of both nonces (RFC 2104).
    package var proof: String

    /// Creates a value from its members.
    package init(nonce: String, proof: String) {
        self.nonce = nonce
        self.proof = proof
    }
}

extension ForwardChallenge: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("nonce") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        nonce = try fields.read("nonce")
        proof = try fields.read("proof")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("nonce", nonce)
        json.member("proof", proof)
    }
}

/// The third message, with the login. The forwarding server proves by it that it knows the secret.
package struct ForwardProof: Sendable, Equatable {
    /// The login, as JSON.
    package var login: String
    /// The authentication code of both nonces and the login (RFC 2104).
    package var proof: String

    /// Creates a value from its members.
    package init(login: String, proof: String) {
        self.login = login
        self.proof = proof
    }
}

extension ForwardProof: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("login") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        login = try fields.read("login")
        proof = try fields.read("proof")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("login", login)
        json.member("proof", proof)
    }
}

/// The last message. If the server holds the world, the client's own stream follows.
package struct ForwardReply: Sendable, Equatable {
    /// True if the other server holds the world.
    package var isHeld: Bool

    /// Creates a value from its members.
    package init(isHeld: Bool) {
        self.isHeld = isHeld
    }
}

extension ForwardReply: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("held") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        isHeld = try fields.read("held")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("held", isHeld)
    }
}
