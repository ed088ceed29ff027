import Testing
import UnderstudyUIKit

/// An app that is written with UIKit's names alone, used as a person does.
@MainActor @Suite("A recipe box")
struct RecipeBoxTests {
    private let store = RecipeStore()
    private let list: RecipeListViewController
    private let window: UIWindow

    init() {
        list = RecipeListViewController(store: store)
        window = visibleWindow(UINavigationController(rootViewController: list))
        store.add("bread")
        store.add("cake")
    }

    private func texts() -> [String?] {
        (0..<list.tableView.numberOfRows(inSection: 0)).map { row in
            let cell = list.tableView.cellForRow(at: IndexPath(row: row, section: 0))
            return (cell?.contentView as? UIListContentView)?.content?.text
        }
    }

    @Test("a title typed into an alert becomes a row")
    func addition() throws {
        #expect(list.navigationItem.rightBarButtonItem?.press() == true)
        let alert = try #require(window.topViewController as? UIAlertController)
        #expect(alert.textFields?.first?.type("tea") == true)
        let add = try #require(alert.actions.last)
        #expect(alert.choose(add))
        #expect(texts() == ["bread", "cake", "tea"])
    }

    @Test("a press on a row pushes the recipe, and the back button returns to the list")
    func navigation() {
        #expect(list.tableView.press(IndexPath(row: 1, section: 0)))
        let detail = window.topViewController as? RecipeViewController
        #expect(detail?.recipe.title == "cake")
        #expect(detail?.userActivity?.isCurrent == true)
        list.navigationController?.goBack()
        #expect(window.topViewController === list)
        #expect(detail?.userActivity?.isCurrent == false)
    }

    @Test("a row's menu removes the recipe, and a swipe does the same")
    func removal() throws {
        let menu = try #require(list.tableView.contextMenu(at: IndexPath(row: 0, section: 0)))
        #expect(menu.groups.map { $0.map(\.title) } == [["Share"], ["Remove"]])
        (menu.groups.last?.first as? UIAction)?.performWithSender(nil, target: nil)
        #expect(texts() == ["cake"])
        let first = IndexPath(row: 0, section: 0)
        let delete = try #require(list.tableView.swipeActions(at: first).first)
        list.tableView.perform(delete, at: first)
        #expect(texts().isEmpty)
    }

    @Test("the share sheet has the recipe's URL and points to the bar button")
    func sharing() async throws {
        let menu = try #require(list.tableView.contextMenu(at: IndexPath(row: 0, section: 0)))
        (menu.groups.first?.first as? UIAction)?.performWithSender(nil, target: nil)
        let sheet = try #require(window.topViewController as? UIActivityViewController)
        #expect(sheet.popoverPresentationController?.sourceItem === list.navigationItem.rightBarButtonItem)
        let provider = try #require(sheet.items(for: .message).first as? NSItemProvider)
        let url = await withCheckedContinuation { continuation in
            provider.loadObject(ofClass: URL.self) { url, _ in continuation.resume(returning: url) }
        }
        #expect(url == URL(string: "https://recipes.example/bread"))
    }

    @Test("a sheet that a person dismisses enables the button again")
    func invitation() throws {
        list.tableView.press(IndexPath(row: 0, section: 0))
        let detail = try #require(window.topViewController)
        let stack = try #require(detail.view.subviews.first as? UIStackView)
        let button = try #require(stack.arrangedSubviews.last as? UIButton)
        button.press()
        #expect(!button.isEnabled)
        let sheet = try #require(detail.presentedViewController?.sheetPresentationController)
        #expect(sheet.restingDetent?.identifier == .medium)
        #expect(sheet.dismissByPerson())
        #expect(button.isEnabled)
    }

    @Test("the edit button edits the table, and its title changes")
    func editing() {
        list.editButtonItem.press()
        #expect(list.tableView.isEditing)
        #expect(list.editButtonItem.title == "Done")
        list.editButtonItem.press()
        #expect(!list.isEditing)
    }
}
