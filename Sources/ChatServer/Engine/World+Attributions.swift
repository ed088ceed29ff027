import ChatCore
import ChatProtocol

/// Attributions: an app attaches one and gets a token, and whoever draws for the app's person exchanges that for the
/// names. So the app shows who shared something and never learns it (`privacy-render`).
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
        say(Envelope.result(id: id, Answer.attributionToken(token)), to: session)
        world.announce(decision, origin: session)
    }
}

extension World {
    /// Who shared what an app attached, as it is now.
    ///
    /// - Throws: `not_found` to everyone but the app's own person, and once the highlight is on the list no longer.
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
