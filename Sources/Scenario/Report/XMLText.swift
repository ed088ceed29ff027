/// Escaping of text for XML 1.0.
enum XMLText {
    /// Returns the text escaped for use between tags.
    static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

    /// Returns the text escaped for use between double quotes. Line ends become character references, because readers
    /// would turn them into spaces.
    static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += isAttribute ? "&quot;" : "\""
            case "\t", "\n":
                if isAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
            case "\r": result += "&#13;"
            // XML cannot contain these characters, not even escaped.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
