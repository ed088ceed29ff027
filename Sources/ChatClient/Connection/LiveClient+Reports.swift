package import ChatProtocol

extension LiveClient {
    /// What the owner should know.
    package enum Report: Equatable, Sendable {
        /// The phase is another.
        case phase(LivePhase)
        /// What the server allows, and whether its clock is the wall's: told before each welcome.
        case terms(Limits, isClockReal: Bool)
        /// Whether the device's system supports collaboration in Messages: told before each welcome.
        case support(Bool)
        /// The server said who it is; `isFresh` where nothing that was known before counts: at the first time, and when
        /// its log is another one. `isNew` where the server knew nothing of the person: there is nothing to ask for.
        /// `end` is the position of the last event that the client can have missed.
        case welcome(isFresh: Bool, isNew: Bool = false, now: Instant?, end: Int64 = 0)
        /// The result of a request.
        case result(Request, clientID: String?, JSONValue)
        /// The refusal of a request.
        case refusal(Request, clientID: String?, RPCError)
        /// A request that only reads, to which the lost connection brought no answer: it is not asked again.
        case unanswered(Request)
        /// Something happened.
        case notification(HeardNotification)
    }
}
