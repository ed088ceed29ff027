/// How a sheet stands over its parent: the heights at which it rests, and whether the parent can be used meanwhile.
/// `UISheetPresentationController`, with rows in the place of points (`sp-detents` to `sp-grabber`).
///
///     let sheet = try SheetPresentationController(detents: [.medium(), .large()])
///     sheet.height(in: 40)    // 20: the smallest first
public struct SheetPresentationController: Equatable, Sendable {
    /// Why a sheet cannot be presented so.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// A sheet needs a height at least (`sp-detents`).
        case noDetents
        /// The heights go from small to large.
        case notAscending

        /// A sentence for whoever wrote it so.
        public var description: String {
            switch self {
            case .noDetents: "a sheet needs at least one detent: .large() is the usual one"
            case .notAscending: "the detents of a sheet go from the smallest to the largest"
            }
        }
    }

    /// The heights at which it rests, from small to large.
    public private(set) var detents: [Detent]
    /// The height at which it rests now; nil for the smallest that there is (`sp-selected`).
    public var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which the parent is neither dimmed nor out of reach; nil where it always is
    /// (`sp-undimmed`).
    public var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// Whether it grows before its content scrolls (`sp-scroll`).
    public var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Whether a grabber shows at the top (`sp-grabber`).
    public var prefersGrabberVisible = false
    /// What the custom heights came to when they were asked for last, by how much room there was.
    private var resolved: [Detent.Identifier: [Int: Int?]] = [:]

    /// A sheet that has all of the height.
    public init() { detents = [.large()] }

    /// A sheet that rests at these heights.
    ///
    /// - Throws: ``Problem`` where there is none, or where they do not ascend.
    public init(detents: [Detent]) throws(Problem) {
        guard !detents.isEmpty else { throw .noDetents }
        let heights = detents.compactMap { $0.resolvedValue(in: .init(maximumDetentValue: 1_000)) }
        guard heights == heights.sorted() else { throw .notAscending }
        self.detents = detents
    }

    /// Adds a height, which may be among the others whatever the room.
    public mutating func insert(_ detent: Detent) { detents.append(detent) }

    /// Has the custom heights asked for anew, together with other changes (`sp-custom`).
    public mutating func animateChanges(_ changes: (inout SheetPresentationController) -> Void) { changes(&self) }

    /// Forgets what the custom heights came to: what they depend on is another.
    public mutating func invalidateDetents() { resolved = [:] }

    /// The heights that are active in so much room, with how many rows each takes.
    ///
    /// - Parameter maximum: the rows of a sheet that is fully expanded.
    public func heights(in maximum: Int) -> [(identifier: Detent.Identifier, rows: Int)] {
        let active = detents.compactMap { detent -> (identifier: Detent.Identifier, rows: Int)? in
            let rows =
                resolved[detent.identifier]?[maximum]
                ?? detent.resolvedValue(in: .init(maximumDetentValue: maximum))
            return rows.map { (detent.identifier, max(1, min($0, maximum))) }
        }
        return active.sorted { $0.rows < $1.rows }
    }

    /// Asks for the custom heights, and keeps to them until ``invalidateDetents()``.
    public mutating func resolve(in maximum: Int) {
        for detent in detents where resolved[detent.identifier]?[maximum] == nil {
            let rows = detent.resolvedValue(in: .init(maximumDetentValue: maximum))
            resolved[detent.identifier, default: [:]][maximum] = .some(rows)
        }
    }

    /// The height at which it rests now, by its place among the active ones.
    private func place(in maximum: Int) -> Int {
        heights(in: maximum).firstIndex { $0.identifier == selectedDetentIdentifier } ?? 0
    }

    /// How many rows it takes now.
    public func height(in maximum: Int) -> Int {
        let heights = heights(in: maximum)
        return heights.isEmpty ? maximum : heights[place(in: maximum)].rows
    }

    /// Whether it can be made larger.
    public func canGrow(in maximum: Int) -> Bool { place(in: maximum) + 1 < heights(in: maximum).count }

    /// Makes it as large as the next height, if there is one (`sheet-resizable`).
    ///
    /// - Returns: whether it grew.
    @discardableResult
    public mutating func grow(in maximum: Int) -> Bool {
        let (heights, next) = (heights(in: maximum), place(in: maximum) + 1)
        guard heights.indices.contains(next) else { return false }
        selectedDetentIdentifier = heights[next].identifier
        return true
    }

    /// What a tap on the grabber does: the next height, and behind the largest the first (`sheet-grabber`).
    public mutating func cycle(in maximum: Int) {
        let heights = heights(in: maximum)
        guard !heights.isEmpty else { return }
        selectedDetentIdentifier = heights[(place(in: maximum) + 1) % heights.count].identifier
    }

    /// Lets go of the grabber with the sheet so high: it rests at the nearest height.
    public mutating func release(at rows: Int, in maximum: Int) {
        let nearest = heights(in: maximum).min { abs($0.rows - rows) < abs($1.rows - rows) }
        selectedDetentIdentifier = nearest?.identifier
    }

    /// Returns true if letting go of the grabber at this height dismisses the sheet: a quarter below the smallest height
    /// (`sheet-swipe`).
    public func isDismissed(at rows: Int, in maximum: Int) -> Bool {
        guard let smallest = heights(in: maximum).first?.rows else { return false }
        return rows * 4 < smallest * 3
    }

    /// Whether the parent is dimmed and out of reach now (`sp-undimmed`).
    public func isModal(in maximum: Int) -> Bool {
        let heights = heights(in: maximum)
        guard let limit = heights.firstIndex(where: { $0.identifier == largestUndimmedDetentIdentifier }) else {
            return true
        }
        return place(in: maximum) > limit
    }

    /// Whether both stand alike; a height of one's own counts by its name.
    public static func == (left: SheetPresentationController, right: SheetPresentationController) -> Bool {
        left.detents.map(\.identifier) == right.detents.map(\.identifier)
            && left.selectedDetentIdentifier == right.selectedDetentIdentifier
            && left.largestUndimmedDetentIdentifier == right.largestUndimmedDetentIdentifier
            && left.prefersScrollingExpandsWhenScrolledToEdge == right.prefersScrollingExpandsWhenScrolledToEdge
            && left.prefersGrabberVisible == right.prefersGrabberVisible
    }
}

