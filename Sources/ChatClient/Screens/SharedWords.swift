import ChatProtocol

/// The arguments of `/share`: a document of an app, with the choices for it.
struct SharedWords: Equatable {
    /// The title of the document.
    var title: String
    /// The name of its app; nil for the only known app.
    var app: String?
    /// The options to choose, given by their effects.
    var effects: [ShareOptions.Effect] = []
    /// True if a copy is sent.
    var isCopy = false
    /// The forms in which the document is sent in addition to its link. There are none unless the person names one,
    /// because the document has no content yet. Without one, a copy of a document that does not exist yet is a file.
    var forms: [Share.Representation] = []
}

extension SharedWords {
    private static let effects: [String: ShareOptions.Effect] = [
        "private": .private, "public": .public, "read": .readOnly, "write": .readWrite, "inviting": .inviting,
    ]

    private static let forms: [String: [Share.Representation]] = ["file": [.file], "text": [.text], "link": []]

    /// Parses `TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]`. A title that
    /// contains such words must be in quotes.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the arguments do not have this form or contradict each other.
    init(_ text: String) throws(SlashCommand.Mistake) {
        func wrong(_ text: String) -> SlashCommand.Mistake { SlashCommand.Mistake(text: text) }
        let usage = "/share TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]"
        var title: String?
        var rest = text
        if text.hasPrefix("\"") {
            let inner = text.dropFirst().prefix { $0 != "\"" }
            guard inner.count + 2 <= text.count else { throw wrong("The closing quote is missing: /share \"TITLE\"") }
            title = String(inner).trimmed
            rest = String(text.dropFirst(inner.count + 2)).trimmed
        }
        var words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
        var effects: [ShareOptions.Effect] = []
        var isCopy = false
        var forms: [Share.Representation]?
        if words.count > (title == nil ? 2 : 1), words[words.count - 2] == "as",
            let named = words.last.flatMap({ Self.forms[$0] })
        {
            forms = named
            words.removeLast(2)
        }
        while let last = words.last, title != nil || words.count > 1, last == "copy" || Self.effects[last] != nil {
            if last == "copy" { isCopy = true }
            if let effect = Self.effects[last] { effects.insert(effect, at: 0) }
            words.removeLast()
        }
        for pair in [[ShareOptions.Effect.private, .public], [.readOnly, .readWrite]]
        where pair.allSatisfy(effects.contains) {
            throw wrong("One of \(pair[0] == .private ? "private and public" : "read and write"), not both")
        }
        var app: String?
        if let with = words.lastIndex(of: "with"), with + 1 < words.count, title != nil || with > 0 {
            app = words[(with + 1)...].joined(separator: " ")
            words = Array(words[..<with])
        }
        guard title == nil || words.isEmpty else { throw wrong(usage) }
        let name = title ?? words.joined(separator: " ")
        guard !name.isEmpty else { throw wrong(usage) }
        self.init(title: name, app: app, effects: effects, isCopy: isCopy, forms: forms ?? [])
    }
}
