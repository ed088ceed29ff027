package import ChatProtocol

/// The subject of an event, for searches in the journal.
package struct EventSubject {
    /// The id of the message, the notice, the share and so on.
    package var about: String?
    /// The conversation of the event.
    package var conversation: ConversationID?
    /// The app of the event.
    package var app: AppID?
    /// The links of the event, as they are written.
    package var urls: [String] = []
    /// The text, the title or a summary.
    package var text: String?
}

extension EventSubject {
    /// Returns a link in the canonical form for comparisons; nil if the text is no web address.
    package static func canonicalLink(_ text: String) -> String? { (try? CanonicalURL(text))?.text }

    /// Creates the subject of an event about a share.
    init(_ share: Share) {
        self.init(about: share.id.rawValue, app: share.app, urls: [share.url], text: share.title)
    }

    /// Creates the subject of an event about a consent request.
    init(_ request: ConsentRequest) {
        self.init(
            about: request.id.rawValue, conversation: request.conversation, app: request.app, urls: [request.url])
    }
}
