import ChatProtocol

/// The apps and websites of a world, in the order in which they first came, and which app opens which link.
struct AppDirectory: Equatable, Sendable {
    /// The order is that in which links are offered.
    private(set) var apps: [App] = []
    private var appPlaces: [AppID: Int] = [:]
    private(set) var sites: [Site] = []
    private var sitePlaces: [DomainPattern: Int] = [:]
    /// How many bytes of associations are kept, published or brought by apps.
    private(set) var associationBytes = 0
    private(set) var router = LinkRouter()
    /// What each app registered to be shown for its links.
    private var previews: [AppID: AppPreviews] = [:]

    /// The router and the previews follow from the rest.
    static func == (left: AppDirectory, right: AppDirectory) -> Bool {
        left.apps == right.apps && left.sites == right.sites
    }

    func app(_ id: AppID) -> App? { appPlaces[id].map { apps[$0] } }

    func site(_ domain: DomainPattern) -> Site? { sitePlaces[domain].map { sites[$0] } }

    /// What an app registered to be shown for a link.
    func preview(of app: AppID, for url: CanonicalURL) -> LinkPreview? { previews[app]?.preview(for: url) }

    /// Keeps an app; one that is registered again keeps its place.
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

    /// Keeps what was published; what is published again for a domain keeps its place.
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
