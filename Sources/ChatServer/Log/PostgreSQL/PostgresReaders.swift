import ChatSystem
import Dispatch
import Synchronization

/// Read-only connections for searches, in parallel to the writing connection. So a slow search delays nothing else.
///
/// Each connection is made when it is needed, on its own thread, which alone uses it. A thread that cannot connect
/// ends, and leaves its searches to the others. If no thread is left, the caller searches in place on the writing
/// connection. So searches also work if the database has no connection to spare.
///
/// A search that was sent to the database but not answered is not repeated in place, because then the writing
/// connection would wait for it.
final class PostgresReaders: Sendable {
    /// A search, with the caller's knowledge of the database.
    struct Question: Sendable {
        let pending = PendingSearch()
        let query: SearchQuery
        let scope: SearchScope
        let before: Int64
        let limit: Int
        let effort: Int
        /// The number of the world, and the end of its log: all records up to it are searched.
        let world: Int64
        let end: Int64
        /// The identity of the database, and the generation of the caller's connection.
        let witness: PostgresWitness
        let generation: Int
    }

    private struct State {
        /// The searches that have not begun, each with its deadline.
        var waiting: [(question: Question, deadline: Int64)] = []
        var threads = 0
        /// The number of threads that are running a search.
        var busy = 0
        /// The earliest time of the next connection attempt after a failed one, on the steady clock.
        var connectsAgainAt = Int64.min
        var isClosed = false
    }

    private static let connectionsMax = 2

    private let address: PostgresAddress
    private let searchText: @Sendable (LogRecord) -> String?
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())
    private let workAvailable = DispatchSemaphore(value: 0)

    /// - Parameter wake: Called on other threads after each search, but not after ``close()``.
    init(
        _ address: PostgresAddress, searchText: @escaping @Sendable (LogRecord) -> String?,
        waking wake: @escaping @Sendable () -> Void
    ) {
        (self.address, self.searchText, self.wake) = (address.wanted(for: .readOnlyAsync), searchText, wake)
    }

    /// Enqueues a search. Searches begin in order.
    ///
    /// - Returns: The pending search; nil if no connection is available.
    func ask(_ question: Question) -> PendingSearch? {
        let now = Clocks.steady()
        let begins = state.withLock { state -> Bool? in
            let mayBegin = state.threads < Self.connectionsMax && now >= state.connectsAgainAt
            guard !state.isClosed, state.threads > 0 || mayBegin else { return nil }
            state.waiting.removeAll { $0.question.pending.isCancelled }
            state.waiting.append((question, now + Int64(address.asyncTimeout)))
            guard mayBegin, state.busy + state.waiting.count > state.threads else { return false }
            state.threads += 1
            return true
        }
        guard let begins else { return nil }
        if begins { DispatchQueue(label: "understudy.postgres.reader").async { self.read() } }
        workAvailable.signal()
        return question.pending
    }

    /// Stops all searches. A running search is not awaited: its thread ends with the answer or its timeout.
    func close() {
        let threads = state.withLock { state in
            (state.isClosed, state.waiting) = (true, [])
            return state.threads
        }
        for _ in 0..<threads { workAvailable.signal() }
    }

    /// Runs searches on the current thread with a connection of its own.
    private func read() {
        let reader = PostgresReader(address, searchText: searchText)
        while let (question, deadline) = next() {
            let outcome = reader.answer(question, by: deadline)
            if case .notRun = outcome { return leave((question, deadline)) }
            // The caller may continue the search as soon as it has the answer. That needs no other connection.
            state.withLock { $0.busy -= 1 }
            end(question, outcome)
            reader.rest()
        }
    }

    /// Waits for the next search; nil after ``close()``.
    private func next() -> (Question, Int64)? {
        while true {
            workAvailable.wait()
            let (isClosed, next) = state.withLock { state -> (Bool, (Question, Int64)?) in
                state.waiting.removeAll { $0.question.pending.isCancelled }
                guard !state.waiting.isEmpty else { return (state.isClosed, nil) }
                state.busy += 1
                return (false, state.waiting.removeFirst())
            }
            if isClosed { return nil }
            if let next { return next }
        }
    }

    /// Ends a thread that cannot connect, and leaves its search to the other threads.
    private func leave(_ next: (Question, Int64)) {
        let notRun = state.withLock { state in
            (state.threads, state.busy) = (state.threads - 1, state.busy - 1)
            state.connectsAgainAt = Clocks.steady() + Int64(address.asyncRetryPause)
            state.waiting.insert(next, at: 0)
            guard state.threads == 0 else { return [(question: Question, deadline: Int64)]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        if notRun.isEmpty { workAvailable.signal() }
        for (question, _) in notRun { end(question, .notRun) }
    }

    private func end(_ question: Question, _ outcome: PendingSearch.Outcome) {
        question.pending.end(with: outcome)
        state.withLock { if !$0.isClosed { wake() } }
    }
}

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
