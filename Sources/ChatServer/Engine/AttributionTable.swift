import ChatProtocol

/// What the tokens stand for that apps hold for attributions: known to servers alone, and gone with the process.
struct AttributionTable {
    /// An attribution that an app attached.
    struct Attached {
        let app: AppID
        let person: Handle
        let highlight: HighlightID
        let context: DisplayHighlight.Context
    }

    /// The most attributions that one world keeps; of more, the oldest are forgotten, and are to be attached again.
    static let attachedMax = 10_000

    private var attached: [AttributionToken: Attached] = [:]
    /// The tokens in the order in which they were made, from the index on.
    private var order: [AttributionToken] = []
    private var oldest = 0
    private var made: UInt64 = 0
    private let seed: UInt64

    init(seed: Int64) { self.seed = UInt64(bitPattern: seed) }

    /// A token that says nothing of what it stands for.
    mutating func attach(_ attribution: Attached) -> AttributionToken {
        made += 1
        let name = "attribution \(seed) \(made) \(attribution.app) \(attribution.person) \(attribution.highlight)"
        let token = AttributionToken("t" + Hexadecimal.text(SHA256.digest(Array(name.utf8)).prefix(12)))
        guard attached.updateValue(attribution, forKey: token) == nil else { return token }
        order.append(token)
        if order.count - oldest > Self.attachedMax {
            attached[order[oldest]] = nil
            oldest += 1
        }
        if oldest > Self.attachedMax {
            order.removeFirst(oldest)
            oldest = 0
        }
        return token
    }

    subscript(token: AttributionToken) -> Attached? { attached[token] }
}
