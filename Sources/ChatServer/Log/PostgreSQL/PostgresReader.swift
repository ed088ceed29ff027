import ChatSystem

/// A read-only connection and the log that was last read on it, used by one thread.
final class PostgresReader {
    private let address: PostgresAddress
    private let searchText: (LogRecord) -> String?
    private var connection: PostgresConnection?
    /// The generation of the writing connection for which this connection's database was last verified.
    private var generation = 0
    /// The last log, the number of its world, and the generation of the connection on which it was read.
    private var known: (log: PostgresEventLog, world: Int64, generation: Int)?
    /// The extra time in which the database may report its own timeout, in milliseconds.
    private static let leeway: Int64 = 1_000

    init(_ address: PostgresAddress, searchText: @escaping (LogRecord) -> String?) {
        (self.address, self.searchText) = (address, searchText)
    }

    /// Runs a search in one transaction, which sees one state of the log regardless of concurrent writes.
    ///
    /// - Parameter deadline: The deadline of the answer, on the steady clock.
    func answer(_ question: PostgresReaders.Question, by deadline: Int64) -> PendingSearch.Outcome {
        let left = deadline - Clocks.steady()
        guard left > 0 else { return .failed(.unavailable(reason: "earlier searches took too long")) }
        let connection: PostgresConnection
        do throws(PostgresFailure) {
            connection = try self.connection(for: question)
            connection.set(deadline: deadline + Self.leeway)
            try connection.begin()
            let limit = PostgresStatement(connection, sql: "SELECT set_config('statement_timeout', $1, true)")
            limit.bind(0, "\(left)")
            try limit.run(orReject: nil)
        } catch {
            return .notRun
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
            // This is not the database of the writing connection, or it is a standby without the newest records.
            connection.shut("this standby lacks acknowledged records")
            return .notRun
        } catch {
            return .failed(error)
        }
    }

    /// Ends the transaction of the last answer, and releases its state of the log.
    func rest() {
        connection?.set(deadline: nil)
        connection?.rollBack()
    }

    /// Returns a connection to a database that was verified as that of the writing connection.
    private func connection(for question: PostgresReaders.Question) throws(PostgresFailure) -> PostgresConnection {
        let connection = if let made = connection { made } else { try PostgresConnection(unconnected: address) }
        self.connection = connection
        if generation != question.generation { connection.shut("the address may now lead to another server") }
        connection.set(witness: question.witness)
        // Another host of the address may lead to the right database.
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

    /// Returns the log of a world in its current state.
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
