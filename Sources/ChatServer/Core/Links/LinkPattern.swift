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
    public let text: String
    private let pieces: [Piece]
    private let options: Options

    /// What matches everything: the default of each part of a component.
    static let everything = LinkPattern(text: "*", pieces: [.any], options: Options())

    private init(text: String, pieces: [Piece], options: Options) {
        self.text = text
        self.pieces = pieces
        self.options = options
    }

    init(_ text: String, variables: PatternVariables, options: Options) throws(Problem) {
        guard text.utf8.count <= Self.bytesMax else { throw Problem(text: "is longer than \(Self.bytesMax) bytes") }
        var parser = LinkPatternParser(text, options: options)
        self.init(text: text, pieces: try parser.pieces(variables: variables), options: options)
    }

    /// Whether a part of a canonical address matches.
    func matches(_ part: String) -> Bool {
        var steps = 0
        return matches(part, steps: &steps)
    }

    /// Whether a part of a canonical address matches.
    ///
    /// - Parameter steps: grows by what it cost: by ``weight`` for each character at most.
    func matches(_ part: String, steps: inout Int) -> Bool {
        if pieces == [.any] { return true }
        let text = Self.folded(options.isPercentEncoded ? part : Self.decoded(part), options)
        return Self.places(pieces, from: [0], in: text, options, steps: &steps).last == text.count
    }

    /// The most steps that a match takes for each place in a text, its end included.
    var weight: Int { Self.weight(of: pieces) }

    static func weight(of pieces: [Piece]) -> Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .any, .one, .character: sum + 1
            case .literal(let literal): sum + literal.count
            case .words(let words): sum + words.weight
            }
        }
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
