public import ChatProtocol

/// A fact that the core decided: what the log is made of, and all that the state is folded from.
///
/// A fact says what happened with everything that can differ between runs in it, so that the same log gives the
/// same state byte for byte (law 1).
public enum Event: Sendable, Equatable {
    /// Someone is known by that name from now on.
    case personNamed(Person)
    /// One person has another among their contacts from now on.
    case contactAdded(of: Handle, Handle)
    /// One person has another among their contacts no longer.
    case contactRemoved(of: Handle, Handle)
    /// A conversation began.
    case conversationCreated(ConversationID, creator: Handle, members: [Handle], name: String?)
    /// Somebody came; `after` is the number of the newest message then, because what came before is not theirs.
    case participantAdded(ConversationID, Handle, by: Handle, after: Int64)
    /// Somebody left or was removed.
    case participantRemoved(ParticipantRemoval)
    /// A conversation is called otherwise.
    case conversationRenamed(ConversationID, name: String, by: Handle)
    /// A group has another photo, or none.
    case conversationPhotoSet(ConversationID, photo: String?, by: Handle)
    /// Someone hides a conversation's alerts, or no longer.
    case conversationMuted(ConversationID, by: Handle, Bool)
    /// Someone marked a conversation as unread, whose newest message had that number.
    case conversationMarkedUnread(ConversationID, by: Handle, at: Int64)
    /// Which conversations stand at the top of someone's list, in order.
    case conversationsPinned(by: Handle, [ConversationID])
    /// Something was said.
    case messagePosted(Message)
    /// A message reads otherwise; `hadLinks` says whether links stood in it before.
    case messageChanged(Message, MessageChange, hadLinks: Bool)
    /// The content of a document that came with a message.
    case attachmentStored(AttachmentID, ConversationID, content: String)
    /// The content of a document is gone with its message.
    case attachmentErased(AttachmentID, ConversationID)
    /// Someone has read a conversation up to that message; with the receipt that says so to the other one, if they do.
    case messagesRead(by: Handle, ConversationID, through: Int64, receipt: MessageID?)
    /// Someone pinned a link.
    case linkPinned(by: Handle, ConversationID, url: String)
    /// Someone unpinned a link.
    case linkUnpinned(by: Handle, url: String)
    /// Someone is asked for consent.
    case consentOffered(to: Handle, ConsentRequest)
    /// Someone answered.
    case consentAnswered(by: Handle, ConsentRequest, ConsentRequest.Answer)
    /// Someone switched automatic sharing.
    case sharingSwitched(by: Handle, SetSettings)
    /// An app and its domains came into being, or were replaced.
    case appRegistered(App)
    /// A website serves this association from now on, or nothing, whatever its apps were registered with.
    case sitePublished(DomainPattern, JSONValue?)
    /// A share was made, or is now like this; `told` are the people on it before or after, `by` who saved it, as far
    /// as that is known.
    case shareSaved(Share, told: [Handle], by: Handle? = nil)
    /// A share is no more; it reads as it last did.
    case shareStopped(Share)
    /// A notice stands in a thread, or has grown; `told` are those who see it.
    case noticePosted(Notice, told: [Handle], firstAt: Instant)
    /// Notices wait no longer for someone.
    case noticesCleared(of: Handle, [NoticeID])
    /// An observer let time pass in a world whose clock is virtual; the fact's own time is the new one.
    case timePassed
    /// Someone asked not to be shown a link again in Shared with You, or asked for it again.
    case highlightHidden(by: Handle, HighlightID, Bool)
    /// Someone used a link, in a way that counts for the order of their shelf.
    case highlightUsed(by: Handle, HighlightID, RankingSignal)
    /// Someone blocked somebody, or no longer does.
    case personBlocked(by: Handle, Handle, Bool)
    /// Shelves are other than they were.
    case shelvesChanged([ShelfChange])
    /// An app has something to answer.
    case actionRequested(CollaborationAction)
    /// An action needs no answer any more.
    case actionEnded(ActionID, RequestedAction.Outcome, app: AppID, person: Handle)
    /// A collaboration that somebody starts got further.
    case collaborationChanged(CollaborationStart, of: Handle)
    /// What is kept of a draft while its app is asked.
    case draftKept(StartID, ConversationID, KeptDraft)
    /// The draft is gone with its start's end.
    case draftErased(StartID, ConversationID)
    /// A request was answered that changed nothing: it stands here for its receipt alone.
    case requestAnswered
    /// A document came into being, or reads otherwise since that change; `told` are those who could read it then.
    case documentSaved(Document, DocumentChange, told: [Handle])
}

