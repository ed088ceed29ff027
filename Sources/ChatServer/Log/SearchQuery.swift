import ChatProtocol
import ChatSystem

/// A query: phrases that must all stand in a text, as ``SearchPhrase`` reads them. Any text is a valid query.
public struct SearchQuery: Sendable, Equatable {
    /// The number of words that count; the words behind them are ignored.
    static let wordsMax = 64

    let phrases: [SearchPhrase]

    /// The query of a text that a person typed.
    package init(_ text: String) { phrases = SearchPhrase.phrases(of: text, most: Self.wordsMax) }

    /// True if the query has no word.
    package var isEmpty: Bool { phrases.isEmpty }

    /// True if a line of words, as `SearchWords.line(of:)` returns it, has all phrases.
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

extension SearchPhrase {
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
