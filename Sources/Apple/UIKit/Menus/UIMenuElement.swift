public import Foundation

/// An entry of a menu: an action or another menu.
@MainActor open class UIMenuElement: NSObject {
    /// The manner in which an entry is shown and behaves.
    public struct Attributes: OptionSet, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates a value of its stored form.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The entry cannot be chosen.
        public static let disabled = Attributes(rawValue: 1)
        /// The entry deletes or removes something.
        public static let destructive = Attributes(rawValue: 2)
        /// The entry is not shown.
        public static let hidden = Attributes(rawValue: 4)
        /// The menu stays open after the choice.
        public static let keepsMenuPresented = Attributes(rawValue: 8)
    }

    /// The mark before an entry.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        case mixed = 2
    }

    /// The title that a person reads.
    open fileprivate(set) var title: String

    /// The image.
    open fileprivate(set) var image: UIImage?

    /// The second line.
    open var subtitle: String?

    init(title: String, subtitle: String?, image: UIImage?) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        super.init()
    }
}

/// The handler of an action.
public typealias UIActionHandler = (UIAction) -> Void

/// An entry of a menu, or the response of a control, as a closure.
@MainActor open class UIAction: UIMenuElement {
    /// The name by which an action is found again.
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
    }

    /// The name by which the app finds the object again.
    public let identifier: Identifier

    /// A longer title that explains the action.
    open var discoverabilityTitle: String?

    /// The manner in which the entry is shown and behaves.
    open var attributes: Attributes

    /// The mark before the title.
    open var state: State

    /// The image while the entry is marked.
    open var selectedImage: UIImage?

    /// The control that performs the action, only while the handler runs.
    open private(set) var sender: Any?

    private let handler: UIActionHandler

    /// Creates an action. Without an identifier it has one of its own.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, selectedImage: UIImage? = nil,
        identifier: Identifier? = nil, discoverabilityTitle: String? = nil, attributes: Attributes = [],
        state: State = .off, handler: @escaping UIActionHandler
    ) {
        self.identifier = identifier ?? Identifier("com.apple.action.dynamic.\(UUID().uuidString)")
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        self.selectedImage = selectedImage
        self.handler = handler
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// The title that a person reads.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }

    /// The picture before the title.
    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }

    /// Calls the handler unless the action is disabled.
    open func performWithSender(_ sender: Any?, target: Any?) {
        guard !attributes.contains(.disabled) else { return }
        self.sender = sender
        defer { self.sender = nil }
        handler(self)
    }
}

/// A menu of actions and other menus, in the order of its children.
@MainActor open class UIMenu: UIMenuElement {
    /// The name by which a menu is found again.
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

        /// The menu of sharing.
        public static let share = Identifier("com.apple.menu.share")
        /// The menu of editing.
        public static let edit = Identifier("com.apple.menu.edit")
        /// The menu that contains all others.
        public static let root = Identifier("com.apple.menu.root")
    }

    /// The manner in which a menu shows its children.
    public struct Options: OptionSet, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates a value of its stored form.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The children are shown in the menu that contains this one.
        public static let displayInline = Options(rawValue: 1)
        /// The entry deletes or removes something.
        public static let destructive = Options(rawValue: 2)
        /// One child at most is marked.
        public static let singleSelection = Options(rawValue: 32)
        /// The children are shown in a row.
        public static let displayAsPalette = Options(rawValue: 128)
    }

    /// The size of the entries.
    public enum ElementSize: Int, Sendable {
        case automatic = -1
        case small = 0
        case medium = 1
        case large = 2
    }

    /// The name by which the app finds the object again.
    public let identifier: Identifier
    /// The manner in which the menu shows its children.
    public let options: Options
    /// The entries in their order.
    public let children: [UIMenuElement]

    /// The size of the entries.
    open var preferredElementSize: ElementSize

    /// Creates a menu. Without an identifier it has one of its own.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        options: Options = [], preferredElementSize: ElementSize = .automatic, children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier("com.apple.menu.dynamic.\(UUID().uuidString)")
        self.options = options
        self.children = children
        self.preferredElementSize = preferredElementSize
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// Returns a copy with other children.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(
            title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
            preferredElementSize: preferredElementSize, children: newChildren)
    }

    /// The entries that are marked as on.
    open var selectedElements: [UIMenuElement] {
        children.flatMap { child -> [UIMenuElement] in
            if let menu = child as? UIMenu { return menu.options.contains(.displayInline) ? menu.selectedElements : [] }
            return (child as? UIAction)?.state == .on ? [child] : []
        }
    }

    /// The entries as a screen shows them: in groups, each inline menu a group of its own, without hidden entries.
    package var groups: [[UIMenuElement]] {
        var groups: [[UIMenuElement]] = [[]]
        for child in children {
            if let menu = child as? UIMenu, menu.options.contains(.displayInline) {
                groups += menu.groups + [[]]
            } else if !((child as? UIAction)?.attributes.contains(.hidden) ?? false) {
                groups[groups.count - 1].append(child)
            }
        }
        return groups.filter { !$0.isEmpty }
    }
}
