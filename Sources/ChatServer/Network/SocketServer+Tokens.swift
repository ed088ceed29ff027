import ChatEngine
import ChatProtocol
import ChatSystem

/// The tokens of a running server, which are read again when they have changed.
extension SocketServer {
    /// Looks whether the tokens are others, and if so goes by them at once: whoever has no token any more is ended. Asked
    /// before every hello, once a second, and where another server may know more; it costs a look at a file's state, or,
    /// for a newcomer where the tokens are the database's, a question.
    func refreshTokens(forNewcomer comes: Bool = true) {
        let mayBeOthers = engine.tokensMayBeOthers
        engine.tokensMayBeOthers = false
        do throws(FileProblem) {
            guard let book = try tokens.news(asking: mayBeOthers || comes && tokens.isDatabase) else { return }
            let ended = engine.change(authenticator: .tokens(book))
            serverLog.note(.tokensRead(count: book.tokens.count, endedSessions: ended.count))
        } catch {
            engine.change(authenticator: .shut)
            serverLog.note(.tokensUnreadable(problem: error.description))
        }
        if engine.hasUnflushed { scheduleTick() }
    }
}
