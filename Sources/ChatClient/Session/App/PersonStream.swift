import AppFrameworks
import ChatConnection
import ChatProtocol

/// The system's session of a person, which comes back by itself, as the stream of their container: no connection of its
/// own is needed for the sharing screens.
final class PersonStream: AppStream {
    private let session: PersonSession
    private var inbox = AppStreamInbox([.welcome(hasCollaborationSupport: true)])

    init(_ session: PersonSession) {
        self.session = session
        session.listen { [weak self] in self?.handle($0) ?? false }
    }

    func ask(_ request: AppRequest, number: Int) {
        if !request.call.method.changesTheLog {
            guard session.phase == .live else { return inbox.fail(number) }
            inbox.begin(number)
        }
        session.ask(.app(request, number: number))
    }

    func takeEvents() -> [AppStreamEvent] { inbox.drain() }

    func wait() -> Bool { false }

    private func handle(_ report: LiveClient<ClientRequest>.Report) -> Bool {
        inbox.hear(report) { if case .app(_, let number) = $0 { number } else { nil } }
        if case .refusal(.app, _, _) = report { return true }
        return false
    }
}
