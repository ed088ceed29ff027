public import ChatProtocol

/// Tells the others in the conversation what this person did to a document: an edit, a comment, a new name, a mention
/// (`ev-from-center`). The server tells nobody by itself; an app does, and this is how a simulated one does it.
///
/// What was done once is told once, on however many devices the person runs the app: each says it under the same client
/// id, made of the document and its revision.
public final class CollaborationEvents {
    /// Whether anybody is told of anything: an app may post events, and need not (`notice-optional`).
    public var isOn = true
    /// Whether the app supports mentions; without, nobody is told of one (`ev-mention-precond`).
    public var postsMentions = true

    private let center: HighlightCenter
    /// The newest posted revision of each document. A session that resumes receives its own changes again. An event that
    /// was refused before the document was shared must not be posted then.
    private var posted: [DocumentID: Int64] = [:]

    /// Events of what the documents' service tells.
    public init(_ center: HighlightCenter, of documents: DocumentService) {
        self.center = center
        documents.onOwnChange = { [weak self] document, change in self?.post(change, of: document) }
    }

    /// Tells of one change, and apart from it those whom it mentions.
    public func post(_ change: SharedDocument.Change, of document: SharedDocument) {
        guard isOn, document.revision > posted[document.id] ?? 0 else { return }
        posted[document.id] = document.revision
        let id = "change-\(document.id)-\(document.revision)"
        center.post(Self.event(change.kind), about: document.url, clientID: id)
        guard postsMentions else { return }
        for identity in change.mentions {
            center.post(
                .mention(.identity(identity)), about: document.url, clientID: "\(id)-\(identity.rootHash)")
        }
    }

    private static func event(_ kind: DocumentChange.Kind) -> PostNotice.Event {
        switch kind {
        case .change(let trigger): .change(trigger)
        case .persistence(.created): .persistence(.created)
        case .persistence(.moved): .persistence(.moved)
        case .persistence(.deleted): .persistence(.deleted)
        case .persistence(.renamed(let title)): .persistence(.renamed(to: title))
        }
    }
}
