import ChatProtocol

/// A document that was there before a recording began, as it stood then.
struct EarlierDocument {
    /// A notice that still grows, and since when.
    struct GrowingNotice {
        let notice: Notice
        let firstAt: Instant
    }

    let url: String
    let app: AppID
    let title: String
    let owner: Handle
    let createdAt: Instant
    /// What stands in it; nil where it was deleted.
    var content: DocumentView?
    /// How it is shared, and with whom.
    var share: Share?
    /// Where its link stands, in the order of the conversations.
    var places: [ConversationID] = []
    /// Who was on its last share when its owner stopped that, and when; nil where it was not stopped.
    var stop: (people: [Handle], at: Instant)?
    /// What is told of it and may grow in the story.
    var growing: [GrowingNotice] = []

    /// A document, whatever its share is.
    init(_ document: DocumentView) {
        (url, app, title) = (document.url, document.app, document.title)
        (owner, createdAt, content) = (document.owner, document.createdAt, document)
    }

    /// A shared document of which nothing can be read.
    init(_ share: Share) {
        (url, app, title) = (share.url, share.app, share.title)
        (owner, createdAt, self.share) = (share.owner, share.createdAt, share)
    }

    /// Whether its own app has to be asked before anybody is let in.
    var isKeptByItsApp: Bool { share?.backend == .custom }
}
