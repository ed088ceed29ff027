public import ChatConnection
public import ChatProtocol

/// The client of an app that runs as a person. It receives the highlights of the app, and never the name of a person, a
/// conversation or the text of a message.
///
/// It has every method of `docs/reference/protocol.md` that an app may call, such as
/// `notes.highlightCenter.postNotice(…)`.
public struct AppClient: Sendable {
    /// The app's bundle id.
    public let id: AppID
    /// The person as whom the app runs.
    public let person: Handle
    /// The session.
    public let connection: ClientSession

    /// Posts an event of the person in a shared document.
    ///
    /// - Returns: The notices for the event, one for each conversation.
    @discardableResult
    public func post(_ event: PostNotice.Event, about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.postNotice(url: share.url, event: event)
    }

    /// Clears the notices about a document that the person has seen in the app.
    ///
    /// - Returns: The cleared notices.
    @discardableResult
    public func clearNotices(about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.clearNotices(url: share.url)
    }

    /// Returns the app's highlights for its person, ranked.
    public func highlights() async throws(ClientFailure) -> [AppHighlight] { try await highlight.list().highlights }
}

extension PostNotice.Event {
    /// A person edited the content.
    public static var edit: Self { .change(.edit) }
    /// A person commented.
    public static var comment: Self { .change(.comment) }

    /// A person was mentioned.
    public static func mention(of person: PersonClient) -> Self { .mention(.handle(person.handle)) }

    /// A person joined the collaboration.
    public static func added(_ person: PersonClient) -> Self {
        .membership(.addedCollaborator, .handle(person.handle))
    }

    /// A person left the collaboration, or was removed.
    public static func removed(_ person: PersonClient) -> Self {
        .membership(.removedCollaborator, .handle(person.handle))
    }

    /// A person renamed the document.
    public static func rename(to title: String) -> Self { .persistence(.renamed(to: title)) }
}
