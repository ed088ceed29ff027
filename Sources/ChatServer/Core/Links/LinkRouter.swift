public import ChatProtocol

/// Decides which app opens a link: the app must name the link's domain, and what the domain serves must name the app
/// (`ul-two-way`).
///
/// What a domain serves is the file that was published for it, or that it serves nothing. Where neither was said of it,
/// or of a wildcard above it, it serves what the apps that name it were registered with: a website that each of them
/// brought along.
///
/// Where a website's file gives a link to several apps, the order of the file decides, and between apps that stand in
/// one detail, or in files of one domain, who was registered first. An app that the file excludes does not get the
/// link; another may.
public struct LinkRouter: Sendable {
    private struct Registration: Sendable {
        var app: AppID
        var domains: [DomainPattern]
        var association: SiteAssociation?
    }

    /// In the order of registration; the place of an app stays when it is registered again.
    private var apps: [Registration] = []
    /// What was published; an empty file where the domain serves nothing.
    private var sites: [DomainPattern: SiteAssociation?] = [:]

    /// The most components that did not match which the trail of one app lists.
    public static let missesMax = 100

    /// A router that knows no app.
    public init() {}

    /// Says which domains an app names, and what they serve if nothing was published there; what was said of it before
    /// is forgotten.
    public mutating func register(_ app: AppID, domains: [DomainPattern], association: SiteAssociation? = nil) {
        let registration = Registration(app: app, domains: domains, association: association)
        if let index = apps.firstIndex(where: { $0.app == app }) {
            apps[index] = registration
        } else {
            apps.append(registration)
        }
    }

    /// Makes a domain serve this file, or nothing, whatever its apps were registered with.
    public mutating func publish(_ association: SiteAssociation?, on domain: DomainPattern) {
        sites.updateValue(association, forKey: domain)
    }

    /// The app that opens a link, if one does.
    public func app(for url: CanonicalURL) -> AppID? { decide(url, misses: nil).app }

    /// Which app opens a link, and why: every component that was tried, and the deciding step last.
    public func route(_ url: CanonicalURL) -> LinkDecision {
        decide(url, misses: Self.missesMax)
    }

    /// - Parameter misses: how many components that do not match are listed for an app; nil where nobody asks.
    private func decide(_ url: CanonicalURL, misses: Int?) -> LinkDecision {
        let domains = DomainPattern.all(matching: url.host)
        let named = apps.filter { registration in domains.contains(where: registration.domains.contains) }
        guard !named.isEmpty else { return LinkDecision(app: nil, trail: [.noAppNamesDomain(host: url.host)]) }
        let files = files(of: domains, among: named)
        guard !files.isEmpty else { return LinkDecision(app: nil, trail: [.noAssociation(host: url.host)]) }
        var trail: [LinkDecision.Reason] = []
        for app in named.map(\.app) where !files.contains(where: { $0.names(app) }) {
            trail.append(.appNotInAssociation(app: app))
        }
        var exclusions: [LinkDecision.Reason] = []
        var open = named.map(\.app)
        for file in files {
            for app in Self.order(of: open, in: file) {
                if let misses { trail += file.misses(url, for: app, max: misses) }
                switch file.answer(url, for: app) {
                case .opens(let component):
                    let matched = LinkDecision.Reason.matched(
                        app: app, place: component.place, comment: component.comment)
                    return LinkDecision(app: app, trail: trail + exclusions + [matched])
                case .excludes(let component):
                    exclusions.append(.excluded(app: app, place: component.place, comment: component.comment))
                    open.removeAll { $0 == app }
                case .noComponent: trail.append(.noComponent(app: app))
                case .unknownApp: break
                }
            }
        }
        return LinkDecision(app: nil, trail: trail + exclusions)
    }

    /// The files that a host serves. Its own hides that of a wildcard above it.
    private func files(of domains: [DomainPattern], among named: [Registration]) -> [SiteAssociation] {
        for domain in domains {
            if let published = sites[domain] { return published.map { [$0] } ?? [] }
        }
        for domain in domains {
            let files = named.filter { $0.domains.contains(domain) }.compactMap(\.association)
            if !files.isEmpty { return files }
        }
        return []
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

    /// The components of an app that were tried before the one that decided; the last of them, if there are many.
    fileprivate func misses(_ url: CanonicalURL, for app: AppID, max: Int) -> [LinkDecision.Reason] {
        let components = details.lazy.filter { $0.apps.contains(app) }.flatMap(\.components)
        var misses: [LinkDecision.Reason] = []
        for component in components {
            guard let miss = component.firstMiss(of: url) else { break }
            misses.append(
                .missed(
                    app: app, place: component.place, comment: component.comment,
                    problem: "the \(miss.part) is not “\(miss.pattern.text)”"))
        }
        guard misses.count > max else { return misses }
        return [.missedMore(app: app, count: misses.count - max)] + misses.suffix(max)
    }
}
