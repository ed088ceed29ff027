/// What somebody looks for: words that must all be there.
///
/// What stands together in the query must stand together in the text ("notes.example", "東京"); what spaces part may
/// stand anywhere. The last word may be the beginning of one, unless a space ends the query: so a search can follow
/// what is typed. Any text is safe: there is no syntax.
public struct SearchQuery: Sendable, Equatable {
    /// So many words of a query count; what follows them is not asked for.
    public static let wordsMax = 64

    /// Words that must follow one another.
    struct Phrase: Equatable {
        var words: [String]
        /// Whether the last word may be the beginning of a longer one.
        var isOpen: Bool
    }

    let phrases: [Phrase]

    /// The query of a text that somebody typed.
    public init(_ text: String) {
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
        self.phrases = phrases
    }

    /// Whether there is nothing to look for.
    public var isEmpty: Bool { phrases.isEmpty }

    /// Whether a line of words, as `SearchWords.line(of:)` gives them, has all that is looked for.
    func matches(line: String) -> Bool {
        matches(line: Array(line.utf8)[...])
    }

    /// As above, of the bytes of a line.
    func matches(line: ArraySlice<UInt8>) -> Bool {
        guard !isEmpty else { return false }
        let words = line.split(separator: UInt8(ascii: " "))
        return phrases.allSatisfy { $0.stands(in: words) }
    }
}

extension SearchQuery.Phrase {
    /// Compared byte by byte, as the index compares.
    fileprivate func stands(in line: [ArraySlice<UInt8>]) -> Bool {
        guard words.count <= line.count else { return false }
        return (0...(line.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let isBeginning = isOpen && index == words.count - 1
                let found = line[start + index]
                return isBeginning
                    ? found.starts(with: words[index].utf8) : found.elementsEqual(words[index].utf8)
            }
        }
    }
}
