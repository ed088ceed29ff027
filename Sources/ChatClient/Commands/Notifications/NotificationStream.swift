import ChatConnection
import ChatProtocol
import ChatSession
import ChatSystem

/// The notifications of a session, over a connection that reconnects by itself. It is for the commands that print them,
/// wait for one or forward them.
final class NotificationStream {
    /// One notification.
    struct Heard {
        /// The bytes of the message as they arrived.
        let message: [UInt8]
        let method: String
        let params: JSONValue
        /// Its position in the log; nil for a live notification, which is never stored.
        var cursor: Int64? { params["cursor"]?.integerValue }
    }

    private let connection: LiveConnection<ClientRequest>
    private var asksFence = false
    private var heard: [Heard] = []
    private var isWelcome: Bool { start != nil }
    private var isFenceAsked = false
    /// The position in the log at which the stream began; nil before the first login.
    private(set) var start: Int64?
    /// True if the person was new in the world.
    private(set) var isNew = false
    /// The reason for which no more notifications will arrive: the server refused, or was never reachable.
    private(set) var end: String?

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The deadline of connecting, and of the login.
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

    /// Requests a fence; before the login, as soon as it is done.
    func askFence() {
        guard !asksFence else { return }
        asksFence = true
        guard isWelcome, !isFenceAsked else { return }
        isFenceAsked = true
        connection.ask(.sessionFence)
    }

    /// True if the fence was answered, so that everything accepted before its request has arrived.
    var isCaughtUp: Bool { isFenceAsked && connection.isIdle }

    /// Returns the notifications since the last call, in order.
    func takeHeard() -> [Heard] {
        defer { heard = [] }
        return heard
    }

    /// Waits until a message may have arrived, and processes it.
    ///
    /// - Parameters:
    ///   - interests: Further events that end the wait.
    ///   - deadline: The latest end of the wait, in milliseconds of the steady clock.
    /// - Returns: The readiness of each of the `interests`, in order.
    func wait(besides interests: [Interest] = [], until deadline: Int64? = nil) -> [Readiness] {
        let own = [connection.interest].compactMap { $0 }
        let left = [deadline, connection.deadline].compactMap { $0 }.min().map { max(0, $0 - Clocks.steady()) }
        var ready = Readiness.wait(for: interests + own, milliseconds: left.map { Int(clamping: $0) })
        connection.turn(own.isEmpty ? .init() : ready.removeLast())
        look()
        return ready
    }

    /// Closes the connection.
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
