import ChatEngine
import ChatLog
import ChatSystem

/// Where a server learns which tokens hold: the database that it serves, once that was given any, and a file until then.
struct TokenSource {
    /// The file that the server was started with.
    let file: TokenFile?
    /// Those of the database, where there is one.
    let table: TokenTable?
    /// What told how they were when they were read; nil until they were.
    private var stamp: Stamp?

    private struct Stamp: Equatable {
        /// Whether the database counts, as it does for good once it had any.
        var isDatabase = false
        var version: PostgresTokens.Version?
        var file: FileSystem.Stamp?
    }

    init(file: TokenFile?, table: TokenTable?) { (self.file, self.table) = (file, table) }

    /// Whether they are those of the database.
    var isDatabase: Bool { stamp?.isDatabase == true }

    /// Learns which tokens hold, if that may be others than when they were read.
    ///
    /// - Parameter asks: whether the database is asked: that is a way there and back.
    /// - Returns: all of them; nil where they are the same, or the database is away: then nobody comes in anyway.
    /// - Throws: why they cannot be read: once. At the beginning also where the database is away, for who begins without
    ///   knowing would let everybody in.
    mutating func news(asking asks: Bool = true) throws(FileProblem) -> TokenSet? {
        let (found, rows): (Stamp, [PostgresTokens.Row])
        do throws(LogError) {
            found = try look(asking: asks)
            guard found != stamp else { return nil }
            rows = found.isDatabase ? try table?.rows.all() ?? [] : []
        } catch {
            guard stamp == nil else { return nil }
            throw FileProblem(path: table?.name ?? "", reason: error.reason)
        }
        // Looked at before they are read: a change that comes meanwhile is seen the next time.
        stamp = found
        guard found.isDatabase, let table else { return try file?.read() }
        guard let version = found.version, version.changes > 0 else {
            throw FileProblem(path: table.name, reason: "it had tokens, but has none now")
        }
        return try table.book(rows)
    }

    private func look(asking asks: Bool) throws(LogError) -> Stamp {
        var found = stamp ?? Stamp()
        if asks || stamp == nil, let table { found.version = try table.rows.version() }
        if let version = found.version, version.changes > 0 { found.isDatabase = true }
        found.file = found.isDatabase ? nil : file?.stamp
        return found
    }
}
