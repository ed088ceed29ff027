/// The part of a list that fits, around the item in focus. It locates each item, for drawing and for the mouse.
struct ListWindow: Equatable {
    /// The indices of the visible items.
    let shown: Range<Int>
    /// The row of the first visible item, and the rows of each item, including the gap to the next.
    let top: Int
    let height: Int

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - rows: The number of rows available from `top`. The gap after the last item need not fit.
    ///   - height: The rows of an item, including the gap.
    init(count: Int, focus: Int, top: Int, rows: Int, height: Int, gap: Int = 0) {
        let fitting = max(1, (rows + gap) / height)
        let first = max(0, min(focus - fitting / 2, count - fitting))
        shown = first..<min(count, first + fitting)
        (self.top, self.height) = (top, height)
    }

    /// Returns the first row of a visible item.
    func row(of index: Int) -> Int { top + (index - shown.lowerBound) * height }

    /// Returns the index of the item at a row; nil if there is none.
    func index(at row: Int) -> Int? {
        let index = shown.lowerBound + (row - top) / height
        return row >= top && shown.contains(index) ? index : nil
    }
}
