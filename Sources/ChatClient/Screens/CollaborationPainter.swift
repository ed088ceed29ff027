import AppModel
import ChatTerminal

/// Draws a collaboration view in cells: the button next to the Share button, and the panel that it opens. A pure
/// function of its arguments.
enum CollaborationPainter {
    /// Returns the button: the group's photo or initials, and the number of active people if it is more than one
    /// (`cv-button`, `collab-button-meaning`).
    ///
    /// - Parameters:
    ///   - group: The name of the linked conversation, or of the people.
    ///   - photo: The conversation's photo, if it has one.
    ///   - active: The number of people who have the document open, the person included.
    static func button(group: String, photo: String? = nil, active: Int) -> String {
        let sign = photo.map { CleanText.line($0) } ?? initials(group)
        let count = active > 1 ? " \(active)" : ""
        return "(\(sign.isEmpty ? "…" : sign))\(count)"
    }

    /// Returns the first letters of up to two words.
    static func initials(_ name: String) -> String {
        CleanText.line(name).split(separator: " ").compactMap { word in word.first(where: \.isLetter) }.prefix(2)
            .map { $0.uppercased() }.joined()
    }

    /// Draws the panel over a page.
    static func draw(_ panel: CollaborationPanel, focus: Int = 0, over grid: inout Grid) {
        SheetPainter.draw(panel.sheet(focus: focus), over: &grid)
    }
}
