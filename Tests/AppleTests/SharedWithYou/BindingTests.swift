import AppTestKit
import SharedWithYou
import TestExtent
import Testing
import UnderstudyRuntime

/// The app that code runs as: bound for a task, or named by the environment of the process.
struct BindingTests {
    @Test("two people's apps that run side by side have each their own list")
    func appsStayApart() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        try await world.anna.send("https://notes.example/d/1", to: world.conversation)
        async let anna = world.anna.running { SWHighlightCenter().highlights.count }
        async let bea = world.bea.running { SWHighlightCenter().highlights.count }
        #expect(try await (anna, bea) == (0, 1), "one's own link does not surface")
    }

    @Test("many apps that run in parallel see their own links alone")
    func manyAppsStayApart() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in TestExtent.seeds(100, whole: 1_000) {
                group.addTask {
                    let world = try await TestWorld("Anna", "Bea")
                    let link = "https://notes.example/d/\(number)"
                    return try await world.bea.running {
                        let center = SWHighlightCenter()
                        try await world.anna.send(link, to: world.conversation)
                        try await world.quiesce()
                        return center.highlights.map(\.url.absoluteString) == [link]
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("a callback runs with the app of the object that asked")
    @MainActor func callbackIsBound() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let url = try #require(URL(string: plan.url))
        let center = try await world.bea.running { @MainActor in SWHighlightCenter() }
        var titles: [String?] = []
        center.getHighlightFor(url) { _, _ in
            titles = SWHighlightCenter().highlights.map { ($0 as? SWCollaborationHighlight)?.title }
        }
        try await world.quiesce()
        #expect(titles == ["Trip plan"])
    }

    @Test("without an app the list is empty, and a lookup fails with the names of the missing variables")
    @MainActor func unboundCodeIsRefused() async throws {
        let center = SWHighlightCenter()
        #expect(center.highlights.isEmpty)
        let url = try #require(URL(string: "https://notes.example/d/1"))
        let error = await #expect(throws: NSError.self) { try await center.highlight(for: url) }
        let text = try #require(error?.localizedDescription)
        #expect(text.contains("UNDERSTUDY_APP and UNDERSTUDY_PERSON"))
    }

    /// The delegate of a center, which counts the changes.
    final class Counter: NSObject, SWHighlightCenterDelegate {
        let changes = AsyncStream.makeStream(of: Int.self)

        func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
            changes.continuation.yield(highlightCenter.highlights.count)
        }
    }

    @Test("an app that its environment names receives over a socket, also after its server was restarted")
    @MainActor func processReceivesOverASocket() async throws {
        let server = try LocalServer()
        let host = RemoteServer(server.endpoint)
        let observer = try await host.observer()
        try await observer.register("com.example.notes", named: "Notes", domains: "notes.example")
        let (anna, bea) = (try await host.person("Anna"), try await host.person("Bea"))
        try await observer.introduce([anna, bea])
        try await bea.allow(AppID("com.example.notes"))
        let talk = try await anna.createConversation(with: bea)
        let binding = try AppBinding(environment: [
            "UNDERSTUDY_APP": "com.example.notes", "UNDERSTUDY_PERSON": "bea",
            "UNDERSTUDY_SERVER": "\(server.endpoint)",
        ])
        let app = RunningApp(binding)
        let (center, counter) = (app.bound { SWHighlightCenter() }, Counter())
        center.delegate = counter
        var changes = counter.changes.stream.makeAsyncIterator()
        try await anna.send("https://notes.example/d/1", to: talk)
        #expect(await changes.next() == 1)
        try server.restart()
        try await anna.reconnect()
        try await anna.send("https://notes.example/d/2", to: talk)
        #expect(await changes.next() == 2)
    }

    @Test(
        "a process's environment names its app, its person and its server",
        arguments: [
            (["UNDERSTUDY_APP": "a"], "UNDERSTUDY_PERSON"), (["UNDERSTUDY_PERSON": "bea"], "UNDERSTUDY_APP"),
            (["UNDERSTUDY_APP": "a", "UNDERSTUDY_PERSON": "not a handle"], "UNDERSTUDY_PERSON"),
            (["UNDERSTUDY_APP": "a", "UNDERSTUDY_PERSON": "bea", "UNDERSTUDY_SERVER": "x:y"], "UNDERSTUDY_SERVER"),
        ])
    func environmentIsRead(_ environment: [String: String], _ named: String) throws {
        let error = #expect(throws: AppBindingError.self) { try AppBinding(environment: environment) }
        #expect(error?.description.contains(named) == true)
        let whole = ["UNDERSTUDY_APP": "com.example.notes", "UNDERSTUDY_PERSON": "bea"]
        #expect(try AppBinding(environment: whole).person == Handle("bea"))
    }
}
