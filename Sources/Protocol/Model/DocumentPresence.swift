/// Who has a document open: told to whoever is there, and kept nowhere.
public struct DocumentPresence: Sendable, Equatable {
    /// Which document.
    public var document: DocumentID
    /// Its link.
    public var url: String
    /// Who has it open, each once, however many devices they have it open on.
    public var active: [Handle]

    /// Those people have it open.
    public init(document: DocumentID, url: String, active: [Handle]) {
        self.document = document
        self.url = url
        self.active = active
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("document", document)
        json.member("url", url)
        json.member("active", active)
    }
}

/// How many people have a document open, for an app: who they are has no field (law 7).
public struct AppDocumentPresence: Sendable, Equatable {
    /// Which document.
    public var document: DocumentID
    /// Its link.
    public var url: String
    /// How many people have it open.
    public var activeParticipantCount: Int

    /// What an app is told of it.
    public init(_ presence: DocumentPresence) {
        document = presence.document
        url = presence.url
        activeParticipantCount = presence.active.count
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("document", document)
        json.member("url", url)
        json.member("activeParticipantCount", activeParticipantCount)
    }
}
