import ChatProtocol

/// A web address that stands in a message.
struct DetectedLink: Sendable, Equatable {
    /// Where it leads, in canonical form.
    var url: CanonicalURL
    /// Where it stands in the text, in UTF-16 code units.
    var range: TextRange
}

/// Finds the web addresses in the text of a message.
///
/// An address begins with `http://` or `https://` where no letter, digit or `+` stands before it (`git+https://` is
/// another scheme; a letter of a script that puts no spaces between words ends one, as in `看https://a.example`), and ends before white space, a control character, an invisible mark, an angle bracket, a quotation
/// mark or the punctuation of another script. Punctuation at its end belongs to the sentence, and so does a closing
/// bracket that the address did not open, and an emoji that follows a word: `(see https://a.example/b_(c).)` holds
/// `https://a.example/b_(c)`, and `https://a.example/b👍` ends before the thumb. A name alone (`www.a.example`) is no
/// address here, and neither is any other scheme.
///
/// The time is linear in the text, whatever the text is.
enum LinkDetector {
    /// The most links of one message; later ones are plain text. Far more than a person writes, and a bound for what a
    /// message costs everybody who gets it.
    static let linksMax = 50

    /// The links in a text, in order, not overlapping; the first ``linksMax`` of them.
    static func links(in text: String) -> [DetectedLink] {
        // Most messages have no colon before two slashes, and are not looked at twice.
        guard ASCII.stands(UInt8(ascii: ":"), in: text), ASCII.stands(UInt8(ascii: "/"), in: text) else { return [] }
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
            let kept = withoutSentence(scalars[index..<end], opening: openingLength)
            if let url = url(of: kept) {
                let length = kept.reduce(0) { $0 + UTF16.width($1) }
                links.append(DetectedLink(url: url, range: TextRange(location: offset, length: length)))
            }
            // Looked at once: what was no address as a whole is not searched for another inside it.
            for scalar in scalars[index..<end] { offset += UTF16.width(scalar) }
            index = end
        }
        return links
    }

    private static let openings = ["https://", "http://"].map { Array($0.unicodeScalars) }

    /// The length of the scheme and slashes that begin here, if an address may begin here.
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

    /// Whether it is a letter or digit of any script, or an accent on one: what follows is part of the same word. A
    /// script that puts no spaces between words says nothing of that.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ASCII.isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) }
        guard !isWrittenWithoutSpaces(scalar) else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        // What makes an emoji of a character is a mark, too, and no part of a word.
        case .nonspacingMark, .spacingMark, .enclosingMark: !isEmoji(scalar)
        default: false
        }
    }

    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Tibetan and Burmese; Khmer; kana and bopomofo; kana of half width.
        case 0x0E00...0x109F, 0x1780...0x17FF, 0x3040...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: scalar.properties.isIdeographic
        }
    }

    private static func addressEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
        for index in start..<scalars.count {
            if endsAddress(scalars[index]) { return index }
            // A list without spaces: a comma may stand in an address, but one with an address behind it divides two.
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
            // The punctuation of other scripts (。、「」): an address writes it escaped.
            return true
        case .format:
            // Zero-width spaces and marks of direction: nobody sees them, and they would lead elsewhere. A joiner is
            // part of a word, and of an emoji.
            return scalar != "\u{200C}" && scalar != "\u{200D}" && !(0xE0020...0xE007F).contains(scalar.value)
        default:
            return false
        }
    }

    /// Whether it is part of an emoji: what has a picture of its own, and what changes one.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        return properties.isEmojiPresentation || properties.isEmojiModifier
            || (properties.isEmoji && properties.generalCategory == .otherSymbol)
            || scalar == "\u{FE0F}" || scalar == "\u{200D}" || scalar == "\u{20E3}"
            || (0xE0020...0xE007F).contains(scalar.value)
    }

    /// An address without the emoji at its end, where they follow a word: one that is a whole segment or value is meant.
    private static func withoutEmoji(_ address: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        guard let last = address.last, isEmoji(last), let word = address.lastIndex(where: { !isEmoji($0) }) else {
            return address
        }
        switch address[word] {
        case "/", "=", "#", "?", "&", ".", "-", "_", ":": return address
        default: return address[...word]
        }
    }

    /// The address without the end of the sentence that it stands in.
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
        // An escaped scalar has at most four bytes, so a longer one cannot fit; and is not worth a copy.
        guard scalars.count <= CanonicalURL.bytesMax else { return nil }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return try? CanonicalURL(text)
    }

    /// How many more brackets of each kind an address closes than it opens.
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

        /// Takes a closing bracket off the end, if it closes nothing.
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
