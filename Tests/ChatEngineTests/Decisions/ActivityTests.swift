import ChatLog
import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// The actions of apps on share sheets: offers at run time, and choices of a person.
struct ActivityTests {
    private let trip: TripFixture
    private static let crop = AppActivity(type: "crop", title: "Crop", accepts: [.link])

    init() throws {
        trip = try TripFixture()
        try trip.observer.app.register(
            app: "com.example.notes", name: "Notes", domains: ["notes.example"],
            activities: [AppActivity(type: "copyNote", title: "Copy Note")])
    }

    private func titles(_ app: App) -> [String] { app.activities.map(\.title) }

    private func titles(_ delivered: JSONValue) -> [String] {
        (delivered["activities"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
    }

    @Test("an offer reaches only the app's other sessions as that person, and observers")
    func offerReachesTheSessionsOfThatPerson() throws {
        let annas = try trip.server.app(as: "anna")
        let beas = try trip.server.app(as: "bea")
        let clients = [trip.observer, trip.anna, trip.bea, trip.app, annas, beas]
        for client in clients { _ = client.takeReceived() }
        #expect(titles(try trip.app.activity.offer(activities: [Self.crop]).app) == ["Crop"])
        #expect(annas.received("activities.changed").map(titles) == [["Crop"]])
        for other in [trip.anna, trip.bea, trip.app, beas] { #expect(other.takeReceived().isEmpty) }
        let seen = try #require(trip.observer.received("activities.changed").first)
        #expect(seen["app"] == "com.example.notes" && seen["person"] == "anna")
        #expect(titles(try annas.app.get()) == ["Crop"])
        #expect(titles(try beas.app.get()) == ["Copy Note"])
        #expect(titles(try trip.anna.app.get(app: "com.example.notes")) == ["Copy Note"])
    }

    @Test("an offer lasts until the next one, also through a restart and a resume")
    func offerLastsUntilTheNextOne() throws {
        try trip.app.activity.offer(activities: [])
        try trip.server.restart()
        let app = try trip.server.app(as: "anna")
        #expect(titles(try app.app.get()).isEmpty)
        #expect(titles(try app.activity.offer().app) == ["Copy Note"])
        let late = try trip.server.join(["role": "app", "app": "com.example.notes", "handle": "anna", "after": 0])
        #expect(late.received("activities.changed").map(titles) == [["Copy Note"], ["Copy Note"]], "as it is now")
    }

    @Test("a chosen action reaches each of the app's sessions as that person, and is not stored")
    func chosenActionReachesTheApp() throws {
        let annas = try trip.server.app(as: "anna")
        let beas = try trip.server.app(as: "bea")
        for client in [trip.observer, trip.anna, trip.bea, trip.app, annas, beas] { _ = client.takeReceived() }
        let end = trip.server.log.end
        let chosen: JSONValue = ["type": "copyNote", "url": .string(TripFixture.url), "kind": "document"]
        #expect(
            try trip.anna.ask(
                "activity.choose",
                ["app": "com.example.notes", "type": "copyNote", "url": .string(TripFixture.url), "kind": "document"])
                == [:])
        for app in [trip.app, annas] {
            #expect(app.takeReceived() == [.init(method: "activity.chosen", params: chosen)])
        }
        for other in [trip.anna, trip.bea, beas] { #expect(other.takeReceived().isEmpty) }
        let seen = try #require(trip.observer.received("activity.chosen").first)
        #expect(
            seen["app"] == "com.example.notes" && seen["person"] == "anna" && seen["url"] == .string(TripFixture.url))
        #expect(trip.server.log.end == end)
    }

    @Test("an action that is not offered, or for an item of another app, is refused and not sent")
    func unofferedActionIsRefused() throws {
        try trip.app.activity.offer(activities: [Self.crop])
        func refusal(
            _ type: String = "crop", url: String = TripFixture.url, kind: ActivityItemKind = .link,
            app: AppID = "com.example.notes"
        ) -> RPCError.Reason? {
            trip.anna.refusal { try $0.activity.choose(app: app, type: type, url: url, kind: kind) }
        }
        #expect(refusal("copyNote") == .notFound, "the offer replaced it")
        #expect(refusal(kind: .document) == .notFound, "it is for links alone")
        #expect(refusal(app: "com.example.maps") == .notFound)
        #expect(refusal(url: "https://other.example/d/1") == .invalidParams)
        #expect(refusal(url: "no link") == .invalidParams)
        #expect(trip.app.received("activity.chosen").isEmpty)
        #expect(refusal() == nil)
        #expect(trip.app.received("activity.chosen").count == 1)
    }

    @Test(
        "activities with ambiguous titles or types, or without accepted items, are refused",
        arguments: [
            ([["type": "a", "title": "Print…"]], "activities[0].title"),
            ([["type": "a", "title": "add TO files"]], "activities[0].title"),
            ([["type": "a", "title": "Crop"], ["type": "b", "title": "crop…"]], "activities[1].title"),
            ([["type": "a", "title": "Crop"], ["type": "a", "title": "Rotate"]], "activities[1].type"),
            ([["type": "a", "title": "Crop", "accepts": []]], "activities[0].accepts"),
        ] as [(JSONValue, String)])
    func activitiesWithAFaultAreRefused(_ activities: JSONValue, _ field: String) throws {
        let registration: JSONValue = [
            "app": "com.example.notes", "name": "Notes", "domains": ["notes.example"], "activities": activities,
        ]
        for (client, method, params) in [
            (trip.observer, "app.register", registration), (trip.app, "activity.offer", ["activities": activities]),
        ] {
            let id = client.post(method, params)
            trip.server.flush()
            let error = client.answers[id]?.first?["error"]
            #expect(error?["data"]?["field"]?.stringValue == field, "\(method): \(error ?? .null)")
        }
        #expect(titles(try trip.app.app.get()) == ["Copy Note"])
    }
}

/// Changes of a person's display name.
struct NameTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func names(_ client: EngineClient) -> [String] {
        client.takeReceived().filter { $0.method == "person.changed" }.compactMap { $0.params["name"]?.stringValue }
    }

    @Test("a new name reaches participants and contacts once, and neither strangers nor apps")
    func newNameReachesParticipantsAndContacts() throws {
        let dora = try trip.server.person("dora")
        let eve = try trip.server.person("eve")
        try trip.observer.contact.add(handle: "eve", person: "bea")
        try trip.observer.contact.add(handle: "bea", person: "eve")
        for client in [trip.observer, trip.anna, trip.bea, trip.carl, trip.app, dora, eve] { _ = client.takeReceived() }
        let hello: JSONValue = ["role": "person", "handle": "bea", "name": "Beatrix"]
        _ = try trip.server.join(hello)
        for client in [trip.anna, trip.bea, trip.carl, eve] { #expect(names(client) == ["Beatrix"]) }
        #expect(dora.takeReceived().isEmpty && trip.app.takeReceived().isEmpty)
        _ = try trip.server.join(hello)
        #expect(names(trip.anna).isEmpty, "it is the same name")
        let late = try trip.server.person("anna", after: 0)
        #expect(names(late) == ["Beatrix"])
    }

    @Test("the first name of a person without conversations reaches no other person")
    func firstNameReachesNoOtherPerson() throws {
        _ = try trip.server.join(["role": "person", "handle": "zoe", "name": "Zoë"])
        for client in [trip.observer, trip.anna, trip.bea] { #expect(names(client).isEmpty) }
    }
}
