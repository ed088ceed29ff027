import ChatProtocol
import Testing

@testable import ChatCore

@Suite struct LinkRouterTests {
    static let domains: [(String, String?)] = [
        ("notes.example", "notes.example"), ("Notes.EXAMPLE", "notes.example"), ("*.notes.example", "*.notes.example"),
        ("applinks:notes.example", "notes.example"), ("notes.example?mode=developer", "notes.example"),
        ("applinks:*.Bücher.example?mode=managed", "*.xn--bcher-kva.example"),
        ("", nil), ("*", nil), ("*.", nil), ("https://notes.example", nil), ("notes.example/a", nil),
        ("notes.example:443", nil), ("a.*.example", nil), ("notes.example?mode=x", nil), ("a b", nil),
    ]

    @Test(arguments: domains) func domainPatternIsReadOrRefused(_ text: String, _ expected: String?) {
        #expect(DomainPattern(text)?.description == expected)
    }

    static let hosts: [(String, String, Bool)] = [
        ("notes.example", "notes.example", true), ("notes.example", "a.notes.example", false),
        ("*.notes.example", "a.notes.example", true), ("*.notes.example", "a.b.notes.example", true),
        ("*.notes.example", "notes.example", false), ("*.notes.example", "xnotes.example", false),
    ]

    @Test(arguments: hosts) func wildcardMatchesOnlySubdomains(_ domain: String, _ host: String, _ matches: Bool) {
        #expect(DomainPattern(domain)?.matches(host: host) == matches)
    }

    private let notes = AppID("com.example.notes")
    private let maps = AppID("com.example.maps")

    private func domain(_ text: String) throws -> DomainPattern { try #require(DomainPattern(text)) }

    private func detail(_ app: AppID, _ components: JSONValue) -> JSONValue {
        ["appID": .string("X.\(app)"), "components": components]
    }

    private func file(_ details: JSONValue...) throws -> SiteAssociation {
        try SiteAssociation(["applinks": ["details": .array(details)]])
    }

    @Test func linkOpensOnlyIfAppAndAssociationAgree() throws {
        var router = LinkRouter()
        let url = try CanonicalURL("https://notes.example/a")
        #expect(router.route(url).trail == [.noAppNamesDomain(host: "notes.example")])
        router.register(notes, domains: [try domain("notes.example")])
        #expect(router.route(url).trail == [.noAssociation(host: "notes.example")])
        router.publish(try file(detail(maps, [[:]])), on: try domain("notes.example"))
        #expect(router.route(url) == LinkDecision(app: nil, trail: [.appNotInAssociation(app: notes)]))
        router.publish(try file(detail(notes, [["/": "/b"]])), on: try domain("notes.example"))
        let miss = LinkDecision.Reason.missed(
            app: notes, place: "applinks.details[0].components[0]", comment: nil, problem: "the path is not “/b”")
        #expect(router.route(url) == LinkDecision(app: nil, trail: [miss, .noComponent(app: notes)]))
        router.publish(try file(detail(notes, [["/": "/a", "comment": "why"]])), on: try domain("notes.example"))
        let place = "applinks.details[0].components[0]"
        #expect(
            router.route(url) == LinkDecision(app: notes, trail: [.matched(app: notes, place: place, comment: "why")]))
        router.register(notes, domains: [])
        #expect(router.route(url).app == nil)
        router.register(notes, domains: [try domain("notes.example")])
        router.publish(nil, on: try domain("notes.example"))
        #expect(router.route(url) == LinkDecision(app: nil, trail: [.noAssociation(host: "notes.example")]))
    }

    @Test func orderOfTheFileDecidesBetweenApps() throws {
        var router = LinkRouter()
        let site = try domain("a.example")
        router.register(maps, domains: [site])
        router.register(notes, domains: [site])
        router.publish(try file(detail(notes, [["/": "/a/*"]]), detail(maps, [["/": "/*"]])), on: site)
        #expect(router.route(try CanonicalURL("https://a.example/a/1")).app == notes)
        #expect(router.route(try CanonicalURL("https://a.example/z")).app == maps)
    }

    @Test func firstRegisteredAppWinsBetweenEquals() throws {
        let site = try domain("a.example")
        let both: JSONValue = ["appIDs": ["X.com.example.notes", "X.com.example.maps"], "components": [[:]]]
        for order in [[notes, maps], [maps, notes]] {
            var router = LinkRouter()
            for app in order { router.register(app, domains: [site]) }
            router.publish(try file(both), on: site)
            #expect(router.route(try CanonicalURL("https://a.example/")).app == order[0])
            var bringing = LinkRouter()
            for app in order { bringing.register(app, domains: [site], association: try file(detail(app, [[:]]))) }
            #expect(bringing.route(try CanonicalURL("https://a.example/")).app == order[0])
        }
    }

    @Test func linkExcludedByOneAppOpensAnother() throws {
        var router = LinkRouter()
        let site = try domain("a.example")
        for app in [notes, maps] { router.register(app, domains: [site]) }
        let excluding: JSONValue = [["/": "/e/*", "exclude": true], [:]]
        router.publish(try file(detail(notes, excluding), detail(notes, [[:]]), detail(maps, [[:]])), on: site)
        let decision = router.route(try CanonicalURL("https://a.example/e/1"))
        #expect(decision.app == maps)
        #expect(decision.trail.map(\.rule) == ["ul-first", "ul-first"])
        #expect(decision.trail[0] == .excluded(app: notes, place: "applinks.details[0].components[0]", comment: nil))
    }

    @Test func fileOfAHostOverridesTheFileOfAWildcard() throws {
        var router = LinkRouter()
        router.register(notes, domains: [try domain("*.notes.example"), try domain("notes.example")])
        router.publish(try file(detail(notes, [[:]])), on: try domain("*.notes.example"))
        #expect(router.route(try CanonicalURL("https://a.b.notes.example/")).app == notes)
        #expect(router.route(try CanonicalURL("https://notes.example/")).app == nil)
        router.publish(try file(), on: try domain("a.b.notes.example"))
        #expect(router.route(try CanonicalURL("https://a.b.notes.example/")).app == nil)
        #expect(router.route(try CanonicalURL("https://c.notes.example/")).app == notes)
    }
}
