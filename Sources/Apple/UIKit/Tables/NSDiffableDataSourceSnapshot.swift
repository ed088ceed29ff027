import Foundation

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
