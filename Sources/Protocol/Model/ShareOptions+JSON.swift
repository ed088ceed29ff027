extension ShareOptions.Option: JSONWritable {
    /// Appends `{identifier, title, subtitle?, isSelected, requires?, effect?}`.
    public func write(to json: inout JSONWriter) { write(to: &json, isOfPicker: false) }

    /// - Parameter isOfPicker: then what is chosen is said by its group (`opt-selected-rule`).
    fileprivate func write(to json: inout JSONWriter, isOfPicker: Bool) {
        json.object {
            $0.member("identifier", identifier)
            $0.member("title", title)
            $0.member("subtitle", subtitle)
            if !isOfPicker { $0.member("isSelected", isSelected) }
            if !requires.isEmpty { $0.member("requires", requires) }
            $0.member("effect", effect?.rawValue)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        identifier = try fields.string("identifier")
        title = try fields.string("title")
        subtitle = try fields.optionalString("subtitle")
        isSelected = try fields.optionalBool("isSelected") ?? false
        requires = try fields.optionalStrings("requires") ?? []
        effect = try fields.optionalWord("effect")
    }
}

extension ShareOptions.Group: JSONWritable {
    /// Appends `{kind, identifier, title?, footer?, options, selectedOptionIdentifier?}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("kind", kind.rawValue)
            $0.member("identifier", identifier)
            $0.member("title", title)
            $0.member("footer", footer)
            $0.key("options")
            $0.array { for option in options { option.write(to: &$0, isOfPicker: kind == .picker) } }
            $0.member("selectedOptionIdentifier", selectedOptionIdentifier)
        }
    }

    /// Reads what ``write(to:)`` writes.
    ///
    /// - Parameter isClosed: whether a member that it does not have is refused, as in a request; then the choice of a
    ///   picker is made by the picker alone (`opt-selected-rule`).
    public init(from fields: inout JSONFields, isClosed: Bool = false) throws(InvalidField) {
        let kind = try fields.word("kind", Kind.self)
        let identifier = try fields.string("identifier")
        let title = try fields.optionalString("title")
        let footer = try fields.optionalString("footer")
        var options = try fields.list("options") { fields throws(InvalidField) in
            let option = try ShareOptions.Option(from: &fields)
            if isClosed, kind == .picker, option.isSelected {
                throw fields.invalid(
                    "isSelected", "must not be set in a picker: say selectedOptionIdentifier of its group")
            }
            if isClosed { try fields.finish() }
            return option
        }
        if let selected = try fields.optionalString("selectedOptionIdentifier") {
            guard kind == .picker, options.contains(where: { $0.identifier == selected }) else {
                throw fields.invalid("selectedOptionIdentifier", "must be an option of a picker")
            }
            for index in options.indices { options[index].isSelected = options[index].identifier == selected }
        }
        self.init(kind: kind, identifier: identifier, title: title, footer: footer, options: options)
    }
}

extension ShareOptions: JSONWritable {
    /// Appends `{groups, summaries?}`: what an app registered.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("groups", groups)
            if !summaries.isEmpty { $0.member("summaries", summaries) }
        }
    }

    /// Appends `{groups, summary}`: what is chosen.
    func writeChoice(to json: inout JSONWriter) {
        json.object {
            $0.member("groups", groups)
            $0.member("summary", summary)
        }
    }

    /// Reads what ``write(to:)`` writes.
    ///
    /// - Parameter isClosed: whether a member that it does not have is refused, as in a request.
    public init(from fields: inout JSONFields, isClosed: Bool = false) throws(InvalidField) {
        guard fields.value("groups") != nil else { throw fields.invalid("groups", "is missing: it must be an array") }
        groups = try fields.list("groups") { fields throws(InvalidField) in
            let group = try Group(from: &fields, isClosed: isClosed)
            if isClosed { try fields.finish() }
            return group
        }
        summaries = try fields.list("summaries") { fields throws(InvalidField) in
            let summary = Summary(when: try fields.strings("when"), summary: try fields.string("summary"))
            if isClosed { try fields.finish() }
            return summary
        }
    }
}

extension ShareOptions.Summary: JSONWritable {
    /// Appends `{when, summary}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("when", when)
            $0.member("summary", summary)
        }
    }
}

extension StartedSummary: JSONWritable {
    /// Appends `{text, access, permission}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("text", text)
            $0.member("access", access.rawValue)
            $0.member("permission", permission.rawValue)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.string("text")
        access = try fields.word("access")
        permission = try fields.word("permission")
    }
}

extension JSONFields {
    /// The options of an app; nil if they are left out.
    mutating func optionalShareOptions(
        _ key: String, isClosed: Bool = false
    ) throws(InvalidField) -> ShareOptions? {
        guard var fields = try optionalFields(key) else { return nil }
        let options = try ShareOptions(from: &fields, isClosed: isClosed)
        if isClosed { try fields.finish() }
        return options
    }
}
