/// A JSON text with its members in the order in which they were given.
indirect enum SchemaText {
    case text(String)
    case bare(String)
    case list([SchemaText])
    case object([(String, SchemaText)])

    /// The text on lines, each level two spaces in, and on one line what has room there. No string in it holds a line
    /// feed, so that it is the same without its line feeds and what stands before the words of a line.
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
