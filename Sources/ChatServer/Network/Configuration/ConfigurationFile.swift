import ChatProtocol

/// A configuration file: JSON with comments as in Swift.
enum ConfigurationFile {
    /// The reason why a file is refused: one line that names the key or the position.
    struct Problem: Error, Equatable {
        let message: String

        init(_ message: String) { self.message = message }

        static func unknown(_ key: String, among known: [String], in path: String = "") -> Problem {
            let near = Spelling.nearest(to: key, among: known).map { "; did you mean \(path)\($0)?" }
            return Problem("there is no key \(path)\(key.prefix(100))" + (near ?? ""))
        }
    }

    /// The maximum size of a file, in bytes. No configuration needs as many.
    static let bytesMax = 1024 * 1024

    /// Reads a file. Missing keys keep their default values.
    static func settings(_ bytes: [UInt8]) throws(Problem) -> ServerSettings {
        let plain = try withoutComments(bytes)
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(plain)
        } catch {
            throw Problem("\(place(error.offset, in: bytes)): \(error.problem)")
        }
        if let key = text.duplicateKey { throw Problem("the key “\(key)” comes twice in one object") }
        guard case .object(let object) = text.value else {
            throw Problem("a configuration must be an object, and this is \(text.value.kind)")
        }
        var settings = ServerSettings()
        for member in object.members {
            guard let key = ServerSettings.Key(rawValue: member.key) else {
                throw .unknown(member.key, among: ServerSettings.Key.allCases.map(\.rawValue))
            }
            try Setting(key: key, name: member.key, value: member.value).set(in: &settings)
        }
        return settings
    }

    // MARK: Text

    /// Returns the text with a space for each byte of a comment, so that errors keep their positions. A comment is `//`
    /// up to the end of the line, or `/* */` without nesting. Strings contain no comments.
    static func withoutComments(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        var plain = bytes
        var index = 0
        var isInString = false
        func next(_ offset: Int) -> UInt8? { index + offset < plain.count ? plain[index + offset] : nil }
        while let byte = next(0) {
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
                index += 1
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "/") {
                while let byte = next(0), byte != 0x0A {
                    plain[index] = 0x20
                    index += 1
                }
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "*") {
                let start = index
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
                while let byte = next(0), !(byte == UInt8(ascii: "*") && next(1) == UInt8(ascii: "/")) {
                    if byte != 0x0A { plain[index] = 0x20 }
                    index += 1
                }
                guard index < plain.count else {
                    throw Problem("\(place(start, in: bytes)): a comment is not closed")
                }
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
            } else {
                if byte == UInt8(ascii: "\"") { isInString = true }
                index += 1
            }
        }
        return plain
    }

    private static func place(_ offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        let column = offset - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return "line \(line), column \(column)"
    }
}
