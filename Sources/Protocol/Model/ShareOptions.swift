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

/// The selection of options: all at once by a request, or one by one by a person.
extension ShareOptions {
    /// Returns true if the option can be selected: all options that it requires are selected (`opt-required`).
    public func isUsable(_ option: Option) -> Bool {
        let selected = Set(selected)
        return option.requires.allSatisfy(selected.contains)
    }

    /// Returns the options with exactly these selected.
    ///
    /// - Throws: ``InvalidField`` for an unknown or repeated identifier, for a picker without exactly one selected
    ///   option, and for a selected option without one that it requires.
    public func selecting(_ identifiers: [String], field: String = "options") throws(InvalidField) -> ShareOptions {
        func wrong(_ problem: String) -> InvalidField { InvalidField(field: field, problem: problem) }
        let known = options.map(\.identifier)
        for (index, identifier) in identifiers.enumerated() {
            guard known.contains(identifier) else {
                throw wrong("names “\(identifier.prefix(100))”, and there is: \(known.joined(separator: ", "))")
            }
            guard !identifiers[..<index].contains(identifier) else { throw wrong("names \(identifier) twice") }
        }
        var chosen = self
        let wanted = Set(identifiers)
        for group in chosen.groups.indices {
            for option in chosen.groups[group].options.indices {
                let identifier = chosen.groups[group].options[option].identifier
                chosen.groups[group].options[option].isSelected = wanted.contains(identifier)
            }
            let group = chosen.groups[group]
            let count = group.options.count(where: \.isSelected)
            guard group.kind == .switches || count == 1 else {
                let names = group.options.map(\.identifier).joined(separator: ", ")
                throw wrong("must have exactly one of \(names), and has \(count)")
            }
        }
        if let problem = chosen.unmetRequirement { throw wrong(problem) }
        return chosen
    }

    /// The first selected option without one that it requires, as a clause; nil if there is none.
    public var unmetRequirement: String? {
        for option in options where option.isSelected {
            if let missing = option.requires.first(where: { !selected.contains($0) }) {
                return "has \(option.identifier), which needs \(missing)"
            }
        }
        return nil
    }

    /// Selects or deselects one option, as a person does on the options screen.
    ///
    /// In a picker, it replaces the selected option. Then it deselects the options whose required options are not
    /// selected.
    ///
    /// - Returns: false if there is no such option, if it cannot be selected, or if it would be deselected in a picker.
    @discardableResult
    public mutating func choose(_ identifier: String, _ isOn: Bool = true) -> Bool {
        for group in groups.indices {
            guard let place = groups[group].options.firstIndex(where: { $0.identifier == identifier }) else { continue }
            if isOn, !isUsable(groups[group].options[place]) { return false }
            if groups[group].kind == .picker {
                guard isOn else { return false }
                for other in groups[group].options.indices { groups[group].options[other].isSelected = other == place }
            } else {
                groups[group].options[place].isSelected = isOn
            }
            dropUnusable()
            return true
        }
        return false
    }

    private mutating func dropUnusable() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for group in groups.indices {
                for option in groups[group].options.indices
                where groups[group].options[option].isSelected && !isUsable(groups[group].options[option]) {
                    groups[group].options[option].isSelected = false
                    hasChanged = true
                }
                // A picker always has a selected option.
                if groups[group].kind == .picker, !groups[group].options.contains(where: \.isSelected),
                    let first = groups[group].options.firstIndex(where: { isUsable($0) })
                {
                    groups[group].options[first].isSelected = true
                }
            }
        }
    }
}

// MARK: Registration

