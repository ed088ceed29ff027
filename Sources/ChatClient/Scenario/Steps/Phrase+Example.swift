extension Phrase {
    /// A step that says the phrase: the first of all alternatives, and everybody by a name of their own.
    var example: String {
        var names = ["Anna", "Bea", "Carl", "Dee"][...]
        var conversations = ["Trip", "Lake"][...]
        func name() -> StepText.Piece { .word(names.popFirst() ?? "Eve") }
        func pieces(_ nodes: [Node]) -> [StepText.Piece] {
            nodes.flatMap { node -> [StepText.Piece] in
                switch node {
                case .word(let word): [.word(word)]
                case .quoted(let text): [.quoted(text)]
                case .choice(let alternatives, _, _): pieces(alternatives[0])
                case .parameter(.person, _): [name()]
                case .parameter(.persons, _): [name(), .word("and"), name()]
                case .parameter(.conversation, _): [.quoted(conversations.popFirst() ?? "Choir")]
                case .parameter(.count, _): [.word("1")]
                case .parameter(let kind, _): StepText(kind.example).pieces
                }
            }
        }
        return StepText(pieces: pieces(nodes)).written
    }
}
