/// The official JSON messages of documents, pickles and errors, one per line. The command `chat-client gherkin FILE`
/// prints them, and tests compare them with those of the official parser.
public enum Messages {
    /// Returns the message of the file itself: `{"source": …}`.
    public static func line(forSource text: String, path: String, notation: Notation = .plain) -> String {
        let kind = notation == .plain ? "plain" : "markdown"
        let source: JSONLine = [
            "data": .string(text), "mediaType": .string("text/x.cucumber.gherkin+\(kind)"), "uri": .string(path),
        ]
        return (["source": source] as JSONLine).text
    }

    /// Returns the message of a document: `{"gherkinDocument": …}`.
    public static func line(for document: GherkinDocument, path: String) -> String {
        (["gherkinDocument": MessageWriter().document(document, path: path)] as JSONLine).text
    }

    /// Returns the message of a pickle: `{"pickle": …}`.
    public static func line(for pickle: Pickle) -> String {
        (["pickle": MessageWriter().pickle(pickle)] as JSONLine).text
    }

    /// Returns the message of an error: `{"parseError": …}`.
    public static func line(for complaint: Complaint, path: String) -> String {
        let source: JSONLine = ["location": MessageWriter.location(complaint.location), "uri": .string(path)]
        let error: JSONLine = ["message": .string(complaint.description), "source": source]
        return (["parseError": error] as JSONLine).text
    }
}
