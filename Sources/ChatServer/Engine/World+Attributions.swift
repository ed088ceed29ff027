import ChatCore
import ChatProtocol

/// Attributions: an app attaches one and receives a token. The process that draws for the app's person exchanges the
/// token for the names. The app thus shows who shared something, and never receives the name (`privacy-render`).
extension ServerEngine {
    func attach(
        _ request: AttachAttribution, in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard case .app(let app, let person) = principal else {
            throw RPCError(.forbidden, "Only an app can attach an attribution.")
        }
        let now = world.now(wallClock())
        let decision = try world.decide(request: nil, at: now) { core throws(RPCError) in
            let display = DisplayHighlight(highlight: request.highlight, context: request.context)
            return try core.handle(.highlightDisplay(display), from: principal, at: now)
        }
        let token = world.live.attributions.attach(
            .init(app: app, person: person, highlight: request.highlight, context: request.context))
        enqueue(Envelope.result(id: id, Answer.attributionToken(token)), to: session)
        world.broadcast(decision, origin: session)
    }
}

extension World {
    /// Returns the current attribution that an app attached.
    ///
    /// - Throws: `not_found` to everyone except the app's own person, and as soon as the highlight is not on the list.
    func attribution(_ token: AttributionToken, for principal: Principal) throws(RPCError) -> Attribution {
        guard case .person(let me) = principal, let attached = live.attributions[token], attached.person == me,
            let attribution = core.state.attribution(
                of: attached.highlight, for: me, attachedBy: attached.app, in: attached.context)
        else {
            throw RPCError(.notFound, "attribution: there is no such attribution of yours.", .field("attribution"))
        }
        return attribution
    }
}
