import ChatEngine
import ChatLog
import ChatSystem

/// The tokens of a running server, which are reloaded after a change.
final class TokenReloader {
    private var source: TokenSource
    private let engine: ServerEngine
    private let serverLog: ServerLog
    private let timer: TickTimer

    init(_ source: TokenSource, engine: ServerEngine, log: ServerLog, timer: TickTimer) {
        (self.source, self.engine, self.timer) = (source, engine, timer)
        serverLog = log
        if source.table != nil { engine.logins.beforeLogin { [unowned self] in refresh(asking: true) } }
    }

    /// Reloads the tokens if they have changed, and ends each session whose token is revoked. The check of a file reads
    /// its metadata only.
    ///
    /// - Parameter asks: True to query the database for changes: before a login that a token decides on, and after a
    ///   notification from the database.
    func refresh(asking asks: Bool = false) {
        do throws(FileProblem) {
            guard let book = try source.readIfChanged(asking: asks) else { return }
            let ended = engine.change(authenticator: .tokens(book))
            serverLog.note(.tokensRead(count: book.tokens.count, endedSessions: ended.count))
        } catch {
            engine.change(authenticator: .shut)
            serverLog.note(.tokensUnreadable(problem: error.description))
        }
        if engine.hasUnflushed { timer.scheduleTick() }
    }

    /// Reloads the tokens if the database has notified this server of a change.
    func refreshIfNotified() {
        if source.table?.rows.takeChangeNotification() == true { refresh(asking: true) }
    }
}
