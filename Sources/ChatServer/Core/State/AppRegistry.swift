import ChatProtocol

/// The apps and websites of a world in the order of their registration, with the router that finds the app of a link.
struct AppRegistry: Equatable, Sendable {
    /// The apps. Their order is also the order in which links are offered.
    private(set) var apps: [App] = []
    private var appPlaces: [AppID: Int] = [:]
    private(set) var sites: [Site] = []
    private var sitePlaces: [DomainPattern: Int] = [:]
    /// The size of all stored associations in bytes, both published ones and those of registered apps.
    private(set) var associationBytes = 0
    private(set) var router = LinkRouter()
    /// The link previews that each app registered.
    private var previews: [AppID: AppPreviews] = [:]

    /// Compares apps and sites only. The router and the previews follow from them.
    static func == (left: AppRegistry, right: AppRegistry) -> Bool {
        left.apps == right.apps && left.sites == right.sites
    }

    func app(_ id: AppID) -> App? { appPlaces[id].map { apps[$0] } }

    /// Returns true if the app is registered and has adopted Shared with You (`adopt-steps`).
    func isSharedWithYouApp(_ id: AppID) -> Bool { app(id)?.capabilities.contains(.sharedWithYou) == true }

    func site(_ domain: DomainPattern) -> Site? { sitePlaces[domain].map { sites[$0] } }

    /// Returns the preview that an app registered for a link.
    func preview(of app: AppID, for url: CanonicalURL) -> LinkPreview? { previews[app]?.preview(for: url) }

    /// Registers an app. A repeated registration keeps the place of the app.
    mutating func register(_ app: App) {
        associationBytes += Self.bytes(of: app.association)
        if let place = appPlaces[app.id] {
            associationBytes -= Self.bytes(of: apps[place].association)
            apps[place] = app
        } else {
            appPlaces[app.id] = apps.count
            apps.append(app)
        }
        previews[app.id] = AppPreviews(app)
        router.register(app)
    }

    /// Publishes a site. A repeated publication keeps the place of the site.
    mutating func publish(_ site: Site) {
        associationBytes += Self.bytes(of: site.association)
        if let place = sitePlaces[site.domain] {
            associationBytes -= Self.bytes(of: sites[place].association)
            sites[place] = site
        } else {
            sitePlaces[site.domain] = sites.count
            sites.append(site)
        }
        router.publish(site)
    }

    static func bytes(of association: JSONValue?) -> Int { association.map { JSONWriter.bytes(of: $0).count } ?? 0 }
}

extension LinkRouter {
    /// Registers an app. Its domains serve its own association if no other was published for them.
    ///
    /// The association was validated when the app was registered. An association that this version cannot read gives no
    /// links.
    mutating func register(_ app: App) {
        register(
            app.id, domains: app.domains.compactMap { DomainPattern($0) },
            association: app.association.flatMap { try? SiteAssociation($0) })
    }

    /// Publishes a site.
    mutating func publish(_ site: Site) {
        publish(site.association.flatMap { try? SiteAssociation($0) }, on: site.domain)
    }
}

/// The published association of a website. It takes precedence over the associations with which apps are registered.
struct Site: Sendable, Equatable {
    /// The domain of the website.
    var domain: DomainPattern
    /// The file; nil if the domain serves none.
    var association: JSONValue?
}

extension CanonicalURL {
    /// The fallback title of a link: its host and path.
    var shortText: String { path == "/" ? host : host + path }
}
