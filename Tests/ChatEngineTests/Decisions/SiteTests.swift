import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Universal links: published associations, registered apps, explained and opened links.
struct SiteTests {
    private let trip: TripFixture
    private let link = "https://notes.example/d/1"
    private static let everything: JSONValue = App.everyPath(for: AppID("com.example.notes"))

    init() throws { trip = try TripFixture() }

    private func owner(_ url: String? = nil) throws -> AppID? { try trip.observer.link.explain(url: url ?? link).app }

    private func publish(_ domain: String, _ association: JSONValue?) throws {
        try trip.observer.site.publish(domain: domain, association: association)
    }

    /// Returns the message of a refused request of the observer; nil if it succeeds.
    private func refusal<Value>(_ request: (EngineClient) throws -> Value) -> String? {
        do {
            _ = try request(trip.observer)
            return nil
        } catch {
            return (error as? RPCError)?.message ?? "\(error)"
        }
    }

    @Test("a published association decides for its domain before and after an app registers")
    func publishedAssociationDecidesForItsDomain() throws {
        #expect(try owner() == "com.example.notes")
        try publish("notes.example", nil)
        #expect(try owner() == nil)
        try trip.observer.app.register(
            app: "com.example.notes", name: "Notes", domains: ["notes.example"], association: Self.everything,
            capabilities: [])
        try trip.observer.app.register(app: "b.c", name: "B", domains: ["notes.example"])
        #expect(try owner() == nil)
        try publish("notes.example", App.everyPath(for: AppID("b.c")))
        #expect(try owner() == "b.c")
        let state = trip.server.state
        try trip.server.restart()
        #expect(trip.server.state == state)
        let again = try trip.server.observer()
        #expect(try again.link.explain(url: link).app == "b.c")
    }

    @Test("a published wildcard decides for its subdomains, except those published themselves")
    func publishedWildcardDecidesForItsSubdomains() throws {
        try trip.observer.app.register(app: "b.c", name: "B", domains: ["*.team.example", "a.team.example"])
        let below = "https://a.team.example/"
        #expect(try owner(below) == "b.c")
        try publish("*.team.example", nil)
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
        try trip.observer.site.publish(domain: "notes.example", association: nil, clientID: "once")
        let after = trip.server.log.end
        try trip.observer.site.publish(domain: "notes.example", association: nil, clientID: "once")
        #expect(trip.server.log.end == after)
    }

    @Test("a published site updates the shelves")
    func publishedSiteUpdatesTheShelves() throws {
        let beas = try trip.server.app(as: "bea")
        try trip.bea.link.pin(conversation: trip.conversation, url: link)
        _ = trip.bea.takeReceived()
        _ = beas.takeReceived()
        try publish("notes.example", nil)
        #expect(trip.bea.received("highlights.changed").count == 1)
        #expect(beas.received("highlights.changed").first?["removed"]?.arrayValue?.count == 1)
        #expect(try trip.bea.highlight.list().highlights.isEmpty)
        try publish("notes.example", nil)
        #expect(beas.received("highlights.changed").count == 1, "nothing changed, and nobody is told")
    }

    static let refused: [(domain: String, association: JSONValue?, words: String)] = [
        ("", nil, "domain must be a domain"), ("https://a.example", nil, "domain must be a domain"),
        ("a.example/x", nil, "domain must be a domain"), ("a.*.example", nil, "domain must be a domain"),
        ("a.example", "text", "association must be an object, or null"),
        ("a.example", [], "association must be an object, or null"),
        ("a.example", ["applinks": ["details": [7]]], "applinks.details[0]: expected an object, found a number"),
    ]

    @Test("an invalid site is refused with the place of its fault", arguments: refused.indices)
    func invalidSiteIsRefused(_ index: Int) throws {
        let row = Self.refused[index]
        let state = trip.server.state
        let message = refusal { try $0.site.publish(domain: row.domain, association: row.association) }
        #expect(message?.contains(row.words) == true, "\(message ?? "done")")
        #expect(trip.server.state == state)
    }

    @Test("a missing association is refused, and null is accepted")
    func missingAssociationIsRefused() {
        let message = refusal { try $0.ask("site.publish", ["domain": "a.example"]) }
        #expect(message?.contains("association is missing") == true, "\(message ?? "done")")
        #expect(refusal { try $0.site.publish(domain: "a.example", association: nil) } == nil)
    }

    @Test("only an observer can publish a site, and only a person can open a link")
    func onlyObserversPublishAndOnlyPeopleOpen() {
        #expect(trip.anna.refusal { try $0.site.publish(domain: "a.example") } == .forbidden)
        #expect(trip.app.refusal { try $0.site.publish(domain: "a.example") } == .forbidden)
        #expect(trip.app.refusal { try $0.link.open(url: link) } == .forbidden)
        #expect(trip.app.refusal { try $0.link.explain(url: link) } == .forbidden)
        #expect(trip.observer.refusal { try $0.link.open(url: link) } == .forbidden)
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
        let answer = try trip.anna.link.explain(url: "HTTPS://notes.example/d/./1")
        #expect(answer.url == link)
        let steps = answer.steps
        #expect(steps.map(\.outcome) == [.noMatch, .noMatch, .noMatch, .opens])
        #expect(steps.map(\.reason.rule) == ["ul-and", "ul-and", "ul-and", "ul-first"])
        let place = "applinks.details[0].components"
        #expect(steps.map(\.place) == (0..<4).map { "\(place)[\($0)]" })
        #expect(steps[3].comment == "documents" && steps[3].app == "com.example.notes")
        let texts = steps.map(\.reason.text)
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
        let steps = try trip.observer.link.explain(url: link).steps
        #expect(steps.count == LinkRouter.missesMax + 2)
        #expect(steps[0].reason.text == "7 components of com.example.notes before these do not match.")
        #expect(steps.last?.reason.text == "No component of com.example.notes matches the link.")
    }

