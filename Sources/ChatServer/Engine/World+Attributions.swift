import ChatCore
import ChatProtocol

/// Attributions: an app attaches one and receives a token. The process that draws for the app's person exchanges the
/// token for the names. The app thus shows who shared something, and never receives the name (`privacy-render`).
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
