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
