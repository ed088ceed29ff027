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

/// Admits logins by the current tokens. An address that sends too many wrong tokens has to wait.
package final class LoginGate {
    /// The current authenticator.
    package private(set) var authenticator: Authenticator
    private var wrongTokens = WrongTokens()
    private var willLogin: (() -> Void)?
    private var onThrottledAddress: ((String) -> Void)?

    init(_ authenticator: Authenticator) { self.authenticator = authenticator }

    /// Calls a function before each login that needs current tokens, to read them.
    package func beforeLogin(_ willLogin: @escaping () -> Void) { self.willLogin = willLogin }

    /// Reports each address that must wait because it sent too many wrong tokens: for the server's own log.
    package func reportThrottledAddresses(to report: @escaping (String) -> Void) { onThrottledAddress = report }

    /// Replaces the authenticator. The sessions of revoked tokens are the caller's to end.
    func replace(by authenticator: Authenticator) { self.authenticator = authenticator }

    /// Asks the authenticator, unless too many wrong tokens came from the address.
    ///
    /// - Parameters:
    ///   - address: The address of the client; nil within the process, where no other client can come from.
    ///   - now: The time by a monotonic clock.
    /// - Throws: `rate_limited` or `unauthenticated`.
    func admit(
        _ identity: Hello.Identity, token: String?, from address: String?, at now: Instant
    ) throws(RPCError) -> Authenticator.Admission {
        guard let address else { return try authenticator.admit(identity, token: token) }
        if let wait = wrongTokens.wait(from: address, at: now) {
            let text = "Too many wrong tokens from your address; try again in \(wait) ms."
            throw RPCError(.rateLimited, text, .retryAfter(milliseconds: wait))
        }
        // A login without a token needs no current tokens: it is refused as soon as any token is valid.
        if authenticator == .open || token?.isEmpty == false { willLogin?() }
        do {
            return try authenticator.admit(identity, token: token)
        } catch {
            // A missing token is not a guess.
            if authenticator.countsWrongTokens, token?.isEmpty == false, wrongTokens.note(from: address, at: now) {
                onThrottledAddress?(address)
            }
            throw error
        }
    }

    /// Admits an identity that another server has checked. That server may have read a new token before this one.
    func admit(_ identity: Hello.Identity, byToken token: Token.ID?) throws(RPCError) -> Authenticator.Admission {
        willLogin?()
        return try authenticator.admit(identity, byToken: token)
    }

    /// Returns true if the token of a session's login is still valid.
    func accepts(_ session: Session) -> Bool { authenticator.accepts(session.credential?.token) }
}

/// The wrong tokens of the last minute, counted by address. Guessers must wait, even on a new connection.
struct WrongTokens {
    /// The most wrong tokens of one address that are answered within a window. Then the address must wait for its end.
    static let countMax = 60
    /// The length of a window in milliseconds, counted from its first wrong token.
    static let windowMilliseconds: Int64 = 60_000
    /// The most addresses in memory. Beyond it, the address with the oldest window is forgotten.
    static let addressesMax = 4_096

    private struct Window {
        let beganAt: Instant
        var count = 0

        /// Returns the remaining milliseconds of the window; nil if it is over, or if the clock was set back before it.
        func rest(at now: Instant) -> Int64? {
            let rest = beganAt.milliseconds + WrongTokens.windowMilliseconds - now.milliseconds
            return (1...WrongTokens.windowMilliseconds).contains(rest) ? rest : nil
        }
    }

    private var windows: [String: Window] = [:]

    /// The number of addresses in memory.
    var count: Int { windows.count }

    /// Returns the milliseconds until a token of the address is checked again; nil if it is checked now.
    func wait(from address: String, at now: Instant) -> Int64? {
        guard let window = windows[address], window.count >= Self.countMax else { return nil }
        return window.rest(at: now)
    }

    /// Counts a wrong token.
    ///
    /// - Returns: True if it is the last one that is answered in this window.
    mutating func note(from address: String, at now: Instant) -> Bool {
        if windows[address]?.rest(at: now) == nil {
            windows[address] = nil
            makeRoom(at: now)
            windows[address] = Window(beganAt: now)
        }
        windows[address]?.count += 1
        return windows[address]?.count == Self.countMax
    }

    private mutating func makeRoom(at now: Instant) {
        guard windows.count >= Self.addressesMax else { return }
        windows = windows.filter { $0.value.rest(at: now) != nil }
        guard windows.count >= Self.addressesMax,
            let oldest = windows.min(by: { ($0.value.beganAt, $0.key) < ($1.value.beganAt, $1.key) })
        else { return }
        windows[oldest.key] = nil
    }
}
