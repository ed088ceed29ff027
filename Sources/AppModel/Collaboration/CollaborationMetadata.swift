public import ChatProtocol

/// The metadata of a collaboration before it has a link and when it starts: the simulator's `SWCollaborationMetadata`
/// (`meta-create`, `meta-fields`).
public final class CollaborationMetadata {
    /// The sending app's own identifier of the document, which no other person receives (`meta-local-id`).
    public let localIdentifier: String?
    /// The identifier of the collaboration on every device; nil for a draft.
    public let collaborationIdentifier: String?
    /// The title of the document.
    public var title: String?
    /// The options as the app offers them.
    public var defaultShareOptions: CollaborationShareOptions?
    /// The options with the person's choices.
    public var userSelectedShareOptions: CollaborationShareOptions?
    /// The sender's account; set only on the sender's own draft (`meta-initiator-private`).
    public var initiatorHandle: Handle?
    /// The sender's name; set only on the sender's own draft.
    public var initiatorNameComponents: String?

    /// Creates a draft.
    public init(localIdentifier: String) {
        self.localIdentifier = localIdentifier
        collaborationIdentifier = nil
    }

    /// Creates the metadata of a collaboration that exists.
    public init(collaborationIdentifier: String) {
        localIdentifier = nil
        self.collaborationIdentifier = collaborationIdentifier
    }

    /// Creates the metadata of an action.
    init(_ told: RequestedAction.Metadata) {
        localIdentifier = told.localIdentifier
        collaborationIdentifier = told.collaborationIdentifier
        title = told.title
        defaultShareOptions = CollaborationShareOptions(told.defaultShareOptions)
        userSelectedShareOptions = CollaborationShareOptions(told.userSelectedShareOptions)
    }
}

/// One choice about a collaboration: the simulator's `SWCollaborationOption` (`opt-option`).
public final class CollaborationOption {
    /// The title of the option.
    public var title: String
    /// The app's identifier of the option.
    public let identifier: String
    /// A line below the title.
    public var subtitle: String
    /// The identifiers of the options that must be selected so that this one can be chosen (`opt-required`).
    public var requiredOptionsIdentifiers: [String]

    private var selected = false
    /// The picker that selects the option; nil for a switch.
    fileprivate(set) weak var picker: CollaborationOptionsPickerGroup?

    /// Creates an option that is not selected.
    public init(title: String, identifier: String, subtitle: String = "", requiredOptionsIdentifiers: [String] = []) {
        self.title = title
        self.identifier = identifier
        self.subtitle = subtitle
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
    }

    /// True if the option is selected. Setting it works only for a switch. An option of a picker is selected by its
    /// group, and setting it here has no effect (`opt-selected-rule`).
    public var isSelected: Bool {
        get { picker.map { $0.selectedOptionIdentifier == identifier } ?? selected }
        set { if picker == nil { selected = newValue } }
    }
}

/// A group of independent switches: the simulator's `SWCollaborationOptionsGroup` (`opt-group-switches`).
public class CollaborationOptionsGroup {
    /// The app's identifier of the group.
    public let identifier: String
    /// The heading above the group; empty for none (`opts-group-text`).
    public var title = ""
    /// The line below the group; empty for none.
    public var footer = ""
    /// The options, in order.
    public let options: [CollaborationOption]

    /// Creates a group of switches.
    public init(identifier: String, options: [CollaborationOption]) {
        self.identifier = identifier
        self.options = options
    }
}

/// A group of options of which exactly one is selected: the simulator's `SWCollaborationOptionsPickerGroup`
/// (`opt-group-picker`).
public final class CollaborationOptionsPickerGroup: CollaborationOptionsGroup {
    /// The identifier of the selected option, by default the first one. An identifier that no option of the group has
    /// is ignored.
    public var selectedOptionIdentifier: String {
        didSet {
            if !options.contains(where: { $0.identifier == selectedOptionIdentifier }) {
                selectedOptionIdentifier = oldValue
            }
        }
    }

    /// Creates a picker with its first option selected.
    public override init(identifier: String, options: [CollaborationOption]) {
        selectedOptionIdentifier = options.first?.identifier ?? ""
        super.init(identifier: identifier, options: options)
        for option in options { option.picker = self }
    }
}

/// The choices about a collaboration, with a summary: the simulator's `SWCollaborationShareOptions`
/// (`opt-share-options`).
public final class CollaborationShareOptions {
    /// The groups of options, in order.
    public let optionsGroups: [CollaborationOptionsGroup]
    /// One line that summarizes the choices, on the button that opens the options (`perm-summary-button`).
    public var summary: String

    /// Creates options from their groups.
    public init(optionsGroups: [CollaborationOptionsGroup], summary: String = "") {
        self.optionsGroups = optionsGroups
        self.summary = summary
    }

    /// The identifiers of all selected options, in order.
    public var selectedIdentifiers: [String] {
        optionsGroups.flatMap(\.options).filter(\.isSelected).map(\.identifier)
    }

    /// Returns true if an option can be chosen: all options that it requires are selected (`opt-required`).
    public func isAvailable(_ option: CollaborationOption) -> Bool {
        let selected = selectedIdentifiers
        return option.requiredOptionsIdentifiers.allSatisfy(selected.contains)
    }

    /// Creates the options of a server's answer.
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
