import ChatEngine
import ChatProtocol
import ChatSystem

/// The tokens of a running server, which are reloaded after a change.
extension SocketServer {
    /// Reloads the tokens if they have changed, and ends each session whose token is revoked. The check of a file reads
    /// its metadata only.
    ///
    /// - Parameter asks: True to query the database for changes: before a login that a token decides on, and after a
    ///   notification from the database.
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
