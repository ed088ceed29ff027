import AppModel
import ChatSystem
import Testing

@testable import ChatClient
@testable import ChatScreens

struct AppPlainRendererTests {
    @Test func theHelpNamesEveryLine() {
        for command in AppPlainLoop.commands { #expect(AppCommand.description.help.contains(command), "\(command)") }
    }

    @Test func theListInLines() {
        var state = AppState(
            name: "Notes", handle: "bea", connection: .connected,
            items: [
                AppItem(
                    id: "h1", url: "https://notes.example/d/1", title: "Trip\u{1B}[31m plan", subtitle: "Text",
                    isCollaboration: true),
                AppItem(id: "h2", url: "https://notes.example/d/2", title: "Boats"),
            ],
            attributions: [
                "h1": AttributionContent(isPinned: true, sharers: [.init(name: "Anna"), .init(name: "Carl")])
            ])
        state.hasMore = true
        #expect(
            AppPlainRenderer.list(state) == [
                "Notes: Shared with You",
                "1. Trip[31m plan · Text · Shared document · https://notes.example/d/1 · From Anna and Carl, pinned",
                "2. Boats · https://notes.example/d/2", "Show More: more loads the next page",
            ])
        state.items = []
        #expect(AppPlainRenderer.list(state) == ["Notes: no items. new TITLE creates a document."])
    }

    @Test("the list ends with the jobs of extensions, without percentages")
    func theListEndsWithTheJobs() {
        var state = AppState(name: "Mail", handle: "bea")
        var jobs = (1...3).map { ActivityJob(id: "j\($0)", app: "Mail", title: "Postcard \($0)") }
        (jobs[0].state, jobs[1].state, jobs[2].state) = (.running(percent: 40), .done, .failed("Out of paper"))
        state.jobs = jobs
        #expect(
            AppPlainRenderer.list(state) == [
                "Mail: no items. new TITLE creates a document.", "Mail: Extensions", "◌ Postcard 1 …",
                "✓ Postcard 2", "✗ Postcard 3: Out of paper",
            ])
    }
}
