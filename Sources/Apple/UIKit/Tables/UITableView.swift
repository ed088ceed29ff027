public import Foundation

/// A list of rows in sections.
///
/// Every row counts as visible, because a terminal scrolls by itself; a cell is made at its first use.
@MainActor open class UITableView: UIScrollView {
    /// The look of a table.
    public enum Style: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
    }

    /// The animation of a change.
    public enum RowAnimation: Int, Sendable {
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    /// The place to which a row is scrolled.
    public enum ScrollPosition: Int, Sendable {
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    /// The height that the content decides.
    public static let automaticDimension: CGFloat = -1

    /// The look of the table.
    public private(set) final var style: Style

    /// The source of the rows. A new one reloads the table.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet {
            if dataSource !== oldValue { reloadData() }
        }
    }

    /// The receiver of the events.
    public weak var delegate: (any UITableViewDelegate)? {
        didSet { scrollDelegate = delegate }
    }

    /// The height of a row.
    open var rowHeight = UITableView.automaticDimension

    /// The height of a row that is not laid out yet.
    open var estimatedRowHeight = UITableView.automaticDimension

    /// The height of a header.
    open var sectionHeaderHeight = UITableView.automaticDimension

    /// True if a person can select rows.
    open var allowsSelection = true

    /// True if several rows can be selected.
    open var allowsMultipleSelection = false

    /// True while a person edits the table.
    open var isEditing = false

    /// The distances of the separators from the edges.
    open var separatorInset = UIEdgeInsets.zero

    /// The view below the content.
    open var backgroundView: UIView?

    /// The view above all rows.
    open var tableHeaderView: UIView? {
        didSet { exchange(oldValue, tableHeaderView) }
    }

    /// The view below all rows.
    open var tableFooterView: UIView? {
        didSet { exchange(oldValue, tableFooterView) }
    }

    private var counts: [Int]?
    private var cells: [IndexPath: UITableViewCell] = [:]
    private var selection: [IndexPath] = []
    private var classes: [String: UITableViewCell.Type] = [:]
    private var reusable: [String: [UITableViewCell]] = [:]
    private var batch: TableChanges?

    /// Creates a table of a look.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    /// Creates a plain table.
    public convenience override init(frame: CGRect) {
        self.init(frame: frame, style: .plain)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    // The cells.

    /// Registers the class of the cells of an identifier.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UITableViewCell.Type
    }

    /// Returns a cell that another row has given up, or a new one of the registered class.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let cell = reusable[identifier]?.popLast() {
            cell.prepareForReuse()
            return cell
        }
        return classes[identifier]?.init(dequeuedAs: identifier)
    }

    /// Returns a cell like `dequeueReusableCell(withIdentifier:)`. The identifier must be registered.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
            preconditionFailure("No class is registered for the cells of the identifier \(identifier).")
        }
        return cell
    }

    /// Returns the cell of a row, or nil if the row does not exist.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        if let cell = cells[indexPath] { return cell }
        guard let dataSource, contains(indexPath) else { return nil }
        let cell = dataSource.tableView(self, cellForRowAt: indexPath)
        cell.isSelected = selection.contains(indexPath)
        cells[indexPath] = cell
        addSubview(cell)
        delegate?.tableView(self, willDisplay: cell, forRowAt: indexPath)
        return cell
    }

    /// Returns the row of a cell, or nil if the table does not show it.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        cells.first { $0.value === cell }?.key
    }

    /// The cells that have been made, in the order of their rows.
    open var visibleCells: [UITableViewCell] { (indexPathsForVisibleRows ?? []).compactMap { cells[$0] } }

    /// The rows whose cells have been made.
    open var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }

    open override func layoutSubviews() {
        super.layoutSubviews()
        for section in 0..<numberOfSections {
            for row in 0..<numberOfRows(inSection: section) {
                _ = cellForRow(at: IndexPath(row: row, section: section))
            }
        }
    }

    // The counts.

    /// The number of sections, as the data source gave it at the last change.
    open var numberOfSections: Int { loadedCounts.count }

    /// Returns the number of rows in a section, as the data source gave it at the last change.
    open func numberOfRows(inSection section: Int) -> Int {
        loadedCounts.indices.contains(section) ? loadedCounts[section] : 0
    }

    // The changes.

    /// Asks the data source for everything again, and drops the selection.
    open func reloadData() {
        for indexPath in cells.keys { recycle(indexPath) }
        selection = []
        counts = nil
        setNeedsLayout()
    }

    /// Applies changes as one. The data source must have the new rows already.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates()
        completion?(true)
    }

    /// Collects the changes until `endUpdates()`.
    open func beginUpdates() {
        _ = loadedCounts
        batch = TableChanges()
    }

    /// Applies the changes since `beginUpdates()`.
    open func endUpdates() {
        guard let changes = batch else { return }
        batch = nil
        apply(changes)
    }

    /// Shows rows that the data source has added.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.insertedRows.formUnion(indexPaths) }
    }

    /// Drops rows that the data source has removed.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.deletedRows.formUnion(indexPaths) }
    }

    /// Moves a row that the data source has moved.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change {
            $0.deletedRows.insert(indexPath)
            $0.insertedRows.insert(newIndexPath)
        }
    }

    /// Asks the data source for the cells of rows again.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        for indexPath in indexPaths { recycle(indexPath) }
        setNeedsLayout()
    }

    /// Asks the data source for the cells of rows again.
    open func reconfigureRows(at indexPaths: [IndexPath]) {
        reloadRows(at: indexPaths, with: .none)
    }

    /// Shows sections that the data source has added.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { $0.insertedSections.formUnion(sections) }
    }

    /// Drops sections that the data source has removed.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { $0.deletedSections.formUnion(sections) }
    }

    /// Asks the data source for sections again.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change {
            $0.deletedSections.formUnion(sections)
            $0.insertedSections.formUnion(sections)
        }
    }

    // The selection.

    /// The row that is selected.
    open var indexPathForSelectedRow: IndexPath? { selection.first }

    /// The rows that are selected, in the order of their selection.
    open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

    /// Selects a row without a notice to the delegate.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !allowsMultipleSelection || indexPath == nil {
            for selected in selection { deselectRow(at: selected, animated: animated) }
        }
        guard let indexPath, contains(indexPath), !selection.contains(indexPath) else { return }
        selection.append(indexPath)
        cells[indexPath]?.setSelected(true, animated: animated)
    }

    /// Deselects a row without a notice to the delegate.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selection.removeAll { $0 == indexPath }
        cells[indexPath]?.setSelected(false, animated: animated)
    }

    /// Scrolls to a row: a terminal does so by itself.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}

    /// Shows the controls of editing.
    open func setEditing(_ editing: Bool, animated: Bool) {
        isEditing = editing
        for cell in cells.values { cell.setEditing(editing, animated: animated) }
    }

    // The internals.

    /// Replaces all rows. The cells of rows that stay move along.
    func replaceRows(places: [IndexPath: IndexPath]) {
        let old = cells
        cells = [:]
        for (indexPath, cell) in old {
            if let place = places[indexPath] { cells[place] = cell } else { recycle(cell) }
        }
        selection = selection.compactMap { places[$0] }
        counts = nil
        setNeedsLayout()
    }

    private var loadedCounts: [Int] {
        if let counts { return counts }
        let loaded = currentCounts
        counts = loaded
        return loaded
    }

    private var currentCounts: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
    }

    private func contains(_ indexPath: IndexPath) -> Bool {
        indexPath.count == 2 && (0..<numberOfRows(inSection: indexPath.section)).contains(indexPath.row)
    }

    private func change(_ body: (inout TableChanges) -> Void) {
        var changes = batch ?? TableChanges()
        body(&changes)
        if batch == nil { apply(changes) } else { batch = changes }
    }

    private func apply(_ changes: TableChanges) {
        guard let old = counts else { return reloadData() }
        let new = currentCounts
        guard let places = changes.places(from: old, to: new) else {
            preconditionFailure(
                "Invalid update: the table had \(old) rows. The changes do not lead to the \(new) of the data source."
            )
        }
        replaceRows(places: places)
        counts = new
    }

    private func recycle(_ indexPath: IndexPath) {
        if let cell = cells.removeValue(forKey: indexPath) { recycle(cell) }
    }

    private func recycle(_ cell: UITableViewCell) {
        cell.removeFromSuperview()
        if let identifier = cell.reuseIdentifier { reusable[identifier, default: []].append(cell) }
    }

    private func exchange(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { addSubview(new) }
    }
}