/// Somebody's end in a conversation, with what it was like then: that is the last that they are told of it.
public struct ParticipantRemoval: Sendable, Equatable {
    /// Which conversation.
    public var conversation: ConversationID
    /// Who is gone.
    public var person: Handle
    /// Who removed them; themselves if they left.
    public var actor: Handle
    /// The number of the newest message then.
    public var through: Int64
    /// The conversation's name then.
    public var name: String?
    /// Who stayed, in the order in which they joined.
    public var remaining: [Handle]
}

/// How the shelf of one app changed for one person.
public struct ShelfChange: Sendable, Equatable {
    /// Whose shelf.
    public var person: Handle
    /// Of which app.
    public var app: AppID
    /// What is new on it.
    public var added: [HighlightID]
    /// What is no longer on it.
    public var removed: [HighlightID]
    /// What stands elsewhere or looks otherwise.
    public var updated: [HighlightID]
    /// Whether more changed than the lists name.
    public var isCut = false

    /// Whether the list itself is the same, and only the permission changed.
    public var isSameList: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !isCut }
}

/// A fact with its place in the log.
public struct EventRecord: Sendable, Equatable {
    /// Its position: 1, 2, 3 … in its world; the `cursor` on the wire.
    public var position: Int64
    /// When it was decided.
    public var at: Instant
    /// What happened.
    public var event: Event
    /// The request that caused it, where its sender may retry it; only on the first event of a request.
    public var receipt: Receipt?

    /// A fact at its place.
    public init(position: Int64, at: Instant, event: Event, receipt: Receipt? = nil) {
        self.position = position
        self.at = at
        self.event = event
        self.receipt = receipt
    }
}

/// How a retry is recognised, and what it is answered.
public struct Receipt: Sendable, Equatable {
    /// Who asked: a handle, or a handle with the app that runs as it.
    public var sender: String
    /// The sender's own id for the request.
    public var clientID: String
    /// The result object that was answered, as JSON; empty where the event itself says it.
    public var result: [UInt8]

    /// A receipt.
    public init(sender: String, clientID: String, result: [UInt8]) {
        self.sender = sender
        self.clientID = clientID
        self.result = result
    }
}

extension Event {
    /// Whether the state that lives in memory depends on it. A plain message does not: its conversation's head
    /// comes from the store (law 3), so that old messages cost nothing at start-up.
    public var isHot: Bool {
        switch self {
        case .messagePosted(let message): !message.links.isEmpty
        case .messageChanged(_, .reacted, _): false
        case .messageChanged(let message, _, let hadLinks): hadLinks || !message.links.isEmpty
        case .attachmentStored, .attachmentErased, .timePassed, .shelvesChanged, .requestAnswered: false
        case .personNamed, .contactAdded, .contactRemoved, .conversationCreated, .participantAdded,
            .participantRemoved, .conversationRenamed, .conversationPhotoSet, .conversationMuted,
            .conversationMarkedUnread,
            .conversationsPinned, .messagesRead, .linkPinned, .linkUnpinned, .consentOffered, .consentAnswered,
            .sharingSwitched, .appRegistered, .sitePublished, .shareSaved, .shareStopped,
            .highlightHidden, .highlightUsed, .personBlocked,
            .noticePosted, .noticesCleared:
            true
        case .actionRequested, .actionEnded, .collaborationChanged, .draftKept, .draftErased: true
        // What stands in a document comes from the newest fact of each (decision 17); where it is, from these.
        case .documentSaved(_, let change, _): change.kind != .edited && change.kind != .commented
        }
    }

    /// The message that it is about, as it reads since then.
    var message: Message? {
        switch self {
        case .messagePosted(let message), .messageChanged(let message, _, _): message
        default: nil
        }
    }
}
