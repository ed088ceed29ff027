/// Finds lines of a description that begin with a misspelt keyword: they would vanish as free text.
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
    /// - Parameter holdsSteps: true in the description of a scenario or a background, where steps may stand.
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

    /// The most letters of a keyword that is looked for.
    private static let lengthMax = 24

    /// True if one word is the other but for case, or for one letter that is missing, too many or another. A plural is
    /// prose: a description may begin with "Rules:".
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

    /// True if one word is the other with two neighbouring letters the other way round.
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
