import AppModel

/// A sheet with the actions of its rows, so that the label and the action of a row are created together.
struct SheetContent {
    /// The sheet to draw.
    var sheet: Sheet
    /// The actions of the rows, in order.
    private var deeds: [(inout ChatUpdate) -> Void] = []
    private let otherwise: (inout ChatUpdate, Int) -> Void

    /// Creates a sheet. Its rows are added later, or have one action in common.
    ///
    /// - Parameter otherwise: The action of a row without its own action, given its index. It closes the sheet by
    ///   default.
    init(_ sheet: Sheet, otherwise: @escaping (inout ChatUpdate, Int) -> Void = { update, _ in update.closeSheet() }) {
        (self.sheet, self.otherwise) = (sheet, otherwise)
    }

    /// Adds a row with its action.
    mutating func add(_ choice: Sheet.Choice, _ deed: @escaping (inout ChatUpdate) -> Void) {
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// Performs the action of a row.
    func pick(_ index: Int, _ update: inout ChatUpdate) {
        if deeds.indices.contains(index) { deeds[index](&update) } else { otherwise(&update, index) }
    }
}
