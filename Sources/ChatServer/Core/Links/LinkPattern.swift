/// A pattern of a site association: `*` for any number of characters, `?` for exactly one, `$(name)` for one of the
/// words of a variable (`ul-wild`, `ul-vars`). The whole text must match.
///
/// The match keeps the set of places that the pattern can have come to, so that its cost is at most the length of the
/// pattern times that of the text: `*a*a*a*` costs what it looks like, and nothing explodes.
public struct LinkPattern: Sendable, Equatable {
    /// The longest pattern in bytes: no address is longer, so a longer one would match nothing.
    public static let bytesMax = CanonicalURL.bytesMax

    /// Why a text is no pattern, as the end of a sentence that names its place.
    public struct Problem: Error, Sendable, Equatable {
        /// "names the variable “food”, which is not defined".
        public var text: String
    }

    /// How a pattern is compared (`ul-component-keys`).
    struct Options: Sendable, Equatable {
        /// Whether `A` and `a` are two letters.
        var isCaseSensitive = true
        /// Whether the address is compared as it stands, with its escapes, or decoded.
        var isPercentEncoded = true
    }

    enum Piece: Sendable, Equatable {
        case literal([Unicode.Scalar])
        case any
        case one
        case character(PatternVariables.CharacterClass)
        case words([[Piece]])
    }

    private let pieces: [Piece]
    private let options: Options

    /// What matches everything: the default of each part of a component.
    static let everything = LinkPattern(pieces: [.any], options: Options())

    private init(pieces: [Piece], options: Options) {
        self.pieces = pieces
        self.options = options
    }

    init(_ text: String, variables: PatternVariables, options: Options) throws(Problem) {
        guard text.utf8.count <= Self.bytesMax else { throw Problem(text: "is longer than \(Self.bytesMax) bytes") }
        var parser = LinkPatternParser(text, options: options)
        self.init(pieces: try parser.pieces(variables: variables), options: options)
    }

    /// Whether a part of a canonical address matches.
    func matches(_ part: String) -> Bool {
        if pieces == [.any] { return true }
        let text = Self.folded(options.isPercentEncoded ? part : Self.decoded(part), options)
        return Self.step(pieces, from: [0], in: text, options).last == text.count
    }

    /// A text in the form in which it is compared.
    static func folded(_ text: String, _ options: Options) -> [Unicode.Scalar] {
        options.isCaseSensitive
            ? Array(text.unicodeScalars) : text.unicodeScalars.flatMap(\.properties.lowercaseMapping.unicodeScalars)
    }

    static func decoded(_ part: String) -> String {
        String(decoding: URLEscaping.decoded(part.utf8), as: UTF8.self)
    }

    /// The places, sorted, to which the pieces lead from some places.
    private static func step(
        _ pieces: [Piece], from start: [Int], in text: [Unicode.Scalar], _ options: Options
    ) -> [Int] {
        var places = start
        for piece in pieces {
            guard let first = places.first else { return [] }
            switch piece {
            case .any:
                places = Array(first...text.count)
            case .one:
                places = places.filter { $0 < text.count }.map { $0 + 1 }
            case .character(let kind):
                places = places.filter { $0 < text.count && kind.contains(text[$0], options) }.map { $0 + 1 }
            case .literal(let literal):
                places = places.filter { text[$0...].starts(with: literal) }.map { $0 + literal.count }
            case .words(let words):
                places = union(words.map { step($0, from: places, in: text, options) }, count: text.count)
            }
        }
        return places
    }

    private static func union(_ lists: [[Int]], count: Int) -> [Int] {
        var isReached = [Bool](repeating: false, count: count + 1)
        for place in lists.joined() { isReached[place] = true }
        return isReached.indices.filter { isReached[$0] }
    }
}
