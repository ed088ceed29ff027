// Written by script/contract: change the contract instead.
package import ChatProtocol

/// A session that one server forwards to the server that holds its world. The token stays at the first one.
package struct ForwardedLogin: Sendable, Equatable {
    /// The login, without its token.
    package var hello: Hello
    /// The id of the token, if the server asks for tokens.
    package var token: String?
    /// The address of the client, which limits count.
    package var address: String?
    /// The id of the request that is answered first: the login's own, or the one that comes with it.
    package var id: JSONValue?
    /// True if the login is answered.
    package var isAnswered: Bool
    /// True if a stream begins; false if one request follows.
    package var isStream: Bool
    /// True if the stream is a WebSocket.
    package var isWebSocket: Bool

    /// A value with these members.
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
    /// Whether an object has its members.
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

/// The beginning of a forwarded connection, from the server that forwards.
package struct ForwardOffer: Sendable, Equatable {
    /// Its nonce, in hexadecimal.
    package var nonce: String

    /// A value with these members.
    package init(nonce: String) {
        self.nonce = nonce
    }
}

extension ForwardOffer: JSONRecord {
    /// Whether an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("forward") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        nonce = try fields.read("forward")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("forward", nonce)
    }
}

/// The answer: the server that holds the world shows that it knows the secret.
package struct ForwardChallenge: Sendable, Equatable {
    /// Its own nonce, in hexadecimal.
    package var nonce: String
    /// The code of both nonces.
    package var proof: String

    /// A value with these members.
    package init(nonce: String, proof: String) {
        self.nonce = nonce
        self.proof = proof
    }
}

extension ForwardChallenge: JSONRecord {
    /// Whether an object has its members.
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

/// The login, with which the server that forwards shows that it knows the secret.
package struct ForwardProof: Sendable, Equatable {
    /// The login, as JSON.
    package var login: String
    /// The code of both nonces and the login.
    package var proof: String

    /// A value with these members.
    package init(login: String, proof: String) {
        self.login = login
        self.proof = proof
    }
}

extension ForwardProof: JSONRecord {
    /// Whether an object has its members.
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

/// True if the other server holds the world: then the client's own stream follows.
package struct ForwardReply: Sendable, Equatable {
    /// True if it does.
    package var isHeld: Bool

    /// A value with these members.
    package init(isHeld: Bool) {
        self.isHeld = isHeld
    }
}

extension ForwardReply: JSONRecord {
    /// Whether an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("held") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        isHeld = try fields.read("held")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("held", isHeld)
    }
}
