public import ChatProtocol

/// An error of an action on a share.
public enum SharingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The share was never saved. It has no link and no participants yet.
    case notSaved
    /// The record is already shared. Manage that share instead of a second one (`ucs-init-new`).
    case alreadyShared
    /// Anyone with the link has access. Only a private share names people (`ck-no-mix`).
    case publicShare
    /// The owner of a share cannot be changed or removed.
    case owner
    /// The person is not on the share.
    case notAParticipant(Handle)
    /// The screens have no anchor. Set one before they are presented (`ucs-popover`).
    case noAnchor
    /// The screens are not presented.
    case notPresented
    /// The action is not offered to this person, or not with these options.
    case notOffered
    /// No people are chosen, and only invited people have access (`ucs-invite-screen`).
    case nobodyChosen
    /// The person is no longer in the conversation that they chose for the link.
    case conversationGone
    /// The controller still waits for an answer.
    case busy
    /// The preparation handler gave neither a share nor an error.
    case nothingPrepared
    /// The server refused the request, with a reason and a sentence.
    case refused(RPCError.Reason, String)
    /// The server's answer does not follow the contract.
    case unreadable(String)

    /// Creates the error that corresponds to a refusal of the server.
    package init(_ refusal: RPCError) { self = .refused(refusal.reason, refusal.sentence) }

    /// A sentence on which a person can act.
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
        case .conversationGone: "The link was not sent: the conversation is not in your list any more. Choose another."
        case .busy: "The last change is still being saved."
        case .nothingPrepared: "The preparation handler gave neither a share nor an error."
        case .refused(_, let message): message
        case .unreadable(let what): "The server's answer cannot be read: \(what)."
        }
    }
}
