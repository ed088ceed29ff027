/// Reader of the values of parameters in the pieces of a step.
enum ParameterReader {
    /// Reads the longest value at a position.
    /// - Returns: The value and the position after it; nil if the position has none.
    static func read(_ kind: ParameterKind, _ pieces: [StepText.Piece], at position: Int) -> (StepValue, Int)? {
        switch kind {
        case .person:
            name(pieces, at: position).map { (.text($0), position + 1) }
        case .persons:
            names(pieces, at: position).map { (.names($0.0), $0.1) }
        case .app, .conversation, .text, .url:
            inQuotes(pieces, at: position).map { ($0, position + 1) }
        case .duration:
            DurationReader.read(pieces, at: position).map { (.duration($0.0), $0.1) }
        case .count:
            number(pieces, at: position).map { (.count($0), position + 1) }
        }
    }

    /// Reads a list of names: `Anna`, `Anna and Bea`, `Anna, Bea and Carl`, `Anna, Bea, and Carl`.
    static func names(_ pieces: [StepText.Piece], at start: Int) -> ([String], Int)? {
        guard let first = name(pieces, at: start) else { return nil }
        var names = [first]
        var position = start + 1
        while position < pieces.count {
            var next = position
            if pieces[next] == .comma { next += 1 }
            if next < pieces.count, pieces[next] == .word("and") { next += 1 }
            guard next > position, let name = name(pieces, at: next) else { break }
            names.append(name)
            position = next + 1
        }
        return (names, position)
    }

    /// Reads a capitalized word of letters, in which hyphens and apostrophes are allowed. A letter of a script without
    /// case counts as a capital.
    static func name(_ pieces: [StepText.Piece], at position: Int) -> String? {
        guard position < pieces.count, case .word(let word) = pieces[position] else { return nil }
        let scalars = word.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return nil }
        switch first.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter, .otherLetter: break
        default: return nil
        }
        guard isNamePart(last) else { return nil }
        return scalars.allSatisfy { isNamePart($0) || $0 == "-" || $0 == "'" || $0 == "’" } ? word : nil
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        if case "a"..."z" = scalar { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    private static func inQuotes(_ pieces: [StepText.Piece], at position: Int) -> StepValue? {
        guard position < pieces.count else { return nil }
        switch pieces[position] {
        case .quoted(let content): return .text(content)
        case .reference(let reference): return .reference(reference)
        case .word, .comma: return nil
        }
    }

    /// The words for numbers from zero, in order.
    static let numberWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    /// Reads a number word or up to nine digits, so that no sum of numbers can overflow.
    static func number(_ pieces: [StepText.Piece], at position: Int) -> Int? {
        guard position < pieces.count, case .word(let word) = pieces[position] else { return nil }
        if let index = numberWords.firstIndex(of: word) { return index }
        let isNumber = (1...9).contains(word.utf8.count) && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(word) : nil
    }
}