extension SheetPresentationController {
    /// A height at which a sheet rests.
    public struct Detent: Sendable {
        /// What a height is called.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// A height of one's own.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// About half of the full height.
            public static let medium = Identifier(rawValue: "medium")
            /// The full height.
            public static let large = Identifier(rawValue: "large")
            /// As high as what the sheet says.
            public static let fitting = Identifier(rawValue: "fitting")
        }

        /// What a height of one's own is resolved from.
        public struct ResolutionContext: Sendable {
            /// The rows of a sheet that is fully expanded.
            public let maximumDetentValue: Int
        }

        /// What it is called.
        public let identifier: Identifier
        private let resolver: @Sendable (ResolutionContext) -> Int?

        /// About half of the full height.
        public static func medium() -> Detent {
            Detent(identifier: .medium) { ($0.maximumDetentValue + 1) / 2 }
        }

        /// The full height.
        public static func large() -> Detent { Detent(identifier: .large) { $0.maximumDetentValue } }

        /// As high as so many rows, where that leaves something of the parent in sight.
        public static func fitting(rows: Int) -> Detent {
            custom(identifier: .fitting) { rows < $0.maximumDetentValue ? rows : nil }
        }

        /// A height of one's own.
        ///
        /// - Parameter resolver: how many rows that is, or nil where it is not to be had now (`sp-custom`).
        public static func custom(
            identifier: Identifier, resolver: @escaping @Sendable (ResolutionContext) -> Int?
        ) -> Detent {
            Detent(identifier: identifier, resolver: resolver)
        }

        /// How many rows it is now; nil where it is inactive.
        public func resolvedValue(in context: ResolutionContext) -> Int? { resolver(context) }
    }
}
