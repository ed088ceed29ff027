public import Foundation

/// A button of an alert.
@MainActor open class UIAlertAction: NSObject {
    /// The meaning of a button.
    public enum Style: Int, Sendable {
        case `default` = 0
        case cancel = 1
        case destructive = 2
    }

    /// The words on the button.
    public let title: String?
    /// The meaning of the button.
    public let style: Style

    /// True if a person can press the button.
    open var isEnabled = true
    fileprivate let handler: ((UIAlertAction) -> Void)?

    /// Creates a button. The handler runs after the dismissal of the alert.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }
}

/// An alert or a sheet of actions.
@MainActor open class UIAlertController: UIViewController {
    /// The form of an alert.
    public enum Style: Int, Sendable {
        case actionSheet = 0
        case alert = 1
    }

    /// The text below the title.
    open var message: String?
    /// The form of the alert.
    public let preferredStyle: Style

    /// The buttons, in the order of their addition.
    open private(set) var actions: [UIAlertAction] = []

    /// The fields of an alert, in the order of their addition.
    open private(set) var textFields: [UITextField]?

    /// The button that is highlighted.
    open var preferredAction: UIAlertAction?

    /// Creates an alert without buttons.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        self.preferredStyle = preferredStyle
        super.init(nibName: nil, bundle: nil)
        self.title = title
        modalPresentationStyle = preferredStyle == .actionSheet ? .popover : .overFullScreen
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        preferredStyle = .actionSheet
        super.init(coder: coder)
    }

    /// Adds a button. A second one of the style `.cancel` is an error of the app.
    open func addAction(_ action: UIAlertAction) {
        precondition(
            action.style != .cancel || !actions.contains { $0.style == .cancel },
            "An alert can have only one action of the style cancel.")
        actions.append(action)
    }

    /// Adds a field to an alert.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        precondition(preferredStyle == .alert, "Only an alert can have text fields.")
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
        view.addSubview(field)
    }

    /// Presses a button as a person does: the alert is dismissed, then the handler runs.
    ///
    /// - Returns: False if the button is disabled or another alert's.
    @discardableResult
    package func choose(_ action: UIAlertAction) -> Bool {
        guard action.isEnabled, actions.contains(action) else { return false }
        dismiss(animated: true) { action.handler?(action) }
        return true
    }
}
