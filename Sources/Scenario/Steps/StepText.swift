import Gherkin

/// A step's text, cut into what phrases are matched against.
struct StepText {
    /// A word, something in quotes, or the comma of a list.
    enum Piece: Hashable, Sendable {
        case word(String)
        case quoted(String)
        case comma
        /// What stands without quotes for something that is written in quotes.
        case reference(StepReference)
    }

    /// How many pieces are looked at: far more than a sentence has. A longer step matches nothing.
    static let piecesMax = 1_000

    let pieces: [Piece]

    /// Pieces that are cut already.
    init(pieces: [Piece]) { self.pieces = pieces }

    /// Cuts a text. A possessive is a word of its own, so that `Anna's` begins with a person, and so is the colon behind
    /// a quote; a quote that is never closed is an ordinary word, and so no phrase matches it.
    /// - Complexity: O(n) in the length of the text.
    init(_ text: String) {
        var pieces: [Piece] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first, pieces.count <= Self.piecesMax {
            if scalar.isGherkinSpace {
                rest.removeFirst()
            } else if scalar == "," {
                pieces.append(.comma)
                rest.removeFirst()
            } else if scalar == "\"", let content = Self.takeQuoted(&rest) {
                pieces.append(.quoted(content))
                if let next = rest.first, !next.isGherkinSpace, next != ",", next != ":" { pieces.append(.word("\"")) }
            } else {
                let word = rest.prefix { !$0.isGherkinSpace }
                rest = rest[word.endIndex...]
                Self.append(word, to: &pieces)
            }
        }
        self.pieces = Self.readingReferences(in: pieces)
    }

    /// The words of a reference are one piece.
    private static func readingReferences(in pieces: [Piece]) -> [Piece] {
        guard pieces.contains(.word("link")) || pieces.contains(.word("message")) else { return pieces }
        var result: [Piece] = []
        var position = 0
        while position < pieces.count {
            if let (reference, end) = StepReference.read(pieces, at: position) {
                result.append(.reference(reference))
                position = end
            } else {
                result.append(pieces[position])
                position += 1
            }
        }
        return result
    }

    /// As a step would be written that is cut into these pieces.
    var written: String {
        var text = ""
        for piece in pieces {
            let isAttached =
                switch piece {
                case .comma, .word("'s"), .word(":"): true
                case .word, .quoted, .reference: false
                }
            if !text.isEmpty, !isAttached { text += " " }
            text += Self.written(piece)
        }
        return text
    }

    private static func written(_ piece: Piece) -> String {
        switch piece {
        case .word(let word): word
        case .quoted(let content): "\"\(escaped(content))\""
        case .comma: ","
        case .reference(let reference): reference.description
        }
    }

    /// Whether a text can stand in one line.
    static func fitsLine(_ content: String) -> Bool {
        !content.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
            default: false
            }
        }
    }

    /// What stands between quotes for a text.
    static func escaped(_ content: String) -> String {
        content.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "\"", with: "\\\"")
    }

    /// Takes a quote from the beginning: what stands in it; nil, and nothing is taken, where it is never closed.
    static func takeQuoted(_ text: inout Substring.UnicodeScalarView) -> String? {
        var content = ""
        var rest = text.dropFirst()
        while let special = rest.firstIndex(where: { $0 == "\"" || $0 == "\\" }) {
            content += Substring(rest[..<special])
            let isEnd = rest[special] == "\""
            rest = rest[special...].dropFirst()
            if isEnd {
                text = rest
                return content
            }
            if let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                content.unicodeScalars.append(escaped)
                rest.removeFirst()
            } else {
                content += "\\"
            }
        }
        return nil
    }

    /// Appends a word, with its comma and its possessive apart.
    static func append(_ text: Substring.UnicodeScalarView, to pieces: inout [Piece]) {
        let isBeforeComma = text.last == ","
        var word = isBeforeComma ? text.dropLast() : text
        var isPossessive = false
        if word.last == "s", let mark = word.dropLast().last, mark == "'" || mark == "’", word.count > 2 {
            word = word.dropLast(2)
            isPossessive = true
        }
        pieces.append(.word(String(Substring(word))))
        if isPossessive { pieces.append(.word("'s")) }
        if isBeforeComma { pieces.append(.comma) }
    }
}
