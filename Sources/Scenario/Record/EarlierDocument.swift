import ChatProtocol

/// A document from before the recording, in its state at that time.
struct EarlierDocument {
    /// A notice that still collects events, and the start of its collection.
    struct GrowingNotice {
        let notice: Notice
        let firstAt: Instant
    }

    let url: String
    let app: AppID
    let title: String
    let owner: Handle
    let createdAt: Instant
    /// The document; nil if it was deleted.
    var content: DocumentView?
    /// The share; nil if the document is not shared.
    var share: Share?
    /// The conversations that contain its link, in the order of the conversations.
    var places: [ConversationID] = []
    /// The participants of its last share when the owner stopped it, and the time; nil if the share was not stopped.
    var stop: (people: [Handle], at: Instant)?
    /// The notices about the document that may still collect events during the recording.
    var growing: [GrowingNotice] = []

    /// Creates an entry for a document, without its share.
    init(_ document: DocumentView) {
        (url, app, title) = (document.url, document.app, document.title)
        (owner, createdAt, content) = (document.owner, document.createdAt, document)
    }

    /// Creates an entry for a share whose document cannot be read.
    init(_ share: Share) {
        (url, app, title) = (share.url, share.app, share.title)
        (owner, createdAt, self.share) = (share.owner, share.createdAt, share)
    }

    /// True if its app must be asked before anyone joins.
    var isKeptByItsApp: Bool { share?.backend == .custom }
}
