import ChatProtocol

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
