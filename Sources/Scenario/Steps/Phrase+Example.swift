import ChatScreens

extension Phrase {
    /// Returns an example of a step: the first of all alternatives, and a different name for each person.
    ///
    /// - Parameter own: The values for the slots in order, in which an empty text means the usual value, or other
    ///   alternatives. With this argument, the example leaves out optional groups for which it gives nothing.
    func example(_ own: [String]? = nil) -> String {
        var rest = own.map { $0[...] }
        var names = ["Anna", "Bea", "Carl", "Dee"][...]
        var conversations = ["Trip", "Lake"][...]
        func name() -> StepText.Piece { .word(names.popFirst() ?? "Eve") }
        func pieces(_ kind: ParameterKind) -> [StepText.Piece] {
            let usual: [StepText.Piece] =
                switch kind {
                case .person: [name()]
                case .persons: [name(), .word("and"), name()]
                case .conversation: [.quoted(conversations.popFirst() ?? "Choir")]
                case .count: [.word("1")]
                default: StepText(kind.example).pieces
                }
            guard let said = rest?.popFirst(), !said.isEmpty else { return usual }
            return kind.isQuoted ? [.quoted(said)] : StepText(said).pieces
        }
        func pieces(_ nodes: [Node]) -> [StepText.Piece] {
            nodes.flatMap { node -> [StepText.Piece] in
                switch node {
                case .piece(let piece): return [piece]
                case .parameter(let kind, _): return pieces(kind)
                case .choice(let alternatives, _, let isOptional):
                    if let said = rest?.first, let taken = alternatives.first(where: { Self.text(of: $0) == said }) {
                        rest?.removeFirst()
                        return pieces(taken)
                    }
                    let taken = alternatives.first { alternative in
                        rest?.isEmpty == false
                            && alternative.contains { if case .parameter = $0 { true } else { false } }
                    }
                    if isOptional, rest != nil, taken == nil { return [] }
                    return pieces(taken ?? alternatives[0])
                }
            }
        }
        return StepText(pieces: pieces(nodes)).written
    }
}
