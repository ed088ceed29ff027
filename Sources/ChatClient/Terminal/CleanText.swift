/// Text from the network, made safe for cells: nothing in it can move the cursor, colour, reorder or break a line.
///
/// Controls are dropped, so that no escape sequence survives. So are marks that change the reading direction, invisible
/// characters outside of emoji, and everything after the sixteenth scalar of a grapheme. A line or paragraph separator
/// becomes a space, and so does a tab unless the caller keeps tabs. A private-use character becomes U+FFFD, because its
/// width is unknown.
package enum CleanText {
    private static let scalarsMax = 16

    /// Returns the text as one line.
    ///
    /// - Parameter keepsTabs: True if tabs stay: for text that is stored, sent or printed, not put into cells.
    package static func line(_ text: some StringProtocol, keepsTabs: Bool = false) -> String {
        if isPlain(text) { return String(text) }
        var cleaned = ""
        for character in text {
            if keepsTabs, character == "\t" { cleaned.append(character) } else { append(character, to: &cleaned) }
        }
        return cleaned
    }

    /// True if the text needs no cleaning, and each of its scalars is a grapheme of its own.
    static func isPlain(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

    /// True if the scalar is visible and joins no other scalar, so that it never needs cleaning.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        // Latin letters; dashes and quotes; arrows, lines and dingbats; kana, ideographs; pictures.
        case 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2190...0x27BF, 0x3041...0x3096, 0x4E00...0x9FFF,
            0x1F400...0x1F64F:
            true
        default: false
        }
    }

    /// Returns the lines of the text, cut at line ends of any kind.
    ///
    /// - Parameter keepsTabs: As in ``line(_:keepsTabs:)``.
    package static func lines(_ text: some StringProtocol, keepsTabs: Bool = false) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line($0, keepsTabs: keepsTabs) }
    }

    /// Returns a name with a space in place of each line break, as it is sent to the server.
    package static func withoutBreaks(_ name: String) -> String {
        name.contains(where: \.isNewline) ? String(name.map { $0.isNewline ? " " : $0 }) : name
    }

    private static func append(_ character: Character, to cleaned: inout String) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return }
        if character.isNewline || character == "\t" {
            cleaned.append(" ")
            return
        }
        let isFlag = first.value == 0x1F3F4
        var kept = String.UnicodeScalarView()
        for scalar in scalars.prefix(scalarsMax) {
            if let scalar = safe(scalar, joins: !kept.isEmpty, isFlag: isFlag) { kept.append(scalar) }
        }
        cleaned.unicodeScalars.append(contentsOf: kept)
    }

    private static func safe(_ scalar: Unicode.Scalar, joins: Bool, isFlag: Bool) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20...0x7E: return scalar
        case 0x200C, 0x200D, 0xFE00...0xFE0F: return joins ? scalar : nil
        case 0xE0020...0xE007F: return joins && isFlag ? scalar : nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate: return nil
        case .lineSeparator, .paragraphSeparator: return " "
        case .privateUse: return "\u{FFFD}"
        case .nonspacingMark, .enclosingMark: return joins ? scalar : nil
        default: return scalar.properties.isDefaultIgnorableCodePoint ? nil : scalar
        }
    }
}

/// Links as text for people.
package enum LinkText {
    /// Returns the title of a link without a preview: its host and path, as the server makes it.
    package static func title(_ url: String) -> String {
        let name = String(short(url).prefix { $0 != "?" && $0 != "#" })
        let isRoot = name.last == "/" && name.dropLast().allSatisfy { $0 != "/" }
        return isRoot ? String(name.dropLast()) : name
    }

    /// True if the text is one web address and nothing else.
    package static func isAddress(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
            && !text.contains(where: \.isWhitespace)
    }

    /// Returns the links that contain the view to which a link leads, the nearest first: without its fragment, its query
    /// and its last path segments.
    package static func enclosing(_ url: String) -> [String] {
        var links: [String] = []
        var rest = url[...]
        // A link has at most a fragment, a query and as many segments as the server follows.
        while links.count < 10, let end = rest.lastIndex(where: { "#?/".contains($0) }) {
            rest = rest[..<end]
            guard rest.last != "/" else { break }
            links.append(String(rest))
        }
        return links
    }

    /// Returns true if a link leads to a document's link, directly or by a view inside it.
    package static func leads(_ link: String, to document: String?) -> Bool {
        guard let document, link.hasPrefix(document) else { return false }
        return link == document || enclosing(link).contains(document)
    }

    /// Returns the address without `https://` or `http://`.
    package static func short(_ url: String) -> String {
        let text = CleanText.line(url)
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) } ?? ""
        return String(text.dropFirst(scheme.count))
    }
}

/// Addresses for the links of a terminal (OSC 8, “Hyperlinks in Terminal Emulators”), which a click opens.
enum LinkTarget {
    /// The longest address, in bytes. The limit is that of VTE, the strictest terminal.
    static let bytesMax = 2_083

    /// Returns the address with each byte outside of printable ASCII percent-encoded (RFC 3986, 2.1); nil if it is too
    /// long or not an `http` or `https` address.
    static func safe(_ url: String) -> String? {
        guard url.utf8.count <= bytesMax else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http", url.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        var spelled: [UInt8] = []
        for byte in url.utf8 {
            if (0x21...0x7E).contains(byte) {
                spelled.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                spelled += Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
            }
        }
        return spelled.count <= bytesMax ? String(decoding: spelled, as: UTF8.self) : nil
    }
}
