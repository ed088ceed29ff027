import AppModel

/// A sheet with what is done where a row of it is picked: what a row says and what it does stand together.
struct SheetContent {
    /// As it is drawn.
    var sheet: Sheet
    /// What each row does, in order.
    private var deeds: [(inout ChatUpdate) -> Void] = []
    private let otherwise: (inout ChatUpdate, Int) -> Void

    /// A sheet whose rows are added, or are picked by their numbers.
    ///
    /// - Parameter otherwise: picks a row that has no deed of its own; the sheet closes, if nothing else is said.
    init(_ sheet: Sheet, otherwise: @escaping (inout ChatUpdate, Int) -> Void = { update, _ in update.closeSheet() }) {
        (self.sheet, self.otherwise) = (sheet, otherwise)
    }

    /// Adds a row.
    mutating func add(_ choice: Sheet.Choice, _ deed: @escaping (inout ChatUpdate) -> Void) {
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// Does what a row is for.
    func pick(_ index: Int, _ update: inout ChatUpdate) {
        if deeds.indices.contains(index) { deeds[index](&update) } else { otherwise(&update, index) }
    }
}
