import ChatSystem

/// A connection that reads beside the one that writes, and the log that was asked last on it: of one thread.
final class PostgresReader {
    private let address: PostgresAddress
    private let searchText: (LogRecord) -> String?
    private var connection: PostgresConnection?
    /// Which connection of who asks was held to be one to the same database as this.
    private var generation = 0
    /// The log, the number of its world, and on which of its connections it was read.
    private var known: (log: PostgresEventLog, world: Int64, generation: Int)?
    /// So long it is waited for the database to say itself that something takes too long, in milliseconds.
    private static let leeway: Int64 = 1_000

    init(_ address: PostgresAddress, searchText: @escaping (LogRecord) -> String?) {
        (self.address, self.searchText) = (address, searchText)
    }

    /// Asks the database, in one transaction that sees one state of the log, whatever others write meanwhile.
    ///
    /// - Parameter deadline: when that has to be answered, by the steady clock.
    func answer(_ question: PostgresReaders.Question, by deadline: Int64) -> PendingSearch.Outcome {
        let left = deadline - Clocks.steady()
        guard left > 0 else { return .failed(.unavailable(reason: "earlier searches took too long")) }
        let connection: PostgresConnection
        do throws(PostgresFailure) {
            connection = try self.connection(for: question)
            connection.deadline = deadline + Self.leeway
            try connection.begin()
            let limit = PostgresStatement(connection, sql: "SELECT set_config('statement_timeout', $1, true)")
            limit.bind(0, "\(left)")
            try limit.run(orReject: nil)
        } catch {
            return .unasked
        }
        do throws(LogError) {
            let log = try log(of: question.world, on: connection)
            if log.end >= question.end {
                return .found(
                    try log.search(
                        question.query, in: question.scope, before: question.before, limit: question.limit,
                        effort: question.effort))
            }
            guard try log.isThere() else {
                return .failed(.unavailable(reason: "the world was reset or deleted"))
            }
            // It is not the database that is written to, or a copy that is behind.
            connection.shut("this standby lacks acknowledged records")
            return .unasked
        } catch {
            return .failed(error)
        }
    }

    /// Lets go of the state of the log that the last answer was read from.
    func rest() {
        connection?.deadline = nil
        connection?.rollBack()
    }

    /// The connection, to a database that is held against what is known of the one that is written to.
    private func connection(for question: PostgresReaders.Question) throws(PostgresFailure) -> PostgresConnection {
        let connection = if let made = connection { made } else { try PostgresConnection(unconnected: address) }
        self.connection = connection
        if generation != question.generation { connection.shut("the address may now lead to another server") }
        connection.witness = question.witness
        // What is refused may be found at another of the hosts.
        var refusalsLeft = address.hostCount(connection.library) - 1
        while connection.problem != nil {
            do throws(PostgresFailure) {
                try connection.open()
            } catch {
                guard refusalsLeft > 0 else { throw error }
                refusalsLeft -= 1
            }
        }
        generation = question.generation
        return connection
    }

    /// The log of a world, as it is now.
    private func log(of world: Int64, on connection: PostgresConnection) throws(LogError) -> PostgresEventLog {
        if let known, known.world == world, known.generation == connection.generation {
            try known.log.refresh()
            return known.log
        }
        do throws(PostgresFailure) {
            let log = try PostgresEventLog(connection, world: world, searchText: searchText)
            known = (log, world, connection.generation)
            return log
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
