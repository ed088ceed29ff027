import ChatSystem
import Dispatch
import Synchronization

/// Connections beside the one that writes, for searches: one that takes the database long holds up nothing else.
///
/// Each is made when it is needed, on a thread of its own that alone has it. A thread that cannot have one ends, and what
/// it was to ask others ask; where there are none, who asked does so in place, as where nothing is read beside: who has no
/// connection to spare finds what is there all the same. What was asked and had no answer is not asked again in place: it
/// would be the connection that writes that waits then.
final class PostgresReaders: Sendable {
    /// A search, and what is known of the database by who wants it.
    struct Question: Sendable {
        let pending = PendingSearch()
        let query: SearchQuery
        let scope: SearchScope
        let before: Int64
        let limit: Int
        let effort: Int
        /// The number of the world, and where its log ends: all up to there is looked at.
        let world: Int64
        let end: Int64
        /// What is known of the database, and by which of the connections.
        let witness: PostgresWitness
        let generation: Int
    }

    private struct State {
        /// What nobody asked yet, each with the time by which it is to be answered.
        var waiting: [(question: Question, deadline: Int64)] = []
        var threads = 0
        /// How many of them ask something.
        var busy = 0
        /// When a connection is tried to be had again, by the steady clock, where one could not be.
        var connectsAgainAt = Int64.min
        var isClosed = false
    }

    private static let connectionsMax = 2

    private let address: PostgresAddress
    private let searchText: @Sendable (LogRecord) -> String?
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// - Parameter wake: Called on other threads when something was answered, and not once these are closed.
    init(
        _ address: PostgresAddress, searchText: @escaping @Sendable (LogRecord) -> String?,
        waking wake: @escaping @Sendable () -> Void
    ) {
        (self.address, self.searchText, self.wake) = (address.wanted(for: .readingBeside), searchText, wake)
    }

    /// Has something asked: what was asked first comes first.
    ///
    /// - Returns: nil where nobody can ask it now.
    func ask(_ question: Question) -> PendingSearch? {
        let now = Clocks.steady()
        let begins = state.withLock { state -> Bool? in
            let mayBegin = state.threads < Self.connectionsMax && now >= state.connectsAgainAt
            guard !state.isClosed, state.threads > 0 || mayBegin else { return nil }
            state.waiting.removeAll { $0.question.pending.isUnwanted }
            state.waiting.append((question, now + Int64(address.patienceBeside)))
            guard mayBegin, state.busy + state.waiting.count > state.threads else { return false }
            state.threads += 1
            return true
        }
        guard let begins else { return nil }
        if begins { DispatchQueue(label: "understudy.postgres.reader").async { self.read() } }
        news.signal()
        return question.pending
    }

    /// Asks no more. Nobody waits for what is being asked: its thread ends with the answer, or when that takes too long.
    func close() {
        let threads = state.withLock { state in
            (state.isClosed, state.waiting) = (true, [])
            return state.threads
        }
        for _ in 0..<threads { news.signal() }
    }

    /// What a thread does: the connection is its own.
    private func read() {
        let reader = PostgresReader(address, searchText: searchText)
        while let (question, deadline) = next() {
            let outcome = reader.answer(question, by: deadline)
            if case .unasked = outcome { return leave((question, deadline)) }
            // Who goes on searching once this is answered asks here, and needs no other connection.
            state.withLock { $0.busy -= 1 }
            end(question, outcome)
            reader.rest()
        }
    }

    /// What is to be asked next; nil where nothing more is.
    private func next() -> (Question, Int64)? {
        while true {
            news.wait()
            let (isClosed, next) = state.withLock { state -> (Bool, (Question, Int64)?) in
                state.waiting.removeAll { $0.question.pending.isUnwanted }
                guard !state.waiting.isEmpty else { return (state.isClosed, nil) }
                state.busy += 1
                return (false, state.waiting.removeFirst())
            }
            if isClosed { return nil }
            if let next { return next }
        }
    }

    /// Leaves it to others to ask.
    private func leave(_ next: (Question, Int64)) {
        let unasked = state.withLock { state in
            (state.threads, state.busy) = (state.threads - 1, state.busy - 1)
            state.connectsAgainAt = Clocks.steady() + Int64(address.pauseBeside)
            state.waiting.insert(next, at: 0)
            guard state.threads == 0 else { return [(question: Question, deadline: Int64)]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        if unasked.isEmpty { news.signal() }
        for (question, _) in unasked { end(question, .unasked) }
    }

    private func end(_ question: Question, _ outcome: PendingSearch.Outcome) {
        question.pending.end(with: outcome)
        state.withLock { if !$0.isClosed { wake() } }
    }
}
