package import ChatProtocol

extension ShelfChange {
    /// Whether the list itself is the same, and only the permission changed.
    var isSameList: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !isCut }
}

/// A fact with its place in the log.
package struct EventRecord: Sendable, Equatable {
    /// Its position: 1, 2, 3 … in its world; the `cursor` on the wire.
    package var position: Int64
    /// When it was decided.
    package var at: Instant
    /// What happened.
    package var event: Event
    /// The request that caused it, where its sender may retry it; only on the first event of a request.
    package var idempotency: IdempotencyRecord?

    /// A fact at its place.
    package init(position: Int64, at: Instant, event: Event, idempotency: IdempotencyRecord? = nil) {
        self.position = position
        self.at = at
        self.event = event
        self.idempotency = idempotency
    }
}

/// How a retry is recognised, and what it is answered.
package struct IdempotencyRecord: Sendable, Equatable {
    /// Who asked: a handle, or a handle with the app that runs as it.
    package var sender: String
    /// The sender's own id for the request.
    package var clientID: String
    /// The result object that was answered, as JSON; empty where the event itself says it.
    var result: [UInt8]

    /// A record of a request.
    package init(sender: String, clientID: String, result: [UInt8]) {
        self.sender = sender
        self.clientID = clientID
        self.result = result
    }
}

extension Event {
    /// Whether the state that lives in memory depends on it. A plain message does not: its conversation's head
    /// comes from the store (law 3), so that old messages cost nothing at start-up.
    package var isHot: Bool {
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
    package var message: Message? {
        switch self {
        case .messagePosted(let message), .messageChanged(let message, _, _): message
        default: nil
        }
    }
}
