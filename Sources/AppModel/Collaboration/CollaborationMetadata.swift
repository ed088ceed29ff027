public import ChatProtocol

/// The metadata of a collaboration before it has a link and when it starts: the simulator's `SWCollaborationMetadata`
/// (`meta-create`, `meta-fields`).
public final class CollaborationMetadata {
    /// The sending app's own identifier of the document, which no other person receives (`meta-local-id`).
    public let localIdentifier: String?
    /// The identifier of the collaboration on every device; nil for a draft.
    public let collaborationIdentifier: String?
    /// The title of the document.
    public var title: String?
    /// The options as the app offers them.
    public var defaultShareOptions: CollaborationShareOptions?
    /// The options with the person's choices.
    public var userSelectedShareOptions: CollaborationShareOptions?
    /// The sender's account; set only on the sender's own draft (`meta-initiator-private`).
    public var initiatorHandle: Handle?
    /// The sender's name; set only on the sender's own draft.
    public var initiatorNameComponents: String?

    /// Creates a draft.
    public init(localIdentifier: String) {
        self.localIdentifier = localIdentifier
        collaborationIdentifier = nil
    }

    /// Creates the metadata of a collaboration that exists.
    public init(collaborationIdentifier: String) {
        localIdentifier = nil
        self.collaborationIdentifier = collaborationIdentifier
    }

    /// Creates the metadata of an action.
    init(_ told: RequestedAction.Metadata) {
        localIdentifier = told.localIdentifier
        collaborationIdentifier = told.collaborationIdentifier
        title = told.title
        defaultShareOptions = CollaborationShareOptions(told.defaultShareOptions)
        userSelectedShareOptions = CollaborationShareOptions(told.userSelectedShareOptions)
    }
}
