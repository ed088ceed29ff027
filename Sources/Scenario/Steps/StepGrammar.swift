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

/// The kinds of parameters, which phrases write in braces.
enum ParameterKind: String, Hashable, Sendable, CaseIterable {
    /// A capitalized name: `Anna`.
    case person
    /// One or several names: `Anna, Bea and Carl`.
    case persons
    /// The name of an app in quotation marks.
    case app
    /// The name of a conversation in quotation marks.
    case conversation
    /// Any text in quotation marks, in which `\"` and `\\` mean a quotation mark and a backslash.
    case text
    /// A link in quotation marks.
    case url
    /// A time: `10 minutes`, `1 hour 30 minutes`.
    case duration
    /// A number in digits, or a word from zero to ten.
    case count

    /// An example of its written form.
    var example: String {
        switch self {
        case .person: "Anna"
        case .persons: "Anna, Bea and Carl"
        case .app: "\"Notes\""
        case .conversation: "\"Trip\""
        case .text: "\"See you there\""
        case .url: "\"https://notes.example/d/1\""
        case .duration: "10 minutes"
        case .count: "3"
        }
    }

    /// True if it is written in quotation marks.
    var isQuoted: Bool {
        switch self {
        case .app, .conversation, .text, .url: true
        case .person, .persons, .duration, .count: false
        }
    }
}

/// The value of a parameter in a step.
enum StepValue: Hashable, Sendable {
    /// The name of one person, or a quoted text.
    case text(String)
    /// The names of people, in the order in which they are written.
    case names([String])
    /// A time.
    case duration(Duration)
    /// A number.
    case count(Int)
    /// A reference in place of a quoted text.
    case reference(StepReference)
}

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

/// Reader and writer of times in the form of steps: `10 minutes`, `a day`, `1 hour 30 minutes`, `2 days and 4 hours`.
enum DurationReader {
    /// The units, the longest first, which is the order in which they may follow each other.
    private static let units: [(names: [String], milliseconds: Int64)] = [
        (["week", "weeks"], 604_800_000),
        (["day", "days"], 86_400_000),
        (["hour", "hours"], 3_600_000),
        (["minute", "minutes"], 60_000), (["second", "seconds"], 1_000), (["millisecond", "milliseconds"], 1),
    ]

    /// Returns true if a word is a unit of time.
    static func isUnit(_ word: String) -> Bool { units.contains { $0.names.contains(word) } }

    /// Reads the time at a position.
    /// - Returns: The time and the position after it; nil if the position has none.
    static func read(_ pieces: [StepText.Piece], at start: Int) -> (Duration, Int)? {
        var milliseconds: Int64 = 0
        var position = start
        var smallest = -1
        while position < pieces.count {
            var next = position
            if smallest >= 0, pieces[next] == .word("and") || pieces[next] == .comma { next += 1 }
            guard let amount = amount(pieces, at: next), let unit = unit(pieces, at: next + 1), unit > smallest
            else { break }
            milliseconds += Int64(amount) * units[unit].milliseconds
            smallest = unit
            position = next + 2
        }
        return smallest < 0 ? nil : (.milliseconds(milliseconds), position)
    }

    private static func amount(_ pieces: [StepText.Piece], at position: Int) -> Int? {
        if position < pieces.count, pieces[position] == .word("a") || pieces[position] == .word("an") { return 1 }
        return ParameterReader.number(pieces, at: position)
    }

    private static func unit(_ pieces: [StepText.Piece], at position: Int) -> Int? {
        guard position < pieces.count, case .word(let word) = pieces[position] else { return nil }
        return units.firstIndex { $0.names.contains(word) }
    }

    /// Returns a time in words, such as `4 minutes 12 seconds` or `an hour`; nil for zero time.
    static func words(milliseconds: Int64) -> String? {
        guard let unit = units.dropFirst().first(where: { $0.milliseconds == milliseconds })?.names[0] else {
            return counted(milliseconds, inWeeks: false)
        }
        return unit == "hour" ? "an \(unit)" : "a \(unit)"
    }

    /// Returns a time in words with numbers, such as `4 minutes 12 seconds` or `1 hour`; nil for zero time.
    static func counted(_ milliseconds: Int64, inWeeks: Bool = true) -> String? {
        var left = milliseconds
        var parts: [String] = []
        for (names, length) in units.dropFirst(inWeeks ? 0 : 1) where left >= length {
            // Numbers in steps have at most nine digits.
            let amount = min(left / length, 999_999_999)
            left %= length
            parts.append("\(amount) \(names[amount == 1 ? 0 : 1])")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
