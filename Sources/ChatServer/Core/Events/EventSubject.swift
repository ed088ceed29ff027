package import ChatProtocol

/// What a fact is about, for whoever looks for it in the journal.
package struct EventSubject {
    /// The id of a message, a notice, a share …
    package var about: String?
    /// The conversation in which it stands.
    package var conversation: ConversationID?
    /// The app that it belongs to.
    package var app: AppID?
    /// The links that it is about, as they are written.
    package var urls: [String] = []
    /// What it says.
    package var text: String?
}

extension EventSubject {
    /// A share.
    init(_ share: Share) {
        self.init(about: share.id.rawValue, app: share.app, urls: [share.url], text: share.title)
    }

    /// A question about an app's links.
    init(_ request: ConsentRequest) {
        self.init(
            about: request.id.rawValue, conversation: request.conversation, app: request.app, urls: [request.url])
    }
}
