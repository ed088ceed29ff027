import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Universal links: published associations, registered apps, explained and opened links.
struct SiteTests {
    private let trip: TripFixture
    private let link: JSONValue = "https://notes.example/d/1"
    private static let everything: JSONValue = App.everyPath(for: AppID("com.example.notes"))

    init() throws { trip = try TripFixture() }

    private func owner(_ url: JSONValue? = nil) throws -> String? {
        try trip.observer.ask("link.explain", ["url": url ?? link])["app"]?.stringValue
    }

    private func publish(_ domain: JSONValue, _ association: JSONValue) throws {
        try trip.observer.ask("site.publish", ["domain": domain, "association": association])
    }

    private func refusal(_ method: String, _ params: JSONValue) -> String? {
        do {
            try trip.observer.ask(method, params)
            return nil
        } catch {
            return (error as? RPCError)?.message
        }
    }

    @Test("a published association decides for its domain before and after an app registers")
    func publishedAssociationDecidesForItsDomain() throws {
        #expect(try owner() == "com.example.notes")
        try publish("notes.example", .null)
        #expect(try owner() == nil)
        try trip.observer.ask(
            "app.register",
            [
                "app": "com.example.notes", "name": "Notes", "domains": ["notes.example"],
                "association": Self.everything, "capabilities": [],
            ])
        try trip.observer.ask("app.register", ["app": "b.c", "name": "B", "domains": ["notes.example"]])
        #expect(try owner() == nil)
        try publish("notes.example", App.everyPath(for: AppID("b.c")))
        #expect(try owner() == "b.c")
        let state = trip.server.state
        try trip.server.restart()
        #expect(trip.server.state == state)
        let again = try trip.server.observer()
        #expect(try again.ask("link.explain", ["url": link])["app"] == "b.c")
    }

    @Test("a published wildcard decides for its subdomains, except those published themselves")
    func publishedWildcardDecidesForItsSubdomains() throws {
        try trip.observer.ask(
            "app.register", ["app": "b.c", "name": "B", "domains": ["*.team.example", "a.team.example"]])
        let below: JSONValue = "https://a.team.example/"
        #expect(try owner(below) == "b.c")
        try publish("*.team.example", .null)
        #expect(try owner(below) == nil, "published beats what an app brings, even for the host itself")
        try publish("a.team.example", App.everyPath(for: AppID("b.c")))
        #expect(try owner(below) == "b.c")
        #expect(try owner("https://b.team.example/") == nil)
    }

    @Test("a site that is published again unchanged writes no event")
    func unchangedSiteWritesNoEvent() throws {
        try publish("notes.example", Self.everything)
        let end = trip.server.log.end
        try publish("notes.example", Self.everything)
        #expect(trip.server.log.end == end)
        try trip.observer.ask(
            "site.publish", ["domain": "notes.example", "association": .null, "clientID": "once"])
        let after = trip.server.log.end
        try trip.observer.ask(
            "site.publish", ["domain": "notes.example", "association": .null, "clientID": "once"])
        #expect(trip.server.log.end == after)
    }

    @Test("a published site updates the shelves")
    func publishedSiteUpdatesTheShelves() throws {
        let beas = try trip.server.app(as: "bea")
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": link])
        _ = trip.bea.takeHeard()
        _ = beas.takeHeard()
        try publish("notes.example", .null)
        #expect(trip.bea.heard("highlights.changed").count == 1)
        #expect(beas.heard("highlights.changed").first?["removed"]?.arrayValue?.count == 1)
        #expect(try trip.bea.ask("highlight.list")["highlights"] == [])
        try publish("notes.example", .null)
        #expect(beas.heard("highlights.changed").count == 1, "nothing changed, and nobody is told")
    }

    static let refused: [(domain: JSONValue, association: JSONValue, words: String)] = [
        ("", .null, "domain must be a domain"), ("https://a.example", .null, "domain must be a domain"),
        ("a.example/x", .null, "domain must be a domain"), ("a.*.example", .null, "domain must be a domain"),
        ("a.example", "text", "association must be an object, or null"),
        ("a.example", [], "association must be an object, or null"),
        ("a.example", ["applinks": ["details": [7]]], "applinks.details[0]: expected an object, found a number"),
    ]

    @Test("an invalid site is refused with the place of its fault", arguments: refused.indices)
    func invalidSiteIsRefused(_ index: Int) throws {
        let row = Self.refused[index]
        let state = trip.server.state
        let message = refusal("site.publish", ["domain": row.domain, "association": row.association])
        #expect(message?.contains(row.words) == true, "\(message ?? "done")")
        #expect(trip.server.state == state)
    }

