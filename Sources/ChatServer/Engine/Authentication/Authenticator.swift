import ChatProtocol

/// The tokens that a server takes.
package struct TokenBook: Sendable, Equatable {
    /// All tokens, in the order in which they were made.
    package private(set) var tokens: [Token] = []
    private var places: [Token.ID: Int] = [:]

    /// A book without tokens.
    package init() {}

    /// Adds a token; of two with one id the later counts.
    package mutating func add(_ token: Token) {
        remove(token.id)
        places[token.id] = tokens.count
        tokens.append(token)
    }

    /// Takes a token out.
    ///
    /// - Returns: the token; nil if there was none of that id.
    @discardableResult
    package mutating func remove(_ id: Token.ID) -> Token? {
        guard let place = places[id] else { return nil }
        let token = tokens.remove(at: place)
        places = Dictionary(uniqueKeysWithValues: tokens.enumerated().map { ($0.element.id, $0.offset) })
        return token
    }

    /// The token of that id.
    package subscript(id: Token.ID) -> Token? { places[id].map { tokens[$0] } }

    /// The token that this is the secret of; nil if it is none's.
    ///
    /// One hash is computed whether or not there is such a token, so that the time tells nothing.
    func token(openedBy secret: String) -> Token? {
        let token = TokenSecret.id(in: secret).flatMap { self[$0] }
        // A secret that is too long is no one's: it is not worth hashing.
        let text = secret.utf8.count <= TokenSecret.bytesMax ? secret : ""
        return (token ?? Self.nobodys).isOpened(by: text) ? token : nil
    }

    private static let nobodys = Token(
        id: Token.ID(""), grant: .observer, madeAt: Instant(milliseconds: 0), salt: [UInt8](repeating: 0, count: 16),
        digest: [UInt8](repeating: 0, count: 32))
}

/// Who may come in: the one place where that is decided.
package enum Authenticator: Sendable, Equatable {
    /// Everyone is who they say they are: for a server that only this machine can reach.
    case open
    /// Whoever has a token is who it is for.
    case tokens(TokenBook)
    /// Nobody new comes in, because it cannot be told which tokens hold; whoever is in stays.
    case shut

    /// Somebody who was let in: without this value nobody joins a world, and only ``Authenticator/admit(_:token:)`` makes one.
    struct Admission {
        let identity: Hello.Identity
        /// By which token, where tokens count.
        let token: Token?

        fileprivate init(_ identity: Hello.Identity, by token: Token?) {
            self.identity = identity
            self.token = token
        }
    }

    /// Lets someone in.
    ///
    /// - Throws: `unauthenticated`, with a message that tells a missing token, an unknown one, and one of somebody else
    ///   apart. A wrong secret reads as an unknown token, so that a guess does not confirm a token's id.
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

    /// Lets someone in whose token another server of the same database has checked.
    ///
    /// - Throws: `unauthenticated` if that token does not hold here.
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

    /// Whether a wrong token may be a guess here: not where it cannot be told which hold.
    var countsGuesses: Bool { if case .tokens = self { true } else { false } }

    /// Whether whoever came in with that token, or without one, may stay.
    func honours(_ token: Token?) -> Bool {
        switch self {
        case .open, .shut: true
        case .tokens(let book): token.map { book[$0.id] == $0 } ?? false
        }
    }
}
