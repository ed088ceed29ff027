import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// The main flow on an embedded server: everything except the socket.
struct MainFlowTests {
    @Test func aLinkIsSharedPinnedConsentedToAndNotified() throws {
        let server = try EmbeddedServer()
        func join(_ hello: Hello) throws -> ScriptedClient {
            let client = ScriptedClient(try server.connect())
            try client.hello(hello)
            return client
        }
        func handle(_ name: String) throws -> Handle { try #require(Handle(name)) }
        let observer = try join(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let anna = try join(Hello(.person(try handle("anna"), name: "Anna")))
        let bea = try join(Hello(.person(try handle("bea"), name: nil)))
        try bea.request("contact.add") { $0.member("handle", "anna") }
        let created = try anna.request("conversation.create") {
            $0.member("participants", ["bea", "carl"])
            $0.member("name", "Weekend")
        }
        let conversation = try #require(created["conversation"]?["id"]?.stringValue)
        let share = try anna.request("share.create") {
            $0.member("app", "com.example.notes")
            $0.member("title", "Trip plan")
            $0.member("url", "https://notes.example/d/1")
        }
        let shareID = try #require(share["share"]?["id"]?.stringValue)
        try anna.request("share.send") {
            $0.member("share", shareID)
            $0.member("conversation", conversation)
        }
        try bea.request("link.pin") {
            $0.member("conversation", conversation)
            $0.member("url", "https://notes.example/d/1")
        }
        try bea.catchUp()
        let consent = try #require(bea.takeInbox().last { $0.method == "consent.requested" })
        let consentID = try #require(consent.params["consent"]?.stringValue)
        let settings = try bea.request("consent.answer") {
            $0.member("consent", consentID)
            $0.member("answer", "allow")
        }
        #expect(settings["settings"]?["automaticSharing"]?["apps"]?["com.example.notes"] == true)
        let shelf = try bea.request("highlight.list")
        #expect(shelf["highlights"]?.arrayValue?.first?["attribution"]?.arrayValue?.first?["name"] == "Anna")
        let app = try join(Hello(.app(AppID("com.example.notes"), person: try handle("anna"))))
        let posted = try app.request("highlightCenter.postNotice") {
            $0.member("url", "https://notes.example/d/1")
            $0.key("event")
            $0.object {
                $0.member("type", "change")
                $0.member("trigger", "edit")
            }
        }
        #expect(posted["notices"]?.arrayValue?.count == 1)
        try bea.catchUp()
        #expect(bea.inbox.last?.params["notice"]?["text"] == "Anna edited “Trip plan”")
        try anna.catchUp()
        #expect(!anna.inbox.contains { $0.method == "notice.posted" })
    }
}
