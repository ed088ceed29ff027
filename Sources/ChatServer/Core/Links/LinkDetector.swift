import ChatProtocol

/// A web address in the text of a message.
struct DetectedLink: Sendable, Equatable {
    /// The address in canonical form.
    var url: CanonicalURL
    /// The range of the address in the text, in UTF-16 code units.
    var range: TextRange
}

/// Finds the web addresses in the text of a message.
///
/// An address begins with `http://` or `https://`. The character before it must not be a letter, digit or `+`, because
/// `git+https://` is another scheme. A letter of a script without spaces between words is allowed, as in
/// `看https://a.example`.
///
/// An address ends before white space, a control character, an invisible mark, an angle bracket, a quotation mark or
/// the punctuation of another script. Punctuation at its end belongs to the sentence. So does a closing bracket that
/// the address did not open, and an emoji that follows a word. `(see https://a.example/b_(c).)` contains
/// `https://a.example/b_(c)`, and `https://a.example/b👍` ends before the thumb. A name alone (`www.a.example`) is not
/// an address, and neither is any other scheme.
///
/// The running time is linear in the length of the text.
enum LinkDetector {
    /// The largest number of links in one message; later ones are plain text. People write far fewer links. The limit
    /// bounds the cost of a message for all of its recipients.
    static let linksMax = 50

    /// Returns the links in a text, in order and without overlaps; the first ``linksMax`` of them.
    static func links(in text: String) -> [DetectedLink] {
        // Most messages lack a colon or a slash and need no further scan.
        guard ASCII.contains(UInt8(ascii: ":"), in: text), ASCII.contains(UInt8(ascii: "/"), in: text) else {
            return []
        }
        let scalars = Array(text.unicodeScalars)
        var links: [DetectedLink] = []
        var index = 0
        var offset = 0
        while index < scalars.count, links.count < linksMax {
            guard let openingLength = opening(in: scalars, at: index) else {
                offset += UTF16.width(scalars[index])
                index += 1
                continue
            }
            let end = addressEnd(in: scalars, from: index)
            let trimmed = withoutSentence(scalars[index..<end], opening: openingLength)
            if let url = url(of: trimmed) {
                let length = trimmed.reduce(0) { $0 + UTF16.width($1) }
                links.append(DetectedLink(url: url, range: TextRange(location: offset, length: length)))
            }
            // The scan continues after the whole address, also if it is invalid. No second address is searched inside
            // it.
            for scalar in scalars[index..<end] { offset += UTF16.width(scalar) }
            index = end
        }
        return links
    }

    private static let openings = ["https://", "http://"].map { Array($0.unicodeScalars) }

    /// Returns the length of the scheme and the slashes at this index; nil if no address can begin there.
    private static func opening(in scalars: [Unicode.Scalar], at index: Int) -> Int? {
        guard scalars[index] == "h" || scalars[index] == "H" else { return nil }
        if index > 0, isWord(scalars[index - 1]) || scalars[index - 1] == "+" { return nil }
        for opening in openings where scalars.count - index > opening.count {
            let matches = opening.indices.allSatisfy { offset in
                let scalar = scalars[index + offset]
                let isCapital = scalar.value >= 0x41 && scalar.value <= 0x5A
                return scalar.value + (isCapital ? 0x20 : 0) == opening[offset].value
            }
            if matches { return opening.count }
        }
        return nil
    }

