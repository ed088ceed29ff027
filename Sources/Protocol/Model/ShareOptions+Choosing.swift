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
