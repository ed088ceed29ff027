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
