/// The heights at which a sheet rests, and whether its parent can be used at the same time: the simulator's
/// `UISheetPresentationController`, with rows in place of points (`sp-detents` to `sp-grabber`).
///
///     let sheet = try SheetPresentationController(detents: [.medium(), .large()])
///     sheet.height(in: 40)    // 20: the smallest first
public struct SheetPresentationController: Equatable, Sendable {
    /// The reasons why a sheet cannot have certain heights.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// The sheet has no height; it needs at least one (`sp-detents`).
        case noDetents
        /// The heights do not ascend from small to large.
        case notAscending

        /// A sentence for the developer.
        public var description: String {
            switch self {
            case .noDetents: "a sheet needs at least one detent: .large() is the usual one"
            case .notAscending: "the detents of a sheet go from the smallest to the largest"
            }
        }
    }

    /// The heights at which the sheet rests: those of the initializer from small to large, followed by inserted ones.
    public private(set) var detents: [Detent]
    /// The height at which the sheet rests now; nil for the smallest one (`sp-selected`).
    public var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which the parent is not dimmed and can be used; nil if the parent is dimmed at all heights
    /// (`sp-undimmed`).
    public var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// True if scrolling expands the sheet before it scrolls the content (`sp-scroll`).
    public var prefersScrollingExpandsWhenScrolledToEdge = true
    /// True if the sheet shows a grabber at its top (`sp-grabber`).
    public var prefersGrabberVisible = false
    /// The resolved rows of the heights, by identifier and by the rows of a fully expanded sheet.
    private var resolved: [Detent.Identifier: [Int: Int?]] = [:]

    /// Creates a sheet with the full height.
    public init() { detents = [.large()] }

    /// Creates a sheet that rests at these heights.
    ///
    /// - Throws: ``Problem/noDetents`` without heights, and ``Problem/notAscending`` if their rows do not ascend in a
    ///   sheet of 1,000 rows.
    public init(detents: [Detent]) throws(Problem) {
        guard !detents.isEmpty else { throw .noDetents }
        let heights = detents.compactMap { $0.resolvedValue(in: .init(maximumDetentValue: 1_000)) }
        guard heights == heights.sorted() else { throw .notAscending }
        self.detents = detents
    }

    /// Adds a height at any place among the others. ``heights(in:)`` sorts them.
    public mutating func insert(_ detent: Detent) { detents.append(detent) }

    /// Applies several changes in one call, such as ``invalidateDetents()`` and another selected height (`sp-custom`).
    public mutating func animateChanges(_ changes: (inout SheetPresentationController) -> Void) { changes(&self) }

    /// Discards the resolved custom heights, because a value on which they depend has changed.
    public mutating func invalidateDetents() { resolved = [:] }

    /// Returns the active heights with their rows, from small to large.
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public func heights(in maximum: Int) -> [(identifier: Detent.Identifier, rows: Int)] {
        let active = detents.compactMap { detent -> (identifier: Detent.Identifier, rows: Int)? in
            let rows =
                resolved[detent.identifier]?[maximum]
                ?? detent.resolvedValue(in: .init(maximumDetentValue: maximum))
            return rows.map { (detent.identifier, max(1, min($0, maximum))) }
        }
        return active.sorted { $0.rows < $1.rows }
    }

    /// Resolves the heights that are not resolved yet, and stores the result until ``invalidateDetents()``.
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public mutating func resolve(in maximum: Int) {
        for detent in detents where resolved[detent.identifier]?[maximum] == nil {
            let rows = detent.resolvedValue(in: .init(maximumDetentValue: maximum))
            resolved[detent.identifier, default: [:]][maximum] = .some(rows)
        }
    }

    /// Returns the index of the current height among the active ones; 0 if none is selected.
    private func place(in maximum: Int) -> Int {
        heights(in: maximum).firstIndex { $0.identifier == selectedDetentIdentifier } ?? 0
    }

    /// Returns the number of rows that the sheet has now.
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public func height(in maximum: Int) -> Int {
        let heights = heights(in: maximum)
        return heights.isEmpty ? maximum : heights[place(in: maximum)].rows
    }

    /// Returns true if a larger height is active.
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public func canGrow(in maximum: Int) -> Bool { place(in: maximum) + 1 < heights(in: maximum).count }

    /// Expands the sheet to the next height (`sheet-resizable`).
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    /// - Returns: true if a larger height was active.
    @discardableResult
    public mutating func grow(in maximum: Int) -> Bool {
        let (heights, next) = (heights(in: maximum), place(in: maximum) + 1)
        guard heights.indices.contains(next) else { return false }
        selectedDetentIdentifier = heights[next].identifier
        return true
    }

    /// Sets the height after a tap on the grabber: the next one, and after the largest the smallest (`sheet-grabber`).
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public mutating func cycle(in maximum: Int) {
        let heights = heights(in: maximum)
        guard !heights.isEmpty else { return }
        selectedDetentIdentifier = heights[(place(in: maximum) + 1) % heights.count].identifier
    }

    /// Sets the height after the person releases the grabber: the nearest one.
    ///
    /// - Parameters:
    ///   - rows: the height of the sheet at the release.
    ///   - maximum: the rows of a fully expanded sheet.
    public mutating func release(at rows: Int, in maximum: Int) {
        let nearest = heights(in: maximum).min { abs($0.rows - rows) < abs($1.rows - rows) }
        selectedDetentIdentifier = nearest?.identifier
    }

    /// Returns true if releasing the grabber at this height dismisses the sheet: below three quarters of the smallest
    /// height (`sheet-swipe`).
    ///
    /// - Parameters:
    ///   - rows: the height of the sheet at the release.
    ///   - maximum: the rows of a fully expanded sheet.
    public func isDismissed(at rows: Int, in maximum: Int) -> Bool {
        guard let smallest = heights(in: maximum).first?.rows else { return false }
        return rows * 4 < smallest * 3
    }

    /// Returns true if the parent is dimmed and cannot be used now (`sp-undimmed`).
    ///
    /// - Parameter maximum: the rows of a fully expanded sheet.
    public func isModal(in maximum: Int) -> Bool {
        let heights = heights(in: maximum)
        guard let limit = heights.firstIndex(where: { $0.identifier == largestUndimmedDetentIdentifier }) else {
            return true
        }
        return place(in: maximum) > limit
    }

    /// Returns true if two sheets have the same heights and settings. Heights are compared by their identifiers.
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
        /// The identifier of a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The identifier as text.
            public let rawValue: String
            /// Creates the identifier of a custom height.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Half of the full height, rounded up.
            public static let medium = Identifier(rawValue: "medium")
            /// The full height.
            public static let large = Identifier(rawValue: "large")
            /// The height of the sheet's content.
            public static let fitting = Identifier(rawValue: "fitting")
        }

        /// The values from which a custom height is resolved.
        public struct ResolutionContext: Sendable {
            /// The rows of a fully expanded sheet.
            public let maximumDetentValue: Int
        }

        /// The identifier of the height.
        public let identifier: Identifier
        private let resolver: @Sendable (ResolutionContext) -> Int?

        /// Returns the height of half a full sheet, rounded up.
        public static func medium() -> Detent {
            Detent(identifier: .medium) { ($0.maximumDetentValue + 1) / 2 }
        }

        /// Returns the full height.
        public static func large() -> Detent { Detent(identifier: .large) { $0.maximumDetentValue } }

        /// Returns a height of so many rows. It is inactive if it leaves no row of the parent visible.
        public static func fitting(rows: Int) -> Detent {
            custom(identifier: .fitting) { rows < $0.maximumDetentValue ? rows : nil }
        }

        /// Returns a custom height.
        ///
        /// - Parameter resolver: returns the number of rows, or nil if the height is inactive now (`sp-custom`).
        public static func custom(
            identifier: Identifier, resolver: @escaping @Sendable (ResolutionContext) -> Int?
        ) -> Detent {
            Detent(identifier: identifier, resolver: resolver)
        }

        /// Returns the number of rows in a context; nil if the height is inactive.
        public func resolvedValue(in context: ResolutionContext) -> Int? { resolver(context) }
    }
}

