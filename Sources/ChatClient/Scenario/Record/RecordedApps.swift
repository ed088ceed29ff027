import ChatProtocol

/// The apps and websites of a recording, as their registrations say them: each becomes the steps that are new in it.
struct RecordedApps {
    /// What the steps have said of an app so far.
    private struct Known {
        var rules: [String] = []
        var capabilities = Set(App.Capability.allCases.map(\.rawValue))
        var previews: [JSONValue] = []
        var hideTitle: String?
        var backends: JSONValue?
        var methods: JSONValue?
        var options: JSONValue?
        var manageTitle: String?
    }

    /// A step, with the rows below it.
    struct Said {
        var text: String
        var table: [[String]] = []
    }

    private var known: [String: Known] = [:]

    /// The steps that a registration adds to what is known of its app.
    ///
    /// - Parameter params: those of `app.register`, or an app as `app.get` has it.
    /// - Returns: the steps; nil where no step can say it.
    mutating func steps(registering params: JSONValue, as id: String) -> [Said]? {
        guard let name = params["name"]?.stringValue.flatMap(RecordedWords.quoted), let rules = Self.rules(params)
        else { return nil }
        var app = known[id] ?? Known()
        var steps: [Said] = []
        guard rules.starts(with: app.rules), !rules.isEmpty else { return nil }
        for rule in rules.dropFirst(app.rules.count) {
            guard let words = RecordedWords.quoted(String(rule.drop { $0 == "!" })) else { return nil }
            let verb = rule.hasPrefix("!") ? "does not open" : "opens"
            steps.append(Said(text: "the app \(name) \(verb) links at \(words)"))
        }
        app.rules = rules
        let capabilities = params["capabilities"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) }
        if let capabilities {
            guard capabilities.isSubset(of: app.capabilities) else { return nil }
            for gone in app.capabilities.subtracting(capabilities).sorted() {
                let what = gone == App.Capability.mentions.rawValue ? "no mentions" : "not adopted Shared with You"
                steps.append(Said(text: "the app \(name) has \(what)"))
            }
            app.capabilities = capabilities
        }
        let previews = params["previews"]?.arrayValue ?? []
        guard previews.starts(with: app.previews), let domain = params["domains"]?.arrayValue?.first?.stringValue
        else { return nil }
        for preview in previews.dropFirst(app.previews.count) {
            guard let step = Self.step(showing: preview, name, domain) else { return nil }
            steps.append(Said(text: step))
        }
        app.previews = previews
        if let title = params["menuTitleForHideAction"]?.stringValue, title != app.hideTitle {
            guard let words = RecordedWords.quoted(title) else { return nil }
            steps.append(Said(text: "the app \(name) calls its hide action \(words)"))
            app.hideTitle = title
        }
        guard let more = Self.sharingSteps(params, name, &app) else { return nil }
        known[id] = app
        return steps + more
    }

    private static func sharingSteps(_ params: JSONValue, _ name: String, _ app: inout Known) -> [Said]? {
        var steps: [Said] = []
        if let backends = params["backends"], backends != app.backends {
            let words: [String: String] = ["cloudRecord": "in the cloud", "file": "as files", "custom": "itself"]
            let list = (backends.arrayValue ?? []).compactMap(\.stringValue)
            if list.count == 1, let word = words[list[0]] {
                steps.append(Said(text: "the app \(name) keeps its documents \(word)"))
            } else if list != Share.Backend.allCases.map(\.rawValue) || app.backends != nil {
                return nil
            }
            app.backends = backends
        }
        if let methods = params["sharingMethods"], methods != app.methods {
            let list = (methods.arrayValue ?? []).compactMap(\.stringValue)
            if list.count == 1 {
                let word = list[0] == SharingMethod.copy.rawValue ? "sends copies only" : "only collaborates"
                steps.append(Said(text: "the app \(name) \(word)"))
            } else if app.methods != nil {
                return nil
            }
            app.methods = methods
        }
        if let title = params["manageTitle"]?.stringValue, title != app.manageTitle ?? App.standardManageTitle {
            guard let words = RecordedWords.quoted(title) else { return nil }
            steps.append(Said(text: "the app \(name) calls its manage button \(words)"))
            app.manageTitle = title
        }
        if let options = params["shareOptions"], options != .null, options != app.options {
            guard let table = table(of: options) else { return nil }
            steps.append(Said(text: "the app \(name) offers when sharing:", table: table))
            app.options = options
        }
        return steps
    }

    /// The paths that an app opens, each with its domain, and a `!` before those that it does not; nil where its
    /// association says more than steps can.
    private static func rules(_ params: JSONValue) -> [String]? {
        let domains = (params["domains"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard let first = domains.first else { return nil }
        guard let association = params["association"], association != .null else { return domains }
        guard let details = association["applinks"]?["details"]?.arrayValue, details.count == 1,
            let components = details[0]["components"]?.arrayValue
        else { return nil }
        var rules: [String] = []
        for component in components {
            guard case .object(let object) = component,
                object.members.allSatisfy({ ["/", "#", "exclude", "comment"].contains($0.key) })
            else { return nil }
            let path = component["/"]?.stringValue ?? "*"
            guard path == "*" || path.hasPrefix("/") else { return nil }
            let fragment = component["#"]?.stringValue.map { "#\($0)" } ?? ""
            let isExcluded = component["exclude"]?.boolValue == true
            if domains.count > 1 {
                guard path == "*", fragment.isEmpty, !isExcluded else { return nil }
                continue
            }
            rules.append((isExcluded ? "!" : "") + first + (path == "*" ? "" : path) + fragment)
        }
        return domains.count > 1 ? domains : rules
    }

    private static func step(showing preview: JSONValue, _ name: String, _ domain: String) -> String? {
        guard let path = preview["path"]?.stringValue, let title = preview["title"]?.stringValue.flatMap(quoted),
            let link = quoted("https://\(domain)\(path == "*" ? "" : path)")
        else { return nil }
        var text = "the app \(name) shows \(link) as \(title)"
        if let subtitle = preview["subtitle"]?.stringValue {
            guard let words = quoted(subtitle) else { return nil }
            text += " with the subtitle \(words)"
        }
        switch (preview["glyph"]?.stringValue.flatMap(quoted), preview["colour"]?.stringValue.flatMap(quoted)) {
        case (let glyph?, let colour?): text += " with the glyph \(glyph) on \(colour)"
        case (nil, nil): break
        default: return nil
        }
        return text
    }

    private static func quoted(_ text: String) -> String? { RecordedWords.quoted(text) }

    private static func table(of options: JSONValue) -> [[String]]? {
        var rows = [["group", "kind", "option", "title", "needs", "does", "summary"]]
        var summaries: [String: String] = [:]
        for summary in options["summaries"]?.arrayValue ?? [] {
            guard let when = summary["when"]?.arrayValue, when.count == 1, let option = when[0].stringValue else {
                return nil
            }
            summaries[option] = summary["summary"]?.stringValue
        }
        for group in options["groups"]?.arrayValue ?? [] {
            guard let identifier = group["identifier"]?.stringValue, let kind = group["kind"]?.stringValue,
                group["title"]?.stringValue == identifier
            else { return nil }
            for option in group["options"]?.arrayValue ?? [] {
                guard let id = option["identifier"]?.stringValue, let title = option["title"]?.stringValue else {
                    return nil
                }
                let needs = (option["requires"]?.arrayValue ?? []).compactMap(\.stringValue)
                guard needs.count <= 1 else { return nil }
                rows.append([
                    identifier, kind, id, title, needs.first ?? "", option["effect"]?.stringValue ?? "",
                    summaries[id] ?? "",
                ])
            }
        }
        return rows.allSatisfy({ $0.allSatisfy { RecordedWords.quoted($0) != nil } }) ? rows : nil
    }
}
