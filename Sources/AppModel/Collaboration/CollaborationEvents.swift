public import ChatProtocol

/// Notifies the other people in the conversation of what this person did to a document: an edit, a comment, a new name
/// or a mention (`ev-from-center`). The server notifies them only if an app posts an event. This class posts the events
/// of a simulated app.
///
/// A change becomes one notice, also if the person runs the app on several devices. All devices post it under the same
/// client id, which consists of the document's id and its revision.
public final class CollaborationEvents {
    /// True if the app posts events. An app need not post any (`notice-optional`).
    public var isOn = true
    /// True if the app supports mentions. If false, it posts no mention (`ev-mention-precond`).
    public var postsMentions = true

    private let center: HighlightCenter
    /// The newest posted revision of each document. A session that resumes receives its own changes again. If the
    /// server refused an event before the document was shared, the event must not be posted later.
    private var posted: [DocumentID: Int64] = [:]

    /// Posts the events of the changes that a document service reports.
    public init(_ center: HighlightCenter, of documents: DocumentService) {
        self.center = center
        documents.onOwnChange = { [weak self] document, change in self?.post(change, of: document) }
    }

    /// Posts one change, and a mention for each mentioned person.
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
