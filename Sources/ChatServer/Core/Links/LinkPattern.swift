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
