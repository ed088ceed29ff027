import ChatProtocol

/// A router that decides which app opens a link. The app must name the domain of the link, and the association of the
/// domain must name the app (`ul-two-way`).
///
/// A domain serves the association that was published for it or for a wildcard above it. A site can also be published
/// without an association. An unpublished domain serves the associations with which its apps were registered.
///
/// If an association gives a link to several apps, the first detail in the file wins. The earlier registration wins
/// between apps of one detail, and between associations of one domain. An app that the association excludes does not
/// open the link, but another app may.
struct LinkRouter: Sendable {
    private struct Registration: Sendable {
        var app: AppID
        var domains: [DomainPattern]
        var association: SiteAssociation?
    }

    /// The apps in the order of registration. A repeated registration keeps the position of its app.
    private var apps: [Registration] = []
    private var places: [AppID: Int] = [:]
    /// The positions of the apps that name a domain, in ascending order.
    private var named: [DomainPattern: [Int]] = [:]
    /// The published sites; nil for a domain that serves no association.
    private var sites: [DomainPattern: SiteAssociation?] = [:]

    /// The largest number of unmatched components in the steps of a decision, for all apps together.
    static let missesMax = 100

    /// Creates a router without apps.
    init() {}

    /// Registers an app with its domains, and with the association that they serve if nothing is published. It replaces
    /// an earlier registration of the app.
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

    /// Returns an upper bound for the matching steps of one link in the associations that were registered for a domain,
    /// except those of one app.
    func stepsMax(of domain: DomainPattern, without app: AppID) -> Int {
        (named[domain] ?? []).reduce(0) { sum, place in
            apps[place].app == app ? sum : sum + (apps[place].association?.stepsMax ?? 0)
        }
    }

    /// Publishes an association for a domain, or none. It takes precedence over the associations of registered apps.
    mutating func publish(_ association: SiteAssociation?, on domain: DomainPattern) {
        sites.updateValue(association, forKey: domain)
    }

    /// Returns the app that opens a link; nil if the link stays in the browser.
    func app(for url: CanonicalURL) -> AppID? { decide(url, misses: nil).app }

    /// Returns the app that opens a link, with every component that was tried. The deciding step is the last one.
    func route(_ url: CanonicalURL) -> LinkDecision {
        decide(url, misses: Self.missesMax)
    }

    /// Returns the app that opens a link.
    ///
    /// - Parameter misses: the largest number of unmatched components in the result; nil for none.
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

    /// Returns the associations that a host serves. A more specific domain hides the wildcards above it.
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

    /// Returns the apps that an association names, by the order of its details and then by registration.
    private static func order(of ranks: [AppID: Int], in file: SiteAssociation) -> [AppID] {
        var found: [(detail: Int, rank: Int, app: AppID)] = []
        for (app, details) in file.detailsOfApps {
            if let rank = ranks[app], let first = details.first { found.append((first, rank, app)) }
        }
        return found.sorted { ($0.detail, $0.rank) < ($1.detail, $1.rank) }.map(\.app)
    }
}

/// The app that opens a link, with the steps of the decision.
struct LinkDecision: Sendable, Equatable {
    /// One step of the decision.
    enum Reason: Sendable, Equatable, CustomStringConvertible {
        /// No registered app names the domain.
        case noAppNamesDomain(host: String)
        /// An app names the domain, but the domain serves no association.
        case noAssociation(host: String)
        /// The app names the domain, but its association does not name the app.
        case appNotInAssociation(app: AppID)
        /// A component of the app was tried and does not match.
        case missed(app: AppID, place: String, comment: String?, problem: String)
        /// This number of other components of the app were tried before the listed ones and do not match.
        case missedMore(app: AppID, count: Int)
        /// The association names the app, but none of the app's components matches.
        case noComponent(app: AppID)
        /// The first matching component keeps the link in the browser.
        case excluded(app: AppID, place: String, comment: String?)
        /// The first matching component gives the link to the app.
        case matched(app: AppID, place: String, comment: String?)

        /// The id of the rule in the feature table.
        var rule: String {
            switch self {
            case .noAppNamesDomain: "ul-entitlement"
            case .noAssociation: "ul-file"
            case .appNotInAssociation: "ul-two-way"
            case .missed, .missedMore, .noComponent: "ul-and"
            case .excluded, .matched: "ul-first"
            }
        }

