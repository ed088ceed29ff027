public import Foundation

/// A choice about a collaboration (`opt-option`).
open class SWCollaborationOption: NSObject, NSSecureCoding, NSCopying {
    /// The title.
    open var title: String
    /// The identifier by which the app knows the option.
    public let identifier: String
    /// The line below the title; empty without one.
    open var subtitle: String
    /// True if the option is selected. The option of a picker is selected through its group (`opt-selected-rule`).
    open var isSelected: Bool
    /// The identifiers of the options that must be selected for this one (`opt-required`).
    open var requiredOptionsIdentifiers: [String]

    /// Creates an option that is not selected and requires no other.
    public init(title: String, identifier: String) {
        self.title = title
        self.identifier = identifier
        subtitle = ""
        isSelected = false
        requiredOptionsIdentifiers = []
    }

    /// Creates an option.
    public convenience init(
        title: String, identifier: String, subtitle: String = "", selected: Bool = false,
        requiredOptionsIdentifiers: [String] = []
    ) {
        self.init(title: title, identifier: identifier)
        self.subtitle = subtitle
        isSelected = selected
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title"),
            let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier")
        else { return nil }
        self.title = title as String
        self.identifier = identifier as String
        subtitle = coder.decodeText("subtitle")
        isSelected = coder.decodeBool(forKey: "isSelected")
        let required = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "requiredOptionsIdentifiers")
        requiredOptionsIdentifiers = required as? [String] ?? []
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(title as NSString, forKey: "title")
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(subtitle as NSString, forKey: "subtitle")
        coder.encode(isSelected, forKey: "isSelected")
        let required = requiredOptionsIdentifiers.map { $0 as NSString } as NSArray
        coder.encode(required, forKey: "requiredOptionsIdentifiers")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        SWCollaborationOption(
            title: title, identifier: identifier, subtitle: subtitle, selected: isSelected,
            requiredOptionsIdentifiers: requiredOptionsIdentifiers)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWCollaborationOption else { return false }
        return title == other.title && identifier == other.identifier && subtitle == other.subtitle
            && isSelected == other.isSelected && requiredOptionsIdentifiers == other.requiredOptionsIdentifiers
    }

    open override var hash: Int { identifier.hashValue }
}

/// A group of switches (`opt-group-switches`).
open class SWCollaborationOptionsGroup: NSObject, NSSecureCoding, NSCopying {
    /// The title above the group; empty without one (`opts-group-text`).
    open var title = ""
    /// The identifier by which the app knows the group.
    public let identifier: String
    /// The line below the group; empty without one.
    open var footer = ""
    /// The options, in order.
    open var options: [SWCollaborationOption]

    /// Creates a group.
    public required init(identifier: String, options: [SWCollaborationOption]) {
        self.identifier = identifier
        self.options = options
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        let classes = [NSArray.self, SWCollaborationOption.self]
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let options = coder.decodeObject(of: classes, forKey: "options") as? [SWCollaborationOption]
        else { return nil }
        self.identifier = identifier as String
        self.options = options
        title = coder.decodeText("title")
        footer = coder.decodeText("footer")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(title as NSString, forKey: "title")
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(footer as NSString, forKey: "footer")
        coder.encode(options as NSArray, forKey: "options")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self(identifier: identifier, options: options.copied())
        copy.title = title
        copy.footer = footer
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWCollaborationOptionsGroup, type(of: self) == type(of: other) else {
            return false
        }
        return title == other.title && identifier == other.identifier && footer == other.footer
            && options == other.options
    }

    open override var hash: Int { identifier.hashValue }
}

/// A group of options of which one is selected (`opt-group-picker`).
open class SWCollaborationOptionsPickerGroup: SWCollaborationOptionsGroup {
    /// The identifier of the selected option; by default that of the first option. An unknown identifier is ignored.
    open var selectedOptionIdentifier: String {
        get { options.first(where: \.isSelected)?.identifier ?? options.first?.identifier ?? "" }
        set {
            guard options.contains(where: { $0.identifier == newValue }) else { return }
            for option in options { option.isSelected = option.identifier == newValue }
        }
    }
}

/// The options of a collaboration with their summary (`opt-share-options`).
open class SWCollaborationShareOptions: NSObject, NSSecureCoding, NSCopying {
    /// The groups, in order.
    open var optionsGroups: [SWCollaborationOptionsGroup]
    /// One line about the selected options, for the button that opens them (`perm-summary-button`).
    open var summary: String

    /// Creates options.
    public init(optionsGroups: [SWCollaborationOptionsGroup], summary: String) {
        self.optionsGroups = optionsGroups
        self.summary = summary
    }

    /// Creates options without a summary.
    public convenience init(optionsGroups: [SWCollaborationOptionsGroup]) {
        self.init(optionsGroups: optionsGroups, summary: "")
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init(coder: NSCoder) {
        let classes = [NSArray.self, SWCollaborationOptionsGroup.self, SWCollaborationOptionsPickerGroup.self]
        let groups = coder.decodeObject(of: classes, forKey: "optionsGroups")
        optionsGroups = groups as? [SWCollaborationOptionsGroup] ?? []
        summary = coder.decodeText("summary")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(optionsGroups as NSArray, forKey: "optionsGroups")
        coder.encode(summary as NSString, forKey: "summary")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        SWCollaborationShareOptions(optionsGroups: optionsGroups.copied(), summary: summary)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWCollaborationShareOptions else { return false }
        return optionsGroups == other.optionsGroups && summary == other.summary
    }

    open override var hash: Int { summary.hashValue }
}

extension NSCoder {
    /// Decodes a text; empty if there is none.
    func decodeText(_ key: String) -> String { decodeObject(of: NSString.self, forKey: key) as String? ?? "" }
}

extension Array where Element: NSCopying {
    /// Returns copies of the elements.
    fileprivate func copied() -> [Element] { compactMap { $0.copy() as? Element } }
}
