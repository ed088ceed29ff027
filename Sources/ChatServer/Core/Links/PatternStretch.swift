/// What stands in a pattern between two `*`, or before the first, or behind the last.
///
/// Most have one length, and are compared where they may stand. Where words of a variable stand in one, it has several,
/// and the set of places is kept to which it may have come.
struct PatternStretch: Sendable, Equatable {
    let pieces: [LinkPattern.Piece]
    /// How many characters it takes; nil if the words of a variable stand in it.
    let length: Int?

    init(_ pieces: [LinkPattern.Piece]) {
        self.pieces = pieces
        length = LinkPattern.length(of: pieces)
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// What it is, if it is plain text.
    var plainText: [Unicode.Scalar]? {
        if pieces.isEmpty { return [] }
        if pieces.count == 1, case .literal(let literal) = pieces[0] { return literal }
        return nil
    }

    /// Whether it takes all that stands between two places.
    func fits(
        _ text: [Unicode.Scalar], at start: Int, endingAt end: Int, _ options: LinkPattern.Options, steps: inout Int
    ) -> Bool {
        guard let length else {
            return LinkPattern.places(pieces, from: [start], in: text, options, steps: &steps).contains(end)
        }
        return start + length == end && isAt(start, in: text, options, steps: &steps)
    }

    /// The first place to which it leads from one place.
    func firstEnd(
        in text: [Unicode.Scalar], startingAt start: Int, _ options: LinkPattern.Options, steps: inout Int
    ) -> Int? {
        guard let length else {
            return LinkPattern.places(pieces, from: [start], in: text, options, steps: &steps).first
        }
        return isAt(start, in: text, options, steps: &steps) ? start + length : nil
    }

    /// The first place to which it leads from some place behind this one.
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

    /// Whether it can end the text, beginning at some place behind this one.
    func ends(_ text: [Unicode.Scalar], from place: Int, _ options: LinkPattern.Options, steps: inout Int) -> Bool {
        if isEmpty { return true }
        guard let length else {
            let starts = Array(place...text.count)
            return LinkPattern.places(pieces, from: starts, in: text, options, steps: &steps).last == text.count
        }
        return place + length <= text.count && isAt(text.count - length, in: text, options, steps: &steps)
    }

    /// Whether it stands at a place; asked only of one that has one length.
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

    /// Where a plain text first ends, behind a place: no character of the text is looked at anew for another beginning
    /// (Knuth, Morris and Pratt), so that it takes two steps for each at most, and two for each of the plain text.
    private static func firstEnd(
        of word: [Unicode.Scalar], in text: [Unicode.Scalar], from place: Int, steps: inout Int
    ) -> Int? {
        guard !word.isEmpty else { return place }
        /// How much of the word's beginning stands at the end of each of its beginnings.
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
