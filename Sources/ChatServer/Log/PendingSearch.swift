import Synchronization

/// A search that is made on another thread: there it is ended, and where it was asked it is taken.
public final class PendingSearch: Sendable {
    /// What became of it.
    package enum Outcome: Sendable {
        case found(FoundEntries)
        case failed(LogError)
        /// There was nobody to ask: it is to be made in place.
        case unasked
    }

    private enum State {
        case isUnderway
        case isDone(Outcome)
        case isUnwanted
    }

    private let state = Mutex(State.isUnderway)

    /// Whether it can be taken.
    package var isDone: Bool { state.withLock { if case .isDone = $0 { true } else { false } } }

    /// What became of it; nil as long as it is under way.
    package func take() -> Outcome? { state.withLock { if case .isDone(let outcome) = $0 { outcome } else { nil } } }

    /// Lets go of what may still come of it.
    package func giveUp() { state.withLock { $0 = .isUnwanted } }

    var isUnwanted: Bool { state.withLock { if case .isUnwanted = $0 { true } else { false } } }

    func end(with outcome: Outcome) {
        state.withLock { if case .isUnderway = $0 { $0 = .isDone(outcome) } }
    }
}
