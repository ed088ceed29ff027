// An app that imports UIKit has Foundation and the uniform types as well.
@_exported public import UnderstudyFoundation
@_exported public import UnderstudyUniformTypeIdentifiers

/// An object that receives events and passes them on to the next responder.
@MainActor open class UIResponder: NSObject {
    /// The activity that the responder supports, and that the system hands to other devices.
    open var userActivity: NSUserActivity?

    /// The items that the system offers to share while the responder is in the chain.
    open var activityItemsConfiguration: (any UIActivityItemsConfigurationReading)?

    public override init() {
        super.init()
    }

    /// The responder that receives the events that this one leaves unhandled.
    open var next: UIResponder? { nil }

    /// True if the responder may become the first one.
    open var canBecomeFirstResponder: Bool { false }

    /// True if the responder may give up being the first one.
    open var canResignFirstResponder: Bool { true }

    /// True if the responder receives the keys.
    open var isFirstResponder: Bool { chainWindow?.firstResponder === self }

    /// Makes the responder the first one of its window. Fails outside a window, or if the first responder stays.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = chainWindow, canBecomeFirstResponder else { return false }
        if window.firstResponder === self { return true }
        guard window.firstResponder?.resignFirstResponder() ?? true else { return false }
        window.firstResponder = self
        return true
    }

    /// Gives up being the first responder.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window = chainWindow, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    /// Updates the values of the activity before the system saves it.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Restores the state that an activity describes.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    private var chainWindow: UIWindow? {
        sequence(first: self) { $0.next }.lazy.compactMap { $0 as? UIWindow }.first
    }
}
