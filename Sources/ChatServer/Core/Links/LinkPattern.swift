/// A pattern of a site association: `*` for any number of characters, `?` for exactly one, `$(name)` for one of the
/// words of a variable (`ul-wild`, `ul-vars`). The whole text must match.
///
/// The pattern is divided at its `*`. Each stretch takes the first place where it fits: what comes later finds at least
/// as much room behind it as behind any other, so nothing is ever tried again, and `*a*a*a*` costs what it looks like.
struct LinkPattern: Sendable, Equatable {
    /// The longest pattern in bytes: no address is longer, so a longer one would match nothing.
    static let bytesMax = CanonicalURL.bytesMax

    /// Why a text is no pattern, as the end of a sentence that names its place.
    struct Problem: Error, Sendable, Equatable {
        /// "names the variable “food”, which is not defined".
        var text: String
    }

    /// How a pattern is compared (`ul-component-keys`).
    struct Options: Sendable, Hashable {
        /// Whether `A` and `a` are two letters.
        var isCaseSensitive = true
        /// Whether the address is compared as it stands, with its escapes, or decoded.
        var isPercentEncoded = true

        /// Every way to compare.
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
    /// What stands before, between and behind its `*`.
    let stretches: [PatternStretch]
    private let options: Options

    /// What matches everything: the default of each part of a component.
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

    /// Whether it is `*`.
    var isEverything: Bool { stretches.count == 2 && stretches.allSatisfy(\.isEmpty) }

    /// The text, if there is but one that it matches.
    var onlyText: [Unicode.Scalar]? { stretches.count == 1 ? stretches[0].plainText : nil }

    /// Whether a part of a canonical address matches.
    func matches(_ part: String) -> Bool {
        matches(Self.compared(part, options))
    }

    /// Whether a text matches that is in the form in which it is compared.
    func matches(_ text: [Unicode.Scalar]) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Whether a text matches.
    ///
    /// - Parameter steps: grows by what it cost: by ``stepsMax(positions:)`` at most.
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

    /// True if the pattern is of a path and ends with `/*`: then it takes the folder itself as well (`ul-slash`).
    private(set) var takesFolder = false

    /// The pattern of a path. Slashes at its end count for nothing, and a path that begins with plain text is meant from
    /// the root: `abc` is `/abc`.
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

    /// A path without the slashes at its end.
    static func withoutSlashesAtEnd(_ path: String) -> String {
        guard path.utf8.last == UInt8(ascii: "/") else { return path }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map(path.utf8.index(after:)) ?? path.startIndex
        return String(path[..<end])
    }

    /// Whether the path of a link matches.
    ///
    /// - Parameter steps: grows by what it cost.
    func matches(path form: LinkSubject.Form, steps: inout Int) -> Bool {
        matches(takesFolder ? form.folder : form.path, steps: &steps)
    }

    /// A part of an address in the form in which it is compared.
    static func compared(_ part: String, _ options: Options) -> [Unicode.Scalar] {
        folded(options.isPercentEncoded ? part : decoded(part), options)
    }

    /// A text in the form in which it is compared.
    static func folded(_ text: String, _ options: Options) -> [Unicode.Scalar] {
        options.isCaseSensitive
            ? Array(text.unicodeScalars) : text.unicodeScalars.flatMap(\.properties.lowercaseMapping.unicodeScalars)
    }

    static func decoded(_ part: String) -> String {
        String(decoding: URLEscaping.decoded(part.utf8), as: UTF8.self)
    }
}
