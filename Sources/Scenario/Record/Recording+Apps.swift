import ChatProtocol

/// The apps and websites of a recording, as their registrations say them: each becomes the steps that are new in it.
extension Recording {
    /// A step, with the rows below it.
    typealias AppStep = (text: String, table: [[String]])

    /// The steps that a registration adds to what is known of its app.
    ///
    /// - Parameter params: those of `app.register`, or an app as `app.get` has it.
    /// - Returns: the steps; nil where no step can say it.
    mutating func steps(registering params: JSONValue, as id: String) -> [AppStep]? {
        let known = registered[id] ?? .object(JSONObject())
        func changed(_ key: String) -> JSONValue? { params[key].flatMap { $0 == known[key] ? nil : $0 } }
        let (name, before, previewsBefore) = (
            RecordedSlot.text(params.text("name")), Self.rules(known) ?? [], known.list("previews")
        )
        let previews = params.list("previews")
        guard let rules = Self.rules(params), rules.starts(with: before), previews.starts(with: previewsBefore),
            let domain = params.texts("domains").first, !rules.isEmpty
        else { return nil }
        var steps: [String?] = rules.dropFirst(before.count).map { say(.opensLinks, name, .word($0[0]), .text($0[1])) }
        if params["capabilities"]?.arrayValue != nil {
            let all = known["capabilities"].map { _ in known.texts("capabilities") }
            let (old, new) = (Set(all ?? App.Capability.allCases.map(\.rawValue)), Set(params.texts("capabilities")))
            guard new.isSubset(of: old) else { return nil }
            steps += old.subtracting(new).sorted().map {
                let isMentions = $0 == App.Capability.mentions.rawValue
                return say(.lacksCapability, name, isMentions ? "has no mentions" : "has not adopted Shared with You")
            }
        }
        for preview in previews.dropFirst(previewsBefore.count) {
            let (path, glyph, colour) = (preview.text("path"), preview.text("glyph"), preview.text("colour"))
            guard let path, (glyph == nil) == (colour == nil) else { return nil }
            steps.append(
                say(
                    .showsPreview, name, .text("https://\(domain)\(path == "*" ? "" : path)"),
                    .text(preview.text("title")), preview.text("subtitle").map { .text($0) },
                    glyph.map { .text($0) }, colour.map { .text($0) }))
        }
        if let title = changed("menuTitleForHideAction")?.stringValue {
            steps.append(say(.callsButton, name, "hide action", .text(title)))
        }
        for (key, phrase, words) in Self.ways where changed(key) != nil {
            let list = params.texts(key)
            if list.count == 1, let word = words[list[0]] {
                steps.append(say(phrase, name, .word(word)))
            } else if known[key] != nil || phrase == .keepsDocuments && list != Share.Backend.allCases.map(\.rawValue) {
                return nil
            }
        }
        if let title = params.text("manageTitle"), title != known.text("manageTitle") ?? App.standardManageTitle {
            steps.append(say(.callsButton, name, "manage button", .text(title)))
        }
        var rows = steps.compactMap { step in step.map { AppStep(text: $0, table: []) } }
        guard rows.count == steps.count else { return nil }
        if let options = changed("shareOptions"), options != .null {
            guard let table = Self.table(of: options), let text = say(.offersOptions, name) else { return nil }
            rows.append((text, table))
        }
        let new = params.objectValue?.members.filter { $0.value != .null } ?? []
        let kept = known.objectValue?.members.filter { old in !new.contains { $0.key == old.key } } ?? []
        registered[id] = .object(JSONObject(kept + new))
        return rows
    }

    /// The one way in which an app does something, in the words of the phrase.
    private static let ways: [(key: String, phrase: PhraseName, words: [String: String])] = [
        ("backends", .keepsDocuments, ["cloudRecord": "in the cloud", "file": "as files", "custom": "itself"]),
        ("sharingMethods", .sharesOneWay, ["collaborate": "only collaborates", "copy": "sends copies only"]),
    ]

    /// The paths that an app opens, each with its domain, and those that it does not, each behind the word for that; nil
    /// where its association says more than steps can.
    private static func rules(_ params: JSONValue) -> [[String]]? {
        let domains = params.texts("domains")
        guard let first = domains.first else { return nil }
        let all = domains.map { ["opens", $0] }
        guard let association = params["association"], association != .null else { return all }
        guard let details = association["applinks"]?.list("details"), details.count == 1,
            let components = details[0]["components"]?.arrayValue
        else { return nil }
        var rules: [[String]] = []
        for component in components {
            guard case .object(let object) = component,
                object.members.allSatisfy({ ["/", "#", "exclude", "comment"].contains($0.key) })
            else { return nil }
            let path = component.text("/") ?? "*"
            let fragment = component.text("#").map { "#\($0)" } ?? ""
            let isExcluded = component["exclude"] == true
            guard path == "*" || path.hasPrefix("/"),
                domains.count == 1 || path == "*" && fragment.isEmpty && !isExcluded
            else { return nil }
            rules.append([isExcluded ? "does not open" : "opens", first + (path == "*" ? "" : path) + fragment])
        }
        return domains.count > 1 ? all : rules
    }

    private static func table(of options: JSONValue) -> [[String]]? {
        var rows = [["group", "kind", "option", "title", "needs", "does", "summary"]]
        var summaries: [String: String] = [:]
        for summary in options.list("summaries") {
            guard summary.list("when").count == 1, let option = summary.texts("when").first else { return nil }
            summaries[option] = summary.text("summary")
        }
        for group in options.list("groups") {
            guard let identifier = group.text("identifier"), let kind = group.text("kind"),
                group.text("title") == identifier
            else { return nil }
            for option in group.list("options") {
                let needs = option.texts("requires")
                guard let id = option.text("identifier"), let title = option.text("title"), needs.count <= 1 else {
                    return nil
                }
                rows.append([
                    identifier, kind, id, title, needs.first ?? "", option.text("effect") ?? "", summaries[id] ?? "",
                ])
            }
        }
        return rows.allSatisfy { $0.allSatisfy(StepText.fitsLine) } ? rows : nil
    }
}
