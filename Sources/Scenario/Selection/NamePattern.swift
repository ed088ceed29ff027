/// Which names a scenario may have: a regular expression that is found anywhere in the name.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let description: String

    /// Reads a pattern.
    /// - Throws: ``NamePatternError`` when it is no regular expression.
    public init(_ pattern: String) throws(NamePatternError) {
        description = pattern
        do { _ = try Regex(pattern) } catch { throw NamePatternError(pattern: pattern, problem: "\(error)") }
    }

    /// The scenarios whose name it is found in.
    public func filter(_ pickles: [Gherkin.Pickle]) -> [Gherkin.Pickle] {
        // A Regex is not Sendable, so it is made here again; the initialiser has shown that it can be.
        guard let regex = try? Regex(description) else { return [] }
        return pickles.filter { $0.name.firstMatch(of: regex) != nil }
    }
}

/// A pattern for names that is no regular expression.
public struct NamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let pattern: String
    /// What is wrong with it.
    public let problem: String

    /// One line.
    public var description: String { "\"\(pattern)\" is not a regular expression: \(problem)" }
}
