/// A sequence of words that a search must find in this order, without other words between them.
package struct SearchPhrase: Equatable, Sendable {
    /// The words, without case and accents.
    package var words: [String]
    /// True if the last word may be a prefix of a longer one.
    package var isOpen: Bool

    package init(words: [String], isOpen: Bool = false) { (self.words, self.isOpen) = (words, isOpen) }

    /// Returns the distinct phrases of a query.
    ///
    /// Words between quotation marks form one phrase, and so do words without a space between them ("notes.example",
    /// "東京"). Any other word is a phrase of its own. A quotation mark inside a word is punctuation. One that is never
    /// closed begins a phrase up to the end of the query.
    ///
    /// The last word may be a prefix, unless a space or a closing quotation mark ends the query. This allows a search
    /// during typing.
    ///
    /// - Parameter most: the most words that are used; further words are ignored.
    package static func phrases(of query: String, most: Int = .max) -> [SearchPhrase] {
        var phrases: [SearchPhrase] = []
        var room = most
        for part in parts(of: query) where room > 0 {
            let words = SearchWords.words(of: part.text).prefix(room)
            room -= words.count
            for (index, word) in words.enumerated() {
                if index > 0, part.isQuoted || word.isJoined {
                    phrases[phrases.count - 1].words.append(word.text)
                } else {
                    phrases.append(SearchPhrase(words: [word.text]))
                }
            }
            if part.isLast, !words.isEmpty { phrases[phrases.count - 1].isOpen = true }
        }
        var distinct: [SearchPhrase] = []
        for phrase in phrases where !distinct.contains(phrase) { distinct.append(phrase) }
        return distinct
    }

    /// A part of a query inside or outside quotation marks.
    private struct Part {
        var text: String
        var isQuoted: Bool
        /// True if the query ends with this part and its last word may be a prefix.
        var isLast = false
    }

    /// Straight quotation marks, and the marks of other languages.
    private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»", "「", "」", "『", "』"]

    /// Returns the parts of a query inside and outside quotation marks, in order.
    private static func parts(of query: String) -> [Part] {
        var parts: [Part] = []
        var part = Part(text: "", isQuoted: false)
        var isBehindSpace = true
        for character in query {
            let isQuote = quotes.contains(character)
            if isQuote, part.isQuoted || isBehindSpace {
                parts.append(part)
                part = Part(text: "", isQuoted: !part.isQuoted)
            } else {
                part.text.append(character)
            }
            isBehindSpace = character.isWhitespace
        }
        part.isLast = part.text.unicodeScalars.last?.properties.isWhitespace == false
        return parts + [part]
    }

    /// Returns the ranges in a text that match one of the phrases, in order and in UTF-16 code units. Overlapping
    /// ranges are joined.
    package static func places(of phrases: [SearchPhrase], in text: String) -> [Range<Int>] {
        let words = SearchWords.located(in: text)
        var places: [Range<Int>] = []
        for start in words.indices {
            let longest = phrases.filter { $0.stands(at: start, in: words) }.map(\.words.count).max()
            guard let longest else { continue }
            let place = words[start].range.lowerBound..<words[start + longest - 1].range.upperBound
            if let last = places.last, place.lowerBound < last.upperBound {
                places[places.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
            } else {
                places.append(place)
            }
        }
        return places
    }

    private func stands(at start: Int, in text: [SearchWords.Word]) -> Bool {
        guard start + words.count <= text.count else { return false }
        return words.indices.allSatisfy { index in
            let word = text[start + index].text.utf8
            let isBegun = isOpen && index == words.count - 1
            return isBegun ? word.starts(with: words[index].utf8) : word.elementsEqual(words[index].utf8)
        }
    }
}
