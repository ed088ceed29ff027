import ChatProtocol

/// The website's side of universal links, and the opening of a link.
struct SiteDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Sets the association that a domain serves, for `site.publish`. It replaces the associations that the domain's
    /// apps were registered with (`ul-two-way`).
    func publish(_ request: PublishSite, at now: Instant) throws(RPCError) -> Answer {
        let domain = try AppDecisions(draft).checkDomain(request.domain, "domain")
        let warnings = try request.association.map(AppDecisions(draft).checkAssociation)?.warnings ?? []
        let answer: Answer = warnings.isEmpty ? .empty : .published(warnings: warnings)
        let before = draft.state.directory.site(domain)
        guard before != Site(domain: domain, association: request.association) else { return answer }
        guard before != nil || draft.state.directory.sites.count < Self.sitesMax else {
            throw RPCError.invalid(
                InvalidField(field: "domain", problem: "is one too many: \(Self.sitesMax) domains were published"))
        }
        try checkRoom(for: request.association, insteadOf: before?.association)
        draft.decide(.sitePublished(domain, request.association), at: now)
        return answer
    }

    /// The largest number of published domains of one world: memory has each of them with its file.
    static let sitesMax = 1_000

    /// The largest number of bytes of all associations of one world, published or registered by apps. It allows 128 of
    /// the longest, and many thousands of ordinary ones. A parsed association is several times as large in memory.
    static let associationBytesMax = 16 * 1024 * 1024

    /// Checks that the associations of a world stay within ``associationBytesMax``.
    func checkRoom(for association: JSONValue?, insteadOf old: JSONValue?) throws(RPCError) {
        let bytes =
            draft.state.directory.associationBytes - AppRegistry.bytes(of: old) + AppRegistry.bytes(of: association)
        guard bytes <= Self.associationBytesMax else {
            let problem =
                "is too large: with it the associations of this world have \(bytes) bytes, and \(Self.associationBytesMax) is the limit; publish or register a shorter one"
            throw RPCError.invalid(InvalidField(field: "association", problem: problem))
        }
    }

    /// Returns the app that opens a link and each step of the decision, for `link.explain`.
    func explainLink(_ text: String) throws(RPCError) -> Answer {
        .linkExplanation(LinkExplanation(try webAddress(text), by: draft.state.directory.router))
    }

    /// Returns the app that opens a link, for `link.open`. The app receives the link if it runs as that person
    /// (`ul-deliver`).
    func openLink(_ text: String, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let url = try webAddress(text)
        ShelfDecisions(draft).noteOpened(url, by: me, at: now)
        // Opening the document of a notice clears the notice.
        WaitingNoticeDecisions(draft).clearNotices(
            about: DocumentViews(draft.state).documentLink(of: url).text, of: me, at: now)
        return .opened(by: draft.state.directory.router.app(for: url))
    }

    /// Stores a link for an app that does not run for the person, until its next start (`ul-activity`).
    func storeLink(_ url: String, for app: AppID, runningAs person: Handle, at now: Instant) {
        guard draft.state.people[person]?.storedLinks[app]?.last != url else { return }
        draft.decide(.linkStored(app, person: person, url: url), at: now)
    }

    /// Removes and returns the stored links of an app that starts, oldest first.
    func removeStoredLinks(for app: AppID, runningAs person: Handle, at now: Instant) -> [String] {
        guard let links = draft.state.people[person]?.storedLinks[app] else { return [] }
        draft.decide(.storedLinksDelivered(app, person: person), at: now)
        return links
    }

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
    /// Creates the explanation of a router's decision about a link.
    init(_ url: CanonicalURL, by router: LinkRouter) {
        let decision = router.route(url)
        self.init(url: url.text, app: decision.app, steps: decision.trail.map(\.step))
    }
}
