public import Foundation

/// A data source whose rows are those of a snapshot.
@MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    UITableViewDataSource
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    /// The closure that makes the cell of an item.
    public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

    /// The animation of a change.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic

    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    /// Creates a data source without rows, and connects it to a table.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// Returns the sections and items that the table shows.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { current }

    /// Shows other sections and items. The cells of items that stay are kept, unless the snapshot reloads them.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        let refreshed = snapshot.refreshedItems
        let new = snapshot.places
        var places: [IndexPath: IndexPath] = [:]
        for (item, old) in current.places where !refreshed.contains(item) { places[old] = new[item] }
        current = snapshot
        current.clearRequests()
        tableView?.replaceRows(places: places)
        completion?()
    }

    /// Shows other sections and items, and returns when they are shown.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async {
        apply(snapshot, animatingDifferences: animatingDifferences, completion: nil)
    }

    /// Shows other sections and items, and asks for all cells again.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        current = snapshot
        current.clearRequests()
        tableView?.reloadData()
        completion?()
    }

    /// Returns the item of a row.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }

    /// Returns the row of an item.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { current.places[itemIdentifier] }

    /// Returns the section of an index.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        current.sectionIdentifiers.indices.contains(index) ? current.sectionIdentifiers[index] : nil
    }

    /// Returns the index of a section.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        current.indexOfSection(sectionIdentifier)
    }

    // The rows as the table asks for them; an app overrides the titles and the editing.

    /// Returns the number of sections.
    open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }

    /// Returns the number of rows in a section.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sectionIdentifier(for: section).map { current.numberOfItems(inSection: $0) } ?? 0
    }

    /// Returns the cell of a row.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let item = itemIdentifier(for: indexPath), let cell = cellProvider(tableView, indexPath, item) else {
            preconditionFailure("The cell provider has returned no cell for \(indexPath).")
        }
        return cell
    }

    /// Returns the title above a section.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }

    /// Returns the title below a section.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }

    /// Returns true if a row may be edited.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

    /// Returns true if a row may be moved.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

    /// Deletes or inserts a row, as a person asked.
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}

    /// Moves a row, as a person asked.
    open func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
}

