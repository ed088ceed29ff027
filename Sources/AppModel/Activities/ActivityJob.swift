/// Work of an extension that continues after its sheet closed. The extension's app shows the work, and a person is
/// notified only of a failure (`av-ext-long-task`, `av-ext-notify`).
public struct ActivityJob: Equatable, Sendable {
    /// The progress of the work.
    public enum State: Equatable, Sendable {
        /// The work is in progress, with the percentage that the program reports; nil if it reports none.
        case running(percent: Int?)
        /// The work succeeded.
        case done
        /// The work failed for this reason.
        case failed(String)
    }

    /// The identifier of the job, unique among all jobs.
    public var id: String
    /// The name of the extension's app.
    public var app: String
    /// The title of the extension and of the item.
    public var title: String
    /// The progress of the work.
    public var state: State
    /// The time at which the job ended, in milliseconds on the clock of the job store; nil while it runs.
    public var endedAt: Int64?
    /// True if a person has read about the failure.
    public var isRead = false

    /// Creates a running job with no progress.
    public init(id: String, app: String, title: String) {
        (self.id, self.app, self.title, state) = (id, app, title, .running(percent: nil))
    }

    /// True if the work is in progress.
    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// True if the job failed and no person has read about it.
    public var isUnreadFailure: Bool { if case .failed = state { !isRead } else { false } }

    /// The number of milliseconds for which an ended job is shown.
    public static let shownMilliseconds: Int64 = 3_600_000
    /// The number of milliseconds for which an unread failure is shown: seven days.
    public static let unreadMilliseconds: Int64 = 7 * 24 * 3_600_000

    /// Returns true if the job ended so long ago that it is no longer shown.
    ///
    /// - Parameter now: the current time in milliseconds on the clock of ``endedAt``.
    public func isExpired(at now: Int64) -> Bool {
        endedAt.map { now - $0 >= (isUnreadFailure ? Self.unreadMilliseconds : Self.shownMilliseconds) } ?? false
    }

    /// The job as one line of text.
    public var line: String {
        switch state {
        case .running(let percent): "◌ \(title)" + (percent.map { " \($0)%" } ?? " …")
        case .done: "✓ \(title)"
        case .failed(let reason): "✗ \(title): \(reason)"
        }
    }
}