        /// The result of the step.
        var outcome: LinkExplanation.Outcome {
            switch self {
            case .noAppNamesDomain: .noApp
            case .noAssociation: .noAssociation
            case .appNotInAssociation: .unknownApp
            case .missed, .missedMore, .noComponent: .noMatch
            case .excluded: .excluded
            case .matched: .opens
            }
        }

        /// The sentence for a person.
        var description: String {
            switch self {
            case .noAppNamesDomain(let host): "No app names the domain \(host)."
            case .noAssociation(let host): "\(host) serves no apple-app-site-association."
            case .appNotInAssociation(let app): "The website does not name \(app)."
            case .missed(_, let place, let comment, let problem):
                "\(place) does not match\(Self.remark(comment)): \(problem)."
            case .missedMore(let app, let count): "\(count) components of \(app) before these do not match."
            case .noComponent(let app): "No component of \(app) matches the link."
            case .excluded(let app, let place, let comment):
                "\(place) keeps the link from \(app)\(Self.remark(comment))."
            case .matched(let app, let place, let comment): "\(place) gives the link to \(app)\(Self.remark(comment))."
            }
        }

        /// The step as the protocol describes it.
        var step: LinkExplanation.Step {
            var step = LinkExplanation.Step(reason: ChatProtocol.Reason(rule, description), outcome: outcome)
            switch self {
            case .noAppNamesDomain, .noAssociation: break
            case .appNotInAssociation(let app), .missedMore(let app, _), .noComponent(let app): step.app = app
            case .missed(let app, let place, let comment, _), .excluded(let app, let place, let comment),
                .matched(let app, let place, let comment):
                step.app = app
                step.place = place
                step.comment = comment
            }
            return step
        }

        private static func remark(_ comment: String?) -> String {
            comment.map { " (“\($0)”)" } ?? ""
        }
    }

    /// The app that opens the link; nil if the link stays in the browser.
    var app: AppID?
    /// The steps, the deciding one last.
    var trail: [Reason]
}

/// A domain of an app's entitlement (`ul-entitlement`). `notes.example` is one host. `*.notes.example` matches
/// subdomains at any depth, but not `notes.example` itself.
package enum DomainPattern: Sendable, Hashable {
    /// This host alone.
    case host(String)
    /// Every subdomain of this host.
    case subdomains(of: String)

    /// Reads a domain. A leading `applinks:` and a trailing mode such as `?mode=developer` are ignored. Hosts have the
    /// canonical form of ``CanonicalURL``.
    ///
    /// - Returns: nil if the text is not a domain. A domain has no scheme, port or path.
    package init?(_ text: String) {
        var domain = Substring(text)
        if domain.hasPrefix("applinks:") { domain = domain.dropFirst("applinks:".count) }
        if let mark = domain.firstIndex(of: "?") {
            guard ["?mode=developer", "?mode=managed", "?mode=developer+managed"].contains(domain[mark...]) else {
                return nil
            }
            domain = domain[..<mark]
        }
        let isWildcard = domain.hasPrefix("*.")
        if isWildcard { domain = domain.dropFirst(2) }
        guard let host = URLAuthority.canonicalName(Array(domain.utf8)[...]) else { return nil }
        self = isWildcard ? .subdomains(of: host) : .host(host)
    }

    /// The domain as it is written in an entitlement.
    package var description: String {
        switch self {
        case .host(let host): host
        case .subdomains(let host): "*." + host
        }
    }

    /// Returns true if a canonical host belongs to the domain.
    func matches(host: String) -> Bool {
        switch self {
        case .host(let own): host == own
        case .subdomains(let own): host.utf8.count > own.utf8.count + 1 && host.hasSuffix("." + own)
        }
    }

    /// Returns the domains that contain a host, the most specific first: the host itself, then each wildcard above it.
    static func all(matching host: String) -> [DomainPattern] {
        var patterns = [DomainPattern.host(host)]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            patterns.append(.subdomains(of: String(rest)))
        }
        return patterns
    }
}

extension DomainPattern: JSONStringCodable {
    /// The expected value in an error message.
    static var expected: String { "a domain" }
}