/// A delegate that decides whether a person may dismiss a sheet and is called when they do
/// (`UIAdaptivePresentationControllerDelegate`). It is not called if the program closes the sheet (`sp-programmatic`).
public protocol AdaptivePresentationControllerDelegate: AnyObject {
    /// Returns true if the person may dismiss the sheet. The sheet may call this at any time without dismissing
    /// anything afterwards, so the method must not change anything (`sp-should-anytime`).
    func presentationControllerShouldDismiss(_ sheet: SheetPresentation) -> Bool
    /// Called before the sheet is dismissed.
    func presentationControllerWillDismiss(_ sheet: SheetPresentation)
    /// Called after the sheet was dismissed.
    func presentationControllerDidDismiss(_ sheet: SheetPresentation)
    /// Called when the person tried to dismiss the sheet and may not. A delegate can ask the person a question here
    /// (`sp-attempt`).
    func presentationControllerDidAttemptToDismiss(_ sheet: SheetPresentation)
}

extension AdaptivePresentationControllerDelegate {
    /// By default, returns true.
    public func presentationControllerShouldDismiss(_ sheet: SheetPresentation) -> Bool { true }
    /// By default, does nothing.
    public func presentationControllerWillDismiss(_ sheet: SheetPresentation) {}
    /// By default, does nothing.
    public func presentationControllerDidDismiss(_ sheet: SheetPresentation) {}
    /// By default, does nothing.
    public func presentationControllerDidAttemptToDismiss(_ sheet: SheetPresentation) {}
}

/// A presented sheet that a person can try to dismiss.
public final class SheetPresentation {
    /// The heights of the sheet and its relation to its parent.
    public var controller: SheetPresentationController
    /// True if a person can never dismiss the sheet (`sp-should`).
    public var isModalInPresentation = false
    /// The delegate that decides about a dismissal and is called for it.
    public weak var delegate: (any AdaptivePresentationControllerDelegate)?
    /// True if the sheet is on the screen.
    public private(set) var isPresented = true

    /// Creates a sheet that has just been presented.
    public init(_ controller: SheetPresentationController = SheetPresentationController()) {
        self.controller = controller
    }

    /// Dismisses the sheet because a person swipes it away or presses Esc.
    ///
    /// - Returns: true if this call dismissed the sheet.
    @discardableResult
    public func dismissByPerson() -> Bool {
        guard isPresented else { return false }
        guard !isModalInPresentation, delegate?.presentationControllerShouldDismiss(self) != false else {
            delegate?.presentationControllerDidAttemptToDismiss(self)
            return false
        }
        delegate?.presentationControllerWillDismiss(self)
        isPresented = false
        delegate?.presentationControllerDidDismiss(self)
        return true
    }

    /// Closes the sheet on behalf of the program, without calling the delegate.
    public func dismiss() { isPresented = false }
}
