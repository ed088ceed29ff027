@_spi(_Unicode) import Swift

/// The words of a text without case and accents, as a search compares them.
///
/// The server splits messages and queries with this type, and the client marks the matches with it, so that both agree
/// on words. A word is a run of letters, digits and marks. In scripts without spaces each character is a word, and a
/// phrase of adjacent characters finds a compound. Each emoji is a word. Punctuation is ignored.
package enum SearchWords {
    /// A word of a text.
    package struct Word: Equatable, Sendable {
        /// The text, without case and accents.
        package var text: String
        /// True if only punctuation separates the word from the previous one.
        package var isJoined: Bool
        /// The range in the text, in UTF-16 code units. Only ``located(in:)`` sets it.
        package var range = 0..<0
    }

    /// The most scalars of a word. The rest is cut: searches do not need it, and the index stays small.
    package static let lengthMax = 64

    /// Returns the words of a text in their order, separated by single spaces.
    package static func line(of text: String) -> String {
        if let line = asciiLine(of: text) { return line }
        return words(of: text).map(\.text).joined(separator: " ")
    }

    /// Returns the words of a text in their order.
    package static func words(of text: String) -> [Word] {
        var (folder, splitter) = (Folder(), Splitter())
        for scalar in folder.scalars(of: text) { splitter.add(scalar) }
        return splitter.end()
    }

    /// Returns the words of a text in their order, each with its range.
    package static func located(in text: String) -> [Word] {
        var (folder, splitter) = (Folder(), Splitter())
        for character in text {
            splitter.place = splitter.place.upperBound..<splitter.place.upperBound + character.utf16.count
            for scalar in folder.scalars(of: String(character)) { splitter.add(scalar) }
        }
        return splitter.end()
    }

    /// Returns the text without case and accents, for the comparison of names.
    package static func folded(_ text: String) -> String {
        var (folder, folded) = (Folder(), String.UnicodeScalarView())
        folded.append(contentsOf: folder.scalars(of: text))
        return String(folded)
    }

    /// Returns the words of an ASCII text, else nil. Most messages are ASCII: each letter is one byte without accents.
    private static func asciiLine(of text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            // Each byte read causes at most one byte written, because a space replaces at least one byte that is not a
            // letter.
            return String(unsafeUninitializedCapacity: bytes.count) { line in
                var count = 0
                var length = 0
                for byte in bytes {
                    let letter = byte &- 0x41 < 26 ? byte | 0x20 : byte
                    guard letter &- 0x61 < 26 || letter &- 0x30 < 10 else {
                        length = 0
                        continue
                    }
                    if length == 0, count > 0 {
                        line[count] = 0x20
                        count += 1
                    }
                    length += 1
                    guard length <= lengthMax else { continue }
                    line[count] = letter
                    count += 1
                }
                return count
            }
        }
    }

    /// The most consecutive combining marks that are used: the limit of the Stream-Safe Text Format of UAX #15.
    /// Normalization sorts the marks of a letter in more than linear time.
    private static let marksMax = 30

    /// A scalar without case and accents.
    private struct FoldedScalar {
        /// The resulting scalars: none for an accent, several for a ligature.
        var scalars: [Unicode.Scalar]
        /// True if Unicode can compose the result with the previous scalar, or reorder them.
        var composes: Bool
        /// True if the scalar is a mark that normalization sorts.
        var isReordered: Bool

        /// Maps to upper case and then to lower case, which folds "ß" and "SS", and both small sigmas.
        init(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            isReordered = properties.canonicalCombiningClass != .notReordered
            var lower = String.UnicodeScalarView()
            for upper in properties.uppercaseMapping.unicodeScalars {
                lower.append(contentsOf: narrow(upper).properties.lowercaseMapping.unicodeScalars)
            }
            var bare = String.UnicodeScalarView()
            for part in String(lower)._nfd where !isAccent(part) { bare.append(part) }
            scalars = Array(String(bare)._nfc)
            composes = bare.first.map(Self.composesWithTheScalarBefore) ?? false
        }

        /// Returns true for marks, the vowels and final consonants of Hangul, and a vowel of Kirat Rai. No other scalar
        /// has NFC_Quick_Check=Maybe in Unicode 17.
        private static func composesWithTheScalarBefore(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: (0x1160...0x11FF).contains(scalar.value) || scalar.value == 0x16D67
            }
        }
    }

    /// Returns the ASCII form of a full-width scalar, or the scalar itself.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }

    /// Returns true for a mark above, below or through a letter, a Hebrew point or an Arabic vowel. Marks that make
    /// another letter are not accents: the vowels and viramas of Indic scripts, the voicing marks of kana, and the
    /// vowels and tones of Thai and similar scripts.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...240: true
        default: false
        }
    }
}

