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
