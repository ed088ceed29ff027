import ChatProtocol

/// Why PostgreSQL did not do what it was asked.
struct PostgresFailure: SQLFailure, Equatable {
    /// What a person can act on, without a full stop.
    let words: String
    /// The code of the SQL standard and of PostgreSQL (its appendix A); nil where the server said nothing.
    var sqlState: String?
    /// Whether another writer was first.
    var isConflict = false
    var rejection: LogError.Rejection?
    var isInDoubt = false
    /// True if this server does not hold the world that was to be written to: a division by zero says it.
    var isOfLostWorld: Bool { sqlState == "22012" }

    /// True if the database refused a statement that is right, and would refuse it again: missing rights, a trigger, a
    /// missing table, a constraint that is not ours, a full disk. A deadlock (class 40) says nothing about the database.
    var isOfTheDatabase: Bool {
        guard let sqlState, !isConflict, !isOfLostWorld, rejection == nil, !poisonsTheConnection else { return false }
        return !sqlState.hasPrefix("40")
    }

    init(_ words: String, sqlState: String? = nil) {
        (self.words, self.sqlState) = (words, sqlState)
    }

    /// What the server says stands against something.
    ///
    /// - Parameters:
    ///   - constraint: the one that was broken, if one was.
    ///   - rejection: the rule of the log that it stands for.
    init(sqlState: String, message: String, constraint: String, rejection: LogError.Rejection?) {
        self.init(Self.words(sqlState, message), sqlState: sqlState)
        guard sqlState.hasPrefix("23") else { return }
        isConflict = constraint == PostgresSchema.positions
        if !isConflict { self.rejection = rejection }
    }

    static func rejected(_ rejection: LogError.Rejection) -> PostgresFailure {
        var failure = PostgresFailure("")
        failure.rejection = rejection
        return failure
    }

    static func damage(_ what: String) -> PostgresFailure {
        PostgresFailure("the database is damaged: \(what) has a wrong checksum")
    }

    /// Whether nothing more is to be asked on this connection. The server stops, or has become a standby: another
    /// connection may find a better one. Or somebody else's commit waited so long, for a standby as a rule, that ours would
    /// only wait behind it: a new connection is ready when commits are done again.
    var poisonsTheConnection: Bool {
        sqlState.map { $0.hasPrefix("57P") || ["25006", "55P03"].contains($0) } ?? false
    }

    private static func words(_ sqlState: String, _ message: String) -> String {
        switch sqlState {
        case "53100": "the disk of the database is full"
        case "55P03": "another server has locked the database, or its commit waits for a standby"
        case "57014": "the database cancelled a request that took too long"
        case "25006": "the database is read-only: it is a standby"
        case "57P01", "57P02", "57P03": "the database is stopping or starting (“\(message)”)"
        default: "PostgreSQL: “\(message)” (\(sqlState))"
        }
    }
}

extension PostgresConnection {
    /// Asks, and says a failure as a log does.
    func asking<Answer>(_ body: () throws(PostgresFailure) -> Answer) throws(LogError) -> Answer {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw error.isOfLostWorld
                ? .notHeld : .unavailable(reason: error.words, outcome: error.isInDoubt ? .unknown : .none)
        }
    }
}
