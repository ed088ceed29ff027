import ChatProtocol

/// The registration of apps.
struct AppDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func register(_ request: RegisterApp, at now: Instant) throws(RPCError) -> Answer {
        try TextChecks(draft.limits).checkName(request.name, "name")
        try TextChecks(draft.limits).checkName(request.app.rawValue, "app")
        guard !request.domains.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "domains", problem: "must name at least one domain"))
        }
        guard request.domains.count <= App.domainsMax else {
            let problem = "are \(request.domains.count), but an app names \(App.domainsMax) at most"
            throw RPCError.invalid(InvalidField(field: "domains", problem: problem))
        }
        guard !request.backends.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "backends", problem: "must name at least one back end"))
        }
        guard !request.asksForProofs || request.backends.contains(.custom) else {
            let problem = "is for an app with the back end custom, which lets people in by itself"
            throw RPCError.invalid(InvalidField(field: "proofs", problem: problem))
        }
        var domains: [DomainPattern] = []
        for (index, domain) in request.domains.enumerated() {
            domains.append(try checkDomain(domain, "domains[\(index)]"))
        }
        let association = request.association ?? App.everyPath(for: request.app)
        let before = draft.state.app(request.app)
        guard before != nil || draft.state.directory.apps.count < Self.appsMax else {
            throw RPCError.invalid(
                InvalidField(field: "app", problem: "is one too many: a world has \(Self.appsMax) apps at most"))
        }
        let file = try checkAssociation(association)
        try check(steps: file.stepsMax, of: request.app, at: domains)
        try SiteDecisions(draft).checkRoom(for: association, insteadOf: before?.association)
        try check(request.previews)
        if let title = request.menuTitleForHideAction { try checkHideTitle(title) }
        if let options = request.shareOptions { try check(options) }
        guard !request.sharingMethods.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "sharingMethods", problem: "must name at least one method"))
        }
        if let title = request.manageTitle { try TextChecks(draft.limits).checkName(title, "manageTitle") }
        try ActivityDecisions(draft).check(request.activities)
        try check(documentTypes: request.documentTypes)
        var app = App(
            id: request.app, name: request.name, domains: request.domains, association: association,
            backends: request.backends, capabilities: request.capabilities, previews: request.previews,
            menuTitleForHideAction: request.menuTitleForHideAction)
        app.shareOptions = request.shareOptions
        app.sharingMethods = SharingMethod.allCases.filter(request.sharingMethods.contains)
        app.manageTitle = request.manageTitle ?? App.standardManageTitle
        app.activities = request.activities
        app.excludedActivityTypes = SystemActivity.allCases.filter(request.excludedActivityTypes.contains)
        app.documentTypes = request.documentTypes
        app.asksForProofs = request.asksForProofs
        if before != app {
            draft.decide(.appRegistered(app), at: now)
        }
        let warnings =
            file.warnings + (app.shareOptions?.warnings ?? [])
            + ActivityDecisions(draft).warnings(about: app.activities, of: app)
        return warnings.isEmpty ? .app(app) : .registered(app, warnings: warnings)
    }

    /// Checks the options of an app against their bounds, and the texts in them against the bounds of names.
    private func check(_ options: ShareOptions) throws(RPCError) {
        if let problem = options.problem { throw RPCError.invalid(problem) }
        for (place, group) in options.groups.enumerated() {
            let field = "shareOptions.groups[\(place)]"
            try TextChecks(draft.limits).checkName(group.identifier, "\(field).identifier")
            if let title = group.title { try TextChecks(draft.limits).checkName(title, "\(field).title") }
            if let footer = group.footer {
                try TextChecks(draft.limits).checkName(footer, "\(field).footer", isOneLine: false)
            }
            for (index, option) in group.options.enumerated() {
                try TextChecks(draft.limits).checkName(option.identifier, "\(field).options[\(index)].identifier")
                try TextChecks(draft.limits).checkName(option.title, "\(field).options[\(index)].title")
                if let subtitle = option.subtitle {
                    try TextChecks(draft.limits).checkName(subtitle, "\(field).options[\(index)].subtitle")
                }
            }
        }
        for (index, summary) in options.summaries.enumerated() {
            try TextChecks(draft.limits).checkName(summary.summary, "shareOptions.summaries[\(index)].summary")
        }
    }

    /// The largest number of apps of one world: each has its shelves, and may name the domain of any link.
    static let appsMax = 1_000

    /// Checks the steps that all apps of a domain together take for a link: each link is matched against all of them.
    private func check(steps: Int, of app: AppID, at domains: [DomainPattern]) throws(RPCError) {
        for domain in Set(domains) {
            let others = draft.state.directory.router.stepsMax(of: domain, without: app)
            guard others + steps <= SiteAssociation.stepsMax else {
                let problem =
                    "needs too many steps: with the other apps at \(domain) a link takes \(others + steps) steps, and \(SiteAssociation.stepsMax) is the limit; use fewer components, wildcards or words"
                throw RPCError.invalid(InvalidField(field: "association", problem: problem))
            }
        }
    }

    /// Answers `app.get`.
    ///
    /// - Parameter person: the person for whom the asking app runs, whose offered activities it then receives; nil if
    ///   no app asks.
    func get(_ id: AppID?, showsAssociation: Bool, runningAs person: Handle? = nil) throws(RPCError) -> Answer {
        guard let id else {
            throw RPCError.invalid(InvalidField(field: "app", problem: "is missing: the app's bundle id"))
        }
        guard let app = draft.state.app(id) else {
            throw RPCError(.notFound, "app: no app “\(id)” is registered.", .field("app"))
        }
        var view = app
        if !showsAssociation { view.association = nil }
        if let person { view.activities = app.activities(for: draft.state.people[person]) }
        return .app(view)
    }

    func checkDomain(_ text: String, _ field: String) throws(RPCError) -> DomainPattern {
        guard let domain = DomainPattern(text) else {
            throw RPCError.invalid(
                InvalidField(field: field, problem: "must be a domain such as notes.example or *.notes.example"))
        }
        return domain
    }

    /// Returns the parsed association of a website or an app.
    ///
    /// - Throws: `invalid_params` with the place of the fault.
    func checkAssociation(_ association: JSONValue) throws(RPCError) -> SiteAssociation {
        do {
            return try SiteAssociation(association)
        } catch {
            throw RPCError.invalid(InvalidField(field: "association", problem: "is not a site association: \(error)"))
        }
    }

    /// Checks the previews of an app against their bounds.
    private func check(_ previews: [AppPreview]) throws(RPCError) {
        guard previews.count <= AppPreview.countMax else {
            throw RPCError.invalid(
                InvalidField(
                    field: "previews", problem: "are \(previews.count), and an app has \(AppPreview.countMax) at most"))
        }
        var steps = 0
        for (index, preview) in previews.enumerated() {
            let field = "previews[\(index)]"
            let length = preview.path.unicodeScalars.count
            guard length <= AppPreview.pathMax else {
                throw RPCError.invalid(
                    InvalidField(
                        field: "\(field).path",
                        problem: "has \(length) characters, and \(AppPreview.pathMax) is the limit"))
            }
            do throws(LinkPattern.Problem) {
                steps += try LinkPattern(previewPath: preview.path).stepsMax(positions: LinkPattern.positionsMax)
            } catch {
                throw RPCError.invalid(InvalidField(field: "\(field).path", problem: error.text))
            }
            guard steps <= AppPreviews.stepsMax else {
                let problem =
                    "needs too many steps: with the earlier previews a link takes \(steps) steps, and \(AppPreviews.stepsMax) is the limit; use fewer wildcards"
                throw RPCError.invalid(InvalidField(field: "\(field).path", problem: problem))
            }
            // The app matches its own previews, and it has no lists of languages and regions.
            guard !preview.path.contains("$(lang)"), !preview.path.contains("$(region)") else {
                throw RPCError.invalid(
                    InvalidField(field: "\(field).path", problem: "must name no language or region: use * or ?"))
            }
            try TextChecks(draft.limits).checkName(preview.content.title, "\(field).title")
            if let subtitle = preview.content.subtitle {
                try TextChecks(draft.limits).checkName(subtitle, "\(field).subtitle")
            }
            if let glyph = preview.content.glyph { try TextChecks(draft.limits).checkGlyph(glyph, "\(field).glyph") }
        }
    }

    /// Checks that the endings of file names can be compared without change: each has a few lowercase letters and
    /// digits.
    private func check(documentTypes types: [String]) throws(RPCError) {
        guard types.count <= App.documentTypesMax else {
            let problem = "are \(types.count), and an app has at most \(App.documentTypesMax)"
            throw RPCError.invalid(InvalidField(field: "documentTypes", problem: problem))
        }
        for (index, type) in types.enumerated() {
            let isPlain = type.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            guard isPlain, (1...App.documentTypeBytesMax).contains(type.utf8.count) else {
                let problem = "must be 1 to \(App.documentTypeBytesMax) lowercase letters and digits, without a dot"
                throw RPCError.invalid(InvalidField(field: "documentTypes[\(index)]", problem: problem))
            }
        }
    }

    /// Checks that the title of the menu item names its effect (`attr-remove-word`).
    private func checkHideTitle(_ title: String) throws(RPCError) {
        let field = "menuTitleForHideAction"
        try TextChecks(draft.limits).checkName(title, field)
        let words = title.split { !$0.isLetter }.map { $0.lowercased() }
        guard words.contains("remove") || words.contains("hide") else {
            throw RPCError.invalid(
                InvalidField(field: field, problem: "must contain the word Remove or Hide, such as “Remove Item”"))
        }
    }
}