    @Test(
        "an invalid link is refused by link.explain and link.open",
        arguments: ["notes.example", "ftp://a.example", "javascript:alert(1)", "", "https://a b/"])
    func invalidLinkIsRefused(_ text: String) {
        #expect(trip.anna.refusal { try $0.link.explain(url: text) } == .invalidParams)
        #expect(trip.anna.refusal { try $0.link.open(url: text) } == .invalidParams)
    }

    // MARK: Opening

    @Test("an opened link reaches the app's sessions as that person unchanged, and is not stored")
    func openedLinkReachesTheAppUnchanged() throws {
        try trip.observer.app.register(app: "com.example.maps", name: "Maps", domains: ["maps.example"])
        let beas = try trip.server.app(as: "bea")
        let more = try trip.server.app(as: "bea")
        let maps = try trip.server.app(as: "bea", "com.example.maps")
        let clients = [trip.observer, trip.anna, trip.bea, trip.app, beas, more, maps]
        for client in clients { _ = client.takeReceived() }
        let end = trip.server.log.end
        let text = "https://NOTES.example/d/./1?x#y"
        let answer = try trip.bea.link.open(url: text)
        #expect(answer == "com.example.notes")
        let activity: JSONValue = ["activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": .string(text)]
        for app in [beas, more] { #expect(app.takeReceived() == [.init(method: "userActivity", params: activity)]) }
        for other in [trip.anna, trip.bea, trip.app, maps] { #expect(other.takeReceived().isEmpty) }
        let seen = try #require(trip.observer.received("userActivity").first)
        #expect(seen["app"] == "com.example.notes" && seen["person"] == "bea" && seen["webpageURL"] == .string(text))
        #expect(trip.server.log.end == end, "it is kept nowhere")
        let late = try trip.server.join([
            "role": "app", "app": "com.example.notes", "handle": "bea", "after": 0,
        ])
        #expect(late.received("userActivity").isEmpty)
    }

    private func opened(by client: EngineClient) -> [String?] {
        client.takeReceived().filter { $0.method == "userActivity" }.map { $0.params["webpageURL"]?.stringValue }
    }

    @Test("a link of an app without a session waits for its next start as that person, also through a restart")
    func linkWaitsForTheStart() throws {
        for number in [1, 2, 1] {
            try trip.bea.link.open(url: "https://notes.example/d/\(number)")
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
        try trip.server.person("bea").link.open(url: link)
        #expect(opened(by: started) == [link] && opened(by: second) == [link])
        #expect(trip.server.log.end == end, "it is kept nowhere where the app runs")
    }

    @Test("at most sixteen links wait for an app, and a repeated request adds no link")
    func waitingLinksAreBounded() throws {
        for number in 1...20 {
            for _ in 1...2 { try trip.bea.link.open(url: "https://notes.example/d/\(number)", clientID: "o\(number)") }
        }
        let started = try trip.server.app(as: "bea")
        #expect(opened(by: started) == (5...20).map { "https://notes.example/d/\($0)" })
    }

    @Test("a resuming session receives the link that waited")
    func resumingSessionReceivesTheWaitingLink() throws {
        try trip.bea.link.open(url: link)
        let resuming = try trip.server.join(["role": "app", "app": "com.example.notes", "handle": "bea", "after": 0])
        #expect(opened(by: resuming) == [link])
    }

    @Test("participants can accept a link with a title as its fragment, and a stranger is refused")
    func participantsAcceptALinkWithATitle() throws {
        let titled = ShareReference.url("https://notes.example/d/1#Trip_plan")
        #expect(try trip.anna.share.accept(titled).share.title == "Trip plan")
        #expect(try trip.bea.share.accept(titled).share.title == "Trip plan")
        let dora = try trip.server.person("dora")
        #expect(dora.refusal { try $0.share.accept(titled) } == .notFound)
    }

    @Test("a link that no app opens reaches no app")
    func linkWithoutAnAppReachesNoApp() throws {
        _ = trip.app.takeReceived()
        #expect(try trip.anna.link.open(url: "https://other.example/") == nil)
        try publish("notes.example", nil)
        #expect(try trip.anna.link.open(url: link) == nil)
        #expect(trip.app.received("userActivity").isEmpty)
    }

    @Test("a fault can duplicate a user activity")
    func faultDuplicatesAnActivity() throws {
        try trip.observer.fault.inject(target: .init(notification: .userActivity, to: "anna"), effect: .duplicate)
        try trip.anna.link.open(url: link)
        #expect(trip.app.received("userActivity").count == 2)
    }
}
