package import ChatConnection
package import ChatProtocol
import ChatSystem

/// The stream on which an app's session sends its requests: a connection of its own, or the session of the person as
/// whom the app runs.
package protocol AppStream: AnyObject {
    /// Sends a request. Its answer is a later event with the same number.
    func ask(_ request: AppRequest, number: Int)

    /// Returns the events since the last call, in order, and removes them.
    func takeEvents() -> [AppStreamEvent]

    /// Waits until an event may have arrived.
    ///
    /// - Returns: false if no event can arrive any more.
    func wait() -> Bool
}

/// An event in an app's session.
package enum AppStreamEvent: Equatable {
    /// The answer to the request with that number.
    case answer(Int, Result<JSONValue, RPCError>)
    /// A notification of the server.
    case notification(method: String, params: JSONValue)
    /// The session is logged in. Notifications up to the cursor are from the time before the login.
    case welcome(hasCollaborationSupport: Bool, cursor: Int64 = 0)

    /// The cursor of a notification; 0 for other events and for a notification without a cursor.
    var cursor: Int64 {
        if case .notification(_, let params) = self { params["cursor"]?.integerValue ?? 0 } else { 0 }
    }

    /// The event as a notification for an app; nil if it is not one or cannot be decoded.
    var told: AppNotification? { read(AppNotification.init) }

    /// The event as a live notification, which the server does not store; nil if it is not one or cannot be decoded.
    var toldLive: LiveNotification? { read(LiveNotification.init) }

    /// The event as a notification for a person; nil if it is not one or cannot be decoded.
    var toldPerson: Notification? { read(Notification.init) }

    private func read<Value>(
        _ value: (NotificationName, inout JSONFields) throws(InvalidField) -> Value?
    ) -> Value? {
        guard case .notification(let method, let params) = self, let name = NotificationName(rawValue: method),
            var fields = try? JSONFields(params)
        else { return nil }
        return try? value(name, &fields)
    }
}

/// The events of an app's stream in order, and the requests that a lost connection leaves without an answer.
package struct AppStreamInbox {
    private var events: [AppStreamEvent]
    private var reading: Set<Int> = []

    /// Creates an inbox with the events that have arrived.
    package init(_ events: [AppStreamEvent] = []) { self.events = events }

    /// Records a request that the connection does not send again after a reconnect.
    package mutating func begin(_ number: Int) { reading.insert(number) }

    /// Appends an event. An answer completes its request.
    package mutating func append(_ event: AppStreamEvent) {
        if case .answer(let number, _) = event { reading.remove(number) }
        events.append(event)
    }

    /// Answers a request with the error `unavailable`, because the connection is lost.
    package mutating func fail(_ number: Int) {
        append(
            .answer(
                number, .failure(RPCError(.unavailable, "The connection is lost; the client reconnects by itself."))))
    }

    /// Appends the events of a session's report.
    ///
    /// - Parameter number: returns the number of a request; nil if the request is not one of this stream.
    package mutating func hear<Request>(_ report: LiveClient<Request>.Report, number: (Request) -> Int?) {
        switch report {
        case .result(let request, _, let result):
            if let number = number(request) { append(.answer(number, .success(result))) }
        case .refusal(let request, _, let error):
            if let number = number(request) { append(.answer(number, .failure(error))) }
        case .notification(let heard): append(.notification(method: heard.method, params: heard.params))
        case .phase(.waiting), .phase(.refused): for number in reading.sorted() { fail(number) }
        case .phase, .terms, .support, .welcome, .unanswered: break
        }
    }

    /// Returns all events and removes them.
    package mutating func drain() -> [AppStreamEvent] {
        defer { events = [] }
        return events
    }
}

/// An app's stream on a client connection.
package final class LiveAppStream: AppStream {
    let connection: ClientConnection<NumberedRequest>
    private var inbox = AppStreamInbox()
    private var hasSupport = false
    /// True if the stream runs on a transport that is given once: it is read only by ``takeEvents()`` and ``wait()``,
    /// and does not reconnect.
    private var isOnTransport = false
    /// The steady time since which ``wait()`` has found no live session, in milliseconds; nil while there is one.
    private var awaySince: Int64?

    private let patienceMilliseconds: Int64

    /// Creates a stream on a connection.
    ///
    /// - Parameter patienceMilliseconds: The longest time that ``wait()`` waits for a server that does not answer, or
    ///   that has lost the world.
    package init(_ connection: ClientConnection<NumberedRequest>, patienceMilliseconds: Int64 = 30_000) {
        self.connection = connection
        self.patienceMilliseconds = patienceMilliseconds
    }

    /// Logs in on an open stream and waits for the welcome.
    ///
    /// - Throws: ``ClientFailure`` if the server refuses the login or the stream fails.
    convenience init(_ transport: any ClientTransport, hello: Hello) throws(ClientFailure) {
        let connection = TransportConnection<NumberedRequest>(transport, hello: hello)
        connection.start()
        switch connection.phase {
        case .live:
            self.init(connection)
            isOnTransport = true
        case .refused(let error): throw .refused(error)
        case .connecting, .greeting, .waiting: throw .transport(.closed(connection.lastProblem))
        }
    }

    package func ask(_ request: AppRequest, number: Int) {
        if isOnTransport || !request.call.method.changesTheLog {
            guard connection.phase == .live else { return inbox.fail(number) }
            inbox.begin(number)
        }
        connection.request(NumberedRequest(request: request, number: number))
    }

    package func takeEvents() -> [AppStreamEvent] {
        if isOnTransport {
            // The server answers the ping after everything that it sent before. So one turn reads all of that.
            connection.ask(.sessionPing)
            connection.turn(.init())
        }
        for report in connection.takeReports() {
            switch report {
            case .support(let isThere): hasSupport = isThere
            case .welcome:
                let end = connection.endAtLogin
                inbox.append(.welcome(hasCollaborationSupport: hasSupport, cursor: end))
            default: inbox.hear(report) { $0.number }
            }
        }
        return inbox.drain()
    }

    package func wait() -> Bool {
        if case .refused = connection.phase { return false }
        connection.wait()
        if connection.phase == .live {
            awaySince = nil
            return true
        }
        let now = Clocks.steady()
        let since = awaySince ?? now
        awaySince = since
        return !isOnTransport && now - since < patienceMilliseconds
    }
}
