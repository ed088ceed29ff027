import ChatProtocol

/// The order in which scenarios are played.
enum RunOrder: Hashable, Sendable {
    /// The order of the paths, and within a file the order of its lines.
    case defined
    /// A shuffled order, which is the same for the same seed. Nil takes a new seed in each run.
    case random(seed: UInt64?)

    /// Reads `defined`, `random` or `random:N`.
    /// - Throws: ``PlayUsageError`` for any other text.
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

    /// Returns the seed of this run's shuffle; nil for the defined order.
    func seed() -> UInt64? {
        switch self {
        case .defined: nil
        case .random(let seed): seed ?? UInt64.random(in: 0...999_999)
        }
    }

    /// Returns the elements shuffled from a seed (Fisher and Yates).
    static func shuffled<Element>(_ elements: [Element], seed: UInt64) -> [Element] {
        var shuffled = elements
        var chance = SplitMix64(seed: seed)
        for last in shuffled.indices.dropFirst().reversed() {
            shuffled.swapAt(last, Int(chance.next() % UInt64(last + 1)))
        }
        return shuffled
    }
}

/// One of several parts of the scenarios, to be played by one of several machines.
struct RunShard: Hashable, Sendable {
    /// The number of the part, from 1.
    let number: Int
    /// The number of parts.
    let count: Int

    /// Reads a text such as `2/5`.
    /// - Throws: ``PlayUsageError`` for a text of another form or an invalid number.
    init(_ text: String) throws(PlayUsageError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
            (1...count).contains(number)
        else { throw PlayUsageError("--shard is I/N, such as 2/5 for the second of five parts, not \"\(text)\"") }
        self.number = number
        self.count = count
    }

    /// Returns the elements of this part: every n-th, so that the scenarios of a long file are spread over the parts.
    func part<Element>(of elements: [Element]) -> [Element] {
        elements.indices.filter { $0 % count == number - 1 }.map { elements[$0] }
    }
}

/// The text form of a part in reports, from which ``ReportMerge`` notices a missing part.
extension RunShard {
    private static let beginning = "<!-- shard "
    private static let end = " -->"

    /// The media type of the attachment for the part in Cucumber Messages.
    static let mediaType = "text/x.understudy.shard+plain"

    /// The number and the count, such as `2/5`.
    var text: String { "\(number)/\(count)" }

    /// The last line of an XML or HTML report.
    var comment: String { Self.beginning + text + Self.end + "\n" }

    /// Reads a last line in the form of ``comment``; nil for any other line.
    init?(comment line: some StringProtocol) {
        guard line.hasPrefix(Self.beginning), line.hasSuffix(Self.end) else { return nil }
        try? self.init(String(line.dropFirst(Self.beginning.count).dropLast(Self.end.count)))
    }
}
