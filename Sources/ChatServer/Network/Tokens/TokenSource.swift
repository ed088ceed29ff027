import ChatEngine
import ChatLog
import ChatSystem

/// The sources of valid tokens. The tokens of the served database apply once it has had any, and until then the tokens
/// of a file.
struct TokenSource {
    /// The file that the server was started with.
    let file: TokenFile?
    /// The tokens of the database, if the server uses one.
    let table: TokenTable?
    /// The versions of the sources at the last read; nil before the first one.
    private var stamp: Stamp?

    private struct Stamp: Equatable {
        /// True if the database's tokens apply. This remains true once the database has had any.
        var isDatabase = false
        var version: PostgresTokens.Version?
        var file: FileSystem.Stamp?
    }

    init(file: TokenFile?, table: TokenTable?) { (self.file, self.table) = (file, table) }

    /// True if the database's tokens apply.
    var isDatabase: Bool { stamp?.isDatabase == true }

    /// Reads the tokens if they may have changed since the last read.
    ///
    /// - Parameter asks: True to query the database, which costs a round trip.
    /// - Returns: All tokens; nil if they are unchanged, or the database is unreachable and thus accepts no login.
    /// - Throws: The reason why they cannot be read, once for each change. Before the first read an unreachable
    ///   database is an error too, because a server without known tokens would accept every client.
    mutating func readIfChanged(asking asks: Bool = true) throws(FileProblem) -> TokenSet? {
        let (found, rows): (Stamp, [PostgresTokens.Row])
        do throws(LogError) {
            found = try readStamp(asking: asks)
            guard found != stamp else { return nil }
            rows = found.isDatabase ? try table?.rows.all() ?? [] : []
        } catch {
            guard stamp == nil else { return nil }
            throw FileProblem(path: table?.name ?? "", reason: error.reason)
        }
        // The versions are read before the tokens, so that the next check detects a change in between.
        stamp = found
        guard found.isDatabase, let table else { return try file?.read() }
        guard let version = found.version, version.changes > 0 else {
            throw FileProblem(path: table.name, reason: "it had tokens, but has none now")
        }
        return try table.book(rows)
    }

    private func readStamp(asking asks: Bool) throws(LogError) -> Stamp {
        var found = stamp ?? Stamp()
        if asks || stamp == nil, let table { found.version = try table.rows.version() }
        if let version = found.version, version.changes > 0 { found.isDatabase = true }
        found.file = found.isDatabase ? nil : file?.stamp
        return found
    }
}
