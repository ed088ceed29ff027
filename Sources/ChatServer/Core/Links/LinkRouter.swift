public import ChatProtocol

/// Decides which app opens a link: the app must name the link's domain, and what the domain serves must name the app
/// (`ul-two-way`).
///
/// Where a website's file gives a link to several apps, the order of the file decides, and between apps that stand in
/// one detail, or in files of one domain, who was first registered or published. An app that the file excludes does not
/// get the link; another may.
public struct LinkRouter: Sendable {
    private struct Registration: Sendable {
        var app: AppID
        var domains: [DomainPattern]
    }

    /// In the order of registration; the place of an app stays when it is registered again.
    private var apps: [Registration] = []
    private var sites: [DomainPattern: [SiteAssociation]] = [:]

    /// A router that knows no app.
    public init() {}

    /// Says which domains an app names; what it named before is forgotten.
    public mutating func register(_ app: AppID, domains: [DomainPattern]) {
        if let index = apps.firstIndex(where: { $0.app == app }) {
            apps[index].domains = domains
        } else {
            apps.append(Registration(app: app, domains: domains))
        }
    }

    /// Makes a domain serve this file, and no other.
    public mutating func publish(_ association: SiteAssociation, on domain: DomainPattern) {
        sites[domain] = [association]
    }

    /// Makes a domain serve this file after what it serves already, as when a second app is registered on it.
    public mutating func publishAlso(_ association: SiteAssociation, on domain: DomainPattern) {
        sites[domain, default: []].append(association)
    }

    /// Makes a domain serve nothing.
    public mutating func unpublish(_ domain: DomainPattern) {
        sites[domain] = nil
    }

    /// Which app opens a link, and why.
    public func route(_ url: CanonicalURL) -> LinkDecision {
        let domains = DomainPattern.all(matching: url.host)
        let named = apps.filter { registration in domains.contains(where: registration.domains.contains) }.map(\.app)
        guard !named.isEmpty else { return LinkDecision(app: nil, trail: [.noAppNamesDomain(host: url.host)]) }
        // A host's own file hides that of a wildcard above it.
        guard let site = domains.lazy.compactMap({ sites[$0] }).first else {
            return LinkDecision(app: nil, trail: [.noAssociation(host: url.host)])
        }
        var trail: [LinkDecision.Reason] = []
        var open = named
        for association in site {
            for app in Self.order(of: open, in: association) {
                switch association.answer(url, for: app) {
                case .opens(let component):
                    trail.append(.matched(app: app, place: component.place, comment: component.comment))
                    return LinkDecision(app: app, trail: trail)
                case .excludes(let component):
                    trail.append(.excluded(app: app, place: component.place, comment: component.comment))
                    open.removeAll { $0 == app }
                case .noComponent:
                    trail.append(.noComponent(app: app))
                case .unknownApp:
                    break
                }
            }
        }
        for app in named where !site.contains(where: { $0.names(app) }) { trail.append(.appNotInAssociation(app: app)) }
        return LinkDecision(app: nil, trail: trail)
    }

    /// The apps that a file names, in the order of its details, and of their registration within one.
    private static func order(of apps: [AppID], in association: SiteAssociation) -> [AppID] {
        var order: [AppID] = []
        for detail in association.details {
            order += apps.filter { detail.apps.contains($0) && !order.contains($0) }
        }
        return order
    }
}

extension SiteAssociation {
    /// Whether the file names an app at all.
    fileprivate func names(_ app: AppID) -> Bool {
        details.contains { $0.apps.contains(app) }
    }
}
