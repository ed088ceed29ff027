package import ChatConnection
import ChatProtocol
import ChatSystem

/// A connection that comes back by itself, as an app's stream.
package final class LiveAppStream: AppStream {
    let connection: ClientConnection<NumberedRequest>
    private var events: [AppStreamEvent] = []
    private var hasSupport = false
    /// Whether the stream is read by whoever looks, and gone for good when it ends.
    private var isOnTransport = false
    /// What is forgotten with its connection and not answered yet: what only reads, or all of it.
    private var reading: Set<Int> = []

    package init(_ connection: ClientConnection<NumberedRequest>) { self.connection = connection }

    /// Logs in on a stream that is open, and waits for the welcome.
    ///
    /// - Throws: ``ClientFailure`` if the server does not want it.
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
            guard connection.phase == .live else { return fail(number) }
            reading.insert(number)
        }
        connection.request(NumberedRequest(request: request, number: number))
    }

    package func takeEvents() -> [AppStreamEvent] {
        if isOnTransport {
            // When its answer is read, all that the server put on the stream before has been.
            connection.ask(.sessionPing)
            connection.turn(.init())
        }
        for report in connection.takeReports() {
            switch report {
            case .result(let request, _, let result): answer(request.number, .success(result))
            case .refusal(let request, _, let error): answer(request.number, .failure(error))
            case .notification(let method, let params): events.append(.notification(method: method, params: params))
            case .support(let isThere): hasSupport = isThere
            case .welcome: events.append(.welcome(hasCollaborationSupport: hasSupport))
            case .phase(.waiting), .phase(.refused): reading.sorted().forEach(fail)
            case .phase, .terms: break
            }
        }
        defer { events = [] }
        return events
    }

    package func wait() -> Bool {
        if case .refused = connection.phase { return false }
        connection.wait()
        return !isOnTransport || connection.phase == .live
    }

    private func answer(_ number: Int, _ answer: Result<JSONValue, RPCError>) {
        reading.remove(number)
        events.append(.answer(number, answer))
    }

    private func fail(_ number: Int) {
        answer(number, .failure(RPCError(.unavailable, "The connection is lost; it comes back by itself.")))
    }
}
