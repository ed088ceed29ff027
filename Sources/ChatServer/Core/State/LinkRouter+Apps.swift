import ChatProtocol

extension LinkRouter {
    /// A router for those apps, each serving its own association on its own domains.
    ///
    /// What an app was registered with was read once when it came; what cannot be read again gives it no links.
    init(_ apps: [App]) {
        self.init()
        for app in apps {
            let domains = app.domains.compactMap { DomainPattern($0) }
            register(app.id, domains: domains)
            guard let association = try? SiteAssociation(app.association) else { continue }
            for domain in domains { publishAlso(association, on: domain) }
        }
    }

    /// The app that opens a link, if one does.
    func app(for url: CanonicalURL) -> AppID? { route(url).app }
}

extension CanonicalURL {
    /// The link as a title where nothing better is known: its host and path.
    var shortText: String { path == "/" ? host : host + path }
}