extension ShareOptions {
    /// The first error in the options of an app; nil if they are valid. The lengths of the texts are not checked here.
    public var problem: InvalidField? {
        func wrong(_ place: String, _ problem: String) -> InvalidField {
            InvalidField(field: "shareOptions.\(place)", problem: problem)
        }
        guard groups.count <= Self.groupsMax else {
            return wrong("groups", "are \(groups.count), and an app has \(Self.groupsMax) at most")
        }
        guard options.count <= Self.optionsMax else {
            return wrong("groups", "have \(options.count) options, and an app has \(Self.optionsMax) at most")
        }
        guard summaries.count <= Self.optionsMax else {
            return wrong("summaries", "are \(summaries.count), and an app has \(Self.optionsMax) at most")
        }
        let all = options.map(\.identifier)
        var seen: Set<String> = []
        for (place, group) in groups.enumerated() {
            guard seen.insert("group \(group.identifier)").inserted else {
                return wrong(
                    "groups[\(place)].identifier", "is already the identifier of another group: \(group.identifier)")
            }
            guard !group.options.isEmpty else { return wrong("groups[\(place)].options", "must not be empty") }
            if group.kind == .picker, group.options.count < 2 {
                return wrong("groups[\(place)].options", "must be at least two, to pick one of them")
            }
            for (index, option) in group.options.enumerated() {
                let field = "groups[\(place)].options[\(index)]"
                guard seen.insert(option.identifier).inserted else {
                    return wrong(
                        "\(field).identifier", "is already the identifier of another option: \(option.identifier)")
                }
                if let unknown = option.requires.first(where: { !all.contains($0) }) {
                    return wrong("\(field).requires", "names “\(unknown)”, which is not an option of the app")
                }
                guard !option.requires.contains(option.identifier) else {
                    return wrong("\(field).requires", "names the option itself")
                }
                guard option.requires.count <= Self.optionsMax else {
                    return wrong("\(field).requires", "names too many: \(Self.optionsMax) at most")
                }
            }
        }
        for (index, summary) in summaries.enumerated() {
            if let unknown = summary.when.first(where: { !all.contains($0) }) {
                return wrong("summaries[\(index)].when", "names “\(unknown)”, which is not an option of the app")
            }
            guard summary.when.count <= Self.optionsMax else {
                return wrong("summaries[\(index)].when", "names too many: \(Self.optionsMax) at most")
            }
        }
        if let unmet = unmetRequirement { return wrong("groups", "begin with a choice that \(unmet)") }
        return nil
    }

    /// The warnings about options that are valid but hard to use (`options-few-grouped`).
    public var warnings: [String] {
        let count = options.count
        guard count > Self.optionsAtAGlance else { return [] }
        return [
            "shareOptions has \(count) options, and more than \(Self.optionsAtAGlance) are hard to read at a glance: "
                + "keep to the essential ones."
        ]
    }
}

extension ShareOptions.Option: JSONRecord {
    /// Appends `{identifier, title, subtitle?, isSelected, requires?, effect?}`.
    public func writeMembers(to json: inout JSONWriter) { writeMembers(to: &json, isOfPicker: false) }

    /// Appends the members.
    ///
    /// - Parameter isOfPicker: true to omit `isSelected`, because the group of a picker has the selection
    ///   (`opt-selected-rule`).
    fileprivate func writeMembers(to json: inout JSONWriter, isOfPicker: Bool) {
        json.member("identifier", identifier)
        json.member("title", title)
        json.member("subtitle", subtitle)
        if !isOfPicker { json.member("isSelected", isSelected) }
        if !requires.isEmpty { json.member("requires", requires) }
        json.member("effect", effect)
    }

    /// Reads the members that ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        identifier = try fields.read("identifier")
        title = try fields.read("title")
        subtitle = try fields.readOptional("subtitle")
        isSelected = try fields.readOptional("isSelected") ?? false
        requires = try fields.readOptional("requires") ?? []
        effect = try fields.readOptional("effect")
    }
}

extension ShareOptions.Group: JSONRecord {
    /// Appends `{kind, identifier, title?, footer?, options, selectedOptionIdentifier?}`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("identifier", identifier)
        json.member("title", title)
        json.member("footer", footer)
        json.key("options")
        json.array {
            for option in options { $0.object { option.writeMembers(to: &$0, isOfPicker: kind == .picker) } }
        }
        json.member("selectedOptionIdentifier", selectedOptionIdentifier)
    }

    /// Reads the members that ``writeMembers(to:)`` writes. In a request, only `selectedOptionIdentifier` selects an
    /// option of a picker (`opt-selected-rule`).
    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("kind")
        let identifier: String = try fields.read("identifier")
        let title: String? = try fields.readOptional("title")
        let footer: String? = try fields.readOptional("footer")
        var options: [ShareOptions.Option] = try fields.readOptional("options") ?? []
        if fields.isClosed, kind == .picker, let index = options.firstIndex(where: \.isSelected) {
            throw fields.invalid(
                "options[\(index)].isSelected",
                "must not be set in a picker: use selectedOptionIdentifier of its group")
        }
        if let selected: String = try fields.readOptional("selectedOptionIdentifier") {
            guard kind == .picker, options.contains(where: { $0.identifier == selected }) else {
                throw fields.invalid("selectedOptionIdentifier", "must be an option of a picker")
            }
            for index in options.indices { options[index].isSelected = options[index].identifier == selected }
        }
        self.init(kind: kind, identifier: identifier, title: title, footer: footer, options: options)
    }
}

extension ShareOptions {
    /// The options with the summary of the selection.
    public var choice: Choice { Choice(groups: groups, summary: summary) }
}
