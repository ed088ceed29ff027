/// The official JSON messages of documents, pickles and errors, one line each: what `chat-client gherkin FILE`
/// prints, and what this parser is held against the official one by.
public enum Messages {
    /// `{"source": …}`: the file itself.
    public static func line(forSource text: String, path: String, notation: Notation = .plain) -> String {
        let kind = notation == .plain ? "plain" : "markdown"
        let source: JSONLine = [
            "data": .string(text), "mediaType": .string("text/x.cucumber.gherkin+\(kind)"), "uri": .string(path),
        ]
        return (["source": source] as JSONLine).text
    }

    /// `{"gherkinDocument": …}`.
    public static func line(for document: GherkinDocument, path: String) -> String {
        (["gherkinDocument": MessageWriter().document(document, path: path)] as JSONLine).text
    }

    /// `{"pickle": …}`.
    public static func line(for pickle: Pickle) -> String {
        (["pickle": MessageWriter().pickle(pickle)] as JSONLine).text
    }

    /// `{"parseError": …}`.
    public static func line(for complaint: Complaint, path: String) -> String {
        let source: JSONLine = ["location": MessageWriter.location(complaint.location), "uri": .string(path)]
        let error: JSONLine = ["message": .string(complaint.description), "source": source]
        return (["parseError": error] as JSONLine).text
    }
}
