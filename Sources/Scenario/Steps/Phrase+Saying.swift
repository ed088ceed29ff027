extension Phrase {
    /// Returns a step with these values, the inverse of ``values(in:)``.
    ///
    /// - Parameter values: The values for the slots in order. The value for a group is its alternative as the phrase
    ///   writes it, or the values in one of its alternatives. Nil, or a missing value at the end, leaves the group out.
    /// - Returns: Nil if the values do not fit the phrase.
    func step(saying values: [StepValue?]) -> String? {
        var rest = values[...]
        guard let pieces = pieces(nodes, from: &rest), rest.allSatisfy({ $0 == nil }) else { return nil }
        return StepText(pieces: pieces).written
    }

    private func pieces(_ nodes: [Node], from values: inout ArraySlice<StepValue?>) -> [StepText.Piece]? {
        var pieces: [StepText.Piece] = []
        for node in nodes {
            switch node {
            case .word(let word): pieces.append(.word(word))
            case .quoted(let text): pieces.append(.quoted(text))
            case .parameter(let kind, _):
                guard let value = values.popFirst().flatMap({ $0 }) else { return nil }
                pieces += value.pieces(kind)
            case .choice(let alternatives, _, let isOptional):
                guard let said = said(alternatives, isOptional, from: &values) else { return nil }
                pieces += said
            }
        }
        return pieces
    }

    private func said(
        _ alternatives: [[Node]], _ isOptional: Bool, from values: inout ArraySlice<StepValue?>
    ) -> [StepText.Piece]? {
        if case .text(let word)?? = values.first, let taken = alternatives.first(where: { Self.text(of: $0) == word }) {
            values.removeFirst()
            return pieces(taken, from: &values)
        }
        for alternative in alternatives {
            var rest = values
            guard let said = pieces(alternative, from: &rest), rest.count < values.count else { continue }
            values = rest
            return said
        }
        if isOptional, let first = values.first, first == nil { values.removeFirst() }
        return isOptional ? [] : nil
    }
}

extension StepValue {
    /// Returns the value in the form of a step.
    func pieces(_ kind: ParameterKind) -> [StepText.Piece] {
        switch self {
        case .text(let text): [kind.isQuoted ? .quoted(text) : .word(text)]
        case .names(let names):
            names.enumerated().flatMap { index, name -> [StepText.Piece] in
                (index == 0 ? [] : [index == names.count - 1 ? .word("and") : .comma]) + [.word(name)]
            }
        case .duration(let duration):
            StepText(DurationReader.words(milliseconds: duration.wholeMilliseconds) ?? "").pieces
        case .count(let count): [.word("\(count)")]
        case .reference(let reference): [.reference(reference)]
        }
    }
}
