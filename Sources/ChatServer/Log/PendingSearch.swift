import Synchronization

/// A search on another thread. That thread sets the outcome, and the thread that started the search takes it.
public final class PendingSearch: Sendable {
    /// The outcome of a search on another thread.
    package enum Outcome: Sendable {
        case found(FoundEntries)
        case failed(LogError)
        /// No connection could run the search: the caller must search in place.
        case notRun
    }

    private enum State {
        case isUnderway
        case isDone(Outcome)
        case isCancelled
    }

    private let state = Mutex(State.isUnderway)

    /// True if the outcome can be taken.
    package var isDone: Bool { state.withLock { if case .isDone = $0 { true } else { false } } }

    /// Returns the outcome; nil while the search is running or if it was cancelled.
    package var outcome: Outcome? { state.withLock { if case .isDone(let outcome) = $0 { outcome } else { nil } } }

    /// Cancels the search: any outcome is discarded.
    package func giveUp() { state.withLock { $0 = .isCancelled } }

    var isCancelled: Bool { state.withLock { if case .isCancelled = $0 { true } else { false } } }

    func end(with outcome: Outcome) {
        state.withLock { if case .isUnderway = $0 { $0 = .isDone(outcome) } }
    }
}
