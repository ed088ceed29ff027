/// Which items of an app's lists stand where on a screen of a size: what is drawn there, and what is told to have been
/// drawn.
struct AppLayout {
    /// One item on the screen.
    struct Row {
        var index: Int
        var row: Int
        var grid: Grid
    }

    /// The items, from the top.
    private(set) var rows: [Row] = []
    /// Where Show More stands, where not all fit (`shelf-show-more`).
    private(set) var moreRow: Int?
    /// Whether the screen has room for air.
    let isRoomy: Bool
    /// The first row below the heading.
    let top: Int

    /// The layout of the home or of the full list; of another page, an empty one.
    init(_ state: AppState, size: Size) {
        isRoomy = size.rows >= 12
        top = isRoomy ? 4 : 2
        guard state.view.page.detail == nil, size.columns >= ChatLayout.least.columns,
            size.rows >= ChatLayout.least.rows
        else { return }
        let bottom = size.rows - 1
        func grid(_ index: Int) -> Grid {
            AppItemPainter.render(
                state.items[index], in: state, columns: size.columns, isFocus: index == state.view.focus,
                isRoomy: isRoomy)
        }
        let gap = isRoomy ? 1 : 0
        /// How far the items from one on come.
        func fill(from first: Int, to end: Int) -> [Row] {
            var rows: [Row] = []
            var row = top
            for index in first..<state.items.count {
                let drawn = grid(index)
                if row + drawn.size.rows > end { break }
                rows.append(Row(index: index, row: row, grid: drawn))
                row += drawn.size.rows + gap
            }
            return rows
        }
        if state.view.page == .home {
            rows = fill(from: 0, to: bottom)
            if rows.count < state.items.count || state.hasMore {
                rows = fill(from: 0, to: bottom - 1 - gap)
                if rows.isEmpty { rows = fill(from: 0, to: bottom) }
                moreRow = min(bottom - 1, rows.last.map { $0.row + $0.grid.size.rows + gap } ?? top)
            }
            return
        }
        // The chosen item is in sight, and as many before it as fit.
        var first = max(0, min(state.view.focus, state.items.count - 1))
        while first > 0, fill(from: first - 1, to: bottom).contains(where: { $0.index == state.view.focus }) {
            first -= 1
        }
        rows = state.items.isEmpty ? [] : fill(from: first, to: bottom)
    }

    /// The ids of the items that are drawn.
    func visible(in state: AppState) -> [String] { rows.map { state.items[$0.index].id } }
}
