import AppModel
import ChatConnection
import ChatProtocol

/// A person's own session as the stream of their container, so that the sharing screens need no connection of their
/// own. The session reconnects by itself.
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
        if case .result(let request, _, let result) = report, let told = Self.notification(of: request, result) {
            inbox.append(told)
        }
        return false
    }

    /// Returns the notification that the person's other sessions get of a request. The session that made the request
    /// gets only the answer, but the container must apply the change too.
    ///
    /// - Returns: nil if the request changes nothing, or is the container's own.
    private static func notification(of request: ClientRequest, _ result: JSONValue) -> AppStreamEvent? {
        if case .app = request { return nil }
        guard request.changesTheLog else { return nil }
        if let message = result["message"], result["conversation"] == nil {
            return .notification(method: NotificationName.messagePosted.rawValue, params: ["message": message])
        }
        guard let share = result["share"] else {
            return .notification(method: NotificationName.conversationChanged.rawValue, params: result)
        }
        let cause: LostShare.Cause? =
            switch request.method {
            case .shareStop: .stopped
            case .shareLeave: .left
            default: nil
            }
        let params: JSONValue = cause.map { ["share": share, "gone": .string($0.rawValue)] } ?? ["share": share]
        return .notification(method: NotificationName.shareChanged.rawValue, params: params)
    }
}
