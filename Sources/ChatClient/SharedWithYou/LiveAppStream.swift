import ChatProtocol

/// A connection that comes back by itself, as an app's stream.
final class LiveAppStream: AppStream {
    let connection: LiveConnection
    private var events: [AppStreamEvent] = []
    private var hasSupport = false
    /// What only reads and is not answered: it is forgotten with its connection.
    private var reading: Set<Int> = []

    init(_ connection: LiveConnection) { self.connection = connection }

    func ask(_ request: AppRequest, number: Int) {
        if !request.changesTheLog {
            guard connection.client.phase == .live else { return fail(number) }
            reading.insert(number)
        }
        connection.request(.app(request, number: number))
    }

    func takeEvents() -> [AppStreamEvent] {
        for report in connection.takeReports() {
            switch report {
            case .result(.app(_, let number), _, let result): answer(number, .success(result))
            case .refusal(.app(_, let number), _, let error): answer(number, .failure(error))
            case .notification(let method, let params): events.append(.notification(method: method, params: params))
            case .support(let isThere): hasSupport = isThere
            case .welcome: events.append(.welcome(hasCollaborationSupport: hasSupport))
            case .phase(.waiting), .phase(.refused): reading.sorted().forEach(fail)
            case .result, .refusal, .phase, .terms: break
            }
        }
        defer { events = [] }
        return events
    }

    func wait() -> Bool {
        if case .refused = connection.client.phase { return false }
        let left = connection.deadline.map { Int(clamping: max(0, $0 - ClientSyscalls.steadyClock())) }
        let ready = ClientSyscalls.wait([connection.interest].compactMap { $0 }, milliseconds: left)
        connection.turn(ready.first ?? .init())
        return true
    }

    private func answer(_ number: Int, _ answer: Result<JSONValue, RPCError>) {
        reading.remove(number)
        events.append(.answer(number, answer))
    }

    private func fail(_ number: Int) {
        answer(number, .failure(RPCError(.unavailable, "The connection is lost; it comes back by itself.")))
    }
}
