/// What is measured of servers, each in a table of its own.
enum Quantity: String, CaseIterable {
    case fanOut = "fan-out"
    case single
    case rooms
    case latency50 = "latency, 50 %"
    case latency99 = "latency, 99 %"
    case idle
    case start
    case version

    var title: String {
        switch self {
        case .fanOut: "Fan-out to 100, 64 on their way"
        case .single: "Fan-out to 100, one on its way"
        case .rooms: "333 rooms of 3, one on its way in each"
        case .latency50: "1,000 messages a second to 10: half come within"
        case .latency99: "1,000 messages a second to 10: 99 % come within"
        case .idle: "An idle person in a room of 3"
        case .start: "Start to first login"
        case .version: "The same program, --version"
        }
    }

    /// The head of its column where all stand beside each other.
    var short: String {
        switch self {
        case .fanOut: "to 100, 64"
        case .single: "to 100, 1"
        case .rooms: "rooms of 3"
        case .latency50: "latency, 50 %"
        case .latency99: "latency, 99 %"
        case .idle: "idle, bytes"
        case .start: "start, ms"
        case .version: "--version, ms"
        }
    }

    var unit: String {
        switch self {
        case .fanOut, .single, .rooms: "deliveries/s"
        case .latency50, .latency99: "µs"
        case .idle: "bytes"
        case .start, .version: "ms"
        }
    }

    var moreIsBetter: Bool { isThroughput }

    var digits: Int {
        switch self {
        case .start, .version: 2
        default: 0
        }
    }

    var isThroughput: Bool { [.fanOut, .single, .rooms].contains(self) }

    /// Whether it is told as a share of what `limit` does; memory and start are told as they are.
    var isShareOfLimit: Bool { ![.idle, .start, .version].contains(self) }

    func isBetter(_ value: Double, than other: Double) -> Bool { moreIsBetter ? value > other : value < other }
}
