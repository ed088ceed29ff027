import ChatProtocol

/// In which order scenarios are played.
enum RunOrder: Hashable, Sendable {
    /// That of the paths, and in a file that of its lines.
    case defined
    /// Shuffled; the same seed gives the same order. Nil takes another one each time.
    case random(seed: UInt64?)

    /// Reads `defined`, `random` or `random:N`.
    init(_ text: String) throws(PlayUsageError) {
        if text == "defined" {
            self = .defined
        } else if text == "random" {
            self = .random(seed: nil)
        } else if text.hasPrefix("random:"), let seed = UInt64(text.dropFirst("random:".count)) {
            self = .random(seed: seed)
        } else {
            throw PlayUsageError("--order is defined, random or random:N with a whole number N, not \"\(text)\"")
        }
    }

    /// The seed of this run's shuffle; nil where nothing is shuffled.
    func seed() -> UInt64? {
        switch self {
        case .defined: nil
        case .random(let seed): seed ?? UInt64.random(in: 0...999_999)
        }
    }

    /// The elements, shuffled from a seed (Fisher and Yates).
    static func shuffled<Element>(_ elements: [Element], seed: UInt64) -> [Element] {
        var shuffled = elements
        var chance = SplitMix64(seed: seed)
        for last in shuffled.indices.dropFirst().reversed() {
            shuffled.swapAt(last, Int(chance.next() % UInt64(last + 1)))
        }
        return shuffled
    }
}

/// One of several parts that together are all scenarios: what one machine of several plays.
struct RunShard: Hashable, Sendable {
    /// Which part, from 1.
    let number: Int
    /// How many parts there are.
    let count: Int

    /// Reads `2/5`.
    init(_ text: String) throws(PlayUsageError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
            (1...count).contains(number)
        else { throw PlayUsageError("--shard is I/N, such as 2/5 for the second of five parts, not \"\(text)\"") }
        self.number = number
        self.count = count
    }

    /// The elements of this part: every n-th, so that long files are spread.
    func part<Element>(of elements: [Element]) -> [Element] {
        elements.indices.filter { $0 % count == number - 1 }.map { elements[$0] }
    }
}

/// How a report says which part of a run it is, so that ``ReportMerge`` misses one that is not there.
extension RunShard {
    private static let beginning = "<!-- shard "
    private static let end = " -->"

    /// The media type of the attachment by which Cucumber Messages say it.
    static let mediaType = "text/x.understudy.shard+plain"

    /// `2/5`.
    var text: String { "\(number)/\(count)" }

    /// The last line of an XML or HTML report.
    var comment: String { Self.beginning + text + Self.end + "\n" }

    /// Reads a last line as ``comment`` writes it.
    init?(comment line: some StringProtocol) {
        guard line.hasPrefix(Self.beginning), line.hasSuffix(Self.end) else { return nil }
        try? self.init(String(line.dropFirst(Self.beginning.count).dropLast(Self.end.count)))
    }
}