    /// Returns true for a letter or digit of any script, or an accent: the next character continues the same word.
    /// Letters of scripts without spaces between words do not count.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) }
        guard !isWrittenWithoutSpaces(scalar) else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        // Marks that make an emoji of a character are not part of a word.
        case .nonspacingMark, .spacingMark, .enclosingMark: !isEmoji(scalar)
        default: false
        }
    }

    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Tibetan and Burmese; Khmer; kana and bopomofo; half-width kana.
        case 0x0E00...0x109F, 0x1780...0x17FF, 0x3040...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: scalar.properties.isIdeographic
        }
    }

    private static func addressEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
        for index in start..<scalars.count {
            if endsAddress(scalars[index]) { return index }
            // An address may contain a comma. A comma that is followed directly by another address separates two list
            // items.
            if scalars[index] == ",", index + 1 < scalars.count, opening(in: scalars, at: index + 1) != nil {
                return index
            }
        }
        return scalars.count
    }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value <= 0x20 || scalar.value == 0x7F || scalar == "<" || scalar == ">" || scalar == "\""
                || scalar == "`"
        }
        switch scalar.properties.generalCategory {
        case .initialPunctuation, .finalPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
            return true
        case .openPunctuation, .closePunctuation, .otherPunctuation:
            // Punctuation of other scripts (。、「」) appears in addresses only escaped.
            return true
        case .format:
            // Zero-width spaces and direction marks are invisible and would change the target of the address. Joiners
            // and tags stay, because they are parts of words and emoji.
            return scalar != "\u{200C}" && scalar != "\u{200D}" && !(0xE0020...0xE007F).contains(scalar.value)
        default:
            return false
        }
    }

    /// Returns true for a part of an emoji: a character with a picture of its own, or one that modifies a picture.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        return properties.isEmojiPresentation || properties.isEmojiModifier
            || (properties.isEmoji && properties.generalCategory == .otherSymbol)
            || scalar == "\u{FE0F}" || scalar == "\u{200D}" || scalar == "\u{20E3}"
            || (0xE0020...0xE007F).contains(scalar.value)
    }

    /// Removes the emoji at the end of an address if they follow a word. An emoji that is a whole path segment or value
    /// stays.
    private static func withoutEmoji(_ address: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        guard let last = address.last, isEmoji(last), let word = address.lastIndex(where: { !isEmoji($0) }) else {
            return address
        }
        switch address[word] {
        case "/", "=", "#", "?", "&", ".", "-", "_", ":": return address
        default: return address[...word]
        }
    }

    /// Removes the characters at the end of an address that belong to the surrounding sentence.
    private static func withoutSentence(
        _ address: ArraySlice<Unicode.Scalar>, opening: Int
    ) -> ArraySlice<Unicode.Scalar> {
        var brackets = Brackets(address)
        var address = address
        while address.count > opening, let last = address.last {
            switch last {
            case ".", ",", ";", ":", "!", "?", "'", "*":
                address.removeLast()
            case ")", "]", "}":
                guard brackets.dropUnopened(last) else { return address }
                address.removeLast()
            default:
                let rest = withoutEmoji(address)
                guard rest.count < address.count else { return address }
                address = rest
            }
        }
        return address
    }

    private static func url(of scalars: ArraySlice<Unicode.Scalar>) -> CanonicalURL? {
        // A scalar is at least one byte of the address, so a longer text cannot fit and is not copied.
        guard scalars.count <= CanonicalURL.bytesMax else { return nil }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return try? CanonicalURL(text)
    }

    /// The surplus of closing brackets over opening brackets in an address, for each kind.
    private struct Brackets {
        private var round = 0
        private var square = 0
        private var curly = 0

        init(_ scalars: ArraySlice<Unicode.Scalar>) {
            for scalar in scalars {
                switch scalar {
                case "(": round -= 1
                case ")": round += 1
                case "[": square -= 1
                case "]": square += 1
                case "{": curly -= 1
                case "}": curly += 1
                default: break
                }
            }
        }

        /// Removes a closing bracket from the surplus. Returns false if an opening bracket in the address matches it.
        mutating func dropUnopened(_ bracket: Unicode.Scalar) -> Bool {
            switch bracket {
            case ")": Self.drop(&round)
            case "]": Self.drop(&square)
            default: Self.drop(&curly)
            }
        }

        private static func drop(_ surplus: inout Int) -> Bool {
            guard surplus > 0 else { return false }
            surplus -= 1
            return true
        }
    }
}