extension SearchWords {
    /// Removes case and accents from texts. It caches each scalar, because the lookups in Unicode's tables take most of
    /// the time and a text has few different scalars.
    private struct Folder {
        private var known: [Unicode.Scalar: FoldedScalar] = [:]

        /// Returns the scalars of a text without case and accents, composed, so that a Hangul syllable is one scalar.
        mutating func scalars(of text: String) -> [Unicode.Scalar] {
            var scalars: [Unicode.Scalar] = []
            scalars.reserveCapacity(text.utf8.count)
            var marks = 0
            var isComposed = true
            for scalar in text.unicodeScalars {
                if scalar.isASCII {
                    let isUpper = (0x41...0x5A).contains(scalar.value)
                    scalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
                    marks = 0
                    continue
                }
                let folded = folded(scalar)
                marks = folded.isReordered ? marks + 1 : 0
                guard marks <= marksMax else { continue }
                scalars += folded.scalars
                isComposed = isComposed && !folded.composes
            }
            guard !isComposed else { return scalars }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return Array(String(view)._nfc)
        }

        private mutating func folded(_ scalar: Unicode.Scalar) -> FoldedScalar {
            if let folded = known[scalar] { return folded }
            let folded = FoldedScalar(scalar)
            known[scalar] = folded
            return folded
        }
    }

    /// Splits folded scalars into words.
    private struct Splitter {
        private enum Kind { case letter, single, mark, joiner, gap, other }

        private var words: [Word] = []
        private var current = String.UnicodeScalarView()
        private var length = 0
        private var isSingle = false
        private var isJoined = false
        /// The range of the current character, in UTF-16 code units of the text.
        var place = 0..<0
        /// The range of the current word.
        private var range = 0..<0
        /// A cache of the kinds of scalars outside ASCII.
        private var kinds: [Unicode.Scalar: Kind] = [:]

        mutating func add(_ scalar: Unicode.Scalar) {
            switch kind(of: scalar) {
            case .joiner: return
            case .gap:
                cut()
                isJoined = false
            case .other: cut()
            case .single:
                cut()
                append(scalar)
                isSingle = true
            case .letter:
                if isSingle { cut() }
                append(scalar)
            case .mark: append(scalar)
            }
        }

        mutating func end() -> [Word] {
            cut()
            return words
        }

        private mutating func append(_ scalar: Unicode.Scalar) {
            range = (length == 0 ? place.lowerBound : range.lowerBound)..<place.upperBound
            length += 1
            if length <= lengthMax { current.append(scalar) }
        }

        private mutating func cut() {
            guard length > 0 else { return }
            words.append(Word(text: String(current), isJoined: isJoined, range: range))
            current = String.UnicodeScalarView()
            length = 0
            isSingle = false
            isJoined = true
        }

        private mutating func kind(of scalar: Unicode.Scalar) -> Kind {
            if scalar.isASCII {
                return switch scalar.value {
                case 0x30...0x39, 0x61...0x7A: .letter
                case 0x09...0x0D, 0x20: .gap
                default: .other
                }
            }
            if let known = kinds[scalar] { return known }
            let kind = Self.kindInUnicode(of: scalar)
            kinds[scalar] = kind
            return kind
        }

        private static func kindInUnicode(of scalar: Unicode.Scalar) -> Kind {
            let properties = scalar.properties
            if properties.isWhitespace || scalar.value == 0x200B { return .gap }
            if properties.isDefaultIgnorableCodePoint { return .joiner }
            if properties.isEmoji { return .single }
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber, .letterNumber, .otherNumber:
                return isOfAScriptWithoutSpaces(scalar) ? .single : .letter
            default: return .other
            }
        }

        /// Returns true for Han, kana, Hangul and similar scripts, and the scripts of South-East Asia. Korean has
        /// spaces, but attaches particles to its nouns.
        private static func isOfAScriptWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xA960...0xA97F,
                0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B2FF, 0x20000...0x3FFFF:
                true
            default: false
            }
        }
    }
}