/// The previews of one app, with their patterns parsed once: each item of a page asks for a preview.
struct AppPreviews: Sendable {
    /// The largest number of steps that all patterns of an app may take for one link. It allows twenty patterns with a
    /// `*` on both sides, and any number of ordinary ones.
    static let stepsMax = 200_000

    private let contents: [LinkPreview]
    /// The first preview of each literal path.
    private var paths: [[Unicode.Scalar]: Int] = [:]
    /// The patterns that match more than one path, in order.
    private var patterns: [(pattern: LinkPattern, content: Int)] = []

    init(_ app: App) {
        contents = app.previews.map(\.content)
        for (index, preview) in app.previews.enumerated() {
            guard let pattern = try? LinkPattern(previewPath: preview.path) else { continue }
            if let path = pattern.onlyText {
                if paths[path] == nil { paths[path] = index }
            } else {
                patterns.append((pattern, index))
            }
        }
    }

    /// Returns the preview of a link; nil if none matches.
    func preview(for url: CanonicalURL) -> LinkPreview? {
        var steps = 0
        return preview(for: url, steps: &steps)
    }

    /// Returns the preview of a link: the first one that matches, be it a literal path or a pattern.
    ///
    /// - Parameter steps: grows by the steps of the patterns; a literal path costs none.
    func preview(for url: CanonicalURL, steps: inout Int) -> LinkPreview? {
        guard !contents.isEmpty else { return nil }
        let path = LinkPattern.compared(url.path, LinkPattern.Options())
        let exact = paths[path]
        for (pattern, content) in patterns where content < exact ?? contents.count {
            if pattern.matches(path, steps: &steps) { return contents[content] }
        }
        return exact.map { contents[$0] }
    }
}

