import AppFrameworks
import ChatConnection
import ChatProtocol

/// The system's session of a person, which comes back by itself, as the stream of their container: no connection of its
/// own is needed for the sharing screens.
final class PersonStream: AppStream {
    private let session: PersonSession
    private var events: [AppStreamEvent] = [.welcome(hasCollaborationSupport: true)]
    /// What only reads and is not answered: it is forgotten with its connection.
    private var reading: Set<Int> = []

    init(_ session: PersonSession) {
        self.session = session
        session.listen { [weak self] in self?.handle($0) ?? false }
    }

    func ask(_ request: AppRequest, number: Int) {
        if !request.call.method.changesTheLog {
            guard session.phase == .live else { return fail(number) }
            reading.insert(number)
        }
        session.ask(.app(request, number: number))
    }

    func takeEvents() -> [AppStreamEvent] {
        defer { events = [] }
        return events
    }

    func wait() -> Bool { false }

    private func handle(_ report: LiveClient<ClientRequest>.Report) -> Bool {
        switch report {
        case .result(.app(_, let number), _, let result): answer(number, .success(result))
        case .refusal(.app(_, let number), _, let error):
            answer(number, .failure(error))
            return true
        case .notification(let method, let params): events.append(.notification(method: method, params: params))
        case .phase(.waiting), .phase(.refused): reading.sorted().forEach(fail)
        case .result, .refusal, .phase, .terms, .support, .welcome: break
        }
        return false
    }

    private func answer(_ number: Int, _ answer: Result<JSONValue, RPCError>) {
        reading.remove(number)
        events.append(.answer(number, answer))
    }

    private func fail(_ number: Int) {
        answer(number, .failure(RPCError(.unavailable, "The connection is lost; it comes back by itself.")))
    }
}
