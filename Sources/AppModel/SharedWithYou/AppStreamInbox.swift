package import ChatConnection
import ChatProtocol

/// What came on a stream of an app's, in order, and the questions that a lost connection leaves without an answer.
package struct AppStreamInbox {
    private var events: [AppStreamEvent]
    private var reading: Set<Int> = []

    /// What came already.
    package init(_ events: [AppStreamEvent] = []) { self.events = events }

    /// A question that is not asked again by itself was asked.
    package mutating func begin(_ number: Int) { reading.insert(number) }

    /// Something came.
    package mutating func append(_ event: AppStreamEvent) {
        if case .answer(let number, _) = event { reading.remove(number) }
        events.append(event)
    }

    /// A question cannot be answered.
    package mutating func fail(_ number: Int) {
        append(
            .answer(
                number, .failure(RPCError(.unavailable, "The connection is lost; the client reconnects by itself."))))
    }

    /// Takes what a session reports.
    ///
    /// - Parameter number: of the question that a request is.
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

    /// Takes out everything that came.
    package mutating func drain() -> [AppStreamEvent] {
        defer { events = [] }
        return events
    }
}
