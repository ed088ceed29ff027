import AppTestKit
import CloudKit
import SharedWithYou
import Testing
import UIKit

@testable import RecipeBox

/// The app on a simulated Messages, with the same files as on a device.
@Suite(.timeLimit(.minutes(1))) @MainActor struct RecipeBoxTests {
    /// Returns the list of a scene that the person has opened.
    private func list(of delegate: SceneDelegate) throws -> RecipeListViewController {
        let navigation = try #require(delegate.window?.rootViewController as? UINavigationController)
        return try #require(navigation.viewControllers.first as? RecipeListViewController)
    }

    /// Waits for a task of the app's own, which the world cannot see.
    private func wait(in world: TestWorld, until isDone: () async throws -> Bool) async throws {
        while try await !isDone() {
            try await world.quiesce()
            await Task.yield()
        }
    }

    /// Adds a recipe on Anna's device and sends it to the conversation. Returns its link.
    private func share(_ title: String, in world: TestWorld) async throws -> URL {
        try await world.anna.running { @MainActor in
            let delegate = SceneDelegate()
            UIApplication.shared.open(with: delegate)
            let list = try list(of: delegate)
            try await list.store.add(title: title)
            list.tableView(list.tableView, didSelectRowAt: IndexPath(row: 0, section: 1))
            try await wait(in: world) { list.navigationController?.topViewController is RecipeViewController }
            let recipe = try #require(list.navigationController?.topViewController as? RecipeViewController)
            recipe.loadViewIfNeeded()
            recipe.navigationItem.rightBarButtonItem?.primaryAction?.performWithSender(nil, target: nil)
            let sheet = try #require(recipe.presentedViewController as? UIActivityViewController)
            try await sheet.send(to: world.conversation, as: world.anna)
            try await world.quiesce()
            #expect(recipe.navigationItem.rightBarButtonItem?.customView is SWCollaborationView)
            return try #require(list.store.recipes.first?.share?.url)
        }
    }

    @Test("a recipe that a friend sends surfaces with the friend's name")
    func recipeSurfaces() async throws {
        let world = try await TestWorld("Anna", "Bea", app: "Recipes")
        _ = try await share("Soup", in: world)
        try await world.bea.running { @MainActor in
            let delegate = SceneDelegate()
            UIApplication.shared.open(with: delegate)
            try await world.quiesce()
            let table = try #require(list(of: delegate).tableView)
            #expect(table.numberOfRows(inSection: 0) == 1)
            let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? HighlightCell)
            try await world.quiesce()
            let highlight = try #require(cell.highlight as? SWCollaborationHighlight)
            #expect(highlight.title == "Soup")
        }
    }

    @Test("a cook who opens the link writes the steps, and the others read of it in the conversation")
    func editIsAnnounced() async throws {
        let world = try await TestWorld("Anna", "Bea", app: "Recipes")
        let url = try await share("Soup", in: world)
        try await world.bea.running { @MainActor in
            let delegate = SceneDelegate()
            _ = try await UIApplication.shared.open(with: delegate, share: url)
            let list = try list(of: delegate)
            try await wait(in: world) { !list.store.recipes.isEmpty }
            let recipe = try #require(list.store.recipes.first)
            let screen = RecipeViewController(recipe: recipe, store: list.store)
            let steps = try #require(screen.view as? UITextView)
            steps.text = "Cut onions."
            screen.textViewDidEndEditing(steps)
            try await wait(in: world) {
                try await world.anna.received(.noticePosted).contains { $0.notice.text == "Bea edited “Soup”" }
            }
        }
    }
}
