import ChatProtocol
import ChatSystem

/// `chat-server schema`: the contract for other languages, from the description that the code uses too.
public enum SchemaCommand {
    /// The document to print; nil prints the help.
    public enum Part: String, CaseIterable, Sendable {
        /// The JSON Schema of the notifications.
        case notifications
        /// The OpenRPC document of the methods.
        case openrpc
        /// The methods and the notifications as tables for the reference.
        case tables
    }

    /// Reads the words after `schema`.
    ///
    /// - Throws: ``ServerArguments/UsageError`` for an unknown document.
    static func part(_ words: [String]) throws(ServerArguments.UsageError) -> Part? {
        if words.contains("--help") || words.contains("-h") { return nil }
        guard let word = words.first else { return .notifications }
        guard words.count == 1, let part = Part(rawValue: word) else {
            let wrong = words.count == 1 ? word : words[1]
            let nearest = Spelling.nearest(to: wrong, among: Part.allCases.map(\.rawValue))
            let hint = nearest.map { "did you mean \($0)?" } ?? "see chat-server schema --help"
            throw ServerArguments.UsageError(message: "schema does not take “\(wrong)”; \(hint)")
        }
        return part
    }

    /// Prints the document.
    static func run(_ part: Part?) {
        let text =
            switch part {
            case .notifications: ContractText.notificationSchema + "\n"
            case .openrpc: ContractText.openRPC + "\n"
            case .tables: ContractText.reference + "\n"
            case nil: help
            }
        StandardStream.output.write(text)
    }

    private static let help = """
        chat-server schema: the contract of requests and notifications, for programs.

        USAGE
          chat-server schema [notifications]   a JSON Schema (2020-12) of every notification
          chat-server schema openrpc           every method, as an OpenRPC document; rpc.discover answers the same
          chat-server schema tables            both, as docs/reference/methods.md lists them

        """
}
