/// Who is asked before a person dismisses a sheet, and told of it. `UIAdaptivePresentationControllerDelegate`: what the
/// program closes by itself asks and tells nobody (`sp-programmatic`).
public protocol AdaptivePresentationControllerDelegate: AnyObject {
    /// Whether it may be dismissed. It may be asked at any time, and nothing has to follow: so it changes nothing
    /// (`sp-should-anytime`).
    func presentationControllerShouldDismiss(_ sheet: SheetPresentation) -> Bool
    /// It is about to be dismissed.
    func presentationControllerWillDismiss(_ sheet: SheetPresentation)
    /// It was dismissed.
    func presentationControllerDidDismiss(_ sheet: SheetPresentation)
    /// The person tried to, and may not: the place for a question (`sp-attempt`).
    func presentationControllerDidAttemptToDismiss(_ sheet: SheetPresentation)
}

extension AdaptivePresentationControllerDelegate {
    /// It may.
    public func presentationControllerShouldDismiss(_ sheet: SheetPresentation) -> Bool { true }
    /// Nothing.
    public func presentationControllerWillDismiss(_ sheet: SheetPresentation) {}
    /// Nothing.
    public func presentationControllerDidDismiss(_ sheet: SheetPresentation) {}
    /// Nothing.
    public func presentationControllerDidAttemptToDismiss(_ sheet: SheetPresentation) {}
}

/// A sheet that is presented: one that a person can try to dismiss.
public final class SheetPresentation {
    /// How it stands over its parent.
    public var controller: SheetPresentationController
    /// Whether a person cannot dismiss it at all (`sp-should`).
    public var isModalInPresentation = false
    /// Who is asked and told.
    public weak var delegate: (any AdaptivePresentationControllerDelegate)?
    /// Whether it is there.
    public private(set) var isPresented = true

    /// A sheet that has just come up.
    public init(_ controller: SheetPresentationController = SheetPresentationController()) {
        self.controller = controller
    }

    /// A person swipes it away, or presses Esc.
    ///
    /// - Returns: whether it is gone.
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

    /// The program takes it away.
    public func dismiss() { isPresented = false }
}
