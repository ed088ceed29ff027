import Foundation

// The actions of a person who reads the table on a screen.
extension UITableView {
    /// Returns the title above a section.
    package func headerTitle(ofSection section: Int) -> String? {
        dataSource?.tableView(self, titleForHeaderInSection: section)
    }

    /// Returns the title below a section.
    package func footerTitle(ofSection section: Int) -> String? {
        dataSource?.tableView(self, titleForFooterInSection: section)
    }

    /// Presses a row. The delegate may refuse or choose another row.
    ///
    /// - Returns: False if no row was selected.
    @discardableResult
    package func press(_ indexPath: IndexPath) -> Bool {
        guard allowsSelection, cellForRow(at: indexPath) != nil else { return false }
        let former = indexPathsForSelectedRows ?? []
        if allowsMultipleSelection, former.contains(indexPath) {
            deselectRow(at: indexPath, animated: true)
            delegate?.tableView(self, didDeselectRowAt: indexPath)
            return true
        }
        var target = indexPath
        if let delegate {
            guard let allowed = delegate.tableView(self, willSelectRowAt: indexPath) else { return false }
            target = allowed
        }
        selectRow(at: target, animated: true, scrollPosition: .none)
        if !allowsMultipleSelection {
            for old in former where old != target { delegate?.tableView(self, didDeselectRowAt: old) }
        }
        delegate?.tableView(self, didSelectRowAt: target)
        return true
    }

    /// Opens the context menu of a row; nil if the app offers none.
    package func contextMenu(at indexPath: IndexPath) -> UIMenu? {
        delegate?.tableView(self, contextMenuConfigurationForRowAt: indexPath, point: .zero)?.makeMenu()
    }

    /// Returns the actions that a swipe over a row offers.
    package func swipeActions(at indexPath: IndexPath) -> [UIContextualAction] {
        guard let delegate else { return [] }
        let leading = delegate.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
        let trailing = delegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
        return (leading?.actions ?? []) + (trailing?.actions ?? [])
    }

    /// Performs an action of a swipe.
    package func perform(_ action: UIContextualAction, at indexPath: IndexPath) {
        action.handler(action, cellForRow(at: indexPath) ?? self) { _ in }
    }

    /// Deletes a row as the button of editing does. Returns false if the data source does not allow it.
    @discardableResult
    package func delete(_ indexPath: IndexPath) -> Bool {
        guard let dataSource, dataSource.tableView(self, canEditRowAt: indexPath),
            delegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete == .delete
        else { return false }
        dataSource.tableView(self, commit: .delete, forRowAt: indexPath)
        return true
    }
}
