extension ShareOptions {
    /// An option of a new collaboration, after `SWCollaborationOption` (`opt-option`).
    public struct Option: Sendable, Equatable {
        /// The identifier, unique in the app.
        public var identifier: String
        /// The title.
        public var title: String
        /// The subtitle.
        public var subtitle: String?
        /// True if the option is selected. The default is false.
        public var isSelected: Bool
        /// The options that must be selected before this one can be selected (`opt-required`).
        public var requires: [String]
        /// The effect on the system, in addition to the option's meaning for the app.
        public var effect: Effect?

        /// Creates an option.
        public init(
            identifier: String, title: String, subtitle: String? = nil, isSelected: Bool = false,
            requires: [String] = [], effect: Effect? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.subtitle = subtitle
            self.isSelected = isSelected
            self.requires = requires
            self.effect = effect
        }
    }

    /// A group of related options.
    public struct Group: Sendable, Equatable {
        /// The kind of the group: switches or a picker.
        public var kind: Kind
        /// The identifier, unique in the app.
        public var identifier: String
        /// The title.
        public var title: String?
        /// The line below the options (`opts-group-text`).
        public var footer: String?
        /// The options, in order.
        public var options: [Option]

        /// Creates a group. A picker without a selected option selects its first one (`opt-group-picker`).
        public init(
            kind: Kind, identifier: String, title: String? = nil, footer: String? = nil, options: [Option]
        ) {
            self.kind = kind
            self.identifier = identifier
            self.title = title
            self.footer = footer
            self.options = options
            if kind == .picker, !options.contains(where: \.isSelected), !options.isEmpty {
                self.options[0].isSelected = true
            }
        }

        /// The selected option of a picker; nil for switches.
        public var selectedOptionIdentifier: String? {
            kind == .picker ? options.first { $0.isSelected }?.identifier : nil
        }
    }

    /// The most groups of an app.
    public static let groupsMax = 8
    /// The most options of an app, and the most summaries.
    public static let optionsMax = 32
    /// The most options without a warning to the app: more are hard to read at a glance (`options-few-grouped`).
    public static let optionsAtAGlance = 6
    /// The options of an app that registers none (`options-set`).
    public static let standard = ShareOptions(groups: [
        Group(
            kind: .picker, identifier: "access", title: "Who can access",
            options: [
                Option(identifier: "private", title: "Only people you invite", isSelected: true, effect: .private),
                Option(identifier: "public", title: "Anyone with the link", effect: .public),
            ]),
        Group(
            kind: .picker, identifier: "permission", title: "Permission",
            options: [
                Option(identifier: "readWrite", title: "Can make changes", isSelected: true, effect: .readWrite),
                Option(identifier: "readOnly", title: "Can view", effect: .readOnly),
            ]),
        Group(
            kind: .switches, identifier: "inviting",
            options: [Option(identifier: "inviting", title: "Collaborators can add people", effect: .inviting)]),
    ])

    /// All options, in order.
    public var options: [Option] { groups.flatMap(\.options) }

    /// The identifiers of the selected options, in order.
    public var selected: [String] { options.filter(\.isSelected).map(\.identifier) }

    private func has(_ effect: Effect) -> Bool { options.contains { $0.isSelected && $0.effect == effect } }

    /// The access. If two selected options contradict each other, the narrower one counts.
    public var access: Share.Access { has(.public) && !has(.private) ? .public : .private }

    /// The general permission. If two selected options contradict each other, the narrower one counts.
    public var permission: Share.Permission { has(.readOnly) ? .readOnly : .readWrite }

    /// True if participants may add people.
    public var allowsInviting: Bool { has(.inviting) }

    /// The app's own summary of the selection; nil if it has none.
    public var ownSummary: String? {
        let selected = Set(selected)
        return summaries.first { $0.when.allSatisfy(selected.contains) }?.summary
    }

    /// The summary of the selection (`perm-summary-text`).
    public var summary: String { ownSummary ?? permission.summary }
}

extension CollaborationOffer {
    /// The summary of the selected options, as one sentence.
    public var summary: String { options.summary }
}
