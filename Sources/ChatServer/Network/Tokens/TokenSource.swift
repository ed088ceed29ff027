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
        var changes: Int64 = 0
        var file: FileSystem.Stamp?
    }

    init(file: TokenFile?, table: TokenTable?) { (self.file, self.table) = (file, table) }

    /// Whether they are those of the database.
    var isDatabase: Bool { stamp.map { $0.changes > 0 } == true }

    /// Learns which tokens hold, if that may be others than when they were read.
    ///
    /// - Parameter asks: whether the database is asked: that is a way there and back.
    /// - Returns: all of them; nil where they are the same, or the database is away: then nobody comes in anyway.
    /// - Throws: why they cannot be read: once.
    mutating func news(asking asks: Bool = true) throws(FileProblem) -> TokenBook? {
        var found = Stamp(changes: stamp?.changes ?? 0, file: file?.stamp)
        if asks, let table {
            do throws(LogError) {
                // A database that has fewer than it had is an older one.
                found.changes = max(found.changes, try table.rows.changes())
            } catch {
                guard stamp == nil else { return nil }
                // Who begins without knowing would let everybody in.
                throw FileProblem(path: table.name, reason: error.reason)
            }
        }
        // Looked at first: a change that comes while they are read is seen the next time.
        guard found != stamp else { return nil }
        defer { stamp = found }
        if found.changes > 0 { return try table?.read() }
        return try file?.read()
    }
}
