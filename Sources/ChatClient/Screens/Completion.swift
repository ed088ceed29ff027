import ChatTerminal

/// A list of candidates from which Tab completes the text before the cursor.
package struct Completion: Equatable, Sendable {
    /// A row of the list.
    struct Candidate: Equatable, Sendable {
        /// The words of the row.
        var label: String
        /// The whole text before the cursor once the row is chosen.
        var text: String
    }

    var candidates: [Candidate]
    /// The index of the candidate in the composer; nil while only the common beginning is written.
    var chosen: Int?
    /// The version of the draft for which the list is valid.
    var version: LineEditor.Version

    /// Returns the index of the candidate that is this number of steps from the chosen one. The list wraps around.
    func next(_ step: Int) -> Int {
        guard let chosen else { return step > 0 ? 0 : candidates.count - 1 }
        return (chosen + step + candidates.count) % candidates.count
    }
}

extension ChatState {
    /// The visible completion. It disappears as soon as the draft changes in any other way.
    var completion: Completion? {
        guard let completion = view.completion, completion.version == view.draft.version else { return nil }
        return completion
    }
}

/// The list of a completion, above the composer.
struct CompletionPane {
    /// The maximum number of visible candidates.
    private static let rowsMax = 8

    /// The area of the list on the screen.
    let area: Rectangle
    private let completion: Completion
    private let window: ListWindow

    /// Creates the list for a screen; nil if there is no completion or no room.
    init?(_ state: ChatState, _ layout: ChatLayout) {
        guard let completion = state.completion, !layout.isTooSmall else { return nil }
        let bottom = layout.rows - layout.composerRows
        let rows = min(completion.candidates.count, Self.rowsMax, bottom - 3)
        let columns = layout.thread > 0 ? layout.thread : layout.list
        guard rows > 0, columns > 8 else { return nil }
        let widest = completion.candidates.map { TextWidth.columns(of: CleanText.line($0.label)) }.max() ?? 0
        area = Rectangle(
            column: layout.threadColumn, row: bottom - rows - 2, columns: min(columns, max(24, widest + 6)),
            rows: rows + 2)
        window = ListWindow(
            count: completion.candidates.count, focus: completion.chosen ?? 0, top: 1, rows: rows, height: 1)
        self.completion = completion
    }

    func draw(on grid: inout Grid) {
        var pane = Grid(area.size)
        pane.frame(Rectangle(column: 0, row: 0, columns: area.size.columns, rows: area.size.rows), .quiet)
        for index in window.shown {
            let isChosen = index == completion.chosen
            let label = CleanText.line(completion.candidates[index].label)
            let text = TextLayout.pad((isChosen ? "▸ " : "  ") + label, to: area.size.columns - 2)
            pane.put(text, column: 1, row: window.row(of: index), isChosen ? .focus : .plain)
        }
        let count = completion.candidates.count
        let place = completion.chosen.map { "\($0 + 1) of \(count)" } ?? "\(count)"
        pane.put(
            TextLayout.truncate(" Tab  \(place) ", to: area.size.columns - 4), column: 2, row: area.size.rows - 1,
            .quiet)
        grid.place(pane, column: area.origin.column, row: area.origin.row)
    }

    /// Returns the index of the candidate at a position of the screen; nil if there is none.
    func index(at place: Position) -> Int? {
        guard (area.origin.column..<area.origin.column + area.size.columns).contains(place.column) else { return nil }
        return window.index(at: place.row - area.origin.row)
    }
}
