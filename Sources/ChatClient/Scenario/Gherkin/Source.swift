extension Gherkin {
    /// From bytes to lines.
    enum Source {
        /// The text of a file's bytes, without its byte order mark.
        static func text(of bytes: [UInt8]) throws(SyntaxErrors) -> String {
            let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            let body = hasMark ? bytes[3...] : bytes[...]
            if let text = String(validating: body, as: UTF8.self) { return text }
            throw SyntaxErrors([Complaint(firstInvalid(in: body), "the file is not UTF-8")])
        }

        /// The lines of a text; the empty one after a final line feed is none.
        static func lines(of text: String) -> [SourceLine] {
            var body = Substring(text)
            if body.unicodeScalars.first == "\u{FEFF}" { body = Substring(body.unicodeScalars.dropFirst()) }
            var pieces = body.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            if pieces.last?.isEmpty ?? false { pieces.removeLast() }
            return pieces.enumerated().map { index, piece in
                let withoutReturn = piece.last == 0x0D ? piece.dropLast() : piece
                return SourceLine(number: index + 1, text: Substring(withoutReturn))
            }
        }

        /// Where the first byte stands that no UTF-8 text has there.
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
}
