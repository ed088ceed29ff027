/// The official JSON messages of documents, pickles and errors, one line each: what `chat-client gherkin FILE`
/// prints, and what this parser is held against the official one by.
public enum Messages {
    /// `{"source": …}`: the file itself.
    public static func line(forSource text: String, path: String, notation: Notation = .plain) -> String {
        let kind = notation == .plain ? "plain" : "markdown"
        return JSONLine.object([
            (
                "source",
                .object([
                    ("data", .string(text)), ("mediaType", .string("text/x.cucumber.gherkin+\(kind)")),
                    ("uri", .string(path)),
                ])
            )
        ]).text
    }

    /// `{"gherkinDocument": …}`.
    public static func line(for document: Document, path: String) -> String {
        JSONLine.object([
            ("gherkinDocument", MessageWriter.document(document, path: path))
        ]).text
    }

    /// `{"pickle": …}`.
    public static func line(for pickle: Pickle) -> String {
        JSONLine.object([("pickle", MessageWriter.pickle(pickle))]).text
    }

    /// `{"parseError": …}`.
    public static func line(for complaint: Complaint, path: String) -> String {
        let source = JSONLine.object([
            ("location", MessageWriter.location(complaint.location)), ("uri", .string(path)),
        ])
        return JSONLine.object([
            ("parseError", .object([("message", .string(complaint.description)), ("source", source)]))
        ]).text
    }
}