/// The sections and items of a table at one moment. Every identifier is unique.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    private struct Section: Sendable {
        let identifier: SectionIdentifierType
        var items: [ItemIdentifierType] = []
    }

    private var sections: [Section] = []

    /// The items whose cells are asked for again.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

    /// The items whose cells are configured again.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    /// The sections whose cells are asked for again.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    /// Creates a snapshot without sections.
    public init() {}

    /// The number of items in all sections.
    public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    /// The number of sections.
    public var numberOfSections: Int { sections.count }
    /// The sections in their order.
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    /// The items of all sections in their order.
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    /// Returns the number of items in a section.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }

    /// Returns the items of a section, which must exist.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        sections[place(of: identifier)].items
    }

    /// Returns the section of an item.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        sections.first { $0.items.contains(identifier) }?.identifier
    }

    /// Returns the place of an item among all items.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        itemIdentifiers.firstIndex(of: identifier)
    }

    /// Returns the place of a section.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    /// Adds sections at the end.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: sections.count)
    }

    /// Inserts sections before another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) {
        insert(identifiers, at: place(of: toIdentifier))
    }

    /// Inserts sections after another one.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) {
        insert(identifiers, at: place(of: toIdentifier) + 1)
    }

    /// Removes sections with their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let removed = Set(identifiers)
        sections.removeAll { removed.contains($0.identifier) }
    }

    /// Adds items at the end of a section; without one, of the last section.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        precondition(!sections.isEmpty, "Items cannot be added to a snapshot without sections.")
        let section = sectionIdentifier.map { place(of: $0) } ?? sections.count - 1
        requireUnique(identifiers)
        sections[section].items += identifiers
    }

    /// Inserts items before another one.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        insert(identifiers, at: beforeIdentifier, offset: 0)
    }

    /// Inserts items after another one.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
        insert(identifiers, at: afterIdentifier, offset: 1)
    }

    /// Removes items; unknown ones are ignored.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let removed = Set(identifiers)
        for index in sections.indices { sections[index].items.removeAll { removed.contains($0) } }
    }

    /// Removes all items and sections.
    public mutating func deleteAllItems() {
        sections = []
    }

    /// Moves an item before another one.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        deleteItems([identifier])
        insert([identifier], at: toIdentifier, offset: 0)
    }

    /// Moves an item after another one.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        deleteItems([identifier])
        insert([identifier], at: toIdentifier, offset: 1)
    }

    /// Requests new cells for items.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloadedItemIdentifiers += identifiers
    }

    /// Requests that the cells of items are configured again.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += identifiers
    }

    /// Requests new cells for sections.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers
    }

    /// Returns the item of a row, or nil if there is none.
    func item(at indexPath: IndexPath) -> ItemIdentifierType? {
        guard sections.indices.contains(indexPath.section) else { return nil }
        let items = sections[indexPath.section].items
        return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
    }

    /// The rows of all items.
    var places: [ItemIdentifierType: IndexPath] {
        var places: [ItemIdentifierType: IndexPath] = [:]
        for (index, section) in sections.enumerated() {
            for (row, item) in section.items.enumerated() { places[item] = IndexPath(row: row, section: index) }
        }
        return places
    }

    /// The items that need new cells.
    var refreshedItems: Set<ItemIdentifierType> {
        let ofSections = sections.filter { reloadedSectionIdentifiers.contains($0.identifier) }.flatMap(\.items)
        return Set(reloadedItemIdentifiers + reconfiguredItemIdentifiers + ofSections)
    }

    /// Drops the requests for new cells, which are valid for one application.
    mutating func clearRequests() {
        reloadedItemIdentifiers = []
        reconfiguredItemIdentifiers = []
        reloadedSectionIdentifiers = []
    }

    private func place(of identifier: SectionIdentifierType) -> Int {
        guard let index = indexOfSection(identifier) else {
            preconditionFailure("The snapshot has no section \(identifier).")
        }
        return index
    }

    private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
        let all = Set(sectionIdentifiers + identifiers)
        precondition(all.count == sections.count + identifiers.count, "The identifiers of sections are not unique.")
        sections.insert(contentsOf: identifiers.map { Section(identifier: $0) }, at: index)
    }

    private mutating func insert(_ identifiers: [ItemIdentifierType], at other: ItemIdentifierType, offset: Int) {
        requireUnique(identifiers)
        for section in sections.indices {
            if let row = sections[section].items.firstIndex(of: other) {
                sections[section].items.insert(contentsOf: identifiers, at: row + offset)
                return
            }
        }
        preconditionFailure("The snapshot has no item \(other).")
    }

    private func requireUnique(_ identifiers: [ItemIdentifierType]) {
        let all = Set(itemIdentifiers + identifiers)
        precondition(all.count == numberOfItems + identifiers.count, "The identifiers of items are not unique.")
    }
}

/// The changes of a table between two counts of its rows.
package struct TableChanges {
    /// The old sections that are gone.
    package var deletedSections: Set<Int> = []

    /// The new sections.
    package var insertedSections: Set<Int> = []

    /// The old rows that are gone.
    package var deletedRows: Set<IndexPath> = []

    /// The new rows.
    package var insertedRows: Set<IndexPath> = []

    /// Creates the changes of rows.
    package init(deletedRows: Set<IndexPath> = [], insertedRows: Set<IndexPath> = []) {
        self.deletedRows = deletedRows
        self.insertedRows = insertedRows
    }

    /// Returns the new place of each old row that stays.
    ///
    /// - Parameters:
    ///   - old: The number of rows in each section before.
    ///   - new: The number of rows in each section after.
    /// - Returns: nil if the changes do not lead from the old counts to the new ones.
    package func places(from old: [Int], to new: [Int]) -> [IndexPath: IndexPath]? {
        let kept = old.indices.filter { !deletedSections.contains($0) }
        let targets = new.indices.filter { !insertedSections.contains($0) }
        guard kept.count == targets.count else { return nil }
        var places: [IndexPath: IndexPath] = [:]
        for (source, target) in zip(kept, targets) {
            let before = (0..<old[source]).map { IndexPath(row: $0, section: source) }
                .filter { !deletedRows.contains($0) }
            let after = (0..<new[target]).map { IndexPath(row: $0, section: target) }
                .filter { !insertedRows.contains($0) }
            guard before.count == after.count else { return nil }
            for (from, to) in zip(before, after) { places[from] = to }
        }
        return places
    }
}
