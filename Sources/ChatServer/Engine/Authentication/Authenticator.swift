import ChatProtocol

/// The valid tokens of a server.
package struct TokenSet: Sendable, Equatable {
    /// All tokens in the order in which they were added.
    package private(set) var tokens: [Token] = []
    private var places: [Token.ID: Int] = [:]

    /// Creates a book without tokens.
    package init() {}

    /// Adds a token. It replaces an earlier token with the same id.
    package mutating func add(_ token: Token) {
        remove(token.id)
        places[token.id] = tokens.count
        tokens.append(token)
    }

    /// Removes a token.
    ///
    /// - Returns: The removed token; nil if no token has this id.
    @discardableResult
    package mutating func remove(_ id: Token.ID) -> Token? {
        guard let place = places[id] else { return nil }
        let token = tokens.remove(at: place)
        places = Dictionary(uniqueKeysWithValues: tokens.enumerated().map { ($0.element.id, $0.offset) })
        return token
    }

    /// The token with this id; nil if there is none.
    package subscript(id: Token.ID) -> Token? { places[id].map { tokens[$0] } }

    /// Returns the token whose secret this is; nil if there is none.
    ///
    /// One hash is computed in either case, so that the duration does not reveal a token's id.
    func token(openedBy secret: String) -> Token? {
        let token = TokenSecret.id(in: secret).flatMap { self[$0] }
        // A text that is too long is never a secret, so its length must not cost time.
        let text = secret.utf8.count <= TokenSecret.bytesMax ? secret : ""
        return (token ?? Self.nobodys).isOpened(by: text) ? token : nil
    }

    private static let nobodys = Token(
        id: Token.ID(""), grant: .observer, madeAt: Instant(milliseconds: 0), salt: [UInt8](repeating: 0, count: 16),
        digest: [UInt8](repeating: 0, count: 32))
}

/// The only place that decides who may log in.
package enum Authenticator: Sendable, Equatable {
    /// Every identity is admitted without a token: for a server that only this machine can reach.
    case open
    /// A client needs a token whose grant permits its identity.
    case tokens(TokenSet)
    /// No client can log in, because the server cannot read its tokens. Sessions that have joined stay.
    case shut

    /// The proof that a session was admitted. No session joins a world without one, and only ``Authenticator`` creates
    /// it.
    struct Admission {
        let identity: Hello.Identity
        /// The token that admitted the session; nil if the server uses no tokens.
        let token: Token?

        fileprivate init(_ identity: Hello.Identity, by token: Token?) {
            self.identity = identity
            self.token = token
        }
    }

    /// Admits an identity.
    ///
    /// - Throws: `unauthenticated`. Its message distinguishes a missing token, an unknown token, and a token for
    ///   another identity. A wrong secret counts as an unknown token, so that a guess does not confirm a token's id.
    func admit(_ identity: Hello.Identity, token secret: String?) throws(RPCError) -> Admission {
        switch self {
        case .open: return Admission(identity, by: nil)
        case .tokens(let book):
            guard let secret, !secret.isEmpty else {
                throw RPCError(
                    .unauthenticated,
                    "This server needs a token, and none was given: set UNDERSTUDY_TOKEN, or use --token-file.")
            }
            guard let token = book.token(openedBy: secret) else {
                throw RPCError(.unauthenticated, "This server does not know this token.")
            }
            guard token.grant.admits(identity) else {
                throw RPCError(.unauthenticated, "This token is for \(token.grant), not for \(identity.words).")
            }
            return Admission(identity, by: token)
        case .shut:
            throw RPCError(
                .unauthenticated, "The server cannot read its tokens now, so no one can log in. Try again later.")
        }
    }

    /// Admits an identity whose token another server of the same database has checked.
    ///
    /// - Throws: `unauthenticated` if the token is not valid on this server.
    func admit(_ identity: Hello.Identity, byToken id: Token.ID?) throws(RPCError) -> Admission {
        switch self {
        case .open: return Admission(identity, by: nil)
        case .tokens(let book):
            guard let token = id.flatMap({ book[$0] }), token.grant.admits(identity) else {
                throw RPCError(
                    .unauthenticated,
                    "The server that serves this world does not know this token: all servers of a database need the "
                        + "same tokens.")
            }
            return Admission(identity, by: token)
        case .shut: return try admit(identity, token: nil)
        }
    }

    /// True if a wrong token counts as a guess. It is false if the valid tokens are unknown.
    var countsWrongTokens: Bool { if case .tokens = self { true } else { false } }

    /// Returns true if a session that logged in with this token, or without one, may stay.
    func accepts(_ token: Token?) -> Bool {
        switch self {
        case .open, .shut: true
        case .tokens(let book): token.map { book[$0.id] == $0 } ?? false
        }
    }
}
