/// The conversion of bytes to lines.
package enum Source {
    /// Returns the text of a file without its byte order mark.
    ///
    /// - Throws: ``SyntaxErrors`` if the bytes are not UTF-8.
    package static func text(of bytes: [UInt8]) throws(SyntaxErrors) -> String {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let body = hasMark ? bytes[3...] : bytes[...]
        if let text = String(validating: body, as: UTF8.self) { return text }
        throw SyntaxErrors([Complaint(firstInvalid(in: body), "the file is not UTF-8")])
    }

    /// Returns the lines of a text. The empty text after a final line feed is not a line.
    static func lines(of text: String) -> Lines { Lines(text) }

    /// A sequence that creates each line on demand, so that a file of line feeds needs no more memory than its bytes. A
    /// copy can look ahead.
    struct Lines: Sequence, IteratorProtocol {
        private var rest: Substring.UTF8View
        /// The number of lines returned so far.
        private(set) var count = 0

        init(_ text: String) {
            var body = Substring(text)
            if body.unicodeScalars.first == "\u{FEFF}" { body = Substring(body.unicodeScalars.dropFirst()) }
            rest = body.utf8
        }

        mutating func next() -> SourceLine? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: 0x0A)
            let piece = rest[..<(end ?? rest.endIndex)]
            rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
            count += 1
            return SourceLine(
                number: count, text: Substring(piece.last == 0x0D ? piece.dropLast() : piece))
        }
    }

    /// Returns the location of the first byte that is not valid UTF-8.
    private static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Location {
        var location = Location(line: 1, column: 1)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\n"): location = Location(line: location.line + 1, column: 1)
            case .scalarValue: location.column = (location.column ?? 0) + 1
            case .emptyInput, .error: return location
            }
        }
    }
}
