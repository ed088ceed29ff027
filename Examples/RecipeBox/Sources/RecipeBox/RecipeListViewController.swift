import SharedWithYou
import UIKit

/// The recipes that friends sent in Messages, and the cook's own.
final class RecipeListViewController: UITableViewController, SWHighlightCenterDelegate {
    let store: RecipeStore
    private let highlightCenter = SWHighlightCenter()
    private var highlights: [SWHighlight] { highlightCenter.highlights }

    init(store: RecipeStore) {
        self.store = store
        super.init(style: .insetGrouped)
        title = "Recipes"
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .add, primaryAction: UIAction { [weak self] _ in self?.askForTitle() })
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(HighlightCell.self, forCellReuseIdentifier: "highlight")
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "recipe")
        store.onChange = { [weak self] in self?.tableView.reloadData() }
        highlightCenter.delegate = self
    }

    nonisolated func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
        MainActor.assumeIsolated { tableView.reloadData() }
    }

    func show(_ recipe: Recipe) {
        show(RecipeViewController(recipe: recipe, store: store), sender: self)
    }

    // MARK: The table

    override func numberOfSections(in tableView: UITableView) -> Int { 2 }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        section == 0 ? highlights.count : store.recipes.count
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        section == 1 ? "My Recipes" : highlights.isEmpty ? nil : SWHighlightCenter.highlightCollectionTitle
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard indexPath.section == 1 else {
            let cell = tableView.dequeueReusableCell(withIdentifier: "highlight", for: indexPath)
            (cell as? HighlightCell)?.highlight = highlights[indexPath.row]
            return cell
        }
        let cell = tableView.dequeueReusableCell(withIdentifier: "recipe", for: indexPath)
        var content = UIListContentConfiguration.subtitleCell()
        content.text = store.recipes[indexPath.row].title
        content.secondaryText = store.recipes[indexPath.row].share == nil ? nil : "Shared"
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        attempt { [self] in
            if indexPath.section == 1 { return try await show(store.newest(store.recipes[indexPath.row])) }
            try await show(store.accept(store.container.shareMetadata(for: highlights[indexPath.row].url)))
        }
    }

    private func askForTitle() {
        let alert = UIAlertController(title: "New Recipe", message: nil, preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Title" }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Add", style: .default) { [weak self, weak alert] _ in
                guard let self, let title = alert?.textFields?.first?.text, !title.isEmpty else { return }
                attempt { try await self.store.add(title: title) }
            })
        present(alert, animated: true)
    }
}

/// A recipe that a friend sent, with the friend's name as the system draws it.
final class HighlightCell: UITableViewCell {
    private let attributionView = SWAttributionView()

    var highlight: SWHighlight? {
        didSet {
            var content = UIListContentConfiguration.cell()
            content.text = (highlight as? SWCollaborationHighlight)?.title ?? highlight?.url.absoluteString
            contentConfiguration = content
            attributionView.highlight = highlight
            attributionView.sizeToFit()
        }
    }

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        accessoryView = attributionView
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

extension UIViewController {
    /// Does some work, and shows the reason if it fails.
    func attempt(_ work: @escaping @MainActor () async throws -> Void) {
        Task {
            do {
                try await work()
            } catch {
                let alert = UIAlertController(
                    title: "Not Done", message: error.localizedDescription, preferredStyle: .alert)
                alert.addAction(UIAlertAction(title: "OK", style: .default))
                present(alert, animated: true)
            }
        }
    }
}
