import ChatConnection
import ChatProtocol
import ChatSession
import ChatSystem

/// What a session is told, over a connection that comes back by itself: for the commands that print it, wait for it or
/// hand it on.
final class NotificationStream {
    /// One notification.
    struct Heard {
        /// The message as it came.
        let message: [UInt8]
        let method: String
        let params: JSONValue
        /// Its position in the log; nil where it is told and never kept.
        var cursor: Int64? { params["cursor"]?.integerValue }
    }

    private let connection: LiveConnection<ClientRequest>
    private var asksFence = false
    private var heard: [Heard] = []
    private var isWelcome: Bool { start != nil }
    private var isFenceAsked = false
    /// The position in the log where the stream began; nil until the server has said it.
    private(set) var start: Int64?
    /// Whether the world knew nothing of the person before.
    private(set) var isNew = false
    /// Why nothing will come any more: the server refuses, or was never there.
    private(set) var end: String?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: the deadline of connecting, and of the login.
    init(to servers: ServerEndpoints, _ hello: Hello, timeoutMilliseconds: Int64 = 10_000) {
        connection = LiveConnection(to: servers, hello: hello, timeoutMilliseconds: timeoutMilliseconds)
        connection.tap = { [unowned self] message in
            if case .notification(let method, let params) = ServerMessage.read(message) {
                heard.append(Heard(message: message, method: method, params: params))
            }
        }
        connection.start()
        look()
    }

    /// Requests a fence, after the login if that is not done yet.
    func askFence() {
        guard !asksFence else { return }
        asksFence = true
        guard isWelcome, !isFenceAsked else { return }
        isFenceAsked = true
        connection.ask(.sessionFence)
    }

    /// Whether all that was accepted before the server was asked has been heard: the fence says so.
    var isCaughtUp: Bool { isFenceAsked && connection.isIdle }

    /// What came since the last look, in order.
    func takeHeard() -> [Heard] {
        defer { heard = [] }
        return heard
    }

    /// Waits until something may have come.
    ///
    /// - Parameters:
    ///   - interests: what else ends the wait.
    ///   - deadline: when it ends at the latest, in milliseconds of the steady clock.
    /// - Returns: what else is ready, in the order of `interests`.
    func wait(besides interests: [Interest] = [], until deadline: Int64? = nil) -> [Readiness] {
        let own = [connection.interest].compactMap { $0 }
        let left = [deadline, connection.deadline].compactMap { $0 }.min().map { max(0, $0 - Clocks.steady()) }
        var ready = Readiness.wait(for: interests + own, milliseconds: left.map { Int(clamping: $0) })
        connection.turn(own.isEmpty ? .init() : ready.removeLast())
        look()
        return ready
    }

    /// Leaves.
    func close() { connection.close() }

    private func look() {
        for report in connection.takeReports() {
            switch report {
            case .welcome(_, let isNew, _, _):
                start = start ?? connection.cursor
                self.isNew = self.isNew || isNew
                isFenceAsked = asksFence
                if asksFence { connection.ask(.sessionFence) }
            case .phase(.refused(let error)): end = error.sentence
            case .phase(.waiting) where !isWelcome: if connection.isAway { end = connection.lastProblem }
            case .phase(.waiting):
                isFenceAsked = false
                ClientCommand.fail(
                    "\(connection.lastProblem); trying \(connection.nextServer.map(\.description) ?? "again")")
            case .phase, .terms, .support, .result, .refusal, .unanswered, .notification: break
            }
        }
    }
}
