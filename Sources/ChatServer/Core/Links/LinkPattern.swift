/// A pattern of a site association: `*` for any number of characters, `?` for exactly one, `$(name)` for one of the
/// words of a variable (`ul-wild`, `ul-vars`). The whole text must match.
///
/// The pattern is divided at its `*`. Each stretch takes the first position where it fits. That position leaves the
/// most room for the later stretches, so no position is tried again, and `*a*a*a*` costs linear time.
struct LinkPattern: Sendable, Equatable {
    /// The longest pattern in bytes. No address is longer, so a longer pattern could match nothing.
    static let bytesMax = CanonicalURL.bytesMax

    /// The reason why a text is not a pattern, as the end of a sentence that begins with the place.
    struct Problem: Error, Sendable, Equatable {
        /// The text: "names the variable “food”, which is not defined".
        var text: String
    }

    /// The comparison options of a pattern (`ul-component-keys`).
    struct Options: Sendable, Hashable {
        /// True if `A` and `a` are different letters.
        var isCaseSensitive = true
        /// True if the address is compared with its escapes; false if it is decoded first.
        var isPercentEncoded = true

        /// All combinations of the options.
        static let all = [true, false].flatMap { isCaseSensitive in
            [true, false].map { Options(isCaseSensitive: isCaseSensitive, isPercentEncoded: $0) }
        }
    }

    enum Piece: Sendable, Equatable {
        case literal([Unicode.Scalar])
        case any
        case one
        case character(PatternVariables.CharacterClass)
        case words(PatternWords)
    }

    /// The pattern as it was written.
    private(set) var text: String
    /// The parts of the pattern before, between and after its `*`.
    let stretches: [PatternStretch]
    private let options: Options

    /// The pattern that matches everything: the default for each part of a component.
    static let everything = LinkPattern(text: "*", pieces: [.any], options: Options())

    private init(text: String, pieces: [Piece], options: Options) {
        self.text = text
        stretches = pieces.split(separator: .any, omittingEmptySubsequences: false).map { PatternStretch(Array($0)) }
        self.options = options
    }

    init(_ text: String, variables: PatternVariables, options: Options) throws(Problem) {
        var variables = variables
        try self.init(text, variables: &variables, options: options)
    }

    init(_ text: String, variables: inout PatternVariables, options: Options) throws(Problem) {
        guard text.utf8.count <= Self.bytesMax else { throw Problem(text: "is longer than \(Self.bytesMax) bytes") }
        var parser = LinkPatternParser(text, options: options)
        self.init(text: text, pieces: try parser.pieces(variables: &variables), options: options)
    }

    /// True if the pattern is `*`.
    var isEverything: Bool { stretches.count == 2 && stretches.allSatisfy(\.isEmpty) }

    /// The only text that the pattern matches; nil if it matches several.
    var onlyText: [Unicode.Scalar]? { stretches.count == 1 ? stretches[0].plainText : nil }

    /// Returns true if a part of a canonical address matches.
    func matches(_ part: String) -> Bool {
        matches(Self.compared(part, options))
    }

    /// Returns true if a text matches. The text is in the form of ``compared(_:_:)``.
    func matches(_ text: [Unicode.Scalar]) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Returns true if a text matches.
    ///
    /// - Parameter steps: the cost is added to it, at most ``stepsMax(positions:)``.
    func matches(_ text: [Unicode.Scalar], steps: inout Int) -> Bool {
        steps += 1
        if isEverything { return true }
        guard let first = stretches.first, let last = stretches.last else { return text.isEmpty }
        guard stretches.reduce(0, { $0 + ($1.length ?? 0) }) <= text.count else { return false }
        guard stretches.count > 1 else {
            return first.fits(text, at: 0, endingAt: text.count, options, steps: &steps)
        }
        guard var place = first.firstEnd(in: text, startingAt: 0, options, steps: &steps) else { return false }
        for stretch in stretches.dropFirst().dropLast() {
            guard let end = stretch.firstEnd(in: text, from: place, options, steps: &steps) else { return false }
            place = end
        }
        return last.ends(text, from: place, options, steps: &steps)
    }

    /// True if the pattern is for a path and ends with `/*`. It then matches the folder itself, too (`ul-slash`).
    private(set) var takesFolder = false

