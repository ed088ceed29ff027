import ChatScreens

/// The pattern of a sentence for steps: `{person} pins {url} in {conversation}`. ``ParameterKind`` lists the parameters.
typealias Phrase = Pattern<StepGrammar>

/// The grammar of steps: sentences with names, numbers, times and quoted texts.
enum StepGrammar: PatternGrammar {
    static func pieces(of word: Substring.UnicodeScalarView) -> [StepText.Piece] {
        var pieces: [StepText.Piece] = []
        StepText.append(word, to: &pieces)
        return pieces
    }

    static func isLiteral(_ piece: StepText.Piece) -> Bool {
        switch piece {
        case .word, .quoted: true
        case .comma, .reference: false
        }
    }

    static func takeQuoted(_ text: inout Substring.UnicodeScalarView) -> StepText.Piece? {
        StepText.takeQuoted(&text).map { .quoted($0) }
    }

    static func read(
        _ parameter: ParameterKind, _ pieces: [StepText.Piece], at position: Int
    ) -> [(StepValue, Int)] { ParameterReader.read(parameter, pieces, at: position).map { [$0] } ?? [] }

    static func isList(_ parameter: ParameterKind) -> Bool { parameter == .persons }

    static func pieces(of value: StepValue, as parameter: ParameterKind) -> [StepText.Piece] {
        switch value {
        case .text(let text): [parameter.isQuoted ? .quoted(text) : .word(text)]
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

    static func choice(_ text: String) -> StepValue { .text(text) }

    static func text(of piece: StepText.Piece, isAlone: Bool) -> String {
        switch piece {
        case .word(let word): word
        case .quoted(let text): isAlone ? text : "\"\(text)\""
        case .comma: ","
        case .reference(let reference): reference.description
        }
    }
}

extension Phrase {
    /// Returns the values of the slots if the step matches this phrase; nil if it does not.
    func values(in text: StepText) -> [StepValue?]? {
        text.pieces.count <= StepText.piecesMax ? values(in: text.pieces) : nil
    }

    /// Returns a step with these values; nil if they do not fit the phrase.
    func step(saying values: [StepValue?]) -> String? { pieces(with: values).map { StepText(pieces: $0).written } }
}
