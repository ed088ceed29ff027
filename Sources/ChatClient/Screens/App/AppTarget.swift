import ChatTerminal

/// The part of an app's page on which a click acts.
enum AppTarget: Equatable {
    /// A label with the name of a key.
    case key(Key)
    /// A row of a list.
    case row(AppLayout.Target)
    /// The attribution in the row of an item.
    case attribution(AppLayout.Target)
    /// The attribution of the open item.
    case openAttribution
    /// The content of the open item.
    case content

    /// Returns the target at a place; nil if none is there.
    ///
    /// - Parameter size: The size of the page, which ends with the first row of the status line.
    static func at(_ place: Position, in state: AppState, size: Size) -> AppTarget? {
        guard size.columns >= ChatLayout.least.columns, size.rows >= ChatLayout.least.rows, place.row < size.rows - 1
        else { return nil }
        let jobs = AppScreen.jobs(state, size: size).count
        if place.row >= size.rows - 1 - jobs { return .key(.character("j")) }
        guard let id = state.view.page.detail else { return onList(place, state, size) }
        if place.row == 0 {
            return AppDetailPainter.header(id, of: state, columns: size.columns).lazy
                .compactMap { $0.key(at: place.column) }.first.map(AppTarget.key)
        }
        let isAttribution = AppDetailPainter.attribution(id, of: state, size: size)?.contains(place) == true
        return isAttribution ? .openAttribution : .content
    }

    private static func onList(_ place: Position, _ state: AppState, _ size: Size) -> AppTarget? {
        if place.row == 0 { return AppScreen.listHeader(state, size).key(at: place.column).map(AppTarget.key) }
        let layout = AppLayout(state, size: size)
        guard let row = layout.rows.first(where: { ($0.row..<$0.end).contains(place.row) }) else { return nil }
        guard case .item(let index) = row.target,
            var part = AppItemPainter.attribution(
                state.items[index], in: state, columns: size.columns, isRoomy: layout.isRoomy)
        else { return .row(row.target) }
        part.origin.row += row.row
        return part.contains(place) ? .attribution(row.target) : .row(row.target)
    }
}
