/// A kind of item that a person sees, described once for all checks: that one is present or absent, their number, or
/// the whole list.
struct SeenThings: Sendable {
    /// The columns of an item in a table.
    let columns: [String]
    /// The index of the column by which a step names an item.
    var key = 0
    /// The message if an item is missing; ``present`` is the one if it is present but must not be.
    var missing = "{person} does not see it"
    var present = "{person} sees it"
    /// The message if the list differs; ``number`` is the one if the number differs.
    var others = "{person} sees something else"
    var number = "{person} sees another number"
    /// True if an item that only contains the step's text counts as present in a check for absence.
    var hasWords = false
    /// The separator of the columns in a failure.
    var separator = " | "
    /// Finds all the items, in order.
    let find: PhraseMeaning.Query<[[String]]>

    /// Returns a check that an item has the step's text.
    func sees(_ summary: String, example: [String], as name: PhraseName? = nil) -> PhraseMeaning {
        .check(summary, example: example, as: name) { step in
            let text = try step.text
            var glance = step
            glance.part = .end
            if try find(glance).contains(where: { $0[key] == text }) { return }
            let things = try find(step)
            try step.expect(
                things.contains { $0[key] == text }, or: missing, expected: text, actual: shown(things).listed)
        }
    }

    /// Returns a check that no item has the step's text.
    func doesNotSee(_ summary: String, example: [String], as name: PhraseName? = nil) -> PhraseMeaning {
        .check(summary, example: example, as: name) { step in
            let text = try step.text
            let meant = try find(step).filter { hasWords ? $0[key].says(text) : $0[key] == text }
            try step.expect(meant.isEmpty, or: present, expected: "no \(text)", actual: shown(meant).listed)
        }
    }

    /// Returns a check of the number of items, which is zero if the step has no number.
    func seesCount(_ summary: String, example: [String]? = nil) -> PhraseMeaning {
        .check(summary, example: example) { step in
            let (count, things) = ((try? step.count) ?? 0, try find(step))
            try step.expect(
                things.count == count, or: number, expected: "\(count)",
                actual: "\(things.count):\n" + shown(things).listed)
        }
    }

    /// Returns a check that the items equal the step's table, in the columns of that table.
    func seesThese(_ summary: String, example: [String]? = nil, inAnyOrder: Bool = false) -> PhraseMeaning {
        .check(summary, example: example, argument: .table) { step in
            let places = try step.arguments.columns(of: columns).compactMap { columns.firstIndex(of: $0) }
            var expected = Array(try step.arguments.table().dropFirst())
            var actual = try find(step).map { cells in places.map { cells[$0] } }
            if inAnyOrder {
                expected.sort { $0.lexicographicallyPrecedes($1) }
                actual.sort { $0.lexicographicallyPrecedes($1) }
            }
            try step.expect(
                expected == actual, or: others, expected: shown(expected).listed, actual: shown(actual).listed)
        }
    }

    private func shown(_ things: [[String]]) -> [String] { things.map { $0.joined(separator: separator) } }
}
