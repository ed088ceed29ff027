package import ChatProtocol

/// Admission of sessions, and the end of sessions whose token is revoked.
extension ServerEngine {
    /// Asks the authenticator, unless too many wrong tokens came from the address.
    ///
    /// - Parameter address: The address of the client; nil within the process, where no other client can come from.
    /// - Throws: `rate_limited` or `unauthenticated`.
    func admit(
        _ identity: Hello.Identity, token: String?, from address: String?
    ) throws(RPCError) -> Authenticator.Admission {
        guard let address else { return try authenticator.admit(identity, token: token) }
        let now = steadyClock()
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

    /// Admits the bearer of a token as an observer of the server's own data, such as its metrics.
    ///
    /// - Throws: `rate_limited` or `unauthenticated`.
    package func admitObserver(token: String?, from address: String) throws(RPCError) {
        _ = try admit(.observer(nil), token: token, from: address)
    }

    /// Replaces the authenticator, and ends every session whose token is not valid any more.
    ///
    /// - Returns: The ended sessions. The next ``flush()`` returns their last deliveries.
    @discardableResult
    package func change(authenticator: Authenticator) -> [Session] {
        self.authenticator = authenticator
        var ended: [Session] = []
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            let revoked = world.sessions.all.filter { !isTokenValid($0) }
            guard !revoked.isEmpty else { continue }
            // Their earlier requests are committed and answered.
            commit(world)
            for session in revoked {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.tokenRevoked)))
            }
            ended += revoked
        }
        return ended
    }

    /// Resets a session without a stream if its token is revoked. It has no stream that could end.
    func forgetRevoked(_ session: Session) {
        guard !session.isStream, !isTokenValid(session) else { return }
        reset(session)
    }

    /// Resets a session without a stream unless the next request carries its token. A session is checked if its login
    /// used the token of the connection, or if the request carries a token. A proxy may send the requests of several
    /// people over one connection, and no request may run as another person.
    package func hold(_ session: Session, toBearer bearer: String?) {
        session.bearer = bearer
        guard !session.isStream, let credential = session.credential, credential.isBearer || bearer != nil,
            !credential.token.isOpened(by: bearer ?? "")
        else { return }
        reset(session)
    }

    private func reset(_ session: Session) {
        session.world?.leave(session)
        session.state = .greeting
        session.credential = nil
        forwards[ObjectIdentifier(session)] = nil
    }

    func isTokenValid(_ session: Session) -> Bool { authenticator.accepts(session.credential?.token) }
}