    /// Creates the pattern of a path. Slashes at its end are ignored. A path that begins with plain text begins at the
    /// root: `abc` is `/abc`.
    static func path(
        _ text: String, variables: inout PatternVariables, options: Options
    ) throws(Problem) -> LinkPattern {
        let isRooted = text.isEmpty || ["/", "*", "?", "$("].contains { text.hasPrefix($0) }
        let compared = withoutSlashesAtEnd(isRooted ? text : "/" + text)
        var pattern = try LinkPattern(compared, variables: &variables, options: options)
        pattern.text = isRooted ? text : "/" + text
        pattern.takesFolder = compared.hasSuffix("/*")
        return pattern
    }

    /// Removes the slashes at the end of a path.
    static func withoutSlashesAtEnd(_ path: String) -> String {
        guard path.utf8.last == UInt8(ascii: "/") else { return path }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map(path.utf8.index(after:)) ?? path.startIndex
        return String(path[..<end])
    }

    /// Returns true if the path of a link matches.
    ///
    /// - Parameter steps: the cost is added to it.
    func matches(path form: LinkSubject.Form, steps: inout Int) -> Bool {
        matches(takesFolder ? form.folder : form.path, steps: &steps)
    }

    /// Returns a part of an address in the form for comparison.
    static func compared(_ part: String, _ options: Options) -> [Unicode.Scalar] {
        folded(options.isPercentEncoded ? part : decoded(part), options)
    }

    /// Returns a text in the form for comparison.
    static func folded(_ text: String, _ options: Options) -> [Unicode.Scalar] {
        options.isCaseSensitive
            ? Array(text.unicodeScalars) : text.unicodeScalars.flatMap(\.properties.lowercaseMapping.unicodeScalars)
    }

    static func decoded(_ part: String) -> String {
        String(decoding: URLEscaping.decoded(part.utf8), as: UTF8.self)
    }
}

extension LinkPattern {
    /// Returns the number of characters that the pieces match; nil if the number can vary.
    static func length(of pieces: [Piece]) -> Int? {
        var length = 0
        for piece in pieces {
            switch piece {
            case .literal(let literal): length += literal.count
            case .one, .character: length += 1
            case .any, .words: return nil
            }
        }
        return length
    }

    /// Returns the positions that the pieces can reach from the start positions, in ascending order. It is used for
    /// stretches that contain the words of a variable.
    static func places(
        _ pieces: [Piece], from start: [Int], in text: [Unicode.Scalar], _ options: Options, steps: inout Int
    ) -> [Int] {
        var places = start
        for piece in pieces {
            guard let first = places.first else { return [] }
            switch piece {
            case .any:
                places = Array(first...text.count)
                steps += places.count
            case .one:
                steps += places.count
                places = places.filter { $0 < text.count }.map { $0 + 1 }
            case .character(let kind):
                steps += places.count
                places = places.filter { $0 < text.count && kind.contains(text[$0], options) }.map { $0 + 1 }
            case .literal(let literal):
                steps += places.count * literal.count
                places = places.filter { text[$0...].starts(with: literal) }.map { $0 + literal.count }
            case .words(let words):
                places = words.places(from: places, in: text, options, steps: &steps)
            }
        }
        return places
    }
}

/// Upper bounds for the cost of a match, known before any link is matched. A file that would cost too much is refused
/// when it is published.
extension LinkPattern {
    /// The largest number of positions in an address, including its end.
    static let positionsMax = CanonicalURL.bytesMax + 1

    /// Returns an upper bound for the steps of a match.
    ///
    /// - Parameter positions: the number of positions in the text, including its end.
    func stepsMax(positions: Int) -> Int {
        var steps = 1
        if let first = stretches.first {
            var span = 1
            steps += first.length.map { min($0, positions) } ?? Self.stepsMax(first.pieces, from: &span, positions)
        }
        if stretches.count > 1, let last = stretches.last {
            var span = positions
            steps += last.length.map { min($0, positions) } ?? Self.stepsMax(last.pieces, from: &span, positions)
        }
        // Each inner stretch begins at the end of the stretch before it.
        let between = stretches.dropFirst().dropLast()
        let plain = between.compactMap { $0.plainText?.count }
        if !plain.isEmpty { steps += 2 * (positions + plain.reduce(0, +)) }
        // If the stretch does not fit, the next position is tried. No position is tried twice.
        let uneven = between.filter { $0.plainText == nil }.compactMap(\.length)
        if let longest = uneven.max() { steps += (longest + 1) * positions }
        for stretch in between where stretch.length == nil {
            var span = positions
            steps += Self.stepsMax(stretch.pieces, from: &span, positions)
        }
        return steps
    }

