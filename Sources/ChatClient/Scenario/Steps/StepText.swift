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
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count, pieces.count <= Self.piecesMax {
            if scalars[position].isGherkinSpace {
                position += 1
            } else if scalars[position] == "," {
                pieces.append(.comma)
                position += 1
            } else if scalars[position] == "\"", let (content, end) = Self.quoted(scalars, from: position) {
                pieces.append(.quoted(content))
                position = end
                if end < scalars.count, !scalars[end].isGherkinSpace, scalars[end] != ",", scalars[end] != ":" {
                    pieces.append(.word("\""))
                }
            } else {
                let end = scalars[position...].firstIndex { $0.isGherkinSpace } ?? scalars.count
                pieces += Self.words(scalars[position..<end])
                position = end
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

    /// What stands between quotes for a text.
    static func escaped(_ content: String) -> String {
        content.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "\"", with: "\\\"")
    }

    /// What stands in the quotes that open here, and where they have closed.
    static func quoted(_ scalars: [Unicode.Scalar], from opening: Int) -> (String, Int)? {
        var content = String.UnicodeScalarView()
        var position = opening + 1
        while position < scalars.count {
            let scalar = scalars[position]
            if scalar == "\"" { return (String(content), position + 1) }
            let next = position + 1 < scalars.count ? scalars[position + 1] : nil
            if scalar == "\\", let next, next == "\"" || next == "\\" {
                content.append(next)
                position += 2
            } else {
                content.append(scalar)
                position += 1
            }
        }
        return nil
    }

    /// A word without its comma and its possessive.
    static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [Piece] {
        var body = scalars
        var tail: [Piece] = []
        if body.last == "," {
            body = body.dropLast()
            tail = [.comma]
        }
        let end = Array(body.suffix(2))
        if body.count > 2, end == ["'", "s"] || end == ["’", "s"] {
            body = body.dropLast(2)
            tail.insert(.word("'s"), at: 0)
        }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: body)
        return [.word(String(word))] + tail
    }
}
