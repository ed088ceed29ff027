import ChatProtocol

extension Core {
    mutating func register(_ request: RegisterApp, at now: Instant) throws(RPCError) -> Answer {
        try checkName(request.name, "name")
        try checkName(request.app.rawValue, "app")
        guard !request.domains.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "domains", problem: "must name at least one domain"))
        }
        guard request.domains.count <= App.domainsMax else {
            let problem = "are \(request.domains.count), and an app names \(App.domainsMax) at most"
            throw RPCError.invalid(InvalidField(field: "domains", problem: problem))
        }
        guard !request.backends.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "backends", problem: "must name at least one back end"))
        }
        for (index, domain) in request.domains.enumerated() { _ = try checkDomain(domain, "domains[\(index)]") }
        let association = request.association ?? App.everyPath(for: request.app)
        try checkAssociation(association)
        try check(request.previews)
        if let title = request.menuTitleForHideAction { try checkHideTitle(title) }
        let app = App(
            id: request.app, name: request.name, domains: request.domains, association: association,
            backends: request.backends, capabilities: request.capabilities, previews: request.previews,
            menuTitleForHideAction: request.menuTitleForHideAction)
        if state.app(app.id) != app {
            decide(.appRegistered(app), at: now)
        }
        return .app(app, showsAssociation: true)
    }

    /// `app.get`.
    func getApp(_ id: AppID?, showsAssociation: Bool) throws(RPCError) -> Answer {
        guard let id else {
            throw RPCError.invalid(InvalidField(field: "app", problem: "is missing: which app"))
        }
        guard let app = state.app(id) else {
            throw RPCError(.notFound, "app: no app “\(id)” is registered.", .field("app"))
        }
        return .app(app, showsAssociation: showsAssociation)
    }

    func checkDomain(_ text: String, _ field: String) throws(RPCError) -> DomainPattern {
        guard let domain = DomainPattern(text) else {
            throw RPCError.invalid(
                InvalidField(field: field, problem: "must be a domain such as notes.example or *.notes.example"))
        }
        return domain
    }

    /// Holds what a website is to serve to what an association is: refused with the place of the fault.
    func checkAssociation(_ association: JSONValue) throws(RPCError) {
        do {
            _ = try SiteAssociation(association)
        } catch {
            throw RPCError.invalid(InvalidField(field: "association", problem: "is not a site association: \(error)"))
        }
    }

    /// Holds the previews of an app to their bounds.
    private func check(_ previews: [AppPreview]) throws(RPCError) {
        guard previews.count <= AppPreview.countMax else {
            throw RPCError.invalid(
                InvalidField(
                    field: "previews", problem: "are \(previews.count), and an app has \(AppPreview.countMax) at most"))
        }
        for (index, preview) in previews.enumerated() {
            let field = "previews[\(index)]"
            do throws(LinkPattern.Problem) {
                _ = try LinkPattern(previewPath: preview.path)
            } catch {
                throw RPCError.invalid(InvalidField(field: "\(field).path", problem: error.text))
            }
            // An app matches its previews by itself, and has no lists of languages and regions.
            guard !preview.path.contains("$(lang)"), !preview.path.contains("$(region)") else {
                throw RPCError.invalid(
                    InvalidField(field: "\(field).path", problem: "must name no language or region: use * or ?"))
            }
            try checkName(preview.content.title, "\(field).title")
            if let subtitle = preview.content.subtitle { try checkName(subtitle, "\(field).subtitle") }
            if let glyph = preview.content.glyph,
                glyph.count != 1 || glyph.isBlank || glyph.utf8.count > Self.glyphBytes
            {
                throw RPCError.invalid(
                    InvalidField(field: "\(field).glyph", problem: "must be one character that can be seen"))
            }
        }
    }

    /// The most bytes of one character: the longest emoji has 35, and combining marks could go on for ever.
    private static let glyphBytes = 64

    /// Whoever reads the entry must know what it does (`attr-remove-word`).
    private func checkHideTitle(_ title: String) throws(RPCError) {
        let field = "menuTitleForHideAction"
        try checkName(title, field)
        let words = title.split { !$0.isLetter }.map { $0.lowercased() }
        guard words.contains("remove") || words.contains("hide") else {
            throw RPCError.invalid(
                InvalidField(field: field, problem: "must contain the word Remove or Hide, such as “Remove Item”"))
        }
    }
}

/// The previews of one app, their patterns read once.
struct AppPreviews: Sendable {
    private let previews: [(pattern: LinkPattern, content: LinkPreview)]

    init(_ app: App) {
        previews = app.previews.compactMap { preview in
            (try? LinkPattern(previewPath: preview.path)).map { ($0, preview.content) }
        }
    }

    /// What is shown for a link; nil where nothing matches.
    func preview(for url: CanonicalURL) -> LinkPreview? {
        previews.first { $0.pattern.matches(url.path) }?.content
    }
}

extension LinkPattern {
    /// A pattern over the path of a link, as in a component without variables of its own.
    fileprivate init(previewPath path: String) throws(Problem) {
        let isRooted = ["/", "*", "?", "$("].contains { path.hasPrefix($0) }
        try self.init(isRooted ? path : "/" + path, variables: PatternVariables(), options: Options())
    }
}

extension CoreState {
    /// Whether the app is registered and has adopted Shared with You (`adopt-steps`).
    func isSharedWithYouApp(_ id: AppID) -> Bool {
        app(id)?.capabilities.contains(.sharedWithYou) == true
    }
}
