public import ChatProtocol

/// The website's side of universal links, and what becomes of a link that somebody opens.
extension Core {
    /// `site.publish`: what a domain serves from now on, whatever its apps were registered with (`ul-two-way`).
    mutating func publish(_ request: PublishSite, at now: Instant) throws(RPCError) -> Answer {
        let domain = try checkDomain(request.domain, "domain")
        if let association = request.association { try checkAssociation(association) }
        let site = Site(domain: domain, association: request.association)
        guard !state.sites.contains(site) else { return .empty }
        guard state.sites.count < Self.sitesMax || state.sites.contains(where: { $0.domain == domain }) else {
            throw RPCError.invalid(
                InvalidField(field: "domain", problem: "is one too many: \(Self.sitesMax) domains were published"))
        }
        followingShelves(of: state.people.keys.sorted(), apps: state.apps.map(\.id), at: now) { core in
            core.decide(.sitePublished(domain, request.association), at: now)
        }
        return .empty
    }

    /// The most domains of one world: each is held in memory, with its file.
    private static let sitesMax = 10_000

    /// `link.explain`: which app opens a link, and every step by which that was found.
    func explainLink(_ text: String) throws(RPCError) -> Answer {
        .linkExplanation(LinkExplanation(try webAddress(text), by: state.router))
    }

    /// `link.open`: the app that opens the link, which is handed it where it runs as that person (`ul-deliver`).
    mutating func openLink(_ text: String, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let url = try webAddress(text)
        noteOpened(url, by: me, at: now)
        return .opened(by: state.router.app(for: url))
    }

    /// Notes that somebody opened a link, whether an app opened it or not: the signal `viewed`, by which a highlight
    /// ranks higher. Nothing asks for it yet, and nothing is decided.
    mutating func noteOpened(_ url: CanonicalURL, by person: Handle, at now: Instant) {}

    private func webAddress(_ text: String) throws(RPCError) -> CanonicalURL {
        do throws(CanonicalURL.Problem) {
            return try CanonicalURL(text)
        } catch {
            throw RPCError.invalid(
                InvalidField(field: "url", problem: "must be an http or https link: \(error.description.dropLast())"))
        }
    }
}

extension LinkExplanation {
    /// What a router says of a link.
    public init(_ url: CanonicalURL, by router: LinkRouter) {
        let decision = router.route(url)
        self.init(url: url.text, app: decision.app, steps: decision.trail.map(\.step))
    }
}
