import SharedWithYou
import UIKit

/// A link with the names of the people who have shared it.
final class HighlightCell: UITableViewCell {
    static let reuseIdentifier = "HighlightCell"

    let titleLabel = UILabel()
    let attributionView = SWAttributionView()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        titleLabel.font = .preferredFont(forTextStyle: .headline)
        titleLabel.numberOfLines = 2
        attributionView.horizontalAlignment = .leading
        attributionView.backgroundStyle = .color
        attributionView.displayContext = .summary
        attributionView.menuTitleForHideAction = "Remove from Shelf"

        let stack = UIStackView(arrangedSubviews: [titleLabel, attributionView])
        stack.axis = .vertical
        stack.spacing = 4
        stack.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: contentView.topAnchor),
            stack.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
            stack.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
        ])
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        titleLabel.text = nil
        attributionView.highlight = nil
    }

    func configure(with highlight: SWHighlight) {
        titleLabel.text = highlight.url.lastPathComponent
        attributionView.highlight = highlight
        attributionView.preferredMaxLayoutWidth = contentView.bounds.width
    }
}

/// The shelf.
final class HighlightsViewController: UITableViewController {
    let store = HighlightStore()
    private(set) var openedURL: URL?

    private lazy var dataSource = UITableViewDiffableDataSource<HighlightStore.Section, URL>(tableView: tableView) {
        [weak self] tableView, indexPath, url in
        let cell = tableView.dequeueReusableCell(withIdentifier: HighlightCell.reuseIdentifier, for: indexPath)
        if let cell = cell as? HighlightCell, let highlight = self?.store.highlight(for: url) {
            cell.configure(with: highlight)
        }
        return cell
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = store.title
        tableView.register(HighlightCell.self, forCellReuseIdentifier: HighlightCell.reuseIdentifier)
        store.onUpdate = { [weak self] snapshot in
            self?.dataSource.apply(snapshot, animatingDifferences: true)
        }
        dataSource.apply(store.snapshot, animatingDifferences: false)
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        open(at: indexPath)
    }

    override func tableView(
        _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let cell = tableView.cellForRow(at: indexPath) as? HighlightCell,
            let url = dataSource.itemIdentifier(for: indexPath)
        else { return nil }
        return UIContextMenuConfiguration(identifier: url as NSURL, previewProvider: nil) { [weak self] _ in
            let open = UIAction(title: "Open", image: UIImage(systemName: "safari")) { _ in
                self?.open(at: indexPath)
            }
            return UIMenu(title: "", children: [open, cell.attributionView.highlightMenu])
        }
    }

    private func open(at indexPath: IndexPath) {
        openedURL = dataSource.itemIdentifier(for: indexPath)
    }
}
