import ChatProtocol

/// Messages as the system of one device has it, beside an app that runs there: the same client as on a terminal, on a
/// stream of the stage. It draws for the app what the app may not know.
final class CastMessages: AttributionRenderer {
    private let transport: any ClientTransport
    private var client: LiveClient
    private var model: ClientModel
    private var size = Size(columns: 0, rows: 0)

    /// Logs in, and loads what a terminal would.
    init(_ person: Handle, stage: any Stage, world: WorldName) throws(ClientFailure) {
        transport = try Troupe.open(stage)
        let hello = Hello(.person(person, name: nil), device: "app", world: world).with(stage.credentials)
        client = LiveClient(hello: hello, clientIDPrefix: "app-\(person)")
        model = ClientModel(me: person, face: ClockFace { _ in 0 }, now: Instant(milliseconds: 0))
        client.start(at: 0)
        client.opened(at: 0)
        pump()
    }

    var messages: ChatState { model.state }

    /// What the system calls somebody.
    func name(of handle: Handle) -> String { model.name(handle) }

    func resolve(_ token: String) {
        client.request(.showAttribution(token: token))
        pump()
    }

    func takeContents() -> [(token: String, content: AttributionContent)] { model.takeAttributions() }

    func remove(_ highlight: String) {
        model.perform(.hideHighlight(id: highlight))
        pump()
    }

    func restore(_ highlight: String) {
        model.perform(.restoreHighlight(id: highlight))
        pump()
    }

    func lay(_ place: AttributionContent.Place, size: Size) {
        self.size = size
        forgetHint()
        perform(ChatUpdate.open(place, in: &model.state))
        pump()
    }

    func takeAway() {
        ChatUpdate.leavePlace(&model.state)
        size = Size(columns: 0, rows: 0)
    }

    func forgetHint() { model.state.view.hint = nil }

    func apply(_ key: Key) {
        perform(ChatUpdate.apply(key, to: &model.state, size: size))
        pump()
    }

    /// Reads all that stands on the stream, and does all that follows from it.
    func pump() {
        while true {
            for case .send(let message) in client.takeActions() { try? transport.send(message) }
            while let message = try? transport.receive(waitingMilliseconds: waiting) { client.received(message, at: 0) }
            let reports = client.takeReports()
            for report in reports { model.apply(report) }
            let actions = ChatUpdate.settle(&model.state, size: size)
            perform(actions)
            model.loadSelected()
            let requests = model.takeRequests()
            for request in requests { client.request(request) }
            if reports.isEmpty, requests.isEmpty, actions.isEmpty { return }
        }
    }

    /// Leaves.
    func close() { transport.close() }

    /// A stream over a socket needs a moment for an answer; an embedded one has it at once.
    private var waiting: Int { client.isIdle ? 0 : 2_000 }

    private func perform(_ actions: [ChatAction]) {
        for action in actions {
            if case .send(let text, let conversation, let replyTo) = action {
                let id = ConversationID(conversation)
                let reply = replyTo.map { MessageID($0) }
                let request = ClientRequest.send(text: text, id, replyTo: reply)
                guard let clientID = client.request(request) else { continue }
                model.echo(text, in: id, clientID: clientID, replyTo: reply, file: nil)
            } else {
                model.perform(action)
            }
        }
    }
}
