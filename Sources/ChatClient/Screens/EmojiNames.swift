/// Emoji by what Unicode calls them, as they are completed behind a colon.
enum EmojiNames {
    /// The names, with `_` between their words, in the order of Unicode.
    private static let all: [(name: String, emoji: String)] = {
        let ranges: [ClosedRange<UInt32>] = [0x231A...0x23FF, 0x2600...0x27BF, 0x2B1B...0x2B55, 0x1F300...0x1FAFF]
        return ranges.joined().compactMap { value in
            guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation,
                !scalar.properties.isEmojiModifier, let name = scalar.properties.name
            else { return nil }
            return (name.lowercased().map { $0 == " " ? "_" : String($0) }.joined(), String(scalar))
        }
    }()

    /// Those whose name begins so, or has a word that does; the shortest names first.
    static func fitting(_ begun: String) -> [(name: String, emoji: String)] {
        let word = begun.lowercased()
        guard !word.isEmpty else { return [] }
        let found = all.filter {
            $0.name.hasPrefix(word) || $0.name.split(separator: "_").contains { $0.hasPrefix(word) }
        }
        return found.sorted { left, right in
            let isLeft = (left.name.hasPrefix(word) ? 0 : 1, left.name.count, left.name)
            return isLeft < (right.name.hasPrefix(word) ? 0 : 1, right.name.count, right.name)
        }
    }
}
