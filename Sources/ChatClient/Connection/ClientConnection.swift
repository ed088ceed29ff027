package import ChatProtocol
package import ChatSystem

/// A ``LiveClient`` on its way to a server: it opens and leaves streams as the client says.
///
/// There are two: ``LiveConnection`` on a socket that a loop polls, and ``TransportConnection`` on a stream that is read
/// when its owner says so. Sessions and apps do not know which.
package protocol ClientConnection<Request>: AnyObject {
    associatedtype Request: SessionRequest

    /// How far the session is.
    var phase: LiveClient<Request>.Phase { get }
    /// Whether nothing waits for an answer.
    var isIdle: Bool { get }
    /// Why the last stream ended or could not be opened.
    var lastProblem: String { get }
    /// What a loop waits for; nil where there is nothing to poll.
    var interest: Interest? { get }
    /// When ``turn(_:)`` is to be called at the latest, in milliseconds of the steady clock.
    var deadline: Int64? { get }

    /// Begins to connect.
    func start()

    /// Asks for something.
    ///
    /// - Returns: the client id of a change, by which its answer is known.
    @discardableResult
    func request(_ request: Request) -> String?

    /// Asks for nothing but an answer: when it is there, all that the server said before has come.
    func ask(_ sign: LiveRequest)

    /// Reads, writes, and lets time pass.
    func turn(_ ready: Readiness)

    /// Waits until something may have come, and takes it.
    func wait()

    /// What to know since the last look.
    func takeReports() -> [LiveClient<Request>.Report]

    /// Leaves.
    func close()
}
