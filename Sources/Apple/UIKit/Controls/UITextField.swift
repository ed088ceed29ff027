public import Foundation

/// The kind of a keyboard.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case asciiCapable = 1
    case numbersAndPunctuation = 2
    case URL = 3
    case numberPad = 4
    case phonePad = 5
    case emailAddress = 7
    case decimalPad = 8
    case webSearch = 10
}

/// The label of a keyboard's return key.
public enum UIReturnKeyType: Int, Sendable {
    case `default` = 0
    case go = 1
    case google = 2
    case join = 3
    case next = 4
    case route = 5
    case search = 6
    case send = 7
    case done = 9
}

/// The letters that a keyboard turns into capitals.
public enum UITextAutocapitalizationType: Int, Sendable {
    case none = 0
    case words = 1
    case sentences = 2
    case allCharacters = 3
}

/// The correction of words by a keyboard.
public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0
    case no = 1
    case yes = 2
}

/// The receiver of a text field's events.
@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Returns false if the field may not be edited now.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool

    /// Returns false if a person may not make this change.
    func textFieldDidBeginEditing(_ textField: UITextField)

    /// Returns false if a person may not make this change.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool

    /// Returns false if a person may not make this change.
    func textFieldDidEndEditing(_ textField: UITextField)

    /// Returns false if a person may not make this change.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool

    /// Notifies that the cursor or the selection has moved.
    func textFieldDidChangeSelection(_ textField: UITextField)

    /// Returns false if the button may not clear the text.
    func textFieldShouldClear(_ textField: UITextField) -> Bool

    /// Returns false if the return key has no effect of its own.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Returns true.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }

    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}

    /// Returns true.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }

    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}

    /// Returns true.
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }

    /// Does nothing.
    public func textFieldDidChangeSelection(_ textField: UITextField) {}

    /// Returns true.
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }

    /// Returns true.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// A field for one line of text.
@MainActor open class UITextField: UIControl {
    /// The frame around a field.
    public enum BorderStyle: Int, Sendable {
        case none = 0
        case line = 1
        case bezel = 2
        case roundedRect = 3
    }

    /// The times at which a field shows a button or view.
    public enum ViewMode: Int, Sendable {
        case never = 0
        case whileEditing = 1
        case unlessEditing = 2
        case always = 3
    }

    /// The receiver of the events.
    open weak var delegate: (any UITextFieldDelegate)?

    /// The text. A change by the app sends no events.
    open var text: String? = ""

    /// The words in an empty field.
    open var placeholder: String?

    /// The font of the text.
    open var font: UIFont?

    /// The colour of the text.
    open var textColor: UIColor?

    /// The place of the text between the edges.
    open var textAlignment = NSTextAlignment.natural

    /// The frame around the field.
    open var borderStyle = BorderStyle.none

    /// The times at which the button that clears the text is shown.
    open var clearButtonMode = ViewMode.never

    /// The kind of the keyboard.
    open var keyboardType = UIKeyboardType.default

    /// The label of the return key.
    open var returnKeyType = UIReturnKeyType.default

    /// The letters that the keyboard turns into capitals.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences

    /// The correction of words.
    open var autocorrectionType = UITextAutocorrectionType.default

    /// True if the text is hidden.
    open var isSecureTextEntry = false

    /// True if the return key needs a text.
    open var enablesReturnKeyAutomatically = false

    /// True if the font follows the person's text size.
    open var adjustsFontForContentSizeCategory = false

    /// True while the field receives the keys.
    open var isEditing: Bool { isFirstResponder }

    open override var canBecomeFirstResponder: Bool { isEnabled && !isHidden }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return super.resignFirstResponder() }
        guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        delegate?.textFieldDidEndEditing(self)
        sendActions(for: .editingDidEnd)
        return true
    }

    /// Replaces the text as a person does who types. Returns false if the delegate refuses.
    @discardableResult
    package func type(_ newText: String) -> Bool {
        guard becomeFirstResponder() else { return false }
        let old = text ?? ""
        let range = NSRange(location: 0, length: old.utf16.count)
        let isAllowed = delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: newText) ?? true
        guard isAllowed else { return false }
        text = newText
        sendActions(for: .editingChanged)
        delegate?.textFieldDidChangeSelection(self)
        return true
    }

    /// Presses the return key.
    package func pressReturn() {
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    }

    /// Begins editing: a press on a field is no press of a button.
    override func pressed() {
        becomeFirstResponder()
    }
}
