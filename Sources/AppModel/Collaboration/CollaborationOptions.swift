import ChatProtocol

/// One choice about a collaboration: the simulator's `SWCollaborationOption` (`opt-option`).
public final class CollaborationOption {
    /// What it says.
    public var title: String
    /// By which the app knows it.
    public let identifier: String
    /// A line below the title.
    public var subtitle: String
    /// Which other options must be selected for this one to count (`opt-required`).
    public var requiredOptionsIdentifiers: [String]

    private var selected = false
    /// The picker that selects it; a switch has none.
    fileprivate(set) weak var picker: CollaborationOptionsPickerGroup?

    /// An option that is not selected.
    public init(title: String, identifier: String, subtitle: String = "", requiredOptionsIdentifiers: [String] = []) {
        self.title = title
        self.identifier = identifier
        self.subtitle = subtitle
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
    }

    /// Whether it is selected. Set it on a switch alone: one of a picker is selected through its group, and setting it
    /// here is ignored (`opt-selected-rule`).
    public var isSelected: Bool {
        get { picker.map { $0.selectedOptionIdentifier == identifier } ?? selected }
        set { if picker == nil { selected = newValue } }
    }
}

/// Switches that do not depend on each other: the simulator's `SWCollaborationOptionsGroup` (`opt-group-switches`).
public class CollaborationOptionsGroup {
    /// By which the app knows it.
    public let identifier: String
    /// A heading, where it has one (`opts-group-text`).
    public var title = ""
    /// A line below it, where it has one.
    public var footer = ""
    /// In order.
    public let options: [CollaborationOption]

    /// A group of switches.
    public init(identifier: String, options: [CollaborationOption]) {
        self.identifier = identifier
        self.options = options
    }
}

/// Options of which exactly one is selected: the simulator's `SWCollaborationOptionsPickerGroup`
/// (`opt-group-picker`).
public final class CollaborationOptionsPickerGroup: CollaborationOptionsGroup {
    /// The selected one: the first unless told otherwise. An identifier that is none of the group's is ignored.
    public var selectedOptionIdentifier: String {
        didSet {
            if !options.contains(where: { $0.identifier == selectedOptionIdentifier }) {
                selectedOptionIdentifier = oldValue
            }
        }
    }

    /// A picker with its first option selected.
    public override init(identifier: String, options: [CollaborationOption]) {
        selectedOptionIdentifier = options.first?.identifier ?? ""
        super.init(identifier: identifier, options: options)
        for option in options { option.picker = self }
    }
}

/// What can be chosen about a collaboration, and the line that sums it up: the simulator's `SWCollaborationShareOptions`
/// (`opt-share-options`).
public final class CollaborationShareOptions {
    /// In order.
    public let optionsGroups: [CollaborationOptionsGroup]
    /// One line, as on the button that leads to the options (`perm-summary-button`).
    public var summary: String

    /// Those groups.
    public init(optionsGroups: [CollaborationOptionsGroup], summary: String = "") {
        self.optionsGroups = optionsGroups
        self.summary = summary
    }

    /// The identifiers of all options that are selected.
    public var selectedIdentifiers: [String] {
        optionsGroups.flatMap(\.options).filter(\.isSelected).map(\.identifier)
    }

    /// Whether an option can be chosen: all that it requires is selected (`opt-required`).
    public func isAvailable(_ option: CollaborationOption) -> Bool {
        let selected = selectedIdentifiers
        return option.requiredOptionsIdentifiers.allSatisfy(selected.contains)
    }

    /// The options as the server says them.
    convenience init(_ told: ShareOptions.Choice) {
        self.init(optionsGroups: told.groups.map(Self.group), summary: told.summary)
    }

    private static func group(_ told: ShareOptions.Group) -> CollaborationOptionsGroup {
        let options = told.options.map {
            CollaborationOption(
                title: $0.title, identifier: $0.identifier, subtitle: $0.subtitle ?? "",
                requiredOptionsIdentifiers: $0.requires)
        }
        let group: CollaborationOptionsGroup
        switch told.kind {
        case .picker:
            let picker = CollaborationOptionsPickerGroup(identifier: told.identifier, options: options)
            if let selected = told.selectedOptionIdentifier { picker.selectedOptionIdentifier = selected }
            group = picker
        case .switches:
            for (option, told) in zip(options, told.options) { option.isSelected = told.isSelected }
            group = CollaborationOptionsGroup(identifier: told.identifier, options: options)
        }
        group.title = told.title ?? ""
        group.footer = told.footer ?? ""
        return group
    }
}
