public import Foundation

/// The receiver of a sheet's events.
@MainActor public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// Notifies that the person has chosen another detent.
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    /// Does nothing.
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// The presentation as a sheet.
@MainActor open class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet rests.
    @MainActor open class Detent: NSObject {
        /// The name of a detent.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The stored value.
            public let rawValue: String

            /// Creates a value of its stored form.
            public init(_ rawValue: String) {
                self.rawValue = rawValue
            }

            /// Creates a value of its stored form.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The name of the detent of half the screen.
            public static let medium = Identifier("com.apple.UIKit.medium")
            /// The name of the detent of the whole screen.
            public static let large = Identifier("com.apple.UIKit.large")
        }

        /// The name by which the app finds the object again.
        public let identifier: Identifier
        private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

        private init(
            _ identifier: Identifier,
            resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) {
            self.identifier = identifier
            self.resolver = resolver
            super.init()
        }

        /// Returns the detent of half the screen.
        public static func medium() -> Detent {
            Detent(.medium) { $0.maximumDetentValue / 2 }
        }

        /// Returns the detent of the whole screen.
        public static func large() -> Detent {
            Detent(.large) { $0.maximumDetentValue }
        }

        /// Returns a detent of the app's own height.
        public static func custom(
            identifier: Identifier? = nil,
            resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent {
            Detent(identifier ?? Identifier(UUID().uuidString), resolver: resolver)
        }

        /// Returns the height, or nil if the detent does not fit the context.
        open func resolvedValue(
            in context: any UISheetPresentationControllerDetentResolutionContext
        ) -> CGFloat? {
            resolver(context)
        }
    }

    /// The receiver of the events.
    public weak var delegate: (any UISheetPresentationControllerDelegate)? {
        didSet { adaptiveDelegate = delegate }
    }

    /// The heights at which the sheet rests, the lowest first.
    open var detents: [Detent] = [.large()]

    /// The detent of the sheet; nil for the first one.
    open var selectedDetentIdentifier: Detent.Identifier?

    /// The highest detent that leaves the view below undimmed.
    open var largestUndimmedDetentIdentifier: Detent.Identifier?

    /// True if the sheet shows a grabber.
    open var prefersGrabberVisible = false

    /// True if scrolling drags the sheet to a higher detent.
    open var prefersScrollingExpandsWhenScrolledToEdge = true

    /// True if the sheet stays at the lower edge of a low screen.
    open var prefersEdgeAttachedInCompactHeight = false

    /// True if the content decides the width at the lower edge.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

    /// The radius of the corners, or nil for that of the system.
    open var preferredCornerRadius: CGFloat?

    /// Changes properties at once: a terminal has no animations.
    open func animateChanges(_ changes: () -> Void) {
        changes()
    }

    /// The detent at which the sheet rests.
    package var restingDetent: Detent? {
        detents.first { $0.identifier == selectedDetentIdentifier } ?? detents.first
    }

    /// Drags the sheet to a detent as a person does.
    package func selectDetent(_ identifier: Detent.Identifier) {
        guard restingDetent?.identifier != identifier, detents.contains(where: { $0.identifier == identifier }) else {
            return
        }
        selectedDetentIdentifier = identifier
        delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
}

/// The room in which a detent finds its height.
@MainActor public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
    /// The traits of the presentation.
    var containerTraitCollection: UITraitCollection { get }

    /// The largest height.
    var maximumDetentValue: CGFloat { get }
}
