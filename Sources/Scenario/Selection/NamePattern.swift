import Gherkin

/// Which names a scenario may have: a regular expression that is found anywhere in the name.
struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    let description: String

    /// Reads a pattern.
    /// - Throws: ``NamePatternError`` when it is no regular expression.
    init(_ pattern: String) throws(NamePatternError) {
        description = pattern
        do { _ = try Regex(pattern) } catch { throw NamePatternError(pattern: pattern, problem: "\(error)") }
    }

    /// The scenarios whose name it is found in.
    func filter(_ pickles: [Gherkin.Pickle]) -> [Gherkin.Pickle] {
        // A Regex is not Sendable, so it is made here again; the initialiser has shown that it can be.
        guard let regex = try? Regex(description) else { return [] }
        return pickles.filter { $0.name.firstMatch(of: regex) != nil }
    }
}

/// A pattern for names that is no regular expression.
struct NamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    let pattern: String
    /// What is wrong with it.
    let problem: String

    /// One line.
    var description: String { "\"\(pattern)\" is not a regular expression: \(problem)" }
}
