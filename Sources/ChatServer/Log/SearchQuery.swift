import ChatSystem

/// What somebody looks for: words that must all be there.
///
/// What stands together in the query must stand together in the text ("notes.example", "東京"); what spaces part may
/// stand anywhere. The last word may be the beginning of one, unless a space ends the query: so a search can follow
/// what is typed. Any text is safe: there is no syntax.
public struct SearchQuery: Sendable, Equatable {
    /// So many words of a query count; what follows them is not asked for.
    static let wordsMax = 64

    /// Words that must follow one another.
    struct Phrase: Equatable {
        var words: [String]
        /// Whether the last word may be the beginning of a longer one.
        var isOpen: Bool
    }

    let phrases: [Phrase]

    /// The query of a text that somebody typed.
    package init(_ text: String) {
        var phrases: [Phrase] = []
        for word in SearchWords.words(of: text).prefix(Self.wordsMax) {
            if word.isJoined, let last = phrases.indices.last {
                phrases[last].words.append(word.text)
            } else {
                phrases.append(Phrase(words: [word.text], isOpen: false))
            }
        }
        if let last = phrases.indices.last {
            phrases[last].isOpen = text.unicodeScalars.last?.properties.isWhitespace == false
        }
        // What is asked for twice is looked for once.
        var distinct: [Phrase] = []
        for phrase in phrases where !distinct.contains(phrase) { distinct.append(phrase) }
        self.phrases = distinct
    }

    /// Whether there is nothing to look for.
    package var isEmpty: Bool { phrases.isEmpty }

    /// Whether a line of words, as `SearchWords.line(of:)` gives them, has all that is looked for.
    package func matches(line: String) -> Bool {
        matches(line: Array(line.utf8)[...])
    }

    /// As above, of the bytes of a line.
    package func matches(line: ArraySlice<UInt8>) -> Bool {
        guard !isEmpty, phrases.allSatisfy({ $0.mayStand(in: line) }) else { return false }
        let words = line.split(separator: UInt8(ascii: " "))
        return phrases.allSatisfy { $0.stands(in: words) }
    }
}

extension SearchQuery.Phrase {
    /// Whether each of its words is found in a line at all, where words begin and end left aside: most lines are not
    /// looked at any closer.
    fileprivate func mayStand(in line: ArraySlice<UInt8>) -> Bool {
        words.allSatisfy { ByteSearch.contains($0, in: line) }
    }

    /// Compared byte by byte, as the index compares. Each word of the line is looked at a few times at most, however
    /// often the phrase all but stands there (Knuth, Morris and Pratt): one search must not keep the server from
    /// everybody else.
    fileprivate func stands(in line: [ArraySlice<UInt8>]) -> Bool {
        let whole = isOpen ? words.count - 1 : words.count
        let fallbacks = Self.fallbacks(of: words[..<whole])
        // How many words of the phrase stand before here.
        var matched = 0
        for word in line {
            if isOpen, matched == whole, word.starts(with: words[whole].utf8) { return true }
            if matched == whole, whole > 0 { matched = fallbacks[whole - 1] }
            while matched > 0, !word.elementsEqual(words[matched].utf8) { matched = fallbacks[matched - 1] }
            if whole > 0, word.elementsEqual(words[matched].utf8) { matched += 1 }
            if !isOpen, matched == whole { return true }
        }
        return false
    }

    /// For each beginning of the words, how many of its last words are also its first ones.
    private static func fallbacks(of words: ArraySlice<String>) -> [Int] {
        var fallbacks = [Int](repeating: 0, count: words.count)
        var matched = 0
        for index in words.indices.dropFirst() {
            while matched > 0, !words[index].utf8.elementsEqual(words[matched].utf8) {
                matched = fallbacks[matched - 1]
            }
            if words[index].utf8.elementsEqual(words[matched].utf8) { matched += 1 }
            fallbacks[index] = matched
        }
        return fallbacks
    }
}
