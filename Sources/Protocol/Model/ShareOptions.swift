extension ShareOptions {
    /// One thing to choose, after `SWCollaborationOption` (`opt-option`).
    public struct Option: Sendable, Equatable {
        /// By which its app knows it; no other option of the app has it.
        public var identifier: String
        /// What it is called.
        public var title: String
        /// More about it.
        public var subtitle: String?
        /// Whether it is chosen; not if nobody says so.
        public var isSelected: Bool
        /// The options without which it means nothing (`opt-required`).
        public var requires: [String]
        /// What it does beside what its app makes of it.
        public var effect: Effect?

        /// An option.
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

    /// Options that belong together.
    public struct Group: Sendable, Equatable {
        /// How its options stand to each other.
        public var kind: Kind
        /// By which its app knows it.
        public var identifier: String
        /// What it is called.
        public var title: String?
        /// A line below its options (`opts-group-text`).
        public var footer: String?
        /// Its options, in order.
        public var options: [Option]

        /// A group; of a picker without a selected option the first is (`opt-group-picker`).
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

        /// Which option of a picker is chosen; nil for switches.
        public var selectedOptionIdentifier: String? {
            kind == .picker ? options.first { $0.isSelected }?.identifier : nil
        }
    }

    /// The most groups of an app.
    public static let groupsMax = 8
    /// The most options of an app, and the most lines that sum them up.
    public static let optionsMax = 32
    /// Above how many options an app is warned that they are not understood at a glance (`options-few-grouped`).
    public static let optionsAtAGlance = 6
    /// What an app offers that brings no options of its own (`options-set`).
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

    /// The identifiers of what is chosen, in order.
    public var selected: [String] { options.filter(\.isSelected).map(\.identifier) }

    private func has(_ effect: Effect) -> Bool { options.contains { $0.isSelected && $0.effect == effect } }

    /// Who can open it at all; where two options contradict each other, the narrower counts.
    public var access: Share.Access { has(.public) && !has(.private) ? .public : .private }

    /// What people may do; where two options contradict each other, the narrower counts.
    public var permission: Share.Permission { has(.readOnly) ? .readOnly : .readWrite }

    /// Whether participants may add people.
    public var allowsInviting: Bool { has(.inviting) }

    /// The app's own line for what is chosen; nil where it has none.
    public var ownSummary: String? {
        let selected = Set(selected)
        return summaries.first { $0.when.allSatisfy(selected.contains) }?.summary
    }

    /// The line that sums up what is chosen (`perm-summary-text`).
    public var summary: String { ownSummary ?? permission.summary }
}

extension Share.Permission {
    /// The line that sums it up (`perm-summary-text`).
    public var summary: String { self == .readWrite ? "Everyone can make changes." : "Everyone can view." }

    /// The same for a share on which some people have another permission.
    public var mixedSummary: String {
        self == .readWrite ? "Some people can only view." : "Some people can make changes."
    }
}
