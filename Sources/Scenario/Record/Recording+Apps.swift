import ChatProtocol

/// What the steps of a recording have said of an app so far.
struct RecordedApp {
    fileprivate var rules: [Rule] = []
    fileprivate var capabilities = Set(App.Capability.allCases.map(\.rawValue))
    fileprivate var previews: [JSONValue] = []
    fileprivate var hideTitle: String?
    fileprivate var backends: JSONValue?
    fileprivate var methods: JSONValue?
    fileprivate var options: JSONValue?
    fileprivate var manageTitle: String?

    /// What an app opens, or does not.
    fileprivate struct Rule: Hashable {
        var words: String
        var isExcluded = false
    }
}

/// The apps and websites of a recording, as their registrations say them: each becomes the steps that are new in it.
extension Recording {
    /// A step, with the rows below it.
    typealias AppStep = (text: String, table: [[String]])

    /// The steps that a registration adds to what is known of its app.
    ///
    /// - Parameter params: those of `app.register`, or an app as `app.get` has it.
    /// - Returns: the steps; nil where no step can say it.
    mutating func steps(registering params: JSONValue, as id: String) -> [AppStep]? {
        var app = registered[id] ?? RecordedApp()
        let name = RecordedSlot.text(params.text("name"))
        guard let rules = Self.rules(params), rules.starts(with: app.rules), !rules.isEmpty,
            let domain = params.texts("domains").first
        else { return nil }
        var steps: [String?] = []
        for rule in rules.dropFirst(app.rules.count) {
            steps.append(say(.opensLinks, name, rule.isExcluded ? "does not open" : "opens", .text(rule.words)))
        }
        app.rules = rules
        if params["capabilities"]?.arrayValue != nil {
            let capabilities = Set(params.texts("capabilities"))
            guard capabilities.isSubset(of: app.capabilities) else { return nil }
            for gone in app.capabilities.subtracting(capabilities).sorted() {
                let isMentions = gone == App.Capability.mentions.rawValue
                steps.append(
                    say(.lacksCapability, name, isMentions ? "has no mentions" : "has not adopted Shared with You"))
            }
            app.capabilities = capabilities
        }
        let previews = params.list("previews")
        guard previews.starts(with: app.previews) else { return nil }
        for preview in previews.dropFirst(app.previews.count) {
            let (path, glyph, colour) = (preview.text("path"), preview.text("glyph"), preview.text("colour"))
            guard let path, (glyph == nil) == (colour == nil) else { return nil }
            steps.append(
                say(
                    .showsPreview, name, .text("https://\(domain)\(path == "*" ? "" : path)"),
                    .text(preview.text("title")), preview.text("subtitle").map { .text($0) },
                    glyph.map { .text($0) }, colour.map { .text($0) }))
        }
        app.previews = previews
        if let title = params.text("menuTitleForHideAction"), title != app.hideTitle {
            steps.append(say(.callsButton, name, "hide action", .text(title)))
            app.hideTitle = title
        }
        guard addSharing(params, name, &app, &steps) else { return nil }
        var rows = steps.compactMap { step in step.map { AppStep(text: $0, table: []) } }
        guard rows.count == steps.count else { return nil }
        if let options = params["shareOptions"], options != .null, options != app.options {
            guard let table = Self.table(of: options), let text = say(.offersOptions, name) else { return nil }
            rows.append((text, table))
            app.options = options
        }
        registered[id] = app
        return rows
    }

    /// - Returns: whether steps can say it.
    private mutating func addSharing(
        _ params: JSONValue, _ name: RecordedSlot, _ app: inout RecordedApp, _ steps: inout [String?]
    ) -> Bool {
        if let backends = params["backends"], backends != app.backends {
            let words = ["cloudRecord": "in the cloud", "file": "as files", "custom": "itself"]
            let list = params.texts("backends")
            if list.count == 1, let word = words[list[0]] {
                steps.append(say(.keepsDocuments, name, .word(word)))
            } else if list != Share.Backend.allCases.map(\.rawValue) || app.backends != nil {
                return false
            }
            app.backends = backends
        }
        if let methods = params["sharingMethods"], methods != app.methods {
            let list = params.texts("sharingMethods")
            if list.count == 1 {
                let isCopy = list[0] == SharingMethod.copy.rawValue
                steps.append(say(.sharesOneWay, name, isCopy ? "sends copies only" : "only collaborates"))
            } else if app.methods != nil {
                return false
            }
            app.methods = methods
        }
        if let title = params.text("manageTitle"), title != app.manageTitle ?? App.standardManageTitle {
            steps.append(say(.callsButton, name, "manage button", .text(title)))
            app.manageTitle = title
        }
        return true
    }

    /// The paths that an app opens, each with its domain, and those that it does not; nil where its association says
    /// more than steps can.
    private static func rules(_ params: JSONValue) -> [RecordedApp.Rule]? {
        let domains = params.texts("domains")
        guard let first = domains.first else { return nil }
        let all = domains.map { RecordedApp.Rule(words: $0) }
        guard let association = params["association"], association != .null else { return all }
        guard let details = association["applinks"]?.list("details"), details.count == 1,
            let components = details[0]["components"]?.arrayValue
        else { return nil }
        var rules: [RecordedApp.Rule] = []
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
            rules.append(.init(words: first + (path == "*" ? "" : path) + fragment, isExcluded: isExcluded))
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
