public import ChatProtocol

/// What is known of a collaboration before it has a link, and when it starts: the simulator's
/// `SWCollaborationMetadata` (`meta-create`, `meta-fields`).
public final class CollaborationMetadata {
    /// The sending app's own name for the document; nobody else is ever sent it (`meta-local-id`).
    public let localIdentifier: String?
    /// By which it is known on every device; nil for a draft.
    public let collaborationIdentifier: String?
    /// What it is called.
    public var title: String?
    /// The options as the app offers them.
    public var defaultShareOptions: CollaborationShareOptions?
    /// The same with what the person chose.
    public var userSelectedShareOptions: CollaborationShareOptions?
    /// Which account of the sender is used: on the sender's own draft alone (`meta-initiator-private`).
    public var initiatorHandle: Handle?
    /// The sender's name: on the sender's own draft alone.
    public var initiatorNameComponents: String?

    /// A draft.
    public init(localIdentifier: String) {
        self.localIdentifier = localIdentifier
        collaborationIdentifier = nil
    }

    /// A collaboration that is there already.
    public init(collaborationIdentifier: String) {
        localIdentifier = nil
        self.collaborationIdentifier = collaborationIdentifier
    }

    /// The metadata of an action.
    init(_ told: RequestedAction.Metadata) {
        localIdentifier = told.localIdentifier
        collaborationIdentifier = told.collaborationIdentifier
        title = told.title
        defaultShareOptions = CollaborationShareOptions(told.defaultShareOptions)
        userSelectedShareOptions = CollaborationShareOptions(told.userSelectedShareOptions)
    }
}
