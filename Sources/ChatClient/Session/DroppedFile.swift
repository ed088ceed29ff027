import ChatProtocol
import ChatScreens

/// A file that was dropped onto the terminal. Terminals paste its path, with different kinds of quoting.
enum DroppedFile {
    /// Returns the paths in a pasted text: one, or several in lines or separated by spaces.
    ///
    /// - Parameter isFile: returns true if there is a file at a path.
    /// - Returns: the paths; none if the text has anything else.
    static func paths(in text: String, isFile: (String) -> Bool) -> [String] {
        guard text.utf8.count <= 16_384 else { return [] }
        for parts in [text.split(whereSeparator: \.isNewline), words(of: text)] where parts.count > 1 {
            let paths = parts.map { path(in: String($0)) ?? "" }
            if paths.allSatisfy(isFile) { return paths }
        }
        if let path = path(in: text), isFile(path) { return [path] }
        return []
    }

    /// Returns the words of a text, split as by a shell: a blank in quotes or after a backslash ends no word.
    private static func words(of text: String) -> [Substring] {
        var quote: Character?
        var isEscaped = false
        return text.split { character in
            defer { isEscaped = character == "\\" && !isEscaped && quote == nil }
            if isEscaped { return false }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else {
                return character.isWhitespace
            }
            return false
        }
    }

    /// Returns the path that a pasted text consists of; nil if the text is anything else.
    static func path(in text: String) -> String? {
        guard text.utf8.count <= 16_384 else { return nil }
        var path = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1 ? text[...] : ""
        while path.last == " " { path.removeLast() }
        if let typed = try? TypedPath(String(path)), typed.isQuoted {
            guard typed.rest.isEmpty, !typed.path.hasPrefix("file://") else { return nil }
            return typed.path.hasPrefix("/") && typed.path.utf8.count < 4_096 ? typed.path : nil
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
