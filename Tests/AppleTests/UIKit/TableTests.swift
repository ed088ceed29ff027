import Testing
import UnderstudyUIKit

@MainActor @Suite("Tables")
struct TableTests {
    private let table = UITableView(frame: .zero, style: .insetGrouped)
    private let source = RecipeSource()

    init() {
        table.register(RecipeCell.self, forCellReuseIdentifier: "recipe")
        table.dataSource = source
        table.delegate = source
    }

    @Test("a table shows the rows that its data source had at the last reload")
    func reload() {
        #expect(table.numberOfSections == 2)
        #expect(table.numberOfRows(inSection: 0) == 2)
        source.sections[0].append("soup")
        #expect(table.numberOfRows(inSection: 0) == 2)
        #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) == nil)
        table.reloadData()
        #expect(titles == ["bread", "cake", "soup", "tea"])
        #expect(table.headerTitle(ofSection: 1) == "Section 1")
    }

    @Test("a dequeued cell is one of the registered class, and comes back after its row has gone")
    func reuse() {
        table.layoutIfNeeded()
        let old = Set(table.visibleCells.map(ObjectIdentifier.init))
        #expect(table.visibleCells.allSatisfy { $0 is RecipeCell })
        source.sections = [["pie"]]
        table.reloadData()
        table.layoutIfNeeded()
        let cell = table.visibleCells.first as? RecipeCell
        #expect(cell.map { old.contains(ObjectIdentifier($0)) } == true)
        #expect(cell?.timesReused == 1)
    }

    @Test("an insertion and a deletion move the cells and the selection of the rows that stay")
    func batch() throws {
        table.layoutIfNeeded()
        let cake = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
        table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
        table.performBatchUpdates {
            source.sections[0] = ["apple", "aspic", "cake"]
            table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
            table.insertRows(at: [0, 1].map { IndexPath(row: $0, section: 0) }, with: .automatic)
        }
        #expect(table.indexPath(for: cake) == IndexPath(row: 2, section: 0))
        #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
        #expect(titles == ["apple", "aspic", "cake", "tea"])
    }

    @Test("a deleted section takes its rows along, and the later sections move up")
    func sections() {
        table.layoutIfNeeded()
        let tea = table.cellForRow(at: IndexPath(row: 0, section: 1))
        source.sections.removeFirst()
        table.deleteSections([0], with: .automatic)
        #expect(titles == ["tea"])
        #expect(tea.flatMap { table.indexPath(for: $0) } == IndexPath(row: 0, section: 0))
    }

    @Test("changes that do not explain the new counts are inconsistent")
    func inconsistentChanges() {
        let changes = TableChanges(insertedRows: [IndexPath(row: 0, section: 0)])
        #expect(changes.places(from: [1], to: [1]) == nil)
        #expect(changes.places(from: [1], to: [1, 0]) == nil)
        #expect(changes.places(from: [1], to: [2]) == [IndexPath(row: 0, section: 0): IndexPath(row: 1, section: 0)])
    }

    @Test("a person's press asks the delegate first, and a selection by the app does not notify it")
    func selection() {
        source.refused = IndexPath(row: 1, section: 0)
        #expect(table.press(IndexPath(row: 0, section: 0)))
        #expect(!table.press(IndexPath(row: 1, section: 0)))
        #expect(table.press(IndexPath(row: 0, section: 1)))
        #expect(!table.press(IndexPath(row: 7, section: 1)))
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        #expect(source.notices == ["select 0.0", "deselect 0.0", "select 1.0"])
    }

    @Test("a table does not keep its data source alive")
    func weakDataSource() {
        let table = UITableView()
        table.dataSource = RecipeSource()
        #expect(table.dataSource == nil)
        #expect(table.numberOfSections == 0)
    }

    @Test("a snapshot keeps the cells of the items that stay, and asks again for those it reloads")
    func diffableCells() throws {
        var made: [String] = []
        let table = UITableView()
        table.register(RecipeCell.self, forCellReuseIdentifier: "recipe")
        let source = UITableViewDiffableDataSource<Int, String>(tableView: table) { table, indexPath, item in
            made.append(item)
            return table.dequeueReusableCell(withIdentifier: "recipe", for: indexPath)
        }
        var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
        snapshot.appendSections([0])
        snapshot.appendItems(["bread", "cake", "tea"])
        source.apply(snapshot)
        table.layoutIfNeeded()
        let cake = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
        snapshot.deleteItems(["bread"])
        snapshot.insertItems(["pie"], beforeItem: "tea")
        snapshot.reloadItems(["tea"])
        source.apply(snapshot)
        table.layoutIfNeeded()
        #expect(made == ["bread", "cake", "tea", "pie", "tea"])
        #expect(table.indexPath(for: cake) == IndexPath(row: 0, section: 0))
        #expect(source.indexPath(for: "tea") == IndexPath(row: 2, section: 0))
        #expect(source.itemIdentifier(for: IndexPath(row: 3, section: 0)) == nil)
    }

    @Test("a snapshot moves an item across sections and drops the items of a deleted section")
    func snapshot() {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["a", "c"])
        snapshot.insertSections(["b"], beforeSection: "c")
        snapshot.appendItems([1, 2], toSection: "a")
        snapshot.appendItems([3])
        snapshot.moveItem(1, afterItem: 3)
        #expect(snapshot.sectionIdentifiers == ["a", "b", "c"])
        #expect(snapshot.itemIdentifiers(inSection: "c") == [3, 1])
        snapshot.deleteSections(["c"])
        #expect(snapshot.itemIdentifiers == [2])
    }

    @Test("a content configuration shows itself, and a second one of its kind keeps the view")
    func contentConfiguration() throws {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        var content = cell.defaultContentConfiguration()
        content.text = "Bread"
        cell.contentConfiguration = content
        let view = try #require(cell.contentView as? UIListContentView)
        content.secondaryText = "20 min"
        cell.contentConfiguration = content
        #expect(cell.contentView === view)
        #expect(view.content?.secondaryText == "20 min")
        #expect(view.superview === cell)
    }

    private var titles: [String?] {
        (0..<table.numberOfSections).flatMap { section in
            (0..<table.numberOfRows(inSection: section)).map { row in
                table.cellForRow(at: IndexPath(row: row, section: section))?.textLabel?.text
            }
        }
    }
}

/// A cell as an app writes it.
private final class RecipeCell: UITableViewCell {
    var timesReused = 0

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        timesReused += 1
    }
}

/// A data source and delegate as an app writes them.
private final class RecipeSource: NSObject, UITableViewDataSource, UITableViewDelegate {
    var sections = [["bread", "cake"], ["tea"]]
    var refused: IndexPath?
    var notices: [String] = []

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "recipe", for: indexPath)
        cell.textLabel?.text = sections[indexPath.section][indexPath.row]
        return cell
    }

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        indexPath == refused ? nil : indexPath
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        notices.append("select \(indexPath.section).\(indexPath.row)")
    }

    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        notices.append("deselect \(indexPath.section).\(indexPath.row)")
    }
}
