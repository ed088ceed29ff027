import Foundation

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
