import ChatEngine
import ChatProtocol
import ChatSystem

/// The tokens of a running server, which are read again when they have changed.
extension SocketServer {
    /// Looks whether the tokens are others, and if so goes by them at once: whoever has no token any more is ended. It costs
    /// a look at a file's state.
    ///
    /// - Parameter asks: whether their database is asked, as it is for each greeting that a token decides on, and when it
    ///   has said that they are others.
    func refreshTokens(asking asks: Bool = false) {
        do throws(FileProblem) {
            guard let book = try tokens.news(asking: asks) else { return }
            let ended = engine.change(authenticator: .tokens(book))
            serverLog.note(.tokensRead(count: book.tokens.count, endedSessions: ended.count))
        } catch {
            engine.change(authenticator: .shut)
            serverLog.note(.tokensUnreadable(problem: error.description))
        }
        if engine.hasUnflushed { scheduleTick() }
    }
}
