package import ChatProtocol

/// Who may come in, and who has to leave.
extension ServerEngine {
    /// Asks the authenticator, for as long as not too many wrong tokens came from there.
    ///
    /// - Parameter address: where the token comes from; nil where nobody else can come from.
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
        // Who brings none is refused by whatever tokens hold, once any do.
        if authenticator == .open || token?.isEmpty == false { onGreeting?() }
        do {
            return try authenticator.admit(identity, token: token)
        } catch {
            // Who sends none guesses nothing.
            if authenticator.countsGuesses, token?.isEmpty == false, wrongTokens.note(from: address, at: now) {
                onGuessing?(address)
            }
            throw error
        }
    }

    /// Lets the bearer of that secret read what is the server's own, such as its metrics.
    ///
    /// - Throws: `rate_limited` or `unauthenticated`.
    package func admitObserver(token: String?, from address: String) throws(RPCError) {
        _ = try admit(.observer(nil), token: token, from: address)
    }

    /// Takes another authenticator, and ends every stream whose token no longer holds.
    ///
    /// - Returns: the sessions that were ended. What is to be said to them comes with the next ``flush()``.
    @discardableResult
    package func change(authenticator: Authenticator) -> [Session] {
        self.authenticator = authenticator
        var ended: [Session] = []
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            let revoked = world.sessions.all.filter { !isHonoured($0) }
            guard !revoked.isEmpty else { continue }
            // What they asked before stands, and is answered.
            settle(world)
            for session in revoked {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.tokenRevoked)))
            }
            ended += revoked
        }
        return ended
    }

    /// Makes a session that has no stream to be ended on nobody's again, once its token does not hold.
    func forgetRevoked(_ session: Session) {
        guard !session.isStream, !isHonoured(session) else { return }
        ungreet(session)
    }

    /// Makes a session without a stream nobody's again, unless the request that comes now brings its token: asked of
    /// whoever came in by one that stood beside the request, or sends another now. A proxy may put the requests of
    /// several people on one connection, and none of them must become somebody else by it.
    package func hold(_ session: Session, toBearer bearer: String?) {
        session.bearer = bearer
        guard !session.isStream, let credential = session.credential, credential.isBearer || bearer != nil,
            !credential.token.isOpened(by: bearer ?? "")
        else { return }
        ungreet(session)
    }

    private func ungreet(_ session: Session) {
        session.world?.leave(session)
        session.state = .greeting
        session.credential = nil
        forwards[ObjectIdentifier(session)] = nil
    }

    func isHonoured(_ session: Session) -> Bool { authenticator.honours(session.credential?.token) }
}
