import ChatProtocol

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
