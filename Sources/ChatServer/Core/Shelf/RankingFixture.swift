import ChatProtocol

/// The content of a `.ranking` file: links with their signals, and the expected order of a shelf (`rank-signals`).
///
/// The fixture computes no order. Its rows become events, and the resulting shelf is inspected; see ``outcome(_:)``.
package struct RankingFixture: Sendable, Equatable {
    /// One row of the table.
    struct Link: Sendable, Equatable {
        var name: String
        /// The sharers, each with the age of the share.
        var shared: [(by: Handle, age: RankingAge)] = []
        /// The age of each pin and use. ``RankingSignal/shared`` and ``RankingSignal/sharers`` never appear here.
        var signals: [RankingSignal: RankingAge] = [:]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.signals == right.signals
                && left.shared.elementsEqual(right.shared) { $0.by == $1.by && $0.age == $1.age }
        }
    }

    /// The expected curated link.
    enum Curated: Sendable, Equatable {
        case none
        case link(String)
    }

    /// The links in the order of the file. If two events have the same time, the event of the lower row is newer.
    var links: [Link] = []
    /// True if automatic sharing is on at the inspection; if not, only pins surface.
    var isSharing = true
    /// The expected names, from the top of the shelf.
    var order: [String] = []
    /// The expected curated link; nil if the file expects nothing about it.
    var curated: Curated?

    init() {}
}

/// An error in a fixture, with its line.
package struct RankingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package var line: Int
    /// The problem and its correction.
    package var problem: String

    /// The text `line 3: …`.
    package var description: String { "line \(line): \(problem)" }
}
