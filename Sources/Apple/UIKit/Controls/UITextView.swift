public import Foundation

/// The receiver of a text view's events.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    func textViewDidEndEditing(_ textView: UITextView)
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
    /// Returns true.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }

    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}

    /// Returns true.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }

    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}

    /// Returns true.
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }

    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
}

/// A view for several lines of text.
@MainActor open class UITextView: UIScrollView {
    /// The receiver of the events.
    public weak var delegate: (any UITextViewDelegate)? {
        didSet { scrollDelegate = delegate }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! = "" {
        didSet { setNeedsLayout() }
    }
    open var font: UIFont?
    open var textColor: UIColor?
    open var textAlignment = NSTextAlignment.natural
    open var isEditable = true
    open var isSelectable = true
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    open var keyboardType = UIKeyboardType.default
    open var returnKeyType = UIReturnKeyType.default
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    open var adjustsFontForContentSizeCategory = false

    open override var canBecomeFirstResponder: Bool { isEditable && !isHidden }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard delegate?.textViewShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
        delegate?.textViewDidBeginEditing(self)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return super.resignFirstResponder() }
        guard delegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        delegate?.textViewDidEndEditing(self)
        return true
    }

    /// Replaces the text as a person does who types. Returns false if the view or the delegate refuses.
    @discardableResult
    package func type(_ newText: String) -> Bool {
        guard becomeFirstResponder() else { return false }
        let range = NSRange(location: 0, length: (text ?? "").utf16.count)
        guard delegate?.textView(self, shouldChangeTextIn: range, replacementText: newText) ?? true else {
            return false
        }
        text = newText
        delegate?.textViewDidChange(self)
        return true
    }
}
