import ChatEngine
import ChatProtocol
import ChatSystem

/// The tokens of a running server: its file is read again when it has changed.
extension SocketServer {
    /// Looks whether the file of tokens is another, and if so goes by it at once: whoever has no token any more is
    /// ended. Asked before every hello and once a second; it costs a look at the file's state.
    func refreshTokens() {
        guard let tokens else { return }
        // Looked at first: a change that comes while the file is read is seen the next time.
        let stamp = tokens.file.stamp
        guard stamp != tokens.stamp else { return }
        self.tokens?.stamp = stamp
        do {
            let book = try tokens.file.read()
            let ended = engine.change(authenticator: .tokens(book))
            serverLog.note(.tokensRead(count: book.tokens.count, endedSessions: ended.count))
        } catch {
            engine.change(authenticator: .shut)
            serverLog.note(.tokensUnreadable(problem: error.description))
        }
        if engine.hasUnflushed { scheduleTick() }
    }
}
