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
