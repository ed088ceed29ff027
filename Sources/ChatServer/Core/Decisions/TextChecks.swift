import ChatProtocol

/// The checks of texts that a request brings.
struct TextChecks {
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    /// Checks a name or a title, which clients show on one line.
    ///
    /// - Parameter isOneLine: False for a sentence, which may have several lines.
    func checkName(_ name: String, _ field: String, isOneLine: Bool = true) throws(RPCError) {
        try checkText(name, field)
        guard !isOneLine || !name.contains(where: \.isNewline) else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not contain line breaks"))
        }
        try check(name, field, max: limits.nameCharacters, limit: "nameCharacters")
    }

    /// Checks that a text has a visible character.
    func checkText(_ text: String, _ field: String = "text") throws(RPCError) {
        guard !text.isBlank else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not be empty"))
        }
    }

    /// Checks that a text is within its limit.
    ///
    /// - Parameter max: the largest number of characters.
    /// - Throws: `too_large` for more characters, or for more than four bytes for each allowed character.
    func check(_ text: String, _ field: String, max: Int, limit: String) throws(RPCError) {
        let bytes = text.utf8.count
        guard bytes > max else { return }
        guard bytes <= Limits.bytesPerCharacter * max else {
            throw RPCError.tooLarge(
                "\(field) has \(bytes) bytes, but may have at most \(Limits.bytesPerCharacter) for each allowed character",
                limit: limit, max)
        }
        if text.count > max { throw RPCError.tooLarge("\(field) has \(text.count) characters", limit: limit, max) }
    }

    /// The largest number of bytes of one character. The longest emoji has 35, and combining marks have no limit.
    private static let glyphBytes = 64

    /// Checks that a text is one visible character.
    func checkGlyph(_ glyph: String, _ field: String) throws(RPCError) {
        guard glyph.count == 1, !glyph.isBlank, glyph.utf8.count <= Self.glyphBytes else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must be one visible character"))
        }
    }
}

extension String {
    /// True if the text has no visible character: only white space, control characters and ignorable ones, such as a
    /// joiner.
    var isBlank: Bool {
        // Nearly every text has a visible ASCII character.
        if utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return false }
        return unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .control
        }
    }
}
