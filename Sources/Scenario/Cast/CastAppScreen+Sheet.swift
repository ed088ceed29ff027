import AppModel
import ChatScreens
import ChatSession
import ChatTerminal

/// The sharing screens and the panel over an app's screen, as steps look at them and work on them.
extension CastAppScreen {
    /// Opens what stands at a link, unless it is open.
    func show(_ url: String) {
        let view = runtime.state.view
        if view.page.detail == nil || view.openedItem?.url != url {
            runtime.open(link: url)
            catchUp()
        }
    }

    /// Whether one of them is open.
    var hasSheet: Bool { runtime.state.view.sheet == .sharing || runtime.state.view.sheet == .panel }

    /// What it says, row by row, on a screen that has room for all of it.
    var sheetRows: [String] {
        guard let kind = runtime.state.view.sheet else { return [] }
        var grid = Grid(Size(columns: runtime.size.columns, rows: 60))
        SheetPainter.draw(AppSheets.sheet(kind, in: runtime.state), over: &grid)
        return grid.text.split(separator: "\n").compactMap { row in
            let parts = row.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count > 2 else { return nil }
            let words = parts[1].split(separator: " ", omittingEmptySubsequences: false)
            // What stands apart in a row stays apart, by two blanks.
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

    /// What can be chosen on it.
    var sheetLabels: [String] {
        runtime.state.view.sheet.map { AppSheets.sheet($0, in: runtime.state).choices.map(\.label) } ?? []
    }

    /// Moves to a row by what it is called, in the way of keys, and presses one there.
    func choose(_ label: String, by key: Key = .enter) throws(StepFailure) {
        let labels = sheetLabels
        guard let index = labels.firstIndex(of: label) else {
            throw StepFailure("there is no such row", expected: label, actual: labels.listed)
        }
        press(Array(repeating: .up, count: labels.count) + Array(repeating: .down, count: index) + [key])
    }
}
