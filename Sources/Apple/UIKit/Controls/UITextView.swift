public import Foundation

/// The receiver of a text view's events.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Returns false if a person may not make this change.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool

    /// Returns false if a person may not make this change.
    func textViewDidBeginEditing(_ textView: UITextView)

    /// Returns false if a person may not make this change.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool

    /// Returns false if a person may not make this change.
    func textViewDidEndEditing(_ textView: UITextView)

    /// Returns false if a person may not make this change.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool

    /// Notifies that a person has changed the text.
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

    /// The text. A change by the app sends no notices.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var text: String! = "" {
        didSet { setNeedsLayout() }
    }

    /// The font of the text.
    open var font: UIFont?

    /// The colour of the text.
    open var textColor: UIColor?

    /// The place of the text between the edges.
    open var textAlignment = NSTextAlignment.natural

    /// True if a person can edit the text.
    open var isEditable = true

    /// True if a person can select text.
    open var isSelectable = true

    /// The space around the text.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)

    /// The kind of the keyboard.
    open var keyboardType = UIKeyboardType.default

    /// The label of the return key.
    open var returnKeyType = UIReturnKeyType.default

    /// The letters that the keyboard turns into capitals.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences

    /// True if the font follows the person's text size.
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
