import UnderstudyUIKit

// A small app as adopters write it for an iPhone. Nothing here uses the package's own access.

struct Recipe: Hashable, Sendable {
    let title: String
    let url: URL
    var steps: [String] = []
}

protocol RecipeStoreDelegate: AnyObject {
    @MainActor func recipeStoreDidChange(_ store: RecipeStore)
}

@MainActor final class RecipeStore {
    weak var delegate: (any RecipeStoreDelegate)?
    private(set) var recipes: [Recipe] = [] {
        didSet { delegate?.recipeStoreDidChange(self) }
    }

    func add(_ title: String) {
        guard let url = URL(string: "https://recipes.example/\(title)") else { return }
        recipes.append(Recipe(title: title, url: url))
    }

    func remove(_ recipe: Recipe) {
        recipes.removeAll { $0 == recipe }
    }
}

final class RecipeTableCell: UITableViewCell {
    static let reuseIdentifier = "RecipeTableCell"
    private let badge = UIImageView(image: UIImage(systemName: "person.2.fill"))

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        badge.translatesAutoresizingMaskIntoConstraints = false
        badge.tintColor = .systemBlue
        badge.maximumContentSizeCategory = .extraExtraLarge
        contentView.addSubview(badge)
        NSLayoutConstraint.activate([
            badge.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
            badge.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
            badge.widthAnchor.constraint(lessThanOrEqualToConstant: 44),
        ])
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }
}

final class RecipeListViewController: UITableViewController, RecipeStoreDelegate {
    private enum Section { case recipes }

    private let store: RecipeStore
    private lazy var dataSource = UITableViewDiffableDataSource<Section, Recipe>(tableView: tableView) {
        tableView, indexPath, recipe in
        let cell = tableView.dequeueReusableCell(withIdentifier: RecipeTableCell.reuseIdentifier, for: indexPath)
        var content = UIListContentConfiguration.subtitleCell()
        content.text = recipe.title
        content.secondaryText = recipe.url.host
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    init(store: RecipeStore) {
        self.store = store
        super.init(style: .insetGrouped)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Recipes"
        navigationController?.navigationBar.prefersLargeTitles = true
        tableView.register(RecipeTableCell.self, forCellReuseIdentifier: RecipeTableCell.reuseIdentifier)
        tableView.dataSource = dataSource
        store.delegate = self
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .add, primaryAction: UIAction { [weak self] _ in self?.askForTitle() })
        navigationItem.leftBarButtonItem = editButtonItem
        recipeStoreDidChange(store)
    }

    func recipeStoreDidChange(_ store: RecipeStore) {
        var snapshot = NSDiffableDataSourceSnapshot<Section, Recipe>()
        snapshot.appendSections([.recipes])
        snapshot.appendItems(store.recipes)
        dataSource.apply(snapshot, animatingDifferences: view.window != nil)
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        guard let recipe = dataSource.itemIdentifier(for: indexPath) else { return }
        show(RecipeViewController(recipe: recipe), sender: self)
    }

    override func tableView(
        _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let recipe = dataSource.itemIdentifier(for: indexPath) else { return nil }
        return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
            let share = UIAction(title: "Share", image: UIImage(systemName: "square.and.arrow.up")) { _ in
                self?.share(recipe)
            }
            let remove = UIAction(title: "Remove", attributes: .destructive) { _ in self?.store.remove(recipe) }
            return UIMenu(title: "", children: [share, UIMenu(options: .displayInline, children: [remove])])
        }
    }

    override func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        guard let recipe = dataSource.itemIdentifier(for: indexPath) else { return nil }
        let delete = UIContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, done in
            self?.store.remove(recipe)
            done(true)
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }

    private func askForTitle() {
        let alert = UIAlertController(title: "New Recipe", message: nil, preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Title" }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Add", style: .default) { [weak self, weak alert] _ in
                guard let title = alert?.textFields?.first?.text, !title.isEmpty else { return }
                self?.store.add(title)
            })
        present(alert, animated: true)
    }

    private func share(_ recipe: Recipe) {
        let provider = NSItemProvider()
        provider.suggestedName = recipe.title
        provider.registerObject(recipe.url as NSURL, visibility: .all)
        let configuration = UIActivityItemsConfiguration(itemProviders: [provider])
        configuration.metadataProvider = { key in key == .title ? recipe.title : nil }
        let sheet = UIActivityViewController(activityItemsConfiguration: configuration)
        if let popover = sheet.popoverPresentationController {
            popover.barButtonItem = navigationItem.rightBarButtonItem
        }
        present(sheet, animated: true)
    }
}

final class RecipeViewController: UIViewController, UITextViewDelegate, UISheetPresentationControllerDelegate {
    let recipe: Recipe
    private let notes = UITextView()
    private let stack = UIStackView()
    private lazy var shareButton: UIButton = {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Invite"
        configuration.image = UIImage(systemName: "person.badge.plus")
        return UIButton(
            configuration: configuration, primaryAction: UIAction { [unowned self] _ in presentInvitation() })
    }()

    init(recipe: Recipe) {
        self.recipe = recipe
        super.init(nibName: nil, bundle: nil)
        title = recipe.title
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        stack.axis = .vertical
        stack.spacing = 12
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let heading = UILabel()
        heading.text = recipe.title
        heading.font = .preferredFont(forTextStyle: .title1)
        heading.textColor = .label
        heading.numberOfLines = 0
        notes.delegate = self
        notes.layer.cornerRadius = 8
        stack.addArrangedSubview(heading)
        stack.addArrangedSubview(notes)
        stack.addArrangedSubview(shareButton)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 16),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.title = recipe.title
        activity.webpageURL = recipe.url
        userActivity = activity
        activity.becomeCurrent()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        userActivity?.invalidate()
        DispatchQueue.main.async { self.notes.resignFirstResponder() }
    }

    func textViewDidChange(_ textView: UITextView) {
        UIView.animate(withDuration: 0.2) { self.shareButton.alpha = textView.text.isEmpty ? 0.5 : 1 }
    }

    private func presentInvitation() {
        let invitation = UINavigationController(rootViewController: UIViewController())
        invitation.modalPresentationStyle = .pageSheet
        if let sheet = invitation.sheetPresentationController {
            sheet.detents = [.medium(), .large()]
            sheet.prefersGrabberVisible = true
            sheet.delegate = self
        }
        invitation.presentationController?.delegate = self
        present(invitation, animated: true) { [weak self] in self?.shareButton.isEnabled = false }
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        shareButton.isEnabled = true
    }
}
