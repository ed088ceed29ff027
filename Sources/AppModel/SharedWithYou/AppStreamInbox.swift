package import ChatConnection
import ChatProtocol

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