extension LinkPattern {
    /// Creates a pattern over the path of a link, as in a component without variables of its own.
    init(previewPath path: String) throws(Problem) {
        let isRooted = ["/", "*", "?", "$("].contains { path.hasPrefix($0) }
        try self.init(isRooted ? path : "/" + path, variables: PatternVariables(), options: Options())
    }
}

/// The activities of apps on share sheets: registered for everyone, or offered to one person at run time.
struct ActivityDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Offers activities to a person for `activity.offer`.
    func offer(
        _ request: OfferActivities, by app: AppID, as person: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard var offered = draft.state.app(app) else {
            throw RPCError(.notFound, "app: no app “\(app)” is registered.", .field("app"))
        }
        if let activities = request.activities { try check(activities) }
        if draft.state.people[person]?.offeredActivities[app] != request.activities {
            draft.decide(.activitiesOffered(request.activities, app: app, person: person), at: now)
        }
        offered.activities = offered.activities(for: draft.state.people[person])
        let warnings = warnings(about: offered.activities, of: offered)
        return warnings.isEmpty ? .app(offered) : .registered(offered, warnings: warnings)
    }

    /// Returns the action that a person chose on the share sheet of an app.
    ///
    /// - Throws: `not_found` if the app does not offer it for such an item, `invalid_params` if the item is not the
    ///   app's.
    func chosen(_ request: ChooseActivity, by person: Handle) throws(RPCError) -> ChosenActivity {
        guard let app = draft.state.app(request.app) else {
            throw RPCError(.notFound, "app: no app “\(request.app)” is registered.", .field("app"))
        }
        let offered = app.activities(for: draft.state.people[person]).first { $0.type == request.type }
        guard let offered, offered.accepts.contains(request.kind) else {
            throw RPCError(
                .notFound, "type: “\(app.name)” offers no action “\(request.type)” for this kind of item.",
                .field("type"))
        }
        guard let url = try? CanonicalURL(request.url), draft.state.directory.router.app(for: url) == app.id else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be a link that opens in “\(app.name)”"))
        }
        return ChosenActivity(type: request.type, url: request.url, kind: request.kind)
    }

    /// Checks the activities of an app.
    func check(_ activities: [AppActivity]) throws(RPCError) {
        guard activities.count <= AppActivity.countMax else {
            throw RPCError.invalid(
                InvalidField(
                    field: "activities",
                    problem: "are \(activities.count), but an app has \(AppActivity.countMax) at most"))
        }
        for (index, activity) in activities.enumerated() {
            let field = "activities[\(index)]"
            try TextChecks(draft.limits).checkName(activity.type, "\(field).type")
            try TextChecks(draft.limits).checkName(activity.title, "\(field).title")
            if let problem = activity.problem {
                throw RPCError.invalid(InvalidField(field: "\(field).title", problem: problem))
            }
            guard !activity.accepts.isEmpty else {
                throw RPCError.invalid(
                    InvalidField(
                        field: "\(field).accepts",
                        problem: "must name a kind of item; leave it out for an action of all kinds"))
            }
            if let glyph = activity.glyph { try TextChecks(draft.limits).checkGlyph(glyph, "\(field).glyph") }
        }
        if let (place, member, before) = activities.duplicate {
            let value = member == "type" ? activities[place].type : activities[place].title
            throw RPCError.invalid(
                InvalidField(
                    field: "activities[\(place)].\(member)",
                    problem: "“\(value)” is the \(member) of activities[\(before)] as well"))
        }
    }

    /// Returns the warnings about the titles of an app's activities.
    func warnings(about activities: [AppActivity], of app: App) -> [String] {
        activities.compactMap { $0.warning(in: app.name) }
    }
}

extension App {
    /// Returns the activities that the app has on the share sheet of a person: the last offered ones, or the registered
    /// ones.
    func activities(for person: PersonState?) -> [AppActivity] { person?.offeredActivities[id] ?? activities }
}