    @Test("a missing association is refused, and null is accepted")
    func missingAssociationIsRefused() {
        let message = refusal("site.publish", ["domain": "a.example"])
        #expect(message?.contains("association is missing") == true, "\(message ?? "done")")
        #expect(refusal("site.publish", ["domain": "a.example", "association": .null]) == nil)
    }

    @Test("only an observer can publish a site, and only a person can open a link")
    func onlyObserversPublishAndOnlyPeopleOpen() {
        #expect(trip.anna.refusal("site.publish", ["domain": "a.example"]) == .forbidden)
        #expect(trip.app.refusal("site.publish", ["domain": "a.example"]) == .forbidden)
        #expect(trip.app.refusal("link.open", ["url": link]) == .forbidden)
        #expect(trip.app.refusal("link.explain", ["url": link]) == .forbidden)
        #expect(trip.observer.refusal("link.open", ["url": link]) == .forbidden)
    }

    // MARK: Explaining

    @Test("an explanation lists each component up to the one that decides")
    func explanationListsEachComponent() throws {
        try publish(
            "notes.example",
            [
                "applinks": [
                    "details": [
                        [
                            "appID": "X.com.example.notes",
                            "components": [
                                ["/": "/a/*"], ["/": "/d/*", "?": ["q": "1"], "comment": "asked"], ["#": "f"],
                                ["/": "/d/*", "comment": "documents"], [:],
                            ],
                        ]
                    ]
                ]
            ])
        let answer = try trip.anna.ask("link.explain", ["url": "HTTPS://notes.example/d/./1"])
        #expect(answer["url"] == link)
        let steps = try #require(answer["steps"]?.arrayValue)
        #expect(steps.map { $0["outcome"]?.stringValue } == ["noMatch", "noMatch", "noMatch", "opens"])
        #expect(steps.map { $0["rule"]?.stringValue } == ["ul-and", "ul-and", "ul-and", "ul-first"])
        let place = "applinks.details[0].components"
        #expect(steps.map { $0["place"]?.stringValue } == (0..<4).map { "\(place)[\($0)]" })
        #expect(steps[3]["comment"] == "documents" && steps[3]["app"] == "com.example.notes")
        let texts = steps.compactMap { $0["text"]?.stringValue }
        #expect(texts[0] == "\(place)[0] does not match: the path is not “/a/*”.")
        #expect(texts[1] == "\(place)[1] does not match (“asked”): the query item “q” is not “1”.")
        #expect(texts[2] == "\(place)[2] does not match: the fragment is not “f”.")
        #expect(texts[3] == "\(place)[3] gives the link to com.example.notes (“documents”).")
    }

    @Test("the explanation of a long file has the last steps and counts the others")
    func explanationOfALongFileHasItsLastSteps() throws {
        let misses = [JSONValue](repeating: ["/": "/x"], count: LinkRouter.missesMax + 7)
        try publish(
            "notes.example",
            ["applinks": ["details": [["appID": "X.com.example.notes", "components": .array(misses)]]]])
        let steps = try #require(try trip.observer.ask("link.explain", ["url": link])["steps"]?.arrayValue)
        #expect(steps.count == LinkRouter.missesMax + 2)
        #expect(steps[0]["text"] == "7 components of com.example.notes before these do not match.")
        #expect(steps.last?["text"] == "No component of com.example.notes matches the link.")
    }

    @Test(
        "an invalid link is refused by link.explain and link.open",
        arguments: ["notes.example", "ftp://a.example", "javascript:alert(1)", "", "https://a b/"])
    func invalidLinkIsRefused(_ text: String) {
        for method in ["link.explain", "link.open"] {
            #expect(trip.anna.refusal(method, ["url": .string(text)]) == .invalidParams)
        }
    }

    // MARK: Opening

