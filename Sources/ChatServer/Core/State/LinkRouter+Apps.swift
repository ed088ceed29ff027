import ChatProtocol

extension LinkRouter {
    /// Takes in an app: its domains serve the association that it brings where nothing was published there.
    ///
    /// What was registered was read once when it came; what cannot be read again gives no links.
    mutating func register(_ app: App) {
        register(
            app.id, domains: app.domains.compactMap { DomainPattern($0) },
            association: app.association.flatMap { try? SiteAssociation($0) })
    }

    /// Takes in what was published.
    mutating func publish(_ site: Site) {
        publish(site.association.flatMap { try? SiteAssociation($0) }, on: site.domain)
    }
}

/// A website's side of the association, as it was published: it stands whatever its apps were registered with.
struct Site: Sendable, Equatable {
    /// Of which domain.
    var domain: DomainPattern
    /// The file; nil if the domain serves nothing.
    var association: JSONValue?
}

extension CanonicalURL {
    /// The link as a title where nothing better is known: its host and path.
    var shortText: String { path == "/" ? host : host + path }
}
