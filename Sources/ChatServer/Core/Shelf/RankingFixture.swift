import ChatProtocol

/// Links with their signals, and the order in which a shelf should show them: what a `.ranking` file says
/// (`rank-signals`).
///
/// It computes nothing of the order itself. What it says becomes facts, and the shelf that stands after these is
/// looked at; see ``outcome(_:)``.
package struct RankingFixture: Sendable, Equatable {
    /// One row of the table.
    struct Link: Sendable, Equatable {
        var name: String
        /// Who shared it, and how long ago.
        var shared: [(by: Handle, age: RankingAge)] = []
        /// How long ago it was pinned and used; ``RankingSignal/shared`` and ``RankingSignal/sharers`` are never here.
        var signals: [RankingSignal: RankingAge] = [:]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.signals == right.signals
                && left.shared.elementsEqual(right.shared) { $0.by == $1.by && $0.age == $1.age }
        }
    }

    /// The link that should be curated.
    enum Curated: Sendable, Equatable {
        case none
        case link(String)
    }

    /// In the order of the file: of two things that happened at the same time, the lower row's is the newer one.
    var links: [Link] = []
    /// Whether automatic sharing is on now; what is off shows pins only.
    var isSharing = true
    /// The names in the order in which the shelf should show them, from the top.
    var order: [String] = []
    /// Nil where the file does not say.
    var curated: Curated?

    init() {}
}

/// Why a fixture cannot be read: the line, and what is wrong with it.
package struct RankingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    /// What is wrong, and what would be right.
    package var problem: String

    /// `line 3: …`
    package var description: String { "line \(line): \(problem)" }
}