    @Test("an opened link reaches the app's sessions as that person unchanged, and is not stored")
    func openedLinkReachesTheAppUnchanged() throws {
        try trip.observer.ask("app.register", ["app": "com.example.maps", "name": "Maps", "domains": ["maps.example"]])
        let beas = try trip.server.app(as: "bea")
        let more = try trip.server.app(as: "bea")
        let maps = try trip.server.app(as: "bea", "com.example.maps")
        let clients = [trip.observer, trip.anna, trip.bea, trip.app, beas, more, maps]
        for client in clients { _ = client.takeHeard() }
        let end = trip.server.log.end
        let text: JSONValue = "https://NOTES.example/d/./1?x#y"
        let answer = try trip.bea.ask("link.open", ["url": text])
        #expect(answer == ["app": "com.example.notes"])
        let activity: JSONValue = ["activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": text]
        for app in [beas, more] { #expect(app.takeHeard() == [.init(method: "userActivity", params: activity)]) }
        for other in [trip.anna, trip.bea, trip.app, maps] { #expect(other.takeHeard().isEmpty) }
        let seen = try #require(trip.observer.heard("userActivity").first)
        #expect(seen["app"] == "com.example.notes" && seen["person"] == "bea" && seen["webpageURL"] == text)
        #expect(trip.server.log.end == end, "it is kept nowhere")
        let late = try trip.server.join([
            "role": "app", "app": "com.example.notes", "handle": "bea", "after": 0,
        ])
        #expect(late.heard("userActivity").isEmpty)
    }

    private func opened(by client: EngineClient) -> [JSONValue?] {
        client.takeHeard().filter { $0.method == "userActivity" }.map { $0.params["webpageURL"] }
    }

    @Test("a link of an app without a session waits for its next start as that person, also through a restart")
    func linkWaitsForTheStart() throws {
        for number in [1, 2, 1] {
            try trip.bea.ask("link.open", ["url": .string("https://notes.example/d/\(number)")])
        }
        #expect(opened(by: trip.observer).count == 3, "an observer hears of it when it is opened")
        #expect(opened(by: trip.app) == [], "it runs as Anna")
        try trip.server.restart()
        let watching = try trip.server.observer()
        let started = try trip.server.app(as: "bea")
        #expect(opened(by: started) == ["https://notes.example/d/2", "https://notes.example/d/1"])
        let second = try trip.server.app(as: "bea")
        #expect(opened(by: second) == [] && opened(by: watching) == [])
        let end = trip.server.log.end
        try trip.server.person("bea").ask("link.open", ["url": link])
        #expect(opened(by: started) == [link] && opened(by: second) == [link])
        #expect(trip.server.log.end == end, "it is kept nowhere where the app runs")
    }

    @Test("at most sixteen links wait for an app, and a repeated request adds no link")
    func waitingLinksAreBounded() throws {
        for number in 1...20 {
            let asked =
                ["url": .string("https://notes.example/d/\(number)"), "clientID": .string("o\(number)")] as JSONValue
            for _ in 1...2 { try trip.bea.ask("link.open", asked) }
        }
        let started = try trip.server.app(as: "bea")
        #expect(opened(by: started) == (5...20).map { .string("https://notes.example/d/\($0)") })
    }

    @Test("a resuming session receives the link that waited")
    func resumingSessionReceivesTheWaitingLink() throws {
        try trip.bea.ask("link.open", ["url": link])
        let resuming = try trip.server.join(["role": "app", "app": "com.example.notes", "handle": "bea", "after": 0])
        #expect(opened(by: resuming) == [link])
    }

    @Test("participants can accept a link with a title as its fragment, and a stranger is refused")
    func participantsAcceptALinkWithATitle() throws {
        let titled: JSONValue = ["url": "https://notes.example/d/1#Trip_plan"]
        #expect(try trip.anna.ask("share.accept", titled)["share"]?["title"] == "Trip plan")
        #expect(try trip.bea.ask("share.accept", titled)["share"]?["title"] == "Trip plan")
        let dora = try trip.server.person("dora")
        #expect(dora.refusal("share.accept", titled) == .notFound)
    }

    @Test("a link that no app opens reaches no app")
    func linkWithoutAnAppReachesNoApp() throws {
        _ = trip.app.takeHeard()
        #expect(try trip.anna.ask("link.open", ["url": "https://other.example/"]) == [:])
        try publish("notes.example", .null)
        #expect(try trip.anna.ask("link.open", ["url": link]) == [:])
        #expect(trip.app.heard("userActivity").isEmpty)
    }

    @Test("a fault can duplicate a user activity")
    func faultDuplicatesAnActivity() throws {
        try trip.observer.ask(
            "fault.inject", ["on": ["notification": "userActivity", "to": "anna"], "do": "duplicate"])
        try trip.anna.ask("link.open", ["url": link])
        #expect(trip.app.heard("userActivity").count == 2)
    }
}
