/// A JSON text whose members keep their order.
indirect enum SchemaText {
    case text(String)
    case bare(String)
    case list([SchemaText])
    case object([(String, SchemaText)])

    /// Returns the text in lines, indented by two spaces a level. A value that fits is on one line. No string contains
    /// a line feed, so the text is the same JSON without line feeds and indentation.
    func lines(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .bare(let word): return word
        case .list(let elements): return Self.lines("[", elements.map { $0.lines(inner) }, "]", indent)
        case .object(let members):
            return Self.lines("{", members.map { "\(Self.quoted($0.0)): \($0.1.lines(inner))" }, "}", indent)
        }
    }

    private static func lines(_ open: String, _ parts: [String], _ close: String, _ indent: String) -> String {
        let line = open + parts.joined(separator: ", ") + close
        if line.count <= 100, !line.contains("\n") { return line }
        return "\(open)\n" + parts.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            switch character {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            default: quoted.append(character)
            }
        }
        return quoted + "\""
    }
}
