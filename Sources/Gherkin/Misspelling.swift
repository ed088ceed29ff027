/// Finds the lines of a description that begin with a misspelt keyword. They would be read as free text.
struct Misspelling {
    private let headings: [String]
    private let steps: [String]

    init(_ dialect: Dialect) {
        headings =
            dialect.feature + dialect.rule + dialect.background + dialect.scenario + dialect.outline + dialect.examples
        steps = dialect.steps.map(\.text).filter { $0.hasSuffix(" ") }.map { String($0.dropLast()) }
    }

    /// Returns the keyword that a line misspells; nil if the line is prose.
    ///
    /// - Parameter holdsSteps: true in the description of a scenario or a background, which can contain steps.
    func keyword(of line: String, holdsSteps: Bool) -> String? {
        let text = line.drop { $0.isGherkinSpace }
        if let colon = text.prefix(Self.lengthMax + 1).firstIndex(of: ":") {
            let word = text[..<colon].lowercased()
            if let keyword = headings.first(where: { Self.misspells(word, $0.lowercased()) }) { return keyword + ":" }
        }
        guard holdsSteps, let space = text.prefix(Self.lengthMax).firstIndex(where: \.isGherkinSpace) else {
            return nil
        }
        let word = String(text[..<space])
        return steps.first { Self.swapsTwoLetters(word, $0) }
    }

    /// The maximum length of a keyword that is searched for, in characters.
    private static let lengthMax = 24

    /// Returns true if two words are equal, differ by one missing, extra or other letter, or have two neighbouring
    /// letters exchanged. Keywords of up to three letters must be equal. A plural counts as prose, because a
    /// description may begin with "Rules:". Callers pass both words in lower case.
    private static func misspells(_ word: String, _ keyword: String) -> Bool {
        guard word != keyword else { return true }
        guard keyword.count > 3, word != keyword + "s", word + "s" != keyword else { return false }
        let (left, right) = (Array(word), Array(keyword))
        guard abs(left.count - right.count) <= 1 else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let isOneLetter = start + end >= max(left.count, right.count) - 1
        return isOneLetter || swapsTwoLetters(word, keyword)
    }

    /// Returns true if two words differ only in the order of two neighbouring letters.
    private static func swapsTwoLetters(_ word: String, _ keyword: String) -> Bool {
        var letters = Array(word)
        let wanted = Array(keyword)
        let place = zip(letters, wanted).prefix { $0 == $1 }.count
        guard letters.count == wanted.count, place + 1 < letters.count else { return false }
        letters.swapAt(place, place + 1)
        return letters == wanted
    }
}

extension Character {
    fileprivate var isGherkinSpace: Bool { unicodeScalars.allSatisfy(\.isGherkinSpace) }
}