    /// Returns an upper bound for the steps of matching several different texts, until one does not match.
    ///
    /// - Parameter positions: the number of positions in all texts together, including their ends.
    func stepsMaxOfSeveral(positions: Int) -> Int {
        // Of two different texts, at most one equals the only matching text.
        if let onlyText { return 2 * (onlyText.count + 1) }
        if isEverything { return 1 }
        // Each text counts one more position than it has characters. A stretch that is longer than the text is not
        // tried.
        let uneven = stretches.dropFirst().dropLast().filter { $0.plainText == nil }.compactMap(\.length).max() ?? 0
        let words = stretches.filter { $0.length == nil }.reduce(0) { $0 + Self.weight(of: $1.pieces) }
        return (6 + uneven + words) * positions
    }

    /// Returns an upper bound for the steps that the pieces take from several adjacent positions.
    ///
    /// - Parameter span: the number of start positions; then the number of positions that the pieces reach.
    static func stepsMax(_ pieces: [Piece], from span: inout Int, _ positions: Int) -> Int {
        var steps = 0
        for piece in pieces {
            switch piece {
            case .any:
                steps += positions
                span = positions
            case .one, .character: steps += span
            case .literal(let literal): steps += span * literal.count
            case .words(let words): steps += words.stepsMax(from: &span, positions)
            }
        }
        return steps
    }

    /// Returns an upper bound for the steps that the pieces take for each position in a text.
    static func weight(of pieces: [Piece]) -> Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .any, .one, .character: sum + 1
            case .literal(let literal): sum + literal.count
            case .words(let words): sum + words.weight
            }
        }
    }
}

/// A parser that divides the text of a pattern into pieces.
struct LinkPatternParser {
    private let scalars: [Unicode.Scalar]
    private let options: LinkPattern.Options
    private var index = 0
    private var literal = String.UnicodeScalarView()
    private var output: [LinkPattern.Piece] = []

    init(_ text: String, options: LinkPattern.Options) {
        scalars = Array(text.unicodeScalars)
        self.options = options
    }

    /// Returns the pieces of a pattern.
    mutating func pieces(variables: inout PatternVariables) throws(LinkPattern.Problem) -> [LinkPattern.Piece] {
        while index < scalars.count {
            if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                finishLiteral()
                output.append(try variable(&variables))
            } else {
                read(scalars[index])
            }
            index += 1
        }
        finishLiteral()
        return output
    }

    /// Returns the pieces of a word of a variable. Such a word may not contain another variable.
    mutating func piecesOfWord() -> [LinkPattern.Piece] {
        for scalar in scalars { read(scalar) }
        finishLiteral()
        return output
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "*":
            finishLiteral()
            if output.last != .any { output.append(.any) }
        case "?":
            finishLiteral()
            output.append(.one)
        default: literal.append(scalar)
        }
    }

    /// Parses `$(name)` and leaves the index at its last character.
    private mutating func variable(_ variables: inout PatternVariables) throws(LinkPattern.Problem) -> LinkPattern.Piece
    {
        guard let end = scalars[index...].firstIndex(of: ")") else {
            throw .init(text: "begins a variable with “$(” but does not close it")
        }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[(index + 2)..<end])
        index = end
        if let words = variables.words(of: name, options) { return .words(words) }
        if let kind = PatternVariables.CharacterClass(rawValue: name) { return .character(kind) }
        throw .init(text: "names the variable “\(name)”, which is not defined")
    }

    /// Appends the plain text so far, in the form in which addresses are compared.
    private mutating func finishLiteral() {
        guard !literal.isEmpty else { return }
        var text = String(literal)
        if options.isPercentEncoded {
            let bytes = URLEscaping.canonical(Array(text.utf8)[...], in: .pattern)
            text = String(decoding: bytes, as: UTF8.self)
        }
        output.append(.literal(LinkPattern.folded(text, options)))
        literal = .init()
    }
}
