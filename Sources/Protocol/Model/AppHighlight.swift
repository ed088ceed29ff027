/// A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text
/// (`privacy-no-threads`, `highlight-fields`).
public struct AppHighlight: Sendable, Equatable {
    /// What a collaboration adds (`collab-highlight-fields`).
    public struct Collaboration: Sendable, Equatable {
        /// The same for every participant.
        public var collaborationIdentifier: ShareID
        /// The document's title.
        public var title: String
        /// The uniform type identifier of the content.
        public var contentType: String
        /// When it was first shared.
        public var createdAt: Instant

        /// The collaboration's own fields.
        public init(collaborationIdentifier: ShareID, title: String, contentType: String, createdAt: Instant) {
            self.collaborationIdentifier = collaborationIdentifier
            self.title = title
            self.contentType = contentType
            self.createdAt = createdAt
        }
    }

    /// Its id, the same for ever.
    public var id: HighlightID
    /// The link, canonical.
    public var url: String
    /// What a collaboration adds; nil for a plain link.
    public var collaboration: Collaboration?

    /// A highlight with all that an app may know.
    public init(id: HighlightID, url: String, collaboration: Collaboration?) {
        self.id = id
        self.url = url
        self.collaboration = collaboration
    }
}

extension AppHighlight: JSONWritable {
    /// Appends the object of `highlight.list` for an app.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("url", url)
            if let collaboration {
                $0.member("collaborationIdentifier", collaboration.collaborationIdentifier)
                $0.member("title", collaboration.title)
                $0.member("contentType", collaboration.contentType)
                $0.member("createdAt", collaboration.createdAt)
            }
        }
    }
}

/// A highlight that is on a shelf no longer: as its app sees it, or its id alone where nothing says any more which link
/// it was, because every message that held it was unsent.
public struct RemovedHighlight: Sendable, Equatable {
    /// Its id.
    public var id: HighlightID
    /// What it was, where that is known.
    public var highlight: AppHighlight?

    /// A highlight that is gone.
    public init(id: HighlightID, highlight: AppHighlight?) {
        self.id = id
        self.highlight = highlight
    }
}

extension RemovedHighlight: JSONWritable {
    /// Appends the highlight, or `{id}`.
    public func write(to json: inout JSONWriter) {
        if let highlight { return highlight.write(to: &json) }
        json.object { $0.member("id", id) }
    }
}

extension AppHighlight {
    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        url = try fields.string("url")
        guard let collaborationIdentifier: ShareID = try fields.optionalID("collaborationIdentifier") else { return }
        collaboration = Collaboration(
            collaborationIdentifier: collaborationIdentifier, title: try fields.string("title"),
            contentType: try fields.string("contentType"), createdAt: try fields.instant("createdAt"))
    }
}
