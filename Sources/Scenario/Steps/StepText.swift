import Gherkin

/// The text of a step, divided into pieces for matching with phrases.
struct StepText {
    /// A word, a quoted text, the comma of a list, or a reference.
    enum Piece: Hashable, Sendable {
        case word(String)
        case quoted(String)
        case comma
        /// A reference in place of a quoted text.
        case reference(StepReference)
    }

    /// The largest number of pieces, far more than a sentence has. A longer step matches no phrase.
    static let piecesMax = 1_000

    let pieces: [Piece]

    /// Creates a text from its pieces.
    init(pieces: [Piece]) { self.pieces = pieces }

    /// Divides a text. A possessive is a separate word, so that `Anna's` begins with a person. A colon after a quoted
    /// text is separate too. An unclosed quotation mark is part of an ordinary word, so that no phrase matches it.
    /// - Complexity: O(n) in the length of the text.
    init(_ text: String) {
        var pieces: [Piece] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.first, pieces.count <= Self.piecesMax {
            if scalar.isGherkinSpace {
                rest.removeFirst()
            } else if scalar == "," {
                pieces.append(.comma)
                rest.removeFirst()
            } else if scalar == "\"", let content = Self.takeQuoted(&rest) {
                pieces.append(.quoted(content))
                if let next = rest.first, !next.isGherkinSpace, next != ",", next != ":" { pieces.append(.word("\"")) }
            } else {
                let word = rest.prefix { !$0.isGherkinSpace }
                rest = rest[word.endIndex...]
                Self.append(word, to: &pieces)
            }
        }
        self.pieces = Self.readingReferences(in: pieces)
    }

    /// Replaces the words of each reference by one piece.
    private static func readingReferences(in pieces: [Piece]) -> [Piece] {
        guard pieces.contains(.word("link")) || pieces.contains(.word("message")) else { return pieces }
        var result: [Piece] = []
        var position = 0
        while position < pieces.count {
            if let (reference, end) = StepReference.read(pieces, at: position) {
                result.append(.reference(reference))
                position = end
            } else {
                result.append(pieces[position])
                position += 1
            }
        }
        return result
    }

    /// The step in its written form.
    var written: String {
        var text = ""
        for piece in pieces {
            let isAttached =
                switch piece {
                case .comma, .word("'s"), .word(":"): true
                case .word, .quoted, .reference: false
                }
            if !text.isEmpty, !isAttached { text += " " }
            text += Self.written(piece)
        }
        return text
    }

    private static func written(_ piece: Piece) -> String {
        switch piece {
        case .word(let word): word
        case .quoted(let content): "\"\(escaped(content))\""
        case .comma: ","
        case .reference(let reference): reference.description
        }
    }

    /// Returns true if a text can be written in one line.
    static func fitsLine(_ content: String) -> Bool {
        !content.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
            default: false
            }
        }
    }

    /// Returns a text escaped for use between quotation marks.
    static func escaped(_ content: String) -> String {
        content.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "\"", with: "\\\"")
    }

    /// Removes a quoted text from the beginning and returns it; nil, with nothing removed, if it is not closed.
    static func takeQuoted(_ text: inout Substring.UnicodeScalarView) -> String? {
        var content = ""
        var rest = text.dropFirst()
        while let special = rest.firstIndex(where: { $0 == "\"" || $0 == "\\" }) {
            content += Substring(rest[..<special])
            let isEnd = rest[special] == "\""
            rest = rest[special...].dropFirst()
            if isEnd {
                text = rest
                return content
            }
            if let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                content.unicodeScalars.append(escaped)
                rest.removeFirst()
            } else {
                content += "\\"
            }
        }
        return nil
    }

    /// Appends a word, with its comma and its possessive as separate pieces.
    static func append(_ text: Substring.UnicodeScalarView, to pieces: inout [Piece]) {
        let isBeforeComma = text.last == ","
        var word = isBeforeComma ? text.dropLast() : text
        var isPossessive = false
        if word.last == "s", let mark = word.dropLast().last, mark == "'" || mark == "’", word.count > 2 {
            word = word.dropLast(2)
            isPossessive = true
        }
        pieces.append(.word(String(Substring(word))))
        if isPossessive { pieces.append(.word("'s")) }
        if isBeforeComma { pieces.append(.comma) }
    }
}

/// A value that a step refers to instead of giving it: a recent message or link, or one with a name.
///
/// It takes the place of a quoted `{url}` or `{text}` in a phrase, without quotation marks: `the link that was just
/// shared`, `the message that Bea just sent`, `the link called "the plan"`.
enum StepReference: Hashable, Sendable, CustomStringConvertible {
    /// The newest link that the person, or anyone, sent in a message or with a document.
    case sentLink(by: String?)
    /// The newest link to a document that the person, or anyone, shared.
    case sharedLink(by: String?)
    /// The current text of the newest message of the person, or of anyone.
    case sentMessage(by: String?)
    /// The link with that name.
    case namedLink(String)
    /// The current text of the message with that name.
    case namedMessage(String)

    /// The written form.
    var description: String {
        switch self {
        case .sentLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") sent"
        case .sharedLink(let person): "the link that \(person.map { "\($0) just" } ?? "was just") shared"
        case .sentMessage(let person): "the message that \(person.map { "\($0) just" } ?? "was just") sent"
        case .namedLink(let name): "the link called \"\(StepText.escaped(name))\""
        case .namedMessage(let name): "the message called \"\(StepText.escaped(name))\""
        }
    }

    /// Reads the reference at a position.
    /// - Returns: The reference and the position after it; nil if the position has none.
    static func read(_ pieces: [StepText.Piece], at start: Int) -> (StepReference, Int)? {
        let rest = pieces[start...].prefix(6)
        let words = rest.map { if case .word(let word) = $0 { word } else { "" } }
        guard words.count > 3, words[0] == "the", words[1] == "link" || words[1] == "message" else { return nil }
        if words[2] == "called", case .quoted(let name) = pieces[start + 3] {
            return (words[1] == "link" ? .namedLink(name) : .namedMessage(name), start + 4)
        }
        guard words.count > 5, words[2] == "that", words[4] == "just" else { return nil }
        let person = ParameterReader.name(pieces, at: start + 3)
        guard person != nil || words[3] == "was" else { return nil }
        switch (words[1], words[5]) {
        case ("link", "sent"): return (.sentLink(by: person), start + 6)
        case ("link", "shared"): return (.sharedLink(by: person), start + 6)
        case ("message", "sent"): return (.sentMessage(by: person), start + 6)
        default: return nil
        }
    }
}
