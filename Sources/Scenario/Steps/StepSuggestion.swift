import ChatScreens

/// The suggestion for an undefined step: its own values in the words of a phrase.
enum StepSuggestion {
    /// Returns a step that matches the phrase. It uses the values of the step where they fit, and those of the example
    /// for the other slots. If that is impossible, it returns the example.
    static func step(_ alignment: PhraseDistance.Alignment, in phrase: Phrase, example: String) -> String {
        let values = phrase.values(in: StepText(example)) ?? []
        guard let pieces = pieces(alignment, example: values) else { return example }
        let written = StepText(pieces: pieces).written
        return phrase.values(in: StepText(written)) == nil ? example : written
    }

    private static func pieces(_ alignment: PhraseDistance.Alignment, example: [StepValue?]) -> [StepText.Piece]? {
        var spare = alignment.spare
        var result: [StepText.Piece] = []
        var filled: Set<Int> = []
        for (node, said) in alignment.nodes {
            switch node {
            case .piece(let piece): result.append(piece)
            case .parameter(let kind, let slot):
                if let said, let value = value(said, kind) {
                    result += value
                } else if let index = spare.firstIndex(where: { value($0, kind) != nil }),
                    let value = value(spare.remove(at: index), kind)
                {
                    result += value
                } else if !filled.contains(slot) {
                    guard slot < example.count, let value = example[slot] else { return nil }
                    if case .duration = value {
                        result += [.word("10"), .word("minutes")]
                    } else {
                        result += StepGrammar.pieces(of: value, as: kind)
                    }
                }
                filled.insert(slot)
            case .choice: return nil
            }
        }
        return result
    }

    /// Returns a part of the step as a value of the kind; nil if it cannot be one.
    private static func value(_ said: PhraseDistance.Said, _ kind: ParameterKind) -> [StepText.Piece]? {
        switch (kind, said) {
        case (.person, .names(let names)): return names.prefix(1).map { .word($0) }
        case (.persons, .names(let names)): return StepGrammar.pieces(of: .names(names), as: kind)
        case (_, .quoted(let piece)) where kind.isQuoted: return [piece]
        case (.count, .word(let word)): return PieceKind(.word(word)) == .number ? [.word(word)] : nil
        case (.duration, .word(let word)):
            let isTime = PieceKind(.word(word)) == .number || DurationReader.isUnit(word) || word == "a" || word == "an"
            return isTime ? [.word(word)] : nil
        default: return nil
        }
    }
}
