import AppModel
import ChatTerminal

/// Draws a collaboration view in cells: the button beside the Share button, and the panel behind it. Pure.
enum CollaborationPainter {
    /// The button: who shares it by the group's photo or its initials, and how many are active where anyone else is
    /// (`cv-button`, `collab-button-meaning`).
    ///
    /// - Parameters:
    ///   - group: what the linked conversation is called, or the people.
    ///   - photo: its photo, if it has one.
    ///   - active: how many have it open, the person included.
    static func button(group: String, photo: String? = nil, active: Int) -> String {
        let sign = photo.map { CleanText.line($0) } ?? initials(group)
        let count = active > 1 ? " \(active)" : ""
        return "(\(sign.isEmpty ? "…" : sign))\(count)"
    }

    /// The first letters of up to two words.
    static func initials(_ name: String) -> String {
        CleanText.line(name).split(separator: " ").compactMap { word in word.first(where: \.isLetter) }.prefix(2)
            .map { $0.uppercased() }.joined()
    }

    /// Draws the panel over a page.
    static func draw(_ panel: CollaborationPanel, focus: Int = 0, over grid: inout Grid) {
        SheetPainter.draw(panel.sheet(focus: focus), over: &grid)
    }
}
