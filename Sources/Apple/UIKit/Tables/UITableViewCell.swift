public import Foundation

/// A row of a table.
@MainActor open class UITableViewCell: UIView {
    /// The places of the texts in a row.
    public enum CellStyle: Int, Sendable {
        case `default` = 0
        case value1 = 1
        case value2 = 2
        case subtitle = 3
    }

    /// The mark at the end of a row.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// The look of a selected row.
    public enum SelectionStyle: Int, Sendable {
        case none = 0
        case blue = 1
        case gray = 2
        case `default` = 3
    }

    /// The change that a row offers while its table is edited.
    public enum EditingStyle: Int, Sendable {
        case none = 0
        case delete = 1
        case insert = 2
    }

    /// The identifier of the rows that the cell can show.
    open private(set) var reuseIdentifier: String?

    /// The view of the content. A content configuration replaces it.
    open private(set) var contentView = UIView()

    /// The label of the first text, for an app without content configurations.
    public private(set) final lazy var textLabel: UILabel? = makeLabel()

    /// The label of the second text; nil in the default style.
    public private(set) final lazy var detailTextLabel: UILabel? = style == .default ? nil : makeLabel()

    /// The view of the image, for an app without content configurations.
    public private(set) final lazy var imageView: UIImageView? = {
        let view = UIImageView()
        contentView.addSubview(view)
        return view
    }()

    /// The mark at the end.
    open var accessoryType = AccessoryType.none

    /// The mark at the end while the table is edited.
    open var editingAccessoryType = AccessoryType.none

    /// The view at the end, in place of the mark.
    open var accessoryView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let accessoryView { addSubview(accessoryView) }
        }
    }

    /// The look of the selected row.
    open var selectionStyle = SelectionStyle.default

    /// The view below the content.
    open var backgroundView: UIView?

    /// The view below the content while the cell is selected.
    open var selectedBackgroundView: UIView?

    /// True if the row is selected.
    open var isSelected = false

    /// True while a person presses the row.
    open var isHighlighted = false

    /// True while a person edits the table.
    open var isEditing = false

    /// True if a person can drag the row to another place.
    open var showsReorderControl = false

    /// True if the content follows the cell's condition.
    open var automaticallyUpdatesContentConfiguration = true

    private let style: CellStyle

    /// Creates a cell of a style, for rows of an identifier.
    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
        addSubview(contentView)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        style = .default
        super.init(coder: coder)
        addSubview(contentView)
    }

    /// Creates the cell of a registered class. An app overrides `init(style:reuseIdentifier:)`, which this calls.
    ///
    /// Swift makes objects of a class that it knows only at run time through a required initialiser alone.
    public required convenience init(dequeuedAs reuseIdentifier: String) {
        self.init(style: .default, reuseIdentifier: reuseIdentifier)
    }

    /// The description of the content. Each new one shows itself in the content view.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            guard let contentConfiguration else {
                replaceContentView(by: UIView())
                return
            }
            let updated = contentConfiguration.updated(for: configurationState)
            let isSameKind = oldValue.map { type(of: $0) == type(of: contentConfiguration) } ?? false
            if isSameKind, let content = contentView as? any UIContentView {
                content.configuration = updated
            } else {
                replaceContentView(by: updated.makeContentView())
            }
        }
    }

    /// The condition of the cell.
    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        state.isSelected = isSelected
        state.isHighlighted = isHighlighted
        state.isEditing = isEditing
        return state
    }

    /// Returns an empty content in the cell's style.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    /// Prepares a cell for another row.
    open func prepareForReuse() {}

    /// Selects the row's look, without a notice to the delegate.
    open func setSelected(_ selected: Bool, animated: Bool) {
        isSelected = selected
    }

    /// Highlights the row's look.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        isHighlighted = highlighted
    }

    /// Shows the controls of editing.
    open func setEditing(_ editing: Bool, animated: Bool) {
        isEditing = editing
    }

    private func replaceContentView(by view: UIView) {
        contentView.removeFromSuperview()
        contentView = view
        insertSubview(view, at: 0)
    }

    private func makeLabel() -> UILabel {
        let label = UILabel()
        contentView.addSubview(label)
        return label
    }
}
