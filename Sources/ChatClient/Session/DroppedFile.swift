import ChatProtocol

/// A file that was dropped onto the terminal: terminals paste its path, quoted in one way or another.
enum DroppedFile {
    /// The path that a pasted text is; nil where it is anything else.
    static func path(in text: String) -> String? {
        guard text.utf8.count <= 16_384 else { return nil }
        var path = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1 ? text[...] : ""
        while path.last == " " { path.removeLast() }
        for quote in ["'", "\""] where path.hasPrefix(quote) && path.hasSuffix(quote) && path.count > 2 {
            path = path.dropFirst().dropLast()
        }
        if path.hasPrefix("file://") {
            let rest = path.dropFirst(7)
            return percentDecoded(rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...])
        }
        guard path.hasPrefix("/"), path.utf8.count < 4_096 else { return nil }
        var plain = ""
        var isEscaped = false
        for character in path {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            plain.append(character)
            isEscaped = false
        }
        return plain
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
