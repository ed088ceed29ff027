import AppModel
import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The Swift API of Shared with You against a whole server, as the developer of an app would test their code.
struct SharedWithYouTests {
    final class Delegate: HighlightCenterDelegate {
        var lists: [[String]] = []

        func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
            lists.append(highlightCenter.highlights.map(\.url))
        }
    }

    /// A stream that stores all messages that arrive on it.
    final class Overheard: ClientTransport {
        let inner: any ClientTransport
        var received = ""

        init(_ inner: any ClientTransport) { self.inner = inner }

        func send(_ message: [UInt8]) throws(TransportError) { try inner.send(message) }

        func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
            let message = try inner.receive(waitingMilliseconds: milliseconds)
            if let message { received += String(decoding: message, as: UTF8.self) + "\n" }
            return message
        }

        func close() { inner.close() }

        func leave() { inner.leave() }
    }

    /// Anna, Bea and Carl, two conversations, and the apps Notes and Maps.
    final class World {
        let server: EmbeddedServer
        let observer: ScriptedClient
        let anna: ScriptedClient
        let bea: ScriptedClient
        let carl: ScriptedClient
        var weekend = ""
        var office = ""
        let notes = AppID("com.example.notes")

        init() throws {
            let server = try EmbeddedServer()
            self.server = server
            func join(_ hello: Hello) throws -> ScriptedClient {
                let client = ScriptedClient(try server.connect())
                try client.hello(hello)
                return client
            }
            observer = try join(Hello(.observer(nil)))
            for (app, name) in [("com.example.notes", "Notes"), ("com.example.maps", "Maps")] {
                try observer.request("app.register") {
                    $0.member("app", app)
                    $0.member("name", name)
                    $0.member("domains", [name.lowercased() + ".example"])
                }
            }
            anna = try join(Hello(.person(try #require(Handle("anna")), name: "Annabelle")))
            bea = try join(Hello(.person(try #require(Handle("bea")), name: "Beatrix")))
            carl = try join(Hello(.person(try #require(Handle("carl")), name: "Carlotta")))
            for contact in ["anna", "carl"] { try bea.request("contact.add") { $0.member("handle", contact) } }
            try bea.request("settings.set") {
                $0.key("automaticSharing")
                $0.object {
                    $0.key("apps")
                    $0.object { $0.member("com.example.notes", true) }
                }
            }
            weekend = try begin(anna, "Weekend", ["bea", "dora"])
            office = try begin(carl, "Office", ["bea", "emil"])
        }

        private func begin(_ person: ScriptedClient, _ name: String, _ others: [String]) throws -> String {
            let created = try person.request("conversation.create") {
                $0.member("participants", others)
                $0.member("name", name)
            }
            return try #require(created["conversation"]?["id"]?.stringValue)
        }

        @discardableResult
        func say(_ text: String, in conversation: String, as person: ScriptedClient) throws -> String {
            let sent = try person.request("message.send") {
                $0.member("conversation", conversation)
                $0.member("text", text)
            }
            return try #require(sent["message"]?["id"]?.stringValue)
        }

        func session(on transport: (any ClientTransport)? = nil) throws -> AppSession {
            let stream = try transport ?? server.connect()
            return try AppSession(app: notes, person: try #require(Handle("bea")), on: stream)
        }
    }

    @Test("a request of an app whose world was deleted fails")
    func requestFailsWithoutItsWorld() throws {
        let world = try World()
        try world.observer.request("world.create") { $0.member("world", "w") }
        let maker = ScriptedClient(try world.server.connect())
        try maker.hello(Hello(.observer(nil), world: "w"))
        try maker.request("app.register") {
            $0.member("app", world.notes)
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let bea = try #require(Handle("bea"))
        let hello = Hello(.app(world.notes, person: bea), world: "w")
        let connection = TransportConnection<NumberedRequest>(hello: hello) { () throws(TransportError) in
            try world.server.connect()
        }
        connection.start()
        let stream = LiveAppStream(connection, patienceMilliseconds: 0)
        let session = AppSession(app: world.notes, person: bea, stream: stream)
        #expect(throws: Never.self) { try session.answer(to: .live(.sessionPing)).get() }
        try world.observer.request("world.delete") { $0.member("world", "w") }
        // A change is kept for the next connection, so only the patience ends it.
        let change = Request.identitySign(SignIdentity(document: .url("https://notes.example/1"), bytes: [1]))
        let refusal = #expect(throws: RPCError.self) { try session.answer(to: .request(change)).get() }
        #expect(refusal?.message == "The server does not answer.")
    }

    /// center-delegate-when, center-members, center-callback: the delegate is called once for each change of the list,
    /// the order or the permission, and in no other case. The list is then the new one.
    @Test func theDelegateIsCalledOnceForEachChange() throws {
        let world = try World()
        let session = try world.session()
        let center = HighlightCenter(session)
        let delegate = Delegate()
        center.delegate = delegate
        func turn() -> Int {
            let before = delegate.lists.count
            session.turn()
            return delegate.lists.count - before
        }
        let first = "https://notes.example/d/1"
        let second = "https://notes.example/d/2"
        let message = try world.say(first, in: world.weekend, as: world.anna)
        #expect(turn() == 1)
        #expect(delegate.lists.last == [first])
        try world.say(second, in: world.office, as: world.carl)
        #expect(turn() == 1)
        #expect(Set(delegate.lists.last ?? []) == [first, second])
        let kept = center.highlights.first { $0.url == first }
        // These messages do not concern the app.
        try world.say("see you", in: world.weekend, as: world.anna)
        try world.say("https://maps.example/lake", in: world.weekend, as: world.anna)
        #expect(turn() == 0)
        try world.bea.request("link.pin") {
            $0.member("conversation", world.weekend)
            $0.member("url", first)
        }
        #expect(turn() == 1)
        #expect(delegate.lists.last?.first == first)
        #expect(center.highlights.first == kept)
        try world.bea.request("settings.set") {
            $0.key("automaticSharing")
            $0.object { $0.member("everywhere", false) }
        }
        #expect(turn() == 1)
        #expect(delegate.lists.last == [first])
        try world.anna.request("message.unsend") { $0.member("message", message) }
        #expect(turn() == 1)
        #expect(delegate.lists.last == [])
        #expect(turn() == 0)
    }

    /// center-errors: the errors follow from the server's answers.
    @Test func lookupsFailWithTheFrameworksCodes() async throws {
        let world = try World()
        try world.say("https://notes.example/d/1 https://maps.example/lake", in: world.weekend, as: world.anna)
        let session = try world.session()
        let center = HighlightCenter(session)
        #expect(
            try await center.highlightFor("https://notes.example/d/1").identifier == center.highlights[0].identifier)
        let mistakes: [(String, HighlightCenterError.Code)] = [
            ("no link", .invalidURL), ("https://maps.example/lake", .accessDenied),
            ("https://notes.example/never", .accessDenied),
        ]
        for (url, code) in mistakes {
            var errors: [HighlightCenterError.Code?] = []
            center.getHighlightFor(url) { errors.append($0 == nil ? $1?.code : nil) }
            center.getCollaborationHighlight(for: url) { errors.append($0 == nil ? $1?.code : nil) }
            session.turn()
            #expect(errors == [code, code], "\(url)")
        }
        #expect(throws: HighlightCenterError.self) { try center.collaborationHighlight(forIdentifier: "nothing") }
    }

    /// privacy-render, privacy-no-threads: the app attaches, draws, disambiguates and replies, but no byte on its
    /// stream reveals a person, a conversation or a text.
    @Test func theAppsStreamNamesNobody() throws {
        let world = try World()
        try world.say("Look at this lovely boat: https://notes.example/d/1", in: world.weekend, as: world.anna)
        try world.say("https://notes.example/d/1 is what I meant", in: world.office, as: world.carl)
        let wire = Overheard(try world.server.connect())
        let session = try world.session(on: wire)
        // The answer to the login repeats the person whom the app itself named.
        wire.received = ""
        let center = HighlightCenter(session)
        let delegate = Delegate()
        center.delegate = delegate
        let places = AttributionPlaces(session)
        var tokens: [String] = []
        places.onToken = { tokens.append($1) }
        var view = AttributionView(highlight: center.highlights.first)
        places.attach(view, at: "shelf")
        view.displayContext = .detail
        places.attach(view, at: "detail")
        session.turn()
        #expect(tokens.count == 2 && tokens[0] != tokens[1])
        // The system resolves, asks and replies in its own session.
        var answer = JSONValue.null
        for token in tokens {
            answer = try world.bea.request("attribution.show") { $0.member("attribution", token) }
        }
        var fields = try JSONFields(answer)
        let content = AttributionContent(try fields.read("attribution"))
        #expect(content.names == ["Carlotta", "Annabelle"])
        #expect(content.places.map(\.name) == ["Office", "Weekend"])
        #expect(AttributionPainter.render(content, columns: 40).text == "(CA) From Carlotta and Annabelle ›")
        try world.bea.request("message.send") {
            $0.member("conversation", content.places[1].conversation)
            $0.member("text", "a secret answer")
            $0.member("replyTo", content.places[1].message)
        }
        try world.bea.request("link.pin") {
            $0.member("conversation", world.weekend)
            $0.member("url", "https://notes.example/d/1")
        }
        session.turn()
        #expect(!delegate.lists.isEmpty)
        let words =
            [
                "anna", "Annabelle", "bea", "Beatrix", "carl", "Carlotta", "dora", "Dora", "emil", "Emil", "Weekend",
                "Office",
            ]
            + ["lovely", "boat", "what I meant", "secret"]
            + content.places.flatMap { [$0.conversation.rawValue, $0.message] }
        for word in words where word.count > 2 {
            #expect(!wire.received.contains(word), "\(word) is on the app's stream")
        }
        // An app cannot resolve its own tokens in its own session.
        let app = ScriptedClient(try world.server.connect())
        try app.hello(Hello(.app(world.notes, person: try #require(Handle("bea")))))
        #expect(throws: ClientFailure.self) {
            try app.request("attribution.show") { $0.member("attribution", tokens[0]) }
        }
        // Only the person whom the app runs as can resolve them.
        #expect(throws: ClientFailure.self) {
            try world.carl.request("attribution.show") { $0.member("attribution", tokens[0]) }
        }
    }

    /// attr-context-when, rank-app-feedback: the context at the time of attaching counts.
    @Test func theContextThatWasAttachedIsWhatCounts() throws {
        let world = try World()
        try world.say("https://notes.example/d/1", in: world.weekend, as: world.anna)
        let session = try world.session()
        let center = HighlightCenter(session)
        let places = AttributionPlaces(session)
        var view = AttributionView(highlight: center.highlights.first)
        places.attach(view, at: "row")
        view.displayContext = .detail
        places.update(view, at: "row")
        session.turn()
        let shelf = try world.bea.request("highlight.list")
        let signals = shelf["highlights"]?.arrayValue?.first?["ranking"]?["signals"]?.arrayValue ?? []
        let kinds = signals.compactMap { $0["signal"]?.stringValue }
        #expect(kinds.contains("summary"))
        #expect(!kinds.contains("detail"))
    }
}
