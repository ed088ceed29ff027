/// What the server says of itself on stderr: one line a thing that an operator may want to know. Never a message's
/// text, never a token.
public struct ServerLog: Sendable {
    /// How a line looks.
    public enum Format: String, CaseIterable, Sendable {
        /// For people.
        case text
        /// For programs: one JSON object a line.
        case json
    }

    private let format: Format
    private let write: @Sendable (String) -> Void

    /// A log that hands each line, with its line feed, to a closure.
    public init(format: Format, write: @escaping @Sendable (String) -> Void) {
        self.format = format
        self.write = write
    }

    /// A log that nobody reads.
    public static let silent = ServerLog(format: .text) { _ in }

    func note(_ event: String, _ details: [(key: String, value: String)] = []) {
        switch format {
        case .text:
            write(event + details.map { " \($0.key)=\(Self.onOneLine($0.value))" }.joined() + "\n")
        case .json:
            let members = [("event", event)] + details.map { ($0.key, $0.value) }
            write("{" + members.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}\n")
        }
    }

    /// A value that a client chose must not look like a line of the server's own.
    private static func onOneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
