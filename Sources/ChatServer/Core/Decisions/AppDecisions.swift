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
