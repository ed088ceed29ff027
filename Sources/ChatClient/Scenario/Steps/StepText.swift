/// A step's text, cut into what phrases are matched against.
struct StepText {
    /// A word, something in quotes, or the comma of a list.
    enum Piece: Hashable, Sendable {
        case word(String)
        case quoted(String)
        case comma
    }

    /// How many pieces are looked at: far more than a sentence has. A longer step matches nothing.
    static let piecesMax = 1_000

    let pieces: [Piece]

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
        self.pieces = pieces
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
