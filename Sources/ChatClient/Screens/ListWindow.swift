/// The part of a list that fits, around the item in focus: where each item lies, for drawing and for the mouse.
struct ListWindow: Equatable {
    /// The items that show.
    let shown: Range<Int>
    /// The row of the first of them, and how many rows each takes with what parts it from the next.
    let top: Int
    let height: Int

    /// A window.
    ///
    /// - Parameters:
    ///   - rows: how many rows there are from `top` on; the gap behind the last item need not fit.
    init(count: Int, focus: Int, top: Int, rows: Int, height: Int, gap: Int = 0) {
        let fitting = max(1, (rows + gap) / height)
        let first = max(0, min(focus - fitting / 2, count - fitting))
        shown = first..<min(count, first + fitting)
        (self.top, self.height) = (top, height)
    }

    /// The first row of an item that shows.
    func row(of index: Int) -> Int { top + (index - shown.lowerBound) * height }

    /// The item at a row.
    func index(at row: Int) -> Int? {
        let index = shown.lowerBound + (row - top) / height
        return row >= top && shown.contains(index) ? index : nil
    }
}
