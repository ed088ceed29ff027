public import ChatConnection
public import ChatProtocol

/// An app that runs as somebody: it is told of its own highlights, and never of names, conversations or texts.
///
/// Every method of `docs/reference/protocol.md` that an app may call is there by its name: `notes.highlightCenter.postNotice(…)`.
public struct AppClient: Sendable {
    /// Its bundle id.
    public let id: AppID
    /// Whom it runs as.
    public let person: Handle
    /// The session.
    public let connection: ClientSession

    /// Tells what its person did in a shared document.
    ///
    /// - Returns: the notices that it became, one a conversation.
    @discardableResult
    public func post(_ event: PostNotice.Event, about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.postNotice(url: share.url, event: event)
    }

    /// What waits about a document was seen in the app.
    @discardableResult
    public func clearNotices(about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.clearNotices(url: share.url)
    }

    /// The app's highlights of its person, ranked.
    public func highlights() async throws(ClientFailure) -> [AppHighlight] { try await highlight.list().highlights }
}

extension PostNotice.Event {
    /// The content was worked on.
    public static var edit: Self { .change(.edit) }
    /// Somebody commented.
    public static var comment: Self { .change(.comment) }

    /// Somebody was mentioned.
    public static func mention(of person: PersonClient) -> Self { .mention(.handle(person.handle)) }

    /// A person joined the collaboration.
    public static func added(_ person: PersonClient) -> Self {
        .membership(.addedCollaborator, .handle(person.handle))
    }

    /// A person left the collaboration, or was removed.
    public static func removed(_ person: PersonClient) -> Self {
        .membership(.removedCollaborator, .handle(person.handle))
    }

    /// It has another name.
    public static func rename(to title: String) -> Self { .persistence(.renamed(to: title)) }
}
