/// Things that somebody sees, described once for whatever a step asks of them: that one is there or is not, that they are
/// so many or none, or that they are these.
struct SeenThings: Sendable {
    /// What a table calls their parts.
    let columns: [String]
    /// The part by which a step names one of them.
    var key = 0
    /// What is complained of where one is missing, or there against what is said.
    var missing = "{person} does not see it"
    var present = "{person} sees it"
    /// What is complained of where they are others, or another number.
    var others = "{person} sees something else"
    var number = "{person} sees another number"
    /// Whether one is there that only has the words of a step in it.
    var hasWords = false
    /// What stands between their parts in a failure.
    var separator = " | "
    /// All of them, in order.
    let find: PhraseMeaning.Query<[[String]]>

    /// Checks that one of them is what the step says.
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

    /// Checks that none of them is what the step says.
    func doesNotSee(_ summary: String, example: [String], as name: PhraseName? = nil) -> PhraseMeaning {
        .check(summary, example: example, as: name) { step in
            let text = try step.text
            let meant = try find(step).filter { hasWords ? $0[key].says(text) : $0[key] == text }
            try step.expect(meant.isEmpty, or: present, expected: "no \(text)", actual: shown(meant).listed)
        }
    }

    /// Checks how many they are: as many as the step says, and none where it says no number.
    func seesCount(_ summary: String, example: [String]? = nil) -> PhraseMeaning {
        .check(summary, example: example) { step in
            let (count, things) = ((try? step.count) ?? 0, try find(step))
            try step.expect(
                things.count == count, or: number, expected: "\(count)",
                actual: "\(things.count):\n" + shown(things).listed)
        }
    }

    /// Checks that they are those of the step's table, in the columns that it has.
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
