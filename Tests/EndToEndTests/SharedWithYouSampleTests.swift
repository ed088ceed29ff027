import AppModel
import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

final class Shelf: HighlightCenterDelegate {
    let center: HighlightCenter
    var shown: [String] = []

    init(_ session: AppSession) {
        center = HighlightCenter(session)
        center.delegate = self
    }

    func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
        shown = highlightCenter.highlights.map(\.url)
    }
}

@Test func aLinkFromAContactComesUpInTheApp() throws {
    let server = try EmbeddedServer()
    let observer = ScriptedClient(try server.connect())
    try observer.hello(Hello(.observer(nil)))
    try observer.request("app.register") {
        $0.member("app", "com.example.notes")
        $0.member("name", "Notes")
        $0.member("domains", ["notes.example"])
    }
    try observer.request("contact.add") {
        $0.member("person", "bea")
        $0.member("handle", "anna")
    }

    let bea = ScriptedClient(try server.connect())
    let beasHandle = try #require(Handle("bea"))
    try bea.hello(Hello(.person(beasHandle, name: "Bea")))
    try bea.request("settings.set") {
        $0.key("automaticSharing")
        $0.object {
            $0.key("apps")
            $0.object { $0.member("com.example.notes", true) }
        }
    }
    let session = try AppSession(
        app: AppID("com.example.notes"), person: beasHandle, on: server.connect())
    let shelf = Shelf(session)

    let anna = ScriptedClient(try server.connect())
    let annasHandle = try #require(Handle("anna"))
    try anna.hello(Hello(.person(annasHandle, name: "Anna")))
    let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
    let conversation = try #require(created["conversation"]?["id"]?.stringValue)
    try anna.request("message.send") {
        $0.member("conversation", conversation)
        $0.member("text", "Look: https://notes.example/d/1")
    }

    session.turn()
    #expect(shelf.shown == ["https://notes.example/d/1"])
}

@Test func anAttributionIsDrawnForTheReader() throws {
    let server = try EmbeddedServer()
    let observer = ScriptedClient(try server.connect())
    try observer.hello(Hello(.observer(nil)))
    try observer.request("app.register") {
        $0.member("app", "com.example.notes")
        $0.member("name", "Notes")
        $0.member("domains", ["notes.example"])
    }
    let anna = ScriptedClient(try server.connect())
    try anna.hello(Hello(.person(try #require(Handle("anna")), name: "Anna")))
    let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
    let conversation = try #require(created["conversation"]?["id"]?.stringValue)
    try anna.request("message.send") {
        $0.member("conversation", conversation)
        $0.member("text", "https://notes.example/d/1")
    }
    let reader = try #require(Handle("bea"))
    let bea = ScriptedClient(try server.connect())
    try bea.hello(Hello(.person(reader, name: "Bea")))
    try bea.request("link.pin") {
        $0.member("conversation", conversation)
        $0.member("url", "https://notes.example/d/1")
    }
    let session = try AppSession(app: AppID("com.example.notes"), person: reader, on: server.connect())
    let center = HighlightCenter(session)
    session.turn()
    let highlight = try #require(center.highlights.first)

    let places = AttributionPlaces(session)
    var view = AttributionView(highlight: highlight)
    view.displayContext = .detail
    view.horizontalAlignment = .trailing
    view.backgroundStyle = .material
    view.preferredMaxLayoutWidth = 40
    view.menuTitleForHideAction = "Remove Note"
    places.attach(view, at: "detail")

    session.turn()
    #expect(center.highlights.map(\.url) == ["https://notes.example/d/1"])
}

/// The store of docs/how-to/test-in-swift.md.
final class PlanStore {
    private let url: String
    private let center: HighlightCenter

    init(url: String, center: HighlightCenter) { (self.url, self.center) = (url, center) }

    func save(_ text: String) {
        center.getCollaborationHighlight(for: url) { [center] highlight, _ in
            guard let highlight else { return }
            center.post(.change(.edit), about: highlight.url)
        }
    }
}

@Test func threeSavesOfTheStoreAreOneNotice() async throws {
    let server = try await EmbeddedServer.start()
    let world = try await TestWorld("Anna", "Bea", on: server)
    let plan = try await world.anna.share("Trip plan", in: world.conversation)
    let session = try AppSession(
        app: world.app, person: #require(Handle("anna")), on: server.connect(), world: WorldName(world.name))
    let store = PlanStore(url: plan.url, center: HighlightCenter(session))

    for number in 1...3 {
        store.save("Version \(number)")
        while session.turn() {}
    }

    let notice = try await world.bea.wait(for: .noticePosted) { $0.count == 3 }
    #expect(notice.text == "Anna made 3 edits to “Trip plan”")
    try await world.anna.isNotNotified(.noticePosted)
}
