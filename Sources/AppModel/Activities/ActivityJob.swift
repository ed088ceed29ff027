/// Work of an extension that goes on after its sheet closed: the extension's app shows it, and a person is notified only
/// of a failure (`av-ext-long-task`, `av-ext-notify`).
public struct ActivityJob: Equatable, Sendable {
    /// How far the work is.
    public enum State: Equatable, Sendable {
        /// It goes on; so much is done in percent, as far as the program says.
        case running(percent: Int?)
        /// It succeeded.
        case done
        /// It failed, for that reason.
        case failed(String)
    }

    /// An identifier that no other job has.
    public var id: String
    /// The app of the extension.
    public var app: String
    /// The title of the extension and of the item.
    public var title: String
    /// How far the work is.
    public var state: State
    /// When it ended, in milliseconds by the clock of whoever stores jobs; nil while it runs.
    public var endedAt: Int64?
    /// True if a person has read that it failed.
    public var isRead = false

    /// Creates a job that begins.
    public init(id: String, app: String, title: String) {
        (self.id, self.app, self.title, state) = (id, app, title, .running(percent: nil))
    }

    /// True if the work goes on.
    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// True if it failed, and nobody has read that yet.
    public var isUnreadFailure: Bool { if case .failed = state { !isRead } else { false } }

    /// The number of milliseconds for which a job is shown after it ended.
    public static let shownMilliseconds: Int64 = 3_600_000
    /// The same for a failure that nobody reads: seven days.
    public static let unreadMilliseconds: Int64 = 7 * 24 * 3_600_000

    /// True if the job ended so long ago that it is not shown any more.
    public func isExpired(at now: Int64) -> Bool {
        endedAt.map { now - $0 >= (isUnreadFailure ? Self.unreadMilliseconds : Self.shownMilliseconds) } ?? false
    }

    /// The job in one line.
    public var line: String {
        switch state {
        case .running(let percent): "◌ \(title)" + (percent.map { " \($0)%" } ?? " …")
        case .done: "✓ \(title)"
        case .failed(let reason): "✗ \(title): \(reason)"
        }
    }
}
