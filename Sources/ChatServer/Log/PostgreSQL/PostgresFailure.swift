import ChatProtocol

/// The reason that PostgreSQL did not execute a request.
struct PostgresFailure: SQLFailure, Equatable {
    /// The description for a person, without a full stop.
    let words: String
    /// The SQLSTATE code (PostgreSQL documentation, appendix A); nil if the failure did not come from the server.
    var sqlState: String?
    /// True if another writer appended first.
    var isConflict = false
    var rejection: LogError.Rejection?
    var isInDoubt = false
    /// True if this server does not hold the world it tried to write to. A deliberate division by zero reports it.
    var isOfLostWorld: Bool { sqlState == "22012" }

    /// True if the database refused a correct statement and would refuse it again.
    ///
    /// Examples: missing rights, a trigger, a missing table, a constraint of another program, a full disk. A deadlock
    /// (class 40) indicates no fault of the database.
    var isOfTheDatabase: Bool {
        guard let sqlState, !isConflict, !isOfLostWorld, rejection == nil, !poisonsTheConnection else { return false }
        return !sqlState.hasPrefix("40")
    }

    init(_ words: String, sqlState: String? = nil) {
        (self.words, self.sqlState) = (words, sqlState)
    }

    /// Creates the failure that the server reported.
    ///
    /// - Parameters:
    ///   - constraint: The violated constraint; empty if there is none.
    ///   - rejection: The rule of the log that the constraint enforces.
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

    /// True if the connection must not be used again.
    ///
    /// The server stops or has become a standby, and another connection may reach a better one. Or another session's
    /// commit waited too long for a lock, usually because it waits for a standby. This session would only wait for that
    /// commit. A new connection is ready when commits succeed again.
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
