/// The part of a pattern between two `*`, before the first one or after the last one.
///
/// Most stretches have a fixed length and are compared at each possible position. A stretch with the words of a
/// variable has several lengths; the match then tracks the set of reachable positions.
struct PatternStretch: Sendable, Equatable {
    let pieces: [LinkPattern.Piece]
    /// The number of characters that the stretch matches; nil if it contains the words of a variable.
    let length: Int?

    init(_ pieces: [LinkPattern.Piece]) {
        self.pieces = pieces
        length = LinkPattern.length(of: pieces)
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// The text of the stretch if it is plain text; nil for any other stretch.
    var plainText: [Unicode.Scalar]? {
        if pieces.isEmpty { return [] }
        if pieces.count == 1, case .literal(let literal) = pieces[0] { return literal }
        return nil
    }

    /// Returns true if the stretch matches all characters between two positions.
    func fits(
        _ text: [Unicode.Scalar], at start: Int, endingAt end: Int, _ options: LinkPattern.Options, steps: inout Int
    ) -> Bool {
        guard let length else {
            return LinkPattern.places(pieces, from: [start], in: text, options, steps: &steps).contains(end)
        }
        return start + length == end && isAt(start, in: text, options, steps: &steps)
    }

    /// Returns the first position that the stretch reaches from `start`.
    func firstEnd(
        in text: [Unicode.Scalar], startingAt start: Int, _ options: LinkPattern.Options, steps: inout Int
    ) -> Int? {
        guard let length else {
            return LinkPattern.places(pieces, from: [start], in: text, options, steps: &steps).first
        }
        return isAt(start, in: text, options, steps: &steps) ? start + length : nil
    }

    /// Returns the first position that the stretch reaches from `place` or any later position.
    func firstEnd(
        in text: [Unicode.Scalar], from place: Int, _ options: LinkPattern.Options, steps: inout Int
    ) -> Int? {
        guard let length else {
            return LinkPattern.places(pieces, from: Array(place...text.count), in: text, options, steps: &steps).first
        }
        guard place + length <= text.count else { return nil }
        if let plainText { return Self.firstEnd(of: plainText, in: text, from: place, steps: &steps) }
        return (place...(text.count - length)).first { isAt($0, in: text, options, steps: &steps) }.map { $0 + length }
    }

    /// Returns true if the stretch can match the end of the text, from `place` or any later position.
    func ends(_ text: [Unicode.Scalar], from place: Int, _ options: LinkPattern.Options, steps: inout Int) -> Bool {
        if isEmpty { return true }
        guard let length else {
            let starts = Array(place...text.count)
            return LinkPattern.places(pieces, from: starts, in: text, options, steps: &steps).last == text.count
        }
        return place + length <= text.count && isAt(text.count - length, in: text, options, steps: &steps)
    }

    /// Returns true if the stretch matches at `start`. It must have a fixed length.
    private func isAt(
        _ start: Int, in text: [Unicode.Scalar], _ options: LinkPattern.Options, steps: inout Int
    ) -> Bool {
        guard let length, start + length <= text.count else { return false }
        var place = start
        for piece in pieces {
            switch piece {
            case .literal(let literal):
                for scalar in literal {
                    steps += 1
                    guard text[place] == scalar else { return false }
                    place += 1
                }
            case .character(let kind):
                steps += 1
                guard kind.contains(text[place], options) else { return false }
                place += 1
            case .one:
                steps += 1
                place += 1
            case .any, .words: return false
            }
        }
        return true
    }

    /// Returns the end of the first occurrence of a plain text at or after a position. The search (Knuth, Morris and
    /// Pratt) takes at most two steps for each character of the text, and two for each character of the word.
    private static func firstEnd(
        of word: [Unicode.Scalar], in text: [Unicode.Scalar], from place: Int, steps: inout Int
    ) -> Int? {
        guard !word.isEmpty else { return place }
        /// The length of the longest border of each prefix: a proper prefix that is also its suffix.
        var borders = [Int](repeating: 0, count: word.count)
        var border = 0
        for index in 1..<max(word.count, 1) {
            steps += 1
            while border > 0, word[border] != word[index] {
                steps += 1
                border = borders[border - 1]
            }
            if word[border] == word[index] { border += 1 }
            borders[index] = border
        }
        var matched = 0
        for index in place..<text.count {
            steps += 1
            while matched > 0, word[matched] != text[index] {
                steps += 1
                matched = borders[matched - 1]
            }
            if word[matched] == text[index] { matched += 1 }
            if matched == word.count { return index + 1 }
        }
        return nil
    }
}
