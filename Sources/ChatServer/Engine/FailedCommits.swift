import ChatCore
import ChatLog
import ChatProtocol

/// The failed commits of a world, until its log can be read and written again.
struct FailedCommits {
    /// The position of the last event that was released before the first failed commit; nil if the state is not ahead of
    /// the log.
    private(set) var releasedThrough: Int64?
    /// The results that the log may have although their commit failed.
    private var inDoubt: Transaction.Results = [:]
    /// The time of the last failed write; nil after the next commit that succeeds.
    private var failedAt: Instant?

    /// The milliseconds until a due change is retried after a failed write.
    private static let pauseMilliseconds: Int64 = 1_000

    /// Notes a commit that failed.
    ///
    /// - Parameters:
    ///   - results: The results of its requests.
    ///   - position: The position of the last event before it.
    mutating func note(_ error: LogError, of results: Transaction.Results, after position: Int64, at now: Instant) {
        if case .unavailable(_, let outcome) = error {
            failedAt = now
            if outcome == .unknown { inDoubt.merge(results) { $0.merging($1) { $1 } } }
        }
        releasedThrough = releasedThrough ?? position
    }

    /// Notes that a due change could not be decided, because the log could not be read.
    mutating func noteUnreadable(at now: Instant) { failedAt = now }

    /// Notes a commit that succeeded.
    mutating func noteSuccess() { failedAt = nil }

    /// Notes that the state is the log's again.
    mutating func noteReload() { (releasedThrough, inDoubt) = (nil, [:]) }

    /// Returns the time at which a due change is tried: it stays due after a failed commit.
    func retry(of due: Instant) -> Instant {
        guard let failedAt else { return due }
        return max(due, failedAt.advanced(byMilliseconds: Self.pauseMilliseconds))
    }

    /// Returns the error for a request while the log cannot be read. The outcome is unknown if the log may have the
    /// result of an earlier attempt.
    func refusal(of clientID: String?, from principal: Principal, _ error: RPCError) -> RPCError {
        guard let clientID, inDoubt[principal.sender]?[Array(clientID.utf8)] != nil else { return error }
        return RPCError(LogError.unavailable(reason: "the log could not be read", outcome: .unknown))
    }
}

extension RPCError {
    /// Creates the error for a request whose use of the log failed.
    init(_ error: LogError) {
        let reason = error.reason
        switch error.outcome {
        case .none: self.init(.unavailable, "Nothing was done: \(reason).")
        case .unknown:
            self.init(
                .unavailable,
                "The outcome of this request is not known yet: \(reason). Send it again with the same clientID.",
                .outcome(.unknown))
        }
    }
}
