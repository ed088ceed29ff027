import AppModel
import ChatScreens
import ChatSession
import ChatTerminal

/// Access of steps to the sharing screens and the panel over an app's screen.
extension CastAppScreen {
    /// Opens the item at a link, unless it is open.
    func show(_ url: String) {
        let view = runtime.state.view
        if view.page.detail == nil || view.openedItem?.url != url {
            runtime.open(link: url)
            catchUp()
        }
    }

    /// True if a sharing screen or the panel is open.
    var hasSheet: Bool { runtime.state.view.sheet == .sharing || runtime.state.view.sheet == .panel }

    /// The rows of the open sheet, drawn on a screen that is high enough for all of them.
    var sheetRows: [String] {
        guard let kind = runtime.state.view.sheet else { return [] }
        var grid = Grid(Size(columns: runtime.size.columns, rows: 60))
        SheetPainter.draw(AppSheets.sheet(kind, in: runtime.state), over: &grid)
        return grid.text.split(separator: "\n").compactMap { row in
            let parts = row.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count > 2 else { return nil }
            let words = parts[1].split(separator: " ", omittingEmptySubsequences: false)
            // Words with more than one space between them are joined by two spaces.
            var text = ""
            var blanks = 0
            for word in words {
                if word.isEmpty || word == "▸" || word == "◂" {
                    blanks += 1
                } else {
                    text += text.isEmpty ? "" : blanks > 0 ? "  " : " "
                    text += word
                    blanks = 0
                }
            }
            return text.isEmpty ? nil : text
        }
    }

    /// The labels of the choices on the open sheet.
    var sheetLabels: [String] {
        runtime.state.view.sheet.map { AppSheets.sheet($0, in: runtime.state).choices.map(\.label) } ?? []
    }

    /// Moves to a row by its label with the arrow keys, and presses a key there.
    /// - Throws: ``StepFailure`` if no row has this label.
    func choose(_ label: String, by key: Key = .enter) throws(StepFailure) {
        let labels = sheetLabels
        guard let index = labels.firstIndex(of: label) else {
            throw StepFailure("there is no such row", expected: label, actual: labels.listed)
        }
        press(Array(repeating: .up, count: labels.count) + Array(repeating: .down, count: index) + [key])
    }
}
