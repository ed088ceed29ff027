public import ChatProtocol

/// Why something about a share came to nothing.
public enum SharingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The share was never saved: it has no link and nobody on it yet.
    case notSaved
    /// The record is shared already: that share is managed, no second one is made (`ucs-init-new`).
    case alreadyShared
    /// Anyone with the link takes part: people are named only in a private share (`ck-no-mix`).
    case publicShare
    /// The owner is on their share for as long as it is one.
    case owner
    /// That person is not on the share.
    case notAParticipant(Handle)
    /// The screens need a control to point at before they are presented (`ucs-popover`).
    case noAnchor
    /// The screens are not on the screen.
    case notPresented
    /// What was asked for is not offered to this person, or not with these options.
    case notOffered
    /// Nobody was chosen, and the link is for invited people only (`ucs-invite-screen`).
    case nobodyChosen
    /// The person is no longer in the conversation that they chose for the link.
    case conversationGone
    /// An answer is still waited for.
    case busy
    /// The preparation handler gave neither a share nor an error.
    case nothingPrepared
    /// The server refused it: why, and in words.
    case refused(RPCError.Reason, String)
    /// The server's answer is not what the contract says.
    case unreadable(String)

    /// The error that a refusal stands for.
    package init(_ refusal: RPCError) { self = .refused(refusal.reason, refusal.sentence) }

    /// What a person can act on.
    public var description: String {
        switch self {
        case .notSaved: "The share is not saved yet: save it, and then add people."
        case .alreadyShared: "The document is already shared: manage that share instead."
        case .publicShare: "Anyone with the link can join: restrict access to invited people first."
        case .owner: "The owner cannot be changed or removed."
        case .notAParticipant(let handle): "\(handle) is not a participant."
        case .noAnchor: "Set popoverPresentationController.sourceItem before presenting."
        case .notPresented: "Present the controller first."
        case .notOffered: "This option is not available here."
        case .nobodyChosen: "Choose people, or let anyone with the link join."
        case .conversationGone: "The link was not sent: the conversation no longer exists. Choose another."
        case .busy: "The last change is still being saved."
        case .nothingPrepared: "The preparation handler gave neither a share nor an error."
        case .refused(_, let message): message
        case .unreadable(let what): "The server's answer cannot be read: \(what)."
        }
    }
}
