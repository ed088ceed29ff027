import ChatProtocol

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
struct LinkRouter: Sendable {
    private struct Registration: Sendable {
        var app: AppID
        var domains: [DomainPattern]
        var association: SiteAssociation?
    }

    /// In the order of registration; the place of an app stays when it is registered again.
    private var apps: [Registration] = []
    private var places: [AppID: Int] = [:]
    /// The places of the apps that name a domain, in order.
    private var named: [DomainPattern: [Int]] = [:]
    /// What was published; an empty file where the domain serves nothing.
    private var sites: [DomainPattern: SiteAssociation?] = [:]

    /// The most components that did not match which a trail lists, of all apps.
    static let missesMax = 100

    /// A router that knows no app.
    init() {}

    /// Says which domains an app names, and what they serve if nothing was published there; what was said of it before
    /// is forgotten.
    mutating func register(_ app: AppID, domains: [DomainPattern], association: SiteAssociation? = nil) {
        let registration = Registration(app: app, domains: domains, association: association)
        let place = places[app] ?? apps.count
        if place < apps.count {
            for domain in apps[place].domains { named[domain]?.removeAll { $0 == place } }
            apps[place] = registration
        } else {
            places[app] = place
            apps.append(registration)
        }
        for domain in Set(domains) {
            let index = named[domain, default: []].firstIndex { $0 > place } ?? named[domain, default: []].count
            named[domain, default: []].insert(place, at: index)
        }
    }

    /// The most steps that a link of a domain takes by what its apps brought, but for one of them.
    func stepsMax(of domain: DomainPattern, without app: AppID) -> Int {
        (named[domain] ?? []).reduce(0) { sum, place in
            apps[place].app == app ? sum : sum + (apps[place].association?.stepsMax ?? 0)
        }
    }

    /// Makes a domain serve this file, or nothing, whatever its apps were registered with.
    mutating func publish(_ association: SiteAssociation?, on domain: DomainPattern) {
        sites.updateValue(association, forKey: domain)
    }

    /// The app that opens a link, if one does.
    func app(for url: CanonicalURL) -> AppID? { decide(url, misses: nil).app }

    /// Which app opens a link, and why: every component that was tried, and the deciding step last.
    func route(_ url: CanonicalURL) -> LinkDecision {
        decide(url, misses: Self.missesMax)
    }

    /// - Parameter misses: how many components that do not match are listed for an app; nil where nobody asks.
    private func decide(_ url: CanonicalURL, misses: Int?) -> LinkDecision {
        let domains = DomainPattern.all(matching: url.host)
        let named = Set(domains.flatMap { self.named[$0] ?? [] }).sorted()
        guard !named.isEmpty else { return LinkDecision(app: nil, trail: [.noAppNamesDomain(host: url.host)]) }
        let files = files(of: domains)
        guard !files.isEmpty else { return LinkDecision(app: nil, trail: [.noAssociation(host: url.host)]) }
        let apps = named.map { self.apps[$0].app }
        let ranks = Dictionary(uniqueKeysWithValues: apps.enumerated().map { ($0.element, $0.offset) })
        var trail: [LinkDecision.Reason] = []
        let known = files.reduce(into: Set<AppID>()) { known, file in
            known.formUnion(Self.order(of: ranks, in: file))
        }
        for app in apps where !known.contains(app) { trail.append(.appNotInAssociation(app: app)) }
        var exclusions: [LinkDecision.Reason] = []
        var excluded: Set<AppID> = []
        var missesLeft = misses
        for file in files {
            var reading = AssociationReading(file, of: url)
            for app in Self.order(of: ranks, in: file) where !excluded.contains(app) {
                if let left = missesLeft {
                    let misses = reading.misses(for: app, max: left)
                    trail += misses
                    missesLeft = max(0, left - misses.count)
                }
                switch reading.answer(for: app) {
                case .opens(let component):
                    let matched = LinkDecision.Reason.matched(
                        app: app, place: component.place, comment: component.comment)
                    return LinkDecision(app: app, trail: trail + exclusions + [matched])
                case .excludes(let component):
                    exclusions.append(.excluded(app: app, place: component.place, comment: component.comment))
                    excluded.insert(app)
                case .noComponent: trail.append(.noComponent(app: app))
                case .unknownApp: break
                }
            }
        }
        return LinkDecision(app: nil, trail: trail + exclusions)
    }

    /// The files that a host serves. Its own hides that of a wildcard above it.
    private func files(of domains: [DomainPattern]) -> [SiteAssociation] {
        for domain in domains {
            if let published = sites[domain] { return published.map { [$0] } ?? [] }
        }
        for domain in domains {
            let files = (named[domain] ?? []).compactMap { apps[$0].association }
            if !files.isEmpty { return files }
        }
        return []
    }

    /// The apps that a file names, in the order of its details, and of their registration within one.
    private static func order(of ranks: [AppID: Int], in file: SiteAssociation) -> [AppID] {
        var found: [(detail: Int, rank: Int, app: AppID)] = []
        for (app, details) in file.detailsOfApps {
            if let rank = ranks[app], let first = details.first { found.append((first, rank, app)) }
        }
        return found.sorted { ($0.detail, $0.rank) < ($1.detail, $1.rank) }.map(\.app)
    }
}
