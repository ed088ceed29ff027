import ChatCore
import ChatProtocol

/// The attributions that apps attached, by token. Only the server knows what a token means; all tokens end with its
/// process.
struct AttributionTable {
    /// An attribution that an app attached.
    struct Attached {
        let app: AppID
        let person: Handle
        let highlight: HighlightID
        let context: DisplayHighlight.Context
    }

    /// The most attributions of one world. Beyond it, the oldest are forgotten, and apps must attach them again.
    static let attachedMax = 10_000

    private var attached = BoundedTable<AttributionToken, Attached>(capacity: attachedMax)
    private var made: UInt64 = 0
    private let seed: UInt64

    init(seed: Int64) { self.seed = UInt64(bitPattern: seed) }

    /// Stores an attribution and returns its token, which reveals nothing about the attribution.
    mutating func attach(_ attribution: Attached) -> AttributionToken {
        made += 1
        let name = "attribution \(seed) \(made) \(attribution.app) \(attribution.person) \(attribution.highlight)"
        let token = AttributionToken("t" + Hexadecimal.text(SHA256.digest(Array(name.utf8)).prefix(12)))
        attached.set(attribution, for: token)
        return token
    }

    subscript(token: AttributionToken) -> Attached? { attached[token] }

    /// Returns the current attribution that an app attached.
    ///
    /// - Throws: `not_found` to everyone except the app's own person, and as soon as the highlight is not on the list.
    func attribution(
        _ token: AttributionToken, for principal: Principal, in state: CoreState
    ) throws(RPCError) -> Attribution {
        guard case .person(let me) = principal, let attached = self[token], attached.person == me,
            let attribution = ShelfReader(state).attribution(
                of: attached.highlight, for: me, attachedBy: attached.app, in: attached.context)
        else {
            throw RPCError(.notFound, "attribution: there is no such attribution of yours.", .field("attribution"))
        }
        return attribution
    }
}
