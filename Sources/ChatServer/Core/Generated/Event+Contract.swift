// Written by script/contract: change the contract instead.
package import ChatProtocol

/// An event of the log. The state is folded from all events.
///
/// An event contains everything that can differ between runs, such as times and ids. The same log therefore gives the
/// same state, byte for byte.
package enum Event: Sendable, Equatable {
    /// A person has a new display name; `recipients` are the people who saw the person at that time. An older log does
    /// not have it.
    indirect case personNamed(_ event: PersonNamed)
    /// A person was added to another's contacts.
    indirect case contactAdded(_ event: ContactAdded)
    /// A person was removed from another's contacts.
    indirect case contactRemoved(_ event: ContactRemoved)
    /// A conversation began.
    indirect case conversationCreated(_ event: ConversationCreated)
    /// A person was added; `after` is the number of the newest message at that time. That message and earlier ones are
    /// not visible to them.
    indirect case participantAdded(_ event: ParticipantAdded)
    /// A person left or was removed; `by` is the same person if they left. `through` is the number of the newest
    /// message at that time, and `remaining` are the other members in order of joining. It is the last event of the
    /// conversation that the person receives.
    indirect case participantRemoved(_ event: ParticipantRemoved)
    /// A conversation was renamed.
    indirect case conversationRenamed(_ event: ConversationRenamed)
    /// A group photo was set or removed.
    indirect case conversationPhotoSet(_ event: ConversationPhotoSet)
    /// A person turned Hide Alerts on or off.
    indirect case conversationMuted(_ event: ConversationMuted)
    /// A person marked a conversation as unread, whose newest message had that number.
    indirect case conversationMarkedUnread(_ event: ConversationMarkedUnread)
    /// A person changed the pinned conversations of their list, in order.
    indirect case conversationsPinned(_ event: ConversationsPinned)
    /// A message was posted.
    case messagePosted(_ event: MessagePosted)
    /// A message was edited; `hadLinks` is true if it had links before.
    indirect case messageChanged(_ event: MessageChanged)
    /// The content of a message's attachment.
    indirect case attachmentStored(_ event: AttachmentStored)
    /// The content of an attachment was erased with its message.
    indirect case attachmentErased(_ event: AttachmentErased)
    /// A person has read a conversation up to that message; with the read receipt for the other person, if they send
    /// receipts.
    indirect case messagesRead(_ event: MessagesRead)
    /// A person deleted messages from their own view; `whole` is true if they deleted the conversation with everything
    /// in it.
    indirect case messagesDeleted(_ event: MessagesDeleted)
    /// A person recovered messages that they had deleted.
    indirect case messagesRestored(_ event: MessagesRestored)
    /// Deleted messages of a person can no longer be recovered.
    indirect case messagesErased(_ event: MessagesErased)
    /// A conversation that people had deleted returned to their lists.
    indirect case conversationReturned(_ event: ConversationReturned)
    /// A person pinned a link.
    indirect case linkPinned(_ event: LinkPinned)
    /// A person unpinned a link. An older log does not name the conversation.
    indirect case linkUnpinned(_ event: LinkUnpinned)
    /// A person was asked for consent.
    indirect case consentOffered(_ event: ConsentOffered)
    /// A person answered a consent request.
    indirect case consentAnswered(_ event: ConsentAnswered)
    /// A person set a switch of automatic sharing.
    indirect case sharingSwitched(_ event: SharingSwitched)
    /// An app and its domains were registered or replaced.
    indirect case appRegistered(_ event: AppRegistered)
    /// An app replaced its actions on the share sheet for one person; nil restores the registered ones.
    indirect case activitiesOffered(_ event: ActivitiesOffered)
    /// A person opened a link of an app that did not run for them; the link waits for the app's next start.
    indirect case linkStored(_ event: LinkStored)
    /// An app started and received the links that waited for it.
    indirect case storedLinksDelivered(_ event: StoredLinksDelivered)
    /// A website publishes this association, or none, independently of its registered apps.
    indirect case sitePublished(_ event: SitePublished)
    /// A share was created or changed. `recipients` are its participants before or after the change, and `by` is the
    /// person who saved it, if known. `changedAccess` are the people whose access to the document changed. `readers`
    /// have the link of a public share and do not participate. An older log has neither of these two lists.
    indirect case shareSaved(_ event: ShareSaved)
    /// A share ended, with its last state. `readers` have the link of a public share and did not participate.
    indirect case shareStopped(_ event: ShareStopped)
    /// A notice was posted in a thread, or grew. `recipients` are its readers who know all of its events. `earlier` are
    /// the earlier versions for readers who do not know the newest event. `besides` are the people who see the newest
    /// event in another notice.
    indirect case noticePosted(_ event: NoticePosted)
    /// Notices left a person's banner.
    indirect case noticesCleared(_ event: NoticesCleared)
    /// An observer advanced a virtual clock; the event's own time is the new time.
    case timePassed
    /// A person removed a link from Shared with You, or restored it.
    indirect case highlightHidden(_ event: HighlightHidden)
    /// A person used a link in a way that counts for the order of their shelf.
    indirect case highlightUsed(_ event: HighlightUsed)
    /// A person blocked or unblocked another.
    indirect case personBlocked(_ event: PersonBlocked)
    /// Shelves changed.
    indirect case shelvesChanged(_ event: ShelvesChanged)
    /// A device of a person has its first key in a collaboration. Its slot is the number of the person's earlier
    /// devices with keys.
    indirect case deviceAdded(_ event: DeviceAdded)
    /// A person showed a proof of identity to the app that holds the document of a share.
    indirect case identityProved(_ event: IdentityProved)
    /// An app must answer an action.
    indirect case actionRequested(_ event: ActionRequested)
    /// An action no longer needs an answer.
    indirect case actionEnded(_ event: ActionEnded)
    /// The start of a collaboration has a new state.
    indirect case collaborationChanged(_ event: CollaborationChanged)
    /// The stored part of a draft whose app was asked.
    indirect case draftStored(_ event: DraftStored)
    /// The stored part of a draft was erased when its start ended.
    indirect case draftErased(_ event: DraftErased)
    /// A request was answered without a change; this event only holds its receipt.
    case requestAnswered
    /// The original event was damaged, and was left out when the log was copied.
    case recordLost
    /// A document was created or changed; `recipients` are the people who could read it at that time.
    indirect case documentSaved(_ event: DocumentSaved)
}

extension Event: JSONRecord {
    /// The words of `event`.
    package enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `personNamed`
        case `contactAdded`
        case `contactRemoved`
        case `conversationCreated`
        case `participantAdded`
        case `participantRemoved`
        case `conversationRenamed`
        case `conversationPhotoSet`
        case `conversationMuted`
        case `conversationMarkedUnread`
        case `conversationsPinned`
        case `messagePosted`
        case `messageChanged`
        case `attachmentStored`
        case `attachmentErased`
        case `messagesRead`
        case `messagesDeleted`
        case `messagesRestored`
        case `messagesErased`
        case `conversationReturned`
        case `linkPinned`
        case `linkUnpinned`
        case `consentOffered`
        case `consentAnswered`
        case `sharingSwitched`
        case `appRegistered`
        case `activitiesOffered`
        case `linkStored` = "linkKept"
        case `storedLinksDelivered` = "keptLinksDelivered"
        case `sitePublished`
        case `shareSaved`
        case `shareStopped`
        case `noticePosted`
        case `noticesCleared`
        case `timePassed`
        case `highlightHidden`
        case `highlightUsed`
        case `personBlocked`
        case `shelvesChanged`
        case `deviceAdded`
        case `identityProved`
        case `actionRequested`
        case `actionEnded`
        case `collaborationChanged`
        case `draftStored` = "draftKept"
        case `draftErased`
        case `requestAnswered`
        case `recordLost`
        case `documentSaved`
    }

    /// Its word of `event`.
    package var kind: Kind {
        switch self {
            case .personNamed: .personNamed
            case .contactAdded: .contactAdded
            case .contactRemoved: .contactRemoved
            case .conversationCreated: .conversationCreated
            case .participantAdded: .participantAdded
            case .participantRemoved: .participantRemoved
            case .conversationRenamed: .conversationRenamed
            case .conversationPhotoSet: .conversationPhotoSet
            case .conversationMuted: .conversationMuted
            case .conversationMarkedUnread: .conversationMarkedUnread
            case .conversationsPinned: .conversationsPinned
            case .messagePosted: .messagePosted
            case .messageChanged: .messageChanged
            case .attachmentStored: .attachmentStored
            case .attachmentErased: .attachmentErased
            case .messagesRead: .messagesRead
            case .messagesDeleted: .messagesDeleted
            case .messagesRestored: .messagesRestored
            case .messagesErased: .messagesErased
            case .conversationReturned: .conversationReturned
            case .linkPinned: .linkPinned
            case .linkUnpinned: .linkUnpinned
            case .consentOffered: .consentOffered
            case .consentAnswered: .consentAnswered
            case .sharingSwitched: .sharingSwitched
            case .appRegistered: .appRegistered
            case .activitiesOffered: .activitiesOffered
            case .linkStored: .linkStored
            case .storedLinksDelivered: .storedLinksDelivered
            case .sitePublished: .sitePublished
            case .shareSaved: .shareSaved
            case .shareStopped: .shareStopped
            case .noticePosted: .noticePosted
            case .noticesCleared: .noticesCleared
            case .timePassed: .timePassed
            case .highlightHidden: .highlightHidden
            case .highlightUsed: .highlightUsed
            case .personBlocked: .personBlocked
            case .shelvesChanged: .shelvesChanged
            case .deviceAdded: .deviceAdded
            case .identityProved: .identityProved
            case .actionRequested: .actionRequested
            case .actionEnded: .actionEnded
            case .collaborationChanged: .collaborationChanged
            case .draftStored: .draftStored
            case .draftErased: .draftErased
            case .requestAnswered: .requestAnswered
            case .recordLost: .recordLost
            case .documentSaved: .documentSaved
        }
    }

    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("event") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("event")
        switch kind {
            case .personNamed:
                self = .personNamed(try PersonNamed(from: &fields))
            case .contactAdded:
                self = .contactAdded(try ContactAdded(from: &fields))
            case .contactRemoved:
                self = .contactRemoved(try ContactRemoved(from: &fields))
            case .conversationCreated:
                self = .conversationCreated(try ConversationCreated(from: &fields))
            case .participantAdded:
                self = .participantAdded(try ParticipantAdded(from: &fields))
            case .participantRemoved:
                self = .participantRemoved(try ParticipantRemoved(from: &fields))
            case .conversationRenamed:
                self = .conversationRenamed(try ConversationRenamed(from: &fields))
            case .conversationPhotoSet:
                self = .conversationPhotoSet(try ConversationPhotoSet(from: &fields))
            case .conversationMuted:
                self = .conversationMuted(try ConversationMuted(from: &fields))
            case .conversationMarkedUnread:
                self = .conversationMarkedUnread(try ConversationMarkedUnread(from: &fields))
            case .conversationsPinned:
                self = .conversationsPinned(try ConversationsPinned(from: &fields))
            case .messagePosted:
                self = .messagePosted(try MessagePosted(from: &fields))
            case .messageChanged:
                self = .messageChanged(try MessageChanged(from: &fields))
            case .attachmentStored:
                self = .attachmentStored(try AttachmentStored(from: &fields))
            case .attachmentErased:
                self = .attachmentErased(try AttachmentErased(from: &fields))
            case .messagesRead:
                self = .messagesRead(try MessagesRead(from: &fields))
            case .messagesDeleted:
                self = .messagesDeleted(try MessagesDeleted(from: &fields))
            case .messagesRestored:
                self = .messagesRestored(try MessagesRestored(from: &fields))
            case .messagesErased:
                self = .messagesErased(try MessagesErased(from: &fields))
            case .conversationReturned:
                self = .conversationReturned(try ConversationReturned(from: &fields))
            case .linkPinned:
                self = .linkPinned(try LinkPinned(from: &fields))
            case .linkUnpinned:
                self = .linkUnpinned(try LinkUnpinned(from: &fields))
            case .consentOffered:
                self = .consentOffered(try ConsentOffered(from: &fields))
            case .consentAnswered:
                self = .consentAnswered(try ConsentAnswered(from: &fields))
            case .sharingSwitched:
                self = .sharingSwitched(try SharingSwitched(from: &fields))
            case .appRegistered:
                self = .appRegistered(try AppRegistered(from: &fields))
            case .activitiesOffered:
                self = .activitiesOffered(try ActivitiesOffered(from: &fields))
            case .linkStored:
                self = .linkStored(try LinkStored(from: &fields))
            case .storedLinksDelivered:
                self = .storedLinksDelivered(try StoredLinksDelivered(from: &fields))
            case .sitePublished:
                self = .sitePublished(try SitePublished(from: &fields))
            case .shareSaved:
                self = .shareSaved(try ShareSaved(from: &fields))
            case .shareStopped:
                self = .shareStopped(try ShareStopped(from: &fields))
            case .noticePosted:
                self = .noticePosted(try NoticePosted(from: &fields))
            case .noticesCleared:
                self = .noticesCleared(try NoticesCleared(from: &fields))
            case .timePassed:
                self = .timePassed
            case .highlightHidden:
                self = .highlightHidden(try HighlightHidden(from: &fields))
            case .highlightUsed:
                self = .highlightUsed(try HighlightUsed(from: &fields))
            case .personBlocked:
                self = .personBlocked(try PersonBlocked(from: &fields))
            case .shelvesChanged:
                self = .shelvesChanged(try ShelvesChanged(from: &fields))
            case .deviceAdded:
                self = .deviceAdded(try DeviceAdded(from: &fields))
            case .identityProved:
                self = .identityProved(try IdentityProved(from: &fields))
            case .actionRequested:
                self = .actionRequested(try ActionRequested(from: &fields))
            case .actionEnded:
                self = .actionEnded(try ActionEnded(from: &fields))
            case .collaborationChanged:
                self = .collaborationChanged(try CollaborationChanged(from: &fields))
            case .draftStored:
                self = .draftStored(try DraftStored(from: &fields))
            case .draftErased:
                self = .draftErased(try DraftErased(from: &fields))
            case .requestAnswered:
                self = .requestAnswered
            case .recordLost:
                self = .recordLost
            case .documentSaved:
                self = .documentSaved(try DocumentSaved(from: &fields))
        }
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("event", kind)
        switch self {
            case .personNamed(let event):
                event.writeMembers(to: &json)
            case .contactAdded(let event):
                event.writeMembers(to: &json)
            case .contactRemoved(let event):
                event.writeMembers(to: &json)
            case .conversationCreated(let event):
                event.writeMembers(to: &json)
            case .participantAdded(let event):
                event.writeMembers(to: &json)
            case .participantRemoved(let event):
                event.writeMembers(to: &json)
            case .conversationRenamed(let event):
                event.writeMembers(to: &json)
            case .conversationPhotoSet(let event):
                event.writeMembers(to: &json)
            case .conversationMuted(let event):
                event.writeMembers(to: &json)
            case .conversationMarkedUnread(let event):
                event.writeMembers(to: &json)
            case .conversationsPinned(let event):
                event.writeMembers(to: &json)
            case .messagePosted(let event):
                event.writeMembers(to: &json)
            case .messageChanged(let event):
                event.writeMembers(to: &json)
            case .attachmentStored(let event):
                event.writeMembers(to: &json)
            case .attachmentErased(let event):
                event.writeMembers(to: &json)
            case .messagesRead(let event):
                event.writeMembers(to: &json)
            case .messagesDeleted(let event):
                event.writeMembers(to: &json)
            case .messagesRestored(let event):
                event.writeMembers(to: &json)
            case .messagesErased(let event):
                event.writeMembers(to: &json)
            case .conversationReturned(let event):
                event.writeMembers(to: &json)
            case .linkPinned(let event):
                event.writeMembers(to: &json)
            case .linkUnpinned(let event):
                event.writeMembers(to: &json)
            case .consentOffered(let event):
                event.writeMembers(to: &json)
            case .consentAnswered(let event):
                event.writeMembers(to: &json)
            case .sharingSwitched(let event):
                event.writeMembers(to: &json)
            case .appRegistered(let event):
                event.writeMembers(to: &json)
            case .activitiesOffered(let event):
                event.writeMembers(to: &json)
            case .linkStored(let event):
                event.writeMembers(to: &json)
            case .storedLinksDelivered(let event):
                event.writeMembers(to: &json)
            case .sitePublished(let event):
                event.writeMembers(to: &json)
            case .shareSaved(let event):
                event.writeMembers(to: &json)
            case .shareStopped(let event):
                event.writeMembers(to: &json)
            case .noticePosted(let event):
                event.writeMembers(to: &json)
            case .noticesCleared(let event):
                event.writeMembers(to: &json)
            case .timePassed: break
            case .highlightHidden(let event):
                event.writeMembers(to: &json)
            case .highlightUsed(let event):
                event.writeMembers(to: &json)
            case .personBlocked(let event):
                event.writeMembers(to: &json)
            case .shelvesChanged(let event):
                event.writeMembers(to: &json)
            case .deviceAdded(let event):
                event.writeMembers(to: &json)
            case .identityProved(let event):
                event.writeMembers(to: &json)
            case .actionRequested(let event):
                event.writeMembers(to: &json)
            case .actionEnded(let event):
                event.writeMembers(to: &json)
            case .collaborationChanged(let event):
                event.writeMembers(to: &json)
            case .draftStored(let event):
                event.writeMembers(to: &json)
            case .draftErased(let event):
                event.writeMembers(to: &json)
            case .requestAnswered: break
            case .recordLost: break
            case .documentSaved(let event):
                event.writeMembers(to: &json)
        }
    }
}

extension Event {
    /// A person has a new display name; `recipients` are the people who saw the person at that time. An older log does
    /// not have it.
    package struct PersonNamed: Sendable, Equatable, EventBehavior {
        package var person: Person
        package var recipients: [Handle]

        /// Creates a value from its members.
        package init(_ person: Person, recipients: [Handle] = []) {
            self.person = person
            self.recipients = recipients
        }
    }
}

extension Event.PersonNamed: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("person") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.read("person")
        recipients = try fields.readOptional("told") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("person", person)
        if !recipients.isEmpty { json.member("told", recipients) }
    }
}

extension Event {
    /// A person was added to another's contacts.
    package struct ContactAdded: Sendable, Equatable, EventBehavior {
        package var of: Handle
        package var contact: Handle

        /// Creates a value from its members.
        package init(of: Handle, _ contact: Handle) {
            self.of = of
            self.contact = contact
        }
    }
}

extension Event.ContactAdded: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("of") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        of = try fields.read("of")
        contact = try fields.read("contact")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("of", of)
        json.member("contact", contact)
    }
}

extension Event {
    /// A person was removed from another's contacts.
    package struct ContactRemoved: Sendable, Equatable, EventBehavior {
        package var of: Handle
        package var contact: Handle

        /// Creates a value from its members.
        package init(of: Handle, _ contact: Handle) {
            self.of = of
            self.contact = contact
        }
    }
}

extension Event.ContactRemoved: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("of") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        of = try fields.read("of")
        contact = try fields.read("contact")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("of", of)
        json.member("contact", contact)
    }
}

extension Event {
    /// A conversation began.
    package struct ConversationCreated: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var creator: Handle
        package var members: [Handle]
        package var name: String?

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, creator: Handle, members: [Handle] = [], name: String? = nil) {
            self.conversation = conversation
            self.creator = creator
            self.members = members
            self.name = name
        }
    }
}

extension Event.ConversationCreated: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        creator = try fields.read("creator")
        members = try fields.readOptional("members") ?? []
        name = try fields.readOptional("name")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("creator", creator)
        json.member("members", members)
        if let name { json.member("name", name) }
    }
}

extension Event {
    /// A person was added; `after` is the number of the newest message at that time. That message and earlier ones are
    /// not visible to them.
    package struct ParticipantAdded: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var person: Handle
        package var by: Handle
        package var after: Int64

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, _ person: Handle, by: Handle, after: Int64) {
            self.conversation = conversation
            self.person = person
            self.by = by
            self.after = after
        }
    }
}

extension Event.ParticipantAdded: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        person = try fields.read("person")
        by = try fields.read("by")
        after = try fields.read("after", in: 0...Int64.max)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("person", person)
        json.member("by", by)
        json.member("after", after)
    }
}

extension Event {
    /// A person left or was removed; `by` is the same person if they left. `through` is the number of the newest
    /// message at that time, and `remaining` are the other members in order of joining. It is the last event of the
    /// conversation that the person receives.
    package struct ParticipantRemoved: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var person: Handle
        package var by: Handle
        package var through: Int64
        package var name: String?
        package var remaining: [Handle]

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, _ person: Handle, by: Handle, through: Int64, name: String? = nil, remaining: [Handle] = []) {
            self.conversation = conversation
            self.person = person
            self.by = by
            self.through = through
            self.name = name
            self.remaining = remaining
        }
    }
}

extension Event.ParticipantRemoved: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        person = try fields.read("person")
        by = try fields.read("by")
        through = try fields.read("through", in: 0...Int64.max)
        name = try fields.readOptional("name")
        remaining = try fields.readOptional("remaining") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("person", person)
        json.member("by", by)
        json.member("through", through)
        if let name { json.member("name", name) }
        json.member("remaining", remaining)
    }
}

extension Event {
    /// A conversation was renamed.
    package struct ConversationRenamed: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var name: String
        package var by: Handle

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, name: String, by: Handle) {
            self.conversation = conversation
            self.name = name
            self.by = by
        }
    }
}

extension Event.ConversationRenamed: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        name = try fields.read("name")
        by = try fields.read("by")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("name", name)
        json.member("by", by)
    }
}

extension Event {
    /// A group photo was set or removed.
    package struct ConversationPhotoSet: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var photo: String?
        package var by: Handle

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, photo: String? = nil, by: Handle) {
            self.conversation = conversation
            self.photo = photo
            self.by = by
        }
    }
}

extension Event.ConversationPhotoSet: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        photo = try fields.readOptional("photo")
        by = try fields.read("by")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        if let photo { json.member("photo", photo) }
        json.member("by", by)
    }
}

extension Event {
    /// A person turned Hide Alerts on or off.
    package struct ConversationMuted: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var by: Handle
        package var muted: Bool

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, by: Handle, _ muted: Bool) {
            self.conversation = conversation
            self.by = by
            self.muted = muted
        }
    }
}

extension Event.ConversationMuted: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        by = try fields.read("by")
        muted = try fields.read("muted")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("by", by)
        json.member("muted", muted)
    }
}

extension Event {
    /// A person marked a conversation as unread, whose newest message had that number.
    package struct ConversationMarkedUnread: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var by: Handle
        package var at: Int64

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, by: Handle, at: Int64) {
            self.conversation = conversation
            self.by = by
            self.at = at
        }
    }
}

extension Event.ConversationMarkedUnread: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        by = try fields.read("by")
        at = try fields.read("at", in: 0...Int64.max)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("by", by)
        json.member("at", at)
    }
}

extension Event {
    /// A person changed the pinned conversations of their list, in order.
    package struct ConversationsPinned: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var conversations: [ConversationID]

        /// Creates a value from its members.
        package init(by: Handle, _ conversations: [ConversationID] = []) {
            self.by = by
            self.conversations = conversations
        }
    }
}

extension Event.ConversationsPinned: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        conversations = try fields.readOptional("conversations") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("conversations", conversations)
    }
}

extension Event {
    /// A message was posted.
    package struct MessagePosted: Sendable, Equatable, EventBehavior {
        package var message: Message

        /// Creates a value from its members.
        package init(_ message: Message) {
            self.message = message
        }
    }
}

extension Event.MessagePosted: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
    }
}

extension Event {
    /// A message was edited; `hadLinks` is true if it had links before.
    package struct MessageChanged: Sendable, Equatable, EventBehavior {
        package var message: Message
        package var change: MessageChange
        package var hadLinks: Bool

        /// Creates a value from its members.
        package init(_ message: Message, _ change: MessageChange, hadLinks: Bool = false) {
            self.message = message
            self.change = change
            self.hadLinks = hadLinks
        }
    }
}

extension Event.MessageChanged: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("message") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        message = try fields.read("message")
        change = try fields.read("change")
        hadLinks = try fields.readOptional("hadLinks") ?? false
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("message", message)
        json.member("change", change)
        if hadLinks { json.member("hadLinks", hadLinks) }
    }
}

extension Event {
    /// The content of a message's attachment.
    package struct AttachmentStored: Sendable, Equatable, EventBehavior {
        package var attachment: AttachmentID
        package var conversation: ConversationID
        package var content: String

        /// Creates a value from its members.
        package init(_ attachment: AttachmentID, _ conversation: ConversationID, content: String) {
            self.attachment = attachment
            self.conversation = conversation
            self.content = content
        }
    }
}

extension Event.AttachmentStored: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("attachment") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        attachment = try fields.read("attachment")
        conversation = try fields.read("conversation")
        content = try fields.read("content")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("attachment", attachment)
        json.member("conversation", conversation)
        json.member("content", content)
    }
}

extension Event {
    /// The content of an attachment was erased with its message.
    package struct AttachmentErased: Sendable, Equatable, EventBehavior {
        package var attachment: AttachmentID
        package var conversation: ConversationID

        /// Creates a value from its members.
        package init(_ attachment: AttachmentID, _ conversation: ConversationID) {
            self.attachment = attachment
            self.conversation = conversation
        }
    }
}

extension Event.AttachmentErased: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("attachment") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        attachment = try fields.read("attachment")
        conversation = try fields.read("conversation")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("attachment", attachment)
        json.member("conversation", conversation)
    }
}

extension Event {
    /// A person has read a conversation up to that message; with the read receipt for the other person, if they send
    /// receipts.
    package struct MessagesRead: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var conversation: ConversationID
        package var through: Int64
        package var receipt: MessageID?

        /// Creates a value from its members.
        package init(by: Handle, _ conversation: ConversationID, through: Int64, receipt: MessageID? = nil) {
            self.by = by
            self.conversation = conversation
            self.through = through
            self.receipt = receipt
        }
    }
}

extension Event.MessagesRead: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        conversation = try fields.read("conversation")
        through = try fields.read("through", in: 0...Int64.max)
        receipt = try fields.readOptional("receipt")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("conversation", conversation)
        json.member("through", through)
        if let receipt { json.member("receipt", receipt) }
    }
}

extension Event {
    /// A person deleted messages from their own view; `whole` is true if they deleted the conversation with everything
    /// in it.
    package struct MessagesDeleted: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var conversation: ConversationID
        package var runs: [DeletedRun]
        package var whole: Bool

        /// Creates a value from its members.
        package init(by: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = [], whole: Bool = false) {
            self.by = by
            self.conversation = conversation
            self.runs = runs
            self.whole = whole
        }
    }
}

extension Event.MessagesDeleted: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        conversation = try fields.read("conversation")
        runs = try fields.readOptional("messages") ?? []
        whole = try fields.readOptional("whole") ?? false
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("conversation", conversation)
        json.member("messages", runs)
        if whole { json.member("whole", whole) }
    }
}

extension Event {
    /// A person recovered messages that they had deleted.
    package struct MessagesRestored: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var conversation: ConversationID
        package var runs: [DeletedRun]

        /// Creates a value from its members.
        package init(by: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = []) {
            self.by = by
            self.conversation = conversation
            self.runs = runs
        }
    }
}

extension Event.MessagesRestored: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        conversation = try fields.read("conversation")
        runs = try fields.readOptional("messages") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("conversation", conversation)
        json.member("messages", runs)
    }
}

extension Event {
    /// Deleted messages of a person can no longer be recovered.
    package struct MessagesErased: Sendable, Equatable, EventBehavior {
        package var of: Handle
        package var conversation: ConversationID
        package var runs: [DeletedRun]

        /// Creates a value from its members.
        package init(of: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = []) {
            self.of = of
            self.conversation = conversation
            self.runs = runs
        }
    }
}

extension Event.MessagesErased: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("of") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        of = try fields.read("of")
        conversation = try fields.read("conversation")
        runs = try fields.readOptional("messages") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("of", of)
        json.member("conversation", conversation)
        json.member("messages", runs)
    }
}

extension Event {
    /// A conversation that people had deleted returned to their lists.
    package struct ConversationReturned: Sendable, Equatable, EventBehavior {
        package var conversation: ConversationID
        package var to: [Handle]

        /// Creates a value from its members.
        package init(_ conversation: ConversationID, to: [Handle] = []) {
            self.conversation = conversation
            self.to = to
        }
    }
}

extension Event.ConversationReturned: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("conversation") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        conversation = try fields.read("conversation")
        to = try fields.readOptional("to") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("to", to)
    }
}

extension Event {
    /// A person pinned a link.
    package struct LinkPinned: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var conversation: ConversationID
        package var url: String

        /// Creates a value from its members.
        package init(by: Handle, _ conversation: ConversationID, url: String) {
            self.by = by
            self.conversation = conversation
            self.url = url
        }
    }
}

extension Event.LinkPinned: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        conversation = try fields.read("conversation")
        url = try fields.read("url")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("conversation", conversation)
        json.member("url", url)
    }
}

extension Event {
    /// A person unpinned a link. An older log does not name the conversation.
    package struct LinkUnpinned: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var url: String
        package var conversation: ConversationID?

        /// Creates a value from its members.
        package init(by: Handle, url: String, conversation: ConversationID? = nil) {
            self.by = by
            self.url = url
            self.conversation = conversation
        }
    }
}

extension Event.LinkUnpinned: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        url = try fields.read("url")
        conversation = try fields.readOptional("conversation")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("url", url)
        if let conversation { json.member("conversation", conversation) }
    }
}

extension Event {
    /// A person was asked for consent.
    package struct ConsentOffered: Sendable, Equatable, EventBehavior {
        package var to: Handle
        package var request: ConsentRequest

        /// Creates a value from its members.
        package init(to: Handle, _ request: ConsentRequest) {
            self.to = to
            self.request = request
        }
    }
}

extension Event.ConsentOffered: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("to") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        to = try fields.read("to")
        request = try fields.read("request")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("to", to)
        json.member("request", request)
    }
}

extension Event {
    /// A person answered a consent request.
    package struct ConsentAnswered: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var request: ConsentRequest
        package var answer: ConsentRequest.Answer

        /// Creates a value from its members.
        package init(by: Handle, _ request: ConsentRequest, _ answer: ConsentRequest.Answer) {
            self.by = by
            self.request = request
            self.answer = answer
        }
    }
}

extension Event.ConsentAnswered: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        request = try fields.read("request")
        answer = try fields.read("answer")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("request", request)
        json.member("answer", answer)
    }
}

extension Event {
    /// A person set a switch of automatic sharing.
    package struct SharingSwitched: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var change: SetSettings

        /// Creates a value from its members.
        package init(by: Handle, _ change: SetSettings) {
            self.by = by
            self.change = change
        }
    }
}

extension Event.SharingSwitched: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        change = try SetSettings(from: &fields)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        change.writeMembers(to: &json)
    }
}

extension Event {
    /// An app and its domains were registered or replaced.
    package struct AppRegistered: Sendable, Equatable, EventBehavior {
        package var app: App

        /// Creates a value from its members.
        package init(_ app: App) {
            self.app = app
        }
    }
}

extension Event.AppRegistered: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
    }
}

extension Event {
    /// An app replaced its actions on the share sheet for one person; nil restores the registered ones.
    package struct ActivitiesOffered: Sendable, Equatable, EventBehavior {
        package var activities: [AppActivity]?
        package var app: AppID
        package var person: Handle

        /// Creates a value from its members.
        package init(_ activities: [AppActivity]? = nil, app: AppID, person: Handle) {
            self.activities = activities
            self.app = app
            self.person = person
        }
    }
}

extension Event.ActivitiesOffered: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        activities = try fields.readOptional("activities")
        app = try fields.read("app")
        person = try fields.read("person")
    }

    package func writeMembers(to json: inout JSONWriter) {
        if let activities { json.member("activities", activities) }
        json.member("app", app)
        json.member("person", person)
    }
}

extension Event {
    /// A person opened a link of an app that did not run for them; the link waits for the app's next start.
    package struct LinkStored: Sendable, Equatable, EventBehavior {
        package var app: AppID
        package var person: Handle
        package var url: String

        /// Creates a value from its members.
        package init(_ app: AppID, person: Handle, url: String) {
            self.app = app
            self.person = person
            self.url = url
        }
    }
}

extension Event.LinkStored: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        person = try fields.read("person")
        url = try fields.read("url")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("person", person)
        json.member("url", url)
    }
}

extension Event {
    /// An app started and received the links that waited for it.
    package struct StoredLinksDelivered: Sendable, Equatable, EventBehavior {
        package var app: AppID
        package var person: Handle

        /// Creates a value from its members.
        package init(_ app: AppID, person: Handle) {
            self.app = app
            self.person = person
        }
    }
}

extension Event.StoredLinksDelivered: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("app") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.read("app")
        person = try fields.read("person")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("app", app)
        json.member("person", person)
    }
}

extension Event {
    /// A website publishes this association, or none, independently of its registered apps.
    package struct SitePublished: Sendable, Equatable, EventBehavior {
        package var domain: DomainPattern
        package var association: JSONValue?

        /// Creates a value from its members.
        package init(_ domain: DomainPattern, _ association: JSONValue? = nil) {
            self.domain = domain
            self.association = association
        }
    }
}

extension Event.SitePublished: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("domain") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        domain = try fields.read("domain")
        association = try fields.readOptional("association")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("domain", domain)
        if let association { json.member("association", association) }
    }
}

extension Event {
    /// A share was created or changed. `recipients` are its participants before or after the change, and `by` is the
    /// person who saved it, if known. `changedAccess` are the people whose access to the document changed. `readers`
    /// have the link of a public share and do not participate. An older log has neither of these two lists.
    package struct ShareSaved: Sendable, Equatable, EventBehavior {
        package var share: Share
        package var recipients: [Handle]
        package var by: Handle?
        package var changedAccess: [Handle]
        package var readers: [Handle]

        /// Creates a value from its members.
        package init(_ share: Share, recipients: [Handle] = [], by: Handle? = nil, changedAccess: [Handle] = [], readers: [Handle] = []) {
            self.share = share
            self.recipients = recipients
            self.by = by
            self.changedAccess = changedAccess
            self.readers = readers
        }
    }
}

extension Event.ShareSaved: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("share") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        share = try fields.read("share")
        recipients = try fields.readOptional("told") ?? []
        by = try fields.readOptional("by")
        changedAccess = try fields.readOptional("changedAccess") ?? []
        readers = try fields.readOptional("readers") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("share", share)
        json.member("told", recipients)
        if let by { json.member("by", by) }
        if !changedAccess.isEmpty { json.member("changedAccess", changedAccess) }
        if !readers.isEmpty { json.member("readers", readers) }
    }
}

extension Event {
    /// A share ended, with its last state. `readers` have the link of a public share and did not participate.
    package struct ShareStopped: Sendable, Equatable, EventBehavior {
        package var share: Share
        package var readers: [Handle]

        /// Creates a value from its members.
        package init(_ share: Share, readers: [Handle] = []) {
            self.share = share
            self.readers = readers
        }
    }
}

extension Event.ShareStopped: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("share") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        share = try fields.read("share")
        readers = try fields.readOptional("readers") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("share", share)
        if !readers.isEmpty { json.member("readers", readers) }
    }
}

extension Event {
    /// A notice was posted in a thread, or grew. `recipients` are its readers who know all of its events. `earlier` are
    /// the earlier versions for readers who do not know the newest event. `besides` are the people who see the newest
    /// event in another notice.
    package struct NoticePosted: Sendable, Equatable, EventBehavior {
        package var notice: Notice
        package var recipients: [Handle]
        package var firstAt: Instant
        package var earlier: [EarlierNotice]
        package var besides: [Handle]

        /// Creates a value from its members.
        package init(_ notice: Notice, recipients: [Handle] = [], firstAt: Instant, earlier: [EarlierNotice] = [], besides: [Handle] = []) {
            self.notice = notice
            self.recipients = recipients
            self.firstAt = firstAt
            self.earlier = earlier
            self.besides = besides
        }
    }
}

extension Event.NoticePosted: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("notice") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        notice = try fields.read("notice")
        recipients = try fields.readOptional("told") ?? []
        firstAt = try fields.read("firstAt")
        earlier = try fields.readOptional("earlier") ?? []
        besides = try fields.readOptional("besides") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("notice", notice)
        json.member("told", recipients)
        json.member("firstAt", firstAt)
        if !earlier.isEmpty { json.member("earlier", earlier) }
        if !besides.isEmpty { json.member("besides", besides) }
    }
}

extension Event {
    /// Notices left a person's banner.
    package struct NoticesCleared: Sendable, Equatable, EventBehavior {
        package var of: Handle
        package var notices: [NoticeID]

        /// Creates a value from its members.
        package init(of: Handle, _ notices: [NoticeID] = []) {
            self.of = of
            self.notices = notices
        }
    }
}

extension Event.NoticesCleared: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("of") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        of = try fields.read("of")
        notices = try fields.readOptional("notices") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("of", of)
        json.member("notices", notices)
    }
}

extension Event {
    /// A person removed a link from Shared with You, or restored it.
    package struct HighlightHidden: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var highlight: HighlightID
        package var hidden: Bool

        /// Creates a value from its members.
        package init(by: Handle, _ highlight: HighlightID, _ hidden: Bool) {
            self.by = by
            self.highlight = highlight
            self.hidden = hidden
        }
    }
}

extension Event.HighlightHidden: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        highlight = try fields.read("highlight")
        hidden = try fields.read("hidden")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("highlight", highlight)
        json.member("hidden", hidden)
    }
}

extension Event {
    /// A person used a link in a way that counts for the order of their shelf.
    package struct HighlightUsed: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var highlight: HighlightID
        package var signal: RankingSignal

        /// Creates a value from its members.
        package init(by: Handle, _ highlight: HighlightID, _ signal: RankingSignal) {
            self.by = by
            self.highlight = highlight
            self.signal = signal
        }
    }
}

extension Event.HighlightUsed: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        highlight = try fields.read("highlight")
        signal = try fields.read("signal")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("highlight", highlight)
        json.member("signal", signal)
    }
}

extension Event {
    /// A person blocked or unblocked another.
    package struct PersonBlocked: Sendable, Equatable, EventBehavior {
        package var by: Handle
        package var person: Handle
        package var blocked: Bool

        /// Creates a value from its members.
        package init(by: Handle, _ person: Handle, _ blocked: Bool) {
            self.by = by
            self.person = person
            self.blocked = blocked
        }
    }
}

extension Event.PersonBlocked: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("by") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        by = try fields.read("by")
        person = try fields.read("person")
        blocked = try fields.read("blocked")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("by", by)
        json.member("person", person)
        json.member("blocked", blocked)
    }
}

extension Event {
    /// Shelves changed.
    package struct ShelvesChanged: Sendable, Equatable, EventBehavior {
        package var changes: [ShelfChange]

        /// Creates a value from its members.
        package init(_ changes: [ShelfChange] = []) {
            self.changes = changes
        }
    }
}

extension Event.ShelvesChanged: JSONRecord {
    package init(from fields: inout JSONFields) throws(InvalidField) {
        changes = try fields.readOptional("changes") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("changes", changes)
    }
}

extension Event {
    /// A device of a person has its first key in a collaboration. Its slot is the number of the person's earlier
    /// devices with keys.
    package struct DeviceAdded: Sendable, Equatable, EventBehavior {
        package var of: Handle
        package var name: String

        /// Creates a value from its members.
        package init(of: Handle, name: String) {
            self.of = of
            self.name = name
        }
    }
}

extension Event.DeviceAdded: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("of") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        of = try fields.read("of")
        name = try fields.read("name")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("of", of)
        json.member("name", name)
    }
}

extension Event {
    /// A person showed a proof of identity to the app that holds the document of a share.
    package struct IdentityProved: Sendable, Equatable, EventBehavior {
        package var share: ShareID
        package var by: Handle

        /// Creates a value from its members.
        package init(_ share: ShareID, by: Handle) {
            self.share = share
            self.by = by
        }
    }
}

extension Event.IdentityProved: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("share") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        share = try fields.read("share")
        by = try fields.read("by")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("share", share)
        json.member("by", by)
    }
}

extension Event {
    /// An app must answer an action.
    package struct ActionRequested: Sendable, Equatable, EventBehavior {
        package var action: CollaborationAction

        /// Creates a value from its members.
        package init(_ action: CollaborationAction) {
            self.action = action
        }
    }
}

extension Event.ActionRequested: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("action") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("action")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
    }
}

extension Event {
    /// An action no longer needs an answer.
    package struct ActionEnded: Sendable, Equatable, EventBehavior {
        package var action: ActionID
        package var outcome: RequestedAction.Outcome
        package var app: AppID
        package var person: Handle

        /// Creates a value from its members.
        package init(_ action: ActionID, _ outcome: RequestedAction.Outcome, app: AppID, person: Handle) {
            self.action = action
            self.outcome = outcome
            self.app = app
            self.person = person
        }
    }
}

extension Event.ActionEnded: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("action") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        action = try fields.read("action")
        outcome = try fields.read("outcome")
        app = try fields.read("app")
        person = try fields.read("person")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
        json.member("outcome", outcome)
        json.member("app", app)
        json.member("person", person)
    }
}

extension Event {
    /// The start of a collaboration has a new state.
    package struct CollaborationChanged: Sendable, Equatable, EventBehavior {
        package var start: CollaborationStart
        package var of: Handle

        /// Creates a value from its members.
        package init(_ start: CollaborationStart, of: Handle) {
            self.start = start
            self.of = of
        }
    }
}

extension Event.CollaborationChanged: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("start") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        start = try fields.read("start")
        of = try fields.read("of")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("start", start)
        json.member("of", of)
    }
}

extension Event {
    /// The stored part of a draft whose app was asked.
    package struct DraftStored: Sendable, Equatable, EventBehavior {
        package var start: StartID
        package var conversation: ConversationID
        package var draft: StoredDraft

        /// Creates a value from its members.
        package init(_ start: StartID, _ conversation: ConversationID, _ draft: StoredDraft) {
            self.start = start
            self.conversation = conversation
            self.draft = draft
        }
    }
}

extension Event.DraftStored: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("start") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        start = try fields.read("start")
        conversation = try fields.read("conversation")
        draft = try StoredDraft(from: &fields)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("start", start)
        json.member("conversation", conversation)
        draft.writeMembers(to: &json)
    }
}

extension Event {
    /// The stored part of a draft was erased when its start ended.
    package struct DraftErased: Sendable, Equatable, EventBehavior {
        package var start: StartID
        package var conversation: ConversationID

        /// Creates a value from its members.
        package init(_ start: StartID, _ conversation: ConversationID) {
            self.start = start
            self.conversation = conversation
        }
    }
}

extension Event.DraftErased: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("start") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        start = try fields.read("start")
        conversation = try fields.read("conversation")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("start", start)
        json.member("conversation", conversation)
    }
}

extension Event {
    /// A document was created or changed; `recipients` are the people who could read it at that time.
    package struct DocumentSaved: Sendable, Equatable, EventBehavior {
        package var document: Document
        package var change: DocumentChange
        package var recipients: [Handle]

        /// Creates a value from its members.
        package init(_ document: Document, _ change: DocumentChange, recipients: [Handle] = []) {
            self.document = document
            self.change = change
            self.recipients = recipients
        }
    }
}

extension Event.DocumentSaved: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("document") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        document = try fields.read("document")
        change = try DocumentChange(from: &fields)
        recipients = try fields.readOptional("told") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("document", document)
        change.writeMembers(to: &json)
        json.member("told", recipients)
    }
}

/// Consecutive messages of one conversation. The named part of the log has no other message of that conversation.
package struct DeletedRun: Sendable, Hashable {
    /// The number of the first message.
    package var first: Int64
    /// The number of the last message.
    package var last: Int64
    /// The position of the first message, or one position before it.
    package var from: Int64
    /// The position of the last message, or one position after it.
    package var to: Int64

    /// Creates a value from its members.
    package init(first: Int64, last: Int64, from: Int64, to: Int64) {
        self.first = first
        self.last = last
        self.from = from
        self.to = to
    }
}

extension DeletedRun: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("first") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        first = try fields.read("first", in: 1...Int64.max)
        last = try fields.read("last", in: 1...Int64.max)
        from = try fields.read("from", in: 0...Int64.max)
        to = try fields.read("to", in: 0...Int64.max)
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("first", first)
        json.member("last", last)
        json.member("from", from)
        json.member("to", to)
    }
}

/// An earlier version of a notice, for people who do not know its later events.
package struct EarlierNotice: Sendable, Equatable {
    /// The version that they know.
    package var notice: Notice
    /// The people.
    package var recipients: [Handle]

    /// Creates a value from its members.
    package init(notice: Notice, recipients: [Handle] = []) {
        self.notice = notice
        self.recipients = recipients
    }
}

extension EarlierNotice: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("notice") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        notice = try fields.read("notice")
        recipients = try fields.readOptional("told") ?? []
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("notice", notice)
        json.member("told", recipients)
    }
}

/// The change of one app's shelf for one person.
package struct ShelfChange: Sendable, Equatable {
    /// The person.
    package var person: Handle
    /// The app.
    package var app: AppID
    /// The new highlights.
    package var added: [HighlightID]
    /// The removed highlights.
    package var removed: [HighlightID]
    /// The moved or changed highlights.
    package var updated: [HighlightID]
    /// True if the lists are incomplete.
    package var isCut: Bool

    /// Creates a value from its members.
    package init(person: Handle, app: AppID, added: [HighlightID] = [], removed: [HighlightID] = [], updated: [HighlightID] = [], isCut: Bool = false) {
        self.person = person
        self.app = app
        self.added = added
        self.removed = removed
        self.updated = updated
        self.isCut = isCut
    }
}

extension ShelfChange: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("person") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.read("person")
        app = try fields.read("app")
        added = try fields.readOptional("added") ?? []
        removed = try fields.readOptional("removed") ?? []
        updated = try fields.readOptional("updated") ?? []
        isCut = try fields.readOptional("cut") ?? false
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("person", person)
        json.member("app", app)
        json.member("added", added)
        json.member("removed", removed)
        json.member("updated", updated)
        if isCut { json.member("cut", isCut) }
    }
}

extension Event {
    /// A person has a new display name; `recipients` are the people who saw the person at that time. An older log does
    /// not have it.
    package static func personNamed(_ person: Person, recipients: [Handle] = []) -> Event {
        .personNamed(PersonNamed(person, recipients: recipients))
    }

    /// A person was added to another's contacts.
    package static func contactAdded(of: Handle, _ contact: Handle) -> Event {
        .contactAdded(ContactAdded(of: of, contact))
    }

    /// A person was removed from another's contacts.
    package static func contactRemoved(of: Handle, _ contact: Handle) -> Event {
        .contactRemoved(ContactRemoved(of: of, contact))
    }

    /// A conversation began.
    package static func conversationCreated(_ conversation: ConversationID, creator: Handle, members: [Handle] = [], name: String? = nil) -> Event {
        .conversationCreated(ConversationCreated(conversation, creator: creator, members: members, name: name))
    }

    /// A person was added; `after` is the number of the newest message at that time. That message and earlier ones are
    /// not visible to them.
    package static func participantAdded(_ conversation: ConversationID, _ person: Handle, by: Handle, after: Int64) -> Event {
        .participantAdded(ParticipantAdded(conversation, person, by: by, after: after))
    }

    /// A person left or was removed; `by` is the same person if they left. `through` is the number of the newest
    /// message at that time, and `remaining` are the other members in order of joining. It is the last event of the
    /// conversation that the person receives.
    package static func participantRemoved(_ conversation: ConversationID, _ person: Handle, by: Handle, through: Int64, name: String? = nil, remaining: [Handle] = []) -> Event {
        .participantRemoved(ParticipantRemoved(conversation, person, by: by, through: through, name: name, remaining: remaining))
    }

    /// A conversation was renamed.
    package static func conversationRenamed(_ conversation: ConversationID, name: String, by: Handle) -> Event {
        .conversationRenamed(ConversationRenamed(conversation, name: name, by: by))
    }

    /// A group photo was set or removed.
    package static func conversationPhotoSet(_ conversation: ConversationID, photo: String? = nil, by: Handle) -> Event {
        .conversationPhotoSet(ConversationPhotoSet(conversation, photo: photo, by: by))
    }

    /// A person turned Hide Alerts on or off.
    package static func conversationMuted(_ conversation: ConversationID, by: Handle, _ muted: Bool) -> Event {
        .conversationMuted(ConversationMuted(conversation, by: by, muted))
    }

    /// A person marked a conversation as unread, whose newest message had that number.
    package static func conversationMarkedUnread(_ conversation: ConversationID, by: Handle, at: Int64) -> Event {
        .conversationMarkedUnread(ConversationMarkedUnread(conversation, by: by, at: at))
    }

    /// A person changed the pinned conversations of their list, in order.
    package static func conversationsPinned(by: Handle, _ conversations: [ConversationID] = []) -> Event {
        .conversationsPinned(ConversationsPinned(by: by, conversations))
    }

    /// A message was posted.
    package static func messagePosted(_ message: Message) -> Event {
        .messagePosted(MessagePosted(message))
    }

    /// A message was edited; `hadLinks` is true if it had links before.
    package static func messageChanged(_ message: Message, _ change: MessageChange, hadLinks: Bool = false) -> Event {
        .messageChanged(MessageChanged(message, change, hadLinks: hadLinks))
    }

    /// The content of a message's attachment.
    package static func attachmentStored(_ attachment: AttachmentID, _ conversation: ConversationID, content: String) -> Event {
        .attachmentStored(AttachmentStored(attachment, conversation, content: content))
    }

    /// The content of an attachment was erased with its message.
    package static func attachmentErased(_ attachment: AttachmentID, _ conversation: ConversationID) -> Event {
        .attachmentErased(AttachmentErased(attachment, conversation))
    }

    /// A person has read a conversation up to that message; with the read receipt for the other person, if they send
    /// receipts.
    package static func messagesRead(by: Handle, _ conversation: ConversationID, through: Int64, receipt: MessageID? = nil) -> Event {
        .messagesRead(MessagesRead(by: by, conversation, through: through, receipt: receipt))
    }

    /// A person deleted messages from their own view; `whole` is true if they deleted the conversation with everything
    /// in it.
    package static func messagesDeleted(by: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = [], whole: Bool = false) -> Event {
        .messagesDeleted(MessagesDeleted(by: by, conversation, runs, whole: whole))
    }

    /// A person recovered messages that they had deleted.
    package static func messagesRestored(by: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = []) -> Event {
        .messagesRestored(MessagesRestored(by: by, conversation, runs))
    }

    /// Deleted messages of a person can no longer be recovered.
    package static func messagesErased(of: Handle, _ conversation: ConversationID, _ runs: [DeletedRun] = []) -> Event {
        .messagesErased(MessagesErased(of: of, conversation, runs))
    }

    /// A conversation that people had deleted returned to their lists.
    package static func conversationReturned(_ conversation: ConversationID, to: [Handle] = []) -> Event {
        .conversationReturned(ConversationReturned(conversation, to: to))
    }

    /// A person pinned a link.
    package static func linkPinned(by: Handle, _ conversation: ConversationID, url: String) -> Event {
        .linkPinned(LinkPinned(by: by, conversation, url: url))
    }

    /// A person unpinned a link. An older log does not name the conversation.
    package static func linkUnpinned(by: Handle, url: String, conversation: ConversationID? = nil) -> Event {
        .linkUnpinned(LinkUnpinned(by: by, url: url, conversation: conversation))
    }

    /// A person was asked for consent.
    package static func consentOffered(to: Handle, _ request: ConsentRequest) -> Event {
        .consentOffered(ConsentOffered(to: to, request))
    }

    /// A person answered a consent request.
    package static func consentAnswered(by: Handle, _ request: ConsentRequest, _ answer: ConsentRequest.Answer) -> Event {
        .consentAnswered(ConsentAnswered(by: by, request, answer))
    }

    /// A person set a switch of automatic sharing.
    package static func sharingSwitched(by: Handle, _ change: SetSettings) -> Event {
        .sharingSwitched(SharingSwitched(by: by, change))
    }

    /// An app and its domains were registered or replaced.
    package static func appRegistered(_ app: App) -> Event {
        .appRegistered(AppRegistered(app))
    }

    /// An app replaced its actions on the share sheet for one person; nil restores the registered ones.
    package static func activitiesOffered(_ activities: [AppActivity]? = nil, app: AppID, person: Handle) -> Event {
        .activitiesOffered(ActivitiesOffered(activities, app: app, person: person))
    }

    /// A person opened a link of an app that did not run for them; the link waits for the app's next start.
    package static func linkStored(_ app: AppID, person: Handle, url: String) -> Event {
        .linkStored(LinkStored(app, person: person, url: url))
    }

    /// An app started and received the links that waited for it.
    package static func storedLinksDelivered(_ app: AppID, person: Handle) -> Event {
        .storedLinksDelivered(StoredLinksDelivered(app, person: person))
    }

    /// A website publishes this association, or none, independently of its registered apps.
    package static func sitePublished(_ domain: DomainPattern, _ association: JSONValue? = nil) -> Event {
        .sitePublished(SitePublished(domain, association))
    }

    /// A share was created or changed. `recipients` are its participants before or after the change, and `by` is the
    /// person who saved it, if known. `changedAccess` are the people whose access to the document changed. `readers`
    /// have the link of a public share and do not participate. An older log has neither of these two lists.
    package static func shareSaved(_ share: Share, recipients: [Handle] = [], by: Handle? = nil, changedAccess: [Handle] = [], readers: [Handle] = []) -> Event {
        .shareSaved(ShareSaved(share, recipients: recipients, by: by, changedAccess: changedAccess, readers: readers))
    }

    /// A share ended, with its last state. `readers` have the link of a public share and did not participate.
    package static func shareStopped(_ share: Share, readers: [Handle] = []) -> Event {
        .shareStopped(ShareStopped(share, readers: readers))
    }

    /// A notice was posted in a thread, or grew. `recipients` are its readers who know all of its events. `earlier` are
    /// the earlier versions for readers who do not know the newest event. `besides` are the people who see the newest
    /// event in another notice.
    package static func noticePosted(_ notice: Notice, recipients: [Handle] = [], firstAt: Instant, earlier: [EarlierNotice] = [], besides: [Handle] = []) -> Event {
        .noticePosted(NoticePosted(notice, recipients: recipients, firstAt: firstAt, earlier: earlier, besides: besides))
    }

    /// Notices left a person's banner.
    package static func noticesCleared(of: Handle, _ notices: [NoticeID] = []) -> Event {
        .noticesCleared(NoticesCleared(of: of, notices))
    }

    /// A person removed a link from Shared with You, or restored it.
    package static func highlightHidden(by: Handle, _ highlight: HighlightID, _ hidden: Bool) -> Event {
        .highlightHidden(HighlightHidden(by: by, highlight, hidden))
    }

    /// A person used a link in a way that counts for the order of their shelf.
    package static func highlightUsed(by: Handle, _ highlight: HighlightID, _ signal: RankingSignal) -> Event {
        .highlightUsed(HighlightUsed(by: by, highlight, signal))
    }

    /// A person blocked or unblocked another.
    package static func personBlocked(by: Handle, _ person: Handle, _ blocked: Bool) -> Event {
        .personBlocked(PersonBlocked(by: by, person, blocked))
    }

    /// Shelves changed.
    package static func shelvesChanged(_ changes: [ShelfChange] = []) -> Event {
        .shelvesChanged(ShelvesChanged(changes))
    }

    /// A device of a person has its first key in a collaboration. Its slot is the number of the person's earlier
    /// devices with keys.
    package static func deviceAdded(of: Handle, name: String) -> Event {
        .deviceAdded(DeviceAdded(of: of, name: name))
    }

    /// A person showed a proof of identity to the app that holds the document of a share.
    package static func identityProved(_ share: ShareID, by: Handle) -> Event {
        .identityProved(IdentityProved(share, by: by))
    }

    /// An app must answer an action.
    package static func actionRequested(_ action: CollaborationAction) -> Event {
        .actionRequested(ActionRequested(action))
    }

    /// An action no longer needs an answer.
    package static func actionEnded(_ action: ActionID, _ outcome: RequestedAction.Outcome, app: AppID, person: Handle) -> Event {
        .actionEnded(ActionEnded(action, outcome, app: app, person: person))
    }

    /// The start of a collaboration has a new state.
    package static func collaborationChanged(_ start: CollaborationStart, of: Handle) -> Event {
        .collaborationChanged(CollaborationChanged(start, of: of))
    }

    /// The stored part of a draft whose app was asked.
    package static func draftStored(_ start: StartID, _ conversation: ConversationID, _ draft: StoredDraft) -> Event {
        .draftStored(DraftStored(start, conversation, draft))
    }

    /// The stored part of a draft was erased when its start ended.
    package static func draftErased(_ start: StartID, _ conversation: ConversationID) -> Event {
        .draftErased(DraftErased(start, conversation))
    }

    /// A document was created or changed; `recipients` are the people who could read it at that time.
    package static func documentSaved(_ document: Document, _ change: DocumentChange, recipients: [Handle] = []) -> Event {
        .documentSaved(DocumentSaved(document, change, recipients: recipients))
    }

}

extension Event {
    /// Applies the event to the state, and updates the links that it can affect. The event was decided before, and is
    /// never refused here.
    package func fold(into state: inout CoreState, at place: LogPosition) {
        switch self {
            case .personNamed(let event): event.fold(into: &state, at: place)
            case .contactAdded(let event): event.fold(into: &state, at: place)
            case .contactRemoved(let event): event.fold(into: &state, at: place)
            case .conversationCreated(let event): event.fold(into: &state, at: place)
            case .participantAdded(let event): event.fold(into: &state, at: place)
            case .participantRemoved(let event): event.fold(into: &state, at: place)
            case .conversationRenamed(let event): event.fold(into: &state, at: place)
            case .conversationPhotoSet(let event): event.fold(into: &state, at: place)
            case .conversationMuted(let event): event.fold(into: &state, at: place)
            case .conversationMarkedUnread(let event): event.fold(into: &state, at: place)
            case .conversationsPinned(let event): event.fold(into: &state, at: place)
            case .messagePosted(let event): event.fold(into: &state, at: place)
            case .messageChanged(let event): event.fold(into: &state, at: place)
            case .attachmentStored(let event): event.fold(into: &state, at: place)
            case .attachmentErased(let event): event.fold(into: &state, at: place)
            case .messagesRead(let event): event.fold(into: &state, at: place)
            case .messagesDeleted(let event): event.fold(into: &state, at: place)
            case .messagesRestored(let event): event.fold(into: &state, at: place)
            case .messagesErased(let event): event.fold(into: &state, at: place)
            case .conversationReturned(let event): event.fold(into: &state, at: place)
            case .linkPinned(let event): event.fold(into: &state, at: place)
            case .linkUnpinned(let event): event.fold(into: &state, at: place)
            case .consentOffered(let event): event.fold(into: &state, at: place)
            case .consentAnswered(let event): event.fold(into: &state, at: place)
            case .sharingSwitched(let event): event.fold(into: &state, at: place)
            case .appRegistered(let event): event.fold(into: &state, at: place)
            case .activitiesOffered(let event): event.fold(into: &state, at: place)
            case .linkStored(let event): event.fold(into: &state, at: place)
            case .storedLinksDelivered(let event): event.fold(into: &state, at: place)
            case .sitePublished(let event): event.fold(into: &state, at: place)
            case .shareSaved(let event): event.fold(into: &state, at: place)
            case .shareStopped(let event): event.fold(into: &state, at: place)
            case .noticePosted(let event): event.fold(into: &state, at: place)
            case .noticesCleared(let event): event.fold(into: &state, at: place)
            case .highlightHidden(let event): event.fold(into: &state, at: place)
            case .highlightUsed(let event): event.fold(into: &state, at: place)
            case .personBlocked(let event): event.fold(into: &state, at: place)
            case .shelvesChanged(let event): event.fold(into: &state, at: place)
            case .deviceAdded(let event): event.fold(into: &state, at: place)
            case .identityProved(let event): event.fold(into: &state, at: place)
            case .actionRequested(let event): event.fold(into: &state, at: place)
            case .actionEnded(let event): event.fold(into: &state, at: place)
            case .collaborationChanged(let event): event.fold(into: &state, at: place)
            case .draftStored(let event): event.fold(into: &state, at: place)
            case .draftErased(let event): event.fold(into: &state, at: place)
            case .documentSaved(let event): event.fold(into: &state, at: place)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().fold(into: &state, at: place)
        }
    }

    /// True if the state in memory depends on it. A plain message is not hot: its conversation's head comes from the
    /// store, so that old messages cost nothing at start-up.
    package var isHot: Bool {
        switch self {
            case .personNamed(let event): event.isHot
            case .contactAdded(let event): event.isHot
            case .contactRemoved(let event): event.isHot
            case .conversationCreated(let event): event.isHot
            case .participantAdded(let event): event.isHot
            case .participantRemoved(let event): event.isHot
            case .conversationRenamed(let event): event.isHot
            case .conversationPhotoSet(let event): event.isHot
            case .conversationMuted(let event): event.isHot
            case .conversationMarkedUnread(let event): event.isHot
            case .conversationsPinned(let event): event.isHot
            case .messagePosted(let event): event.isHot
            case .messageChanged(let event): event.isHot
            case .attachmentStored(let event): event.isHot
            case .attachmentErased(let event): event.isHot
            case .messagesRead(let event): event.isHot
            case .messagesDeleted(let event): event.isHot
            case .messagesRestored(let event): event.isHot
            case .messagesErased(let event): event.isHot
            case .conversationReturned(let event): event.isHot
            case .linkPinned(let event): event.isHot
            case .linkUnpinned(let event): event.isHot
            case .consentOffered(let event): event.isHot
            case .consentAnswered(let event): event.isHot
            case .sharingSwitched(let event): event.isHot
            case .appRegistered(let event): event.isHot
            case .activitiesOffered(let event): event.isHot
            case .linkStored(let event): event.isHot
            case .storedLinksDelivered(let event): event.isHot
            case .sitePublished(let event): event.isHot
            case .shareSaved(let event): event.isHot
            case .shareStopped(let event): event.isHot
            case .noticePosted(let event): event.isHot
            case .noticesCleared(let event): event.isHot
            case .highlightHidden(let event): event.isHot
            case .highlightUsed(let event): event.isHot
            case .personBlocked(let event): event.isHot
            case .shelvesChanged(let event): event.isHot
            case .deviceAdded(let event): event.isHot
            case .identityProved(let event): event.isHot
            case .actionRequested(let event): event.isHot
            case .actionEnded(let event): event.isHot
            case .collaborationChanged(let event): event.isHot
            case .draftStored(let event): event.isHot
            case .draftErased(let event): event.isHot
            case .documentSaved(let event): event.isHot
            case .timePassed, .requestAnswered, .recordLost: BareEvent().isHot
        }
    }

    /// Returns the row for the store's index; nil if the store finds no entry by this event.
    package func entryKey(at position: Int64) -> EntryKey? {
        switch self {
            case .personNamed(let event): event.entryKey(at: position)
            case .contactAdded(let event): event.entryKey(at: position)
            case .contactRemoved(let event): event.entryKey(at: position)
            case .conversationCreated(let event): event.entryKey(at: position)
            case .participantAdded(let event): event.entryKey(at: position)
            case .participantRemoved(let event): event.entryKey(at: position)
            case .conversationRenamed(let event): event.entryKey(at: position)
            case .conversationPhotoSet(let event): event.entryKey(at: position)
            case .conversationMuted(let event): event.entryKey(at: position)
            case .conversationMarkedUnread(let event): event.entryKey(at: position)
            case .conversationsPinned(let event): event.entryKey(at: position)
            case .messagePosted(let event): event.entryKey(at: position)
            case .messageChanged(let event): event.entryKey(at: position)
            case .attachmentStored(let event): event.entryKey(at: position)
            case .attachmentErased(let event): event.entryKey(at: position)
            case .messagesRead(let event): event.entryKey(at: position)
            case .messagesDeleted(let event): event.entryKey(at: position)
            case .messagesRestored(let event): event.entryKey(at: position)
            case .messagesErased(let event): event.entryKey(at: position)
            case .conversationReturned(let event): event.entryKey(at: position)
            case .linkPinned(let event): event.entryKey(at: position)
            case .linkUnpinned(let event): event.entryKey(at: position)
            case .consentOffered(let event): event.entryKey(at: position)
            case .consentAnswered(let event): event.entryKey(at: position)
            case .sharingSwitched(let event): event.entryKey(at: position)
            case .appRegistered(let event): event.entryKey(at: position)
            case .activitiesOffered(let event): event.entryKey(at: position)
            case .linkStored(let event): event.entryKey(at: position)
            case .storedLinksDelivered(let event): event.entryKey(at: position)
            case .sitePublished(let event): event.entryKey(at: position)
            case .shareSaved(let event): event.entryKey(at: position)
            case .shareStopped(let event): event.entryKey(at: position)
            case .noticePosted(let event): event.entryKey(at: position)
            case .noticesCleared(let event): event.entryKey(at: position)
            case .highlightHidden(let event): event.entryKey(at: position)
            case .highlightUsed(let event): event.entryKey(at: position)
            case .personBlocked(let event): event.entryKey(at: position)
            case .shelvesChanged(let event): event.entryKey(at: position)
            case .deviceAdded(let event): event.entryKey(at: position)
            case .identityProved(let event): event.entryKey(at: position)
            case .actionRequested(let event): event.entryKey(at: position)
            case .actionEnded(let event): event.entryKey(at: position)
            case .collaborationChanged(let event): event.entryKey(at: position)
            case .draftStored(let event): event.entryKey(at: position)
            case .draftErased(let event): event.entryKey(at: position)
            case .documentSaved(let event): event.entryKey(at: position)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().entryKey(at: position)
        }
    }

    /// The replacement in the log for the first event of its entry, and for the later ones; nil if nothing is erased.
    package var remainder: (first: Event, rest: Event)? {
        switch self {
            case .personNamed(let event): event.remainder
            case .contactAdded(let event): event.remainder
            case .contactRemoved(let event): event.remainder
            case .conversationCreated(let event): event.remainder
            case .participantAdded(let event): event.remainder
            case .participantRemoved(let event): event.remainder
            case .conversationRenamed(let event): event.remainder
            case .conversationPhotoSet(let event): event.remainder
            case .conversationMuted(let event): event.remainder
            case .conversationMarkedUnread(let event): event.remainder
            case .conversationsPinned(let event): event.remainder
            case .messagePosted(let event): event.remainder
            case .messageChanged(let event): event.remainder
            case .attachmentStored(let event): event.remainder
            case .attachmentErased(let event): event.remainder
            case .messagesRead(let event): event.remainder
            case .messagesDeleted(let event): event.remainder
            case .messagesRestored(let event): event.remainder
            case .messagesErased(let event): event.remainder
            case .conversationReturned(let event): event.remainder
            case .linkPinned(let event): event.remainder
            case .linkUnpinned(let event): event.remainder
            case .consentOffered(let event): event.remainder
            case .consentAnswered(let event): event.remainder
            case .sharingSwitched(let event): event.remainder
            case .appRegistered(let event): event.remainder
            case .activitiesOffered(let event): event.remainder
            case .linkStored(let event): event.remainder
            case .storedLinksDelivered(let event): event.remainder
            case .sitePublished(let event): event.remainder
            case .shareSaved(let event): event.remainder
            case .shareStopped(let event): event.remainder
            case .noticePosted(let event): event.remainder
            case .noticesCleared(let event): event.remainder
            case .highlightHidden(let event): event.remainder
            case .highlightUsed(let event): event.remainder
            case .personBlocked(let event): event.remainder
            case .shelvesChanged(let event): event.remainder
            case .deviceAdded(let event): event.remainder
            case .identityProved(let event): event.remainder
            case .actionRequested(let event): event.remainder
            case .actionEnded(let event): event.remainder
            case .collaborationChanged(let event): event.remainder
            case .draftStored(let event): event.remainder
            case .draftErased(let event): event.remainder
            case .documentSaved(let event): event.remainder
            case .timePassed, .requestAnswered, .recordLost: BareEvent().remainder
        }
    }

    /// Returns the entry of the thread for one member; nil if they may not see it, or if there is none.
    ///
    /// - Parameter person: the member; nil for an observer, who sees every entry.
    package func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        switch self {
            case .personNamed(let event): event.entry(for: person, in: state, at: place)
            case .contactAdded(let event): event.entry(for: person, in: state, at: place)
            case .contactRemoved(let event): event.entry(for: person, in: state, at: place)
            case .conversationCreated(let event): event.entry(for: person, in: state, at: place)
            case .participantAdded(let event): event.entry(for: person, in: state, at: place)
            case .participantRemoved(let event): event.entry(for: person, in: state, at: place)
            case .conversationRenamed(let event): event.entry(for: person, in: state, at: place)
            case .conversationPhotoSet(let event): event.entry(for: person, in: state, at: place)
            case .conversationMuted(let event): event.entry(for: person, in: state, at: place)
            case .conversationMarkedUnread(let event): event.entry(for: person, in: state, at: place)
            case .conversationsPinned(let event): event.entry(for: person, in: state, at: place)
            case .messagePosted(let event): event.entry(for: person, in: state, at: place)
            case .messageChanged(let event): event.entry(for: person, in: state, at: place)
            case .attachmentStored(let event): event.entry(for: person, in: state, at: place)
            case .attachmentErased(let event): event.entry(for: person, in: state, at: place)
            case .messagesRead(let event): event.entry(for: person, in: state, at: place)
            case .messagesDeleted(let event): event.entry(for: person, in: state, at: place)
            case .messagesRestored(let event): event.entry(for: person, in: state, at: place)
            case .messagesErased(let event): event.entry(for: person, in: state, at: place)
            case .conversationReturned(let event): event.entry(for: person, in: state, at: place)
            case .linkPinned(let event): event.entry(for: person, in: state, at: place)
            case .linkUnpinned(let event): event.entry(for: person, in: state, at: place)
            case .consentOffered(let event): event.entry(for: person, in: state, at: place)
            case .consentAnswered(let event): event.entry(for: person, in: state, at: place)
            case .sharingSwitched(let event): event.entry(for: person, in: state, at: place)
            case .appRegistered(let event): event.entry(for: person, in: state, at: place)
            case .activitiesOffered(let event): event.entry(for: person, in: state, at: place)
            case .linkStored(let event): event.entry(for: person, in: state, at: place)
            case .storedLinksDelivered(let event): event.entry(for: person, in: state, at: place)
            case .sitePublished(let event): event.entry(for: person, in: state, at: place)
            case .shareSaved(let event): event.entry(for: person, in: state, at: place)
            case .shareStopped(let event): event.entry(for: person, in: state, at: place)
            case .noticePosted(let event): event.entry(for: person, in: state, at: place)
            case .noticesCleared(let event): event.entry(for: person, in: state, at: place)
            case .highlightHidden(let event): event.entry(for: person, in: state, at: place)
            case .highlightUsed(let event): event.entry(for: person, in: state, at: place)
            case .personBlocked(let event): event.entry(for: person, in: state, at: place)
            case .shelvesChanged(let event): event.entry(for: person, in: state, at: place)
            case .deviceAdded(let event): event.entry(for: person, in: state, at: place)
            case .identityProved(let event): event.entry(for: person, in: state, at: place)
            case .actionRequested(let event): event.entry(for: person, in: state, at: place)
            case .actionEnded(let event): event.entry(for: person, in: state, at: place)
            case .collaborationChanged(let event): event.entry(for: person, in: state, at: place)
            case .draftStored(let event): event.entry(for: person, in: state, at: place)
            case .draftErased(let event): event.entry(for: person, in: state, at: place)
            case .documentSaved(let event): event.entry(for: person, in: state, at: place)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().entry(for: person, in: state, at: place)
        }
    }

    /// Returns the system line about a change of the conversation itself, as an entry of the thread (`grp-lines`).
    package func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry? {
        switch self {
            case .personNamed(let event): event.systemLine(in: state, at: position, for: reader)
            case .contactAdded(let event): event.systemLine(in: state, at: position, for: reader)
            case .contactRemoved(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationCreated(let event): event.systemLine(in: state, at: position, for: reader)
            case .participantAdded(let event): event.systemLine(in: state, at: position, for: reader)
            case .participantRemoved(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationRenamed(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationPhotoSet(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationMuted(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationMarkedUnread(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationsPinned(let event): event.systemLine(in: state, at: position, for: reader)
            case .messagePosted(let event): event.systemLine(in: state, at: position, for: reader)
            case .messageChanged(let event): event.systemLine(in: state, at: position, for: reader)
            case .attachmentStored(let event): event.systemLine(in: state, at: position, for: reader)
            case .attachmentErased(let event): event.systemLine(in: state, at: position, for: reader)
            case .messagesRead(let event): event.systemLine(in: state, at: position, for: reader)
            case .messagesDeleted(let event): event.systemLine(in: state, at: position, for: reader)
            case .messagesRestored(let event): event.systemLine(in: state, at: position, for: reader)
            case .messagesErased(let event): event.systemLine(in: state, at: position, for: reader)
            case .conversationReturned(let event): event.systemLine(in: state, at: position, for: reader)
            case .linkPinned(let event): event.systemLine(in: state, at: position, for: reader)
            case .linkUnpinned(let event): event.systemLine(in: state, at: position, for: reader)
            case .consentOffered(let event): event.systemLine(in: state, at: position, for: reader)
            case .consentAnswered(let event): event.systemLine(in: state, at: position, for: reader)
            case .sharingSwitched(let event): event.systemLine(in: state, at: position, for: reader)
            case .appRegistered(let event): event.systemLine(in: state, at: position, for: reader)
            case .activitiesOffered(let event): event.systemLine(in: state, at: position, for: reader)
            case .linkStored(let event): event.systemLine(in: state, at: position, for: reader)
            case .storedLinksDelivered(let event): event.systemLine(in: state, at: position, for: reader)
            case .sitePublished(let event): event.systemLine(in: state, at: position, for: reader)
            case .shareSaved(let event): event.systemLine(in: state, at: position, for: reader)
            case .shareStopped(let event): event.systemLine(in: state, at: position, for: reader)
            case .noticePosted(let event): event.systemLine(in: state, at: position, for: reader)
            case .noticesCleared(let event): event.systemLine(in: state, at: position, for: reader)
            case .highlightHidden(let event): event.systemLine(in: state, at: position, for: reader)
            case .highlightUsed(let event): event.systemLine(in: state, at: position, for: reader)
            case .personBlocked(let event): event.systemLine(in: state, at: position, for: reader)
            case .shelvesChanged(let event): event.systemLine(in: state, at: position, for: reader)
            case .deviceAdded(let event): event.systemLine(in: state, at: position, for: reader)
            case .identityProved(let event): event.systemLine(in: state, at: position, for: reader)
            case .actionRequested(let event): event.systemLine(in: state, at: position, for: reader)
            case .actionEnded(let event): event.systemLine(in: state, at: position, for: reader)
            case .collaborationChanged(let event): event.systemLine(in: state, at: position, for: reader)
            case .draftStored(let event): event.systemLine(in: state, at: position, for: reader)
            case .draftErased(let event): event.systemLine(in: state, at: position, for: reader)
            case .documentSaved(let event): event.systemLine(in: state, at: position, for: reader)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().systemLine(in: state, at: position, for: reader)
        }
    }

    /// The name of its notification, and the person who caused it; nil if there is no notification.
    package var cause: NotificationCause? {
        switch self {
            case .personNamed(let event): event.cause
            case .contactAdded(let event): event.cause
            case .contactRemoved(let event): event.cause
            case .conversationCreated(let event): event.cause
            case .participantAdded(let event): event.cause
            case .participantRemoved(let event): event.cause
            case .conversationRenamed(let event): event.cause
            case .conversationPhotoSet(let event): event.cause
            case .conversationMuted(let event): event.cause
            case .conversationMarkedUnread(let event): event.cause
            case .conversationsPinned(let event): event.cause
            case .messagePosted(let event): event.cause
            case .messageChanged(let event): event.cause
            case .attachmentStored(let event): event.cause
            case .attachmentErased(let event): event.cause
            case .messagesRead(let event): event.cause
            case .messagesDeleted(let event): event.cause
            case .messagesRestored(let event): event.cause
            case .messagesErased(let event): event.cause
            case .conversationReturned(let event): event.cause
            case .linkPinned(let event): event.cause
            case .linkUnpinned(let event): event.cause
            case .consentOffered(let event): event.cause
            case .consentAnswered(let event): event.cause
            case .sharingSwitched(let event): event.cause
            case .appRegistered(let event): event.cause
            case .activitiesOffered(let event): event.cause
            case .linkStored(let event): event.cause
            case .storedLinksDelivered(let event): event.cause
            case .sitePublished(let event): event.cause
            case .shareSaved(let event): event.cause
            case .shareStopped(let event): event.cause
            case .noticePosted(let event): event.cause
            case .noticesCleared(let event): event.cause
            case .highlightHidden(let event): event.cause
            case .highlightUsed(let event): event.cause
            case .personBlocked(let event): event.cause
            case .shelvesChanged(let event): event.cause
            case .deviceAdded(let event): event.cause
            case .identityProved(let event): event.cause
            case .actionRequested(let event): event.cause
            case .actionEnded(let event): event.cause
            case .collaborationChanged(let event): event.cause
            case .draftStored(let event): event.cause
            case .draftErased(let event): event.cause
            case .documentSaved(let event): event.cause
            case .timePassed, .requestAnswered, .recordLost: BareEvent().cause
        }
    }

    /// Returns the subject of the notification, for one recipient.
    package func subject(for person: Handle, in state: CoreState) -> EventSubject {
        switch self {
            case .personNamed(let event): event.subject(for: person, in: state)
            case .contactAdded(let event): event.subject(for: person, in: state)
            case .contactRemoved(let event): event.subject(for: person, in: state)
            case .conversationCreated(let event): event.subject(for: person, in: state)
            case .participantAdded(let event): event.subject(for: person, in: state)
            case .participantRemoved(let event): event.subject(for: person, in: state)
            case .conversationRenamed(let event): event.subject(for: person, in: state)
            case .conversationPhotoSet(let event): event.subject(for: person, in: state)
            case .conversationMuted(let event): event.subject(for: person, in: state)
            case .conversationMarkedUnread(let event): event.subject(for: person, in: state)
            case .conversationsPinned(let event): event.subject(for: person, in: state)
            case .messagePosted(let event): event.subject(for: person, in: state)
            case .messageChanged(let event): event.subject(for: person, in: state)
            case .attachmentStored(let event): event.subject(for: person, in: state)
            case .attachmentErased(let event): event.subject(for: person, in: state)
            case .messagesRead(let event): event.subject(for: person, in: state)
            case .messagesDeleted(let event): event.subject(for: person, in: state)
            case .messagesRestored(let event): event.subject(for: person, in: state)
            case .messagesErased(let event): event.subject(for: person, in: state)
            case .conversationReturned(let event): event.subject(for: person, in: state)
            case .linkPinned(let event): event.subject(for: person, in: state)
            case .linkUnpinned(let event): event.subject(for: person, in: state)
            case .consentOffered(let event): event.subject(for: person, in: state)
            case .consentAnswered(let event): event.subject(for: person, in: state)
            case .sharingSwitched(let event): event.subject(for: person, in: state)
            case .appRegistered(let event): event.subject(for: person, in: state)
            case .activitiesOffered(let event): event.subject(for: person, in: state)
            case .linkStored(let event): event.subject(for: person, in: state)
            case .storedLinksDelivered(let event): event.subject(for: person, in: state)
            case .sitePublished(let event): event.subject(for: person, in: state)
            case .shareSaved(let event): event.subject(for: person, in: state)
            case .shareStopped(let event): event.subject(for: person, in: state)
            case .noticePosted(let event): event.subject(for: person, in: state)
            case .noticesCleared(let event): event.subject(for: person, in: state)
            case .highlightHidden(let event): event.subject(for: person, in: state)
            case .highlightUsed(let event): event.subject(for: person, in: state)
            case .personBlocked(let event): event.subject(for: person, in: state)
            case .shelvesChanged(let event): event.subject(for: person, in: state)
            case .deviceAdded(let event): event.subject(for: person, in: state)
            case .identityProved(let event): event.subject(for: person, in: state)
            case .actionRequested(let event): event.subject(for: person, in: state)
            case .actionEnded(let event): event.subject(for: person, in: state)
            case .collaborationChanged(let event): event.subject(for: person, in: state)
            case .draftStored(let event): event.subject(for: person, in: state)
            case .draftErased(let event): event.subject(for: person, in: state)
            case .documentSaved(let event): event.subject(for: person, in: state)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().subject(for: person, in: state)
        }
    }

    /// Returns the recipients; nil for none.
    package func announcement(in state: CoreState) -> Announcement? {
        switch self {
            case .personNamed(let event): event.announcement(in: state)
            case .contactAdded(let event): event.announcement(in: state)
            case .contactRemoved(let event): event.announcement(in: state)
            case .conversationCreated(let event): event.announcement(in: state)
            case .participantAdded(let event): event.announcement(in: state)
            case .participantRemoved(let event): event.announcement(in: state)
            case .conversationRenamed(let event): event.announcement(in: state)
            case .conversationPhotoSet(let event): event.announcement(in: state)
            case .conversationMuted(let event): event.announcement(in: state)
            case .conversationMarkedUnread(let event): event.announcement(in: state)
            case .conversationsPinned(let event): event.announcement(in: state)
            case .messagePosted(let event): event.announcement(in: state)
            case .messageChanged(let event): event.announcement(in: state)
            case .attachmentStored(let event): event.announcement(in: state)
            case .attachmentErased(let event): event.announcement(in: state)
            case .messagesRead(let event): event.announcement(in: state)
            case .messagesDeleted(let event): event.announcement(in: state)
            case .messagesRestored(let event): event.announcement(in: state)
            case .messagesErased(let event): event.announcement(in: state)
            case .conversationReturned(let event): event.announcement(in: state)
            case .linkPinned(let event): event.announcement(in: state)
            case .linkUnpinned(let event): event.announcement(in: state)
            case .consentOffered(let event): event.announcement(in: state)
            case .consentAnswered(let event): event.announcement(in: state)
            case .sharingSwitched(let event): event.announcement(in: state)
            case .appRegistered(let event): event.announcement(in: state)
            case .activitiesOffered(let event): event.announcement(in: state)
            case .linkStored(let event): event.announcement(in: state)
            case .storedLinksDelivered(let event): event.announcement(in: state)
            case .sitePublished(let event): event.announcement(in: state)
            case .shareSaved(let event): event.announcement(in: state)
            case .shareStopped(let event): event.announcement(in: state)
            case .noticePosted(let event): event.announcement(in: state)
            case .noticesCleared(let event): event.announcement(in: state)
            case .highlightHidden(let event): event.announcement(in: state)
            case .highlightUsed(let event): event.announcement(in: state)
            case .personBlocked(let event): event.announcement(in: state)
            case .shelvesChanged(let event): event.announcement(in: state)
            case .deviceAdded(let event): event.announcement(in: state)
            case .identityProved(let event): event.announcement(in: state)
            case .actionRequested(let event): event.announcement(in: state)
            case .actionEnded(let event): event.announcement(in: state)
            case .collaborationChanged(let event): event.announcement(in: state)
            case .draftStored(let event): event.announcement(in: state)
            case .draftErased(let event): event.announcement(in: state)
            case .documentSaved(let event): event.announcement(in: state)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().announcement(in: state)
        }
    }

    /// Returns the notification for one recipient; nil for everyone else.
    package func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        switch self {
            case .personNamed(let event): event.notification(to: person, in: state, at: place)
            case .contactAdded(let event): event.notification(to: person, in: state, at: place)
            case .contactRemoved(let event): event.notification(to: person, in: state, at: place)
            case .conversationCreated(let event): event.notification(to: person, in: state, at: place)
            case .participantAdded(let event): event.notification(to: person, in: state, at: place)
            case .participantRemoved(let event): event.notification(to: person, in: state, at: place)
            case .conversationRenamed(let event): event.notification(to: person, in: state, at: place)
            case .conversationPhotoSet(let event): event.notification(to: person, in: state, at: place)
            case .conversationMuted(let event): event.notification(to: person, in: state, at: place)
            case .conversationMarkedUnread(let event): event.notification(to: person, in: state, at: place)
            case .conversationsPinned(let event): event.notification(to: person, in: state, at: place)
            case .messagePosted(let event): event.notification(to: person, in: state, at: place)
            case .messageChanged(let event): event.notification(to: person, in: state, at: place)
            case .attachmentStored(let event): event.notification(to: person, in: state, at: place)
            case .attachmentErased(let event): event.notification(to: person, in: state, at: place)
            case .messagesRead(let event): event.notification(to: person, in: state, at: place)
            case .messagesDeleted(let event): event.notification(to: person, in: state, at: place)
            case .messagesRestored(let event): event.notification(to: person, in: state, at: place)
            case .messagesErased(let event): event.notification(to: person, in: state, at: place)
            case .conversationReturned(let event): event.notification(to: person, in: state, at: place)
            case .linkPinned(let event): event.notification(to: person, in: state, at: place)
            case .linkUnpinned(let event): event.notification(to: person, in: state, at: place)
            case .consentOffered(let event): event.notification(to: person, in: state, at: place)
            case .consentAnswered(let event): event.notification(to: person, in: state, at: place)
            case .sharingSwitched(let event): event.notification(to: person, in: state, at: place)
            case .appRegistered(let event): event.notification(to: person, in: state, at: place)
            case .activitiesOffered(let event): event.notification(to: person, in: state, at: place)
            case .linkStored(let event): event.notification(to: person, in: state, at: place)
            case .storedLinksDelivered(let event): event.notification(to: person, in: state, at: place)
            case .sitePublished(let event): event.notification(to: person, in: state, at: place)
            case .shareSaved(let event): event.notification(to: person, in: state, at: place)
            case .shareStopped(let event): event.notification(to: person, in: state, at: place)
            case .noticePosted(let event): event.notification(to: person, in: state, at: place)
            case .noticesCleared(let event): event.notification(to: person, in: state, at: place)
            case .highlightHidden(let event): event.notification(to: person, in: state, at: place)
            case .highlightUsed(let event): event.notification(to: person, in: state, at: place)
            case .personBlocked(let event): event.notification(to: person, in: state, at: place)
            case .shelvesChanged(let event): event.notification(to: person, in: state, at: place)
            case .deviceAdded(let event): event.notification(to: person, in: state, at: place)
            case .identityProved(let event): event.notification(to: person, in: state, at: place)
            case .actionRequested(let event): event.notification(to: person, in: state, at: place)
            case .actionEnded(let event): event.notification(to: person, in: state, at: place)
            case .collaborationChanged(let event): event.notification(to: person, in: state, at: place)
            case .draftStored(let event): event.notification(to: person, in: state, at: place)
            case .draftErased(let event): event.notification(to: person, in: state, at: place)
            case .documentSaved(let event): event.notification(to: person, in: state, at: place)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().notification(to: person, in: state, at: place)
        }
    }

    /// Returns the notification for a device with an old system; nil for none.
    package func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        switch self {
            case .personNamed(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .contactAdded(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .contactRemoved(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationCreated(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .participantAdded(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .participantRemoved(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationRenamed(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationPhotoSet(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationMuted(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationMarkedUnread(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationsPinned(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messagePosted(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messageChanged(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .attachmentStored(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .attachmentErased(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messagesRead(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messagesDeleted(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messagesRestored(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .messagesErased(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .conversationReturned(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .linkPinned(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .linkUnpinned(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .consentOffered(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .consentAnswered(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .sharingSwitched(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .appRegistered(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .activitiesOffered(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .linkStored(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .storedLinksDelivered(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .sitePublished(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .shareSaved(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .shareStopped(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .noticePosted(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .noticesCleared(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .highlightHidden(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .highlightUsed(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .personBlocked(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .shelvesChanged(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .deviceAdded(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .identityProved(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .actionRequested(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .actionEnded(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .collaborationChanged(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .draftStored(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .draftErased(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .documentSaved(let event): event.notificationOnOldSystems(to: person, in: state, at: place)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().notificationOnOldSystems(to: person, in: state, at: place)
        }
    }

    /// Returns true if the answer contains the content of the notification; the requesting session is then left out.
    package func isInAnswer(by answer: Answer) -> Bool {
        switch self {
            case .personNamed(let event): event.isInAnswer(by: answer)
            case .contactAdded(let event): event.isInAnswer(by: answer)
            case .contactRemoved(let event): event.isInAnswer(by: answer)
            case .conversationCreated(let event): event.isInAnswer(by: answer)
            case .participantAdded(let event): event.isInAnswer(by: answer)
            case .participantRemoved(let event): event.isInAnswer(by: answer)
            case .conversationRenamed(let event): event.isInAnswer(by: answer)
            case .conversationPhotoSet(let event): event.isInAnswer(by: answer)
            case .conversationMuted(let event): event.isInAnswer(by: answer)
            case .conversationMarkedUnread(let event): event.isInAnswer(by: answer)
            case .conversationsPinned(let event): event.isInAnswer(by: answer)
            case .messagePosted(let event): event.isInAnswer(by: answer)
            case .messageChanged(let event): event.isInAnswer(by: answer)
            case .attachmentStored(let event): event.isInAnswer(by: answer)
            case .attachmentErased(let event): event.isInAnswer(by: answer)
            case .messagesRead(let event): event.isInAnswer(by: answer)
            case .messagesDeleted(let event): event.isInAnswer(by: answer)
            case .messagesRestored(let event): event.isInAnswer(by: answer)
            case .messagesErased(let event): event.isInAnswer(by: answer)
            case .conversationReturned(let event): event.isInAnswer(by: answer)
            case .linkPinned(let event): event.isInAnswer(by: answer)
            case .linkUnpinned(let event): event.isInAnswer(by: answer)
            case .consentOffered(let event): event.isInAnswer(by: answer)
            case .consentAnswered(let event): event.isInAnswer(by: answer)
            case .sharingSwitched(let event): event.isInAnswer(by: answer)
            case .appRegistered(let event): event.isInAnswer(by: answer)
            case .activitiesOffered(let event): event.isInAnswer(by: answer)
            case .linkStored(let event): event.isInAnswer(by: answer)
            case .storedLinksDelivered(let event): event.isInAnswer(by: answer)
            case .sitePublished(let event): event.isInAnswer(by: answer)
            case .shareSaved(let event): event.isInAnswer(by: answer)
            case .shareStopped(let event): event.isInAnswer(by: answer)
            case .noticePosted(let event): event.isInAnswer(by: answer)
            case .noticesCleared(let event): event.isInAnswer(by: answer)
            case .highlightHidden(let event): event.isInAnswer(by: answer)
            case .highlightUsed(let event): event.isInAnswer(by: answer)
            case .personBlocked(let event): event.isInAnswer(by: answer)
            case .shelvesChanged(let event): event.isInAnswer(by: answer)
            case .deviceAdded(let event): event.isInAnswer(by: answer)
            case .identityProved(let event): event.isInAnswer(by: answer)
            case .actionRequested(let event): event.isInAnswer(by: answer)
            case .actionEnded(let event): event.isInAnswer(by: answer)
            case .collaborationChanged(let event): event.isInAnswer(by: answer)
            case .draftStored(let event): event.isInAnswer(by: answer)
            case .draftErased(let event): event.isInAnswer(by: answer)
            case .documentSaved(let event): event.isInAnswer(by: answer)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().isInAnswer(by: answer)
        }
    }

    /// Returns true if it alerts this recipient, with the deciding rule (`mention-alert`, `msg-mute`).
    ///
    /// - Parameter position: the position in the log whose settings count; `.max` for the current ones.
    package func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? {
        switch self {
            case .personNamed(let event): event.alert(for: person, in: state, at: position)
            case .contactAdded(let event): event.alert(for: person, in: state, at: position)
            case .contactRemoved(let event): event.alert(for: person, in: state, at: position)
            case .conversationCreated(let event): event.alert(for: person, in: state, at: position)
            case .participantAdded(let event): event.alert(for: person, in: state, at: position)
            case .participantRemoved(let event): event.alert(for: person, in: state, at: position)
            case .conversationRenamed(let event): event.alert(for: person, in: state, at: position)
            case .conversationPhotoSet(let event): event.alert(for: person, in: state, at: position)
            case .conversationMuted(let event): event.alert(for: person, in: state, at: position)
            case .conversationMarkedUnread(let event): event.alert(for: person, in: state, at: position)
            case .conversationsPinned(let event): event.alert(for: person, in: state, at: position)
            case .messagePosted(let event): event.alert(for: person, in: state, at: position)
            case .messageChanged(let event): event.alert(for: person, in: state, at: position)
            case .attachmentStored(let event): event.alert(for: person, in: state, at: position)
            case .attachmentErased(let event): event.alert(for: person, in: state, at: position)
            case .messagesRead(let event): event.alert(for: person, in: state, at: position)
            case .messagesDeleted(let event): event.alert(for: person, in: state, at: position)
            case .messagesRestored(let event): event.alert(for: person, in: state, at: position)
            case .messagesErased(let event): event.alert(for: person, in: state, at: position)
            case .conversationReturned(let event): event.alert(for: person, in: state, at: position)
            case .linkPinned(let event): event.alert(for: person, in: state, at: position)
            case .linkUnpinned(let event): event.alert(for: person, in: state, at: position)
            case .consentOffered(let event): event.alert(for: person, in: state, at: position)
            case .consentAnswered(let event): event.alert(for: person, in: state, at: position)
            case .sharingSwitched(let event): event.alert(for: person, in: state, at: position)
            case .appRegistered(let event): event.alert(for: person, in: state, at: position)
            case .activitiesOffered(let event): event.alert(for: person, in: state, at: position)
            case .linkStored(let event): event.alert(for: person, in: state, at: position)
            case .storedLinksDelivered(let event): event.alert(for: person, in: state, at: position)
            case .sitePublished(let event): event.alert(for: person, in: state, at: position)
            case .shareSaved(let event): event.alert(for: person, in: state, at: position)
            case .shareStopped(let event): event.alert(for: person, in: state, at: position)
            case .noticePosted(let event): event.alert(for: person, in: state, at: position)
            case .noticesCleared(let event): event.alert(for: person, in: state, at: position)
            case .highlightHidden(let event): event.alert(for: person, in: state, at: position)
            case .highlightUsed(let event): event.alert(for: person, in: state, at: position)
            case .personBlocked(let event): event.alert(for: person, in: state, at: position)
            case .shelvesChanged(let event): event.alert(for: person, in: state, at: position)
            case .deviceAdded(let event): event.alert(for: person, in: state, at: position)
            case .identityProved(let event): event.alert(for: person, in: state, at: position)
            case .actionRequested(let event): event.alert(for: person, in: state, at: position)
            case .actionEnded(let event): event.alert(for: person, in: state, at: position)
            case .collaborationChanged(let event): event.alert(for: person, in: state, at: position)
            case .draftStored(let event): event.alert(for: person, in: state, at: position)
            case .draftErased(let event): event.alert(for: person, in: state, at: position)
            case .documentSaved(let event): event.alert(for: person, in: state, at: position)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().alert(for: person, in: state, at: position)
        }
    }

    /// Returns the recipients that it alerts.
    package func alerted(among people: [Handle], in state: CoreState) -> Alerted {
        switch self {
            case .personNamed(let event): event.alerted(among: people, in: state)
            case .contactAdded(let event): event.alerted(among: people, in: state)
            case .contactRemoved(let event): event.alerted(among: people, in: state)
            case .conversationCreated(let event): event.alerted(among: people, in: state)
            case .participantAdded(let event): event.alerted(among: people, in: state)
            case .participantRemoved(let event): event.alerted(among: people, in: state)
            case .conversationRenamed(let event): event.alerted(among: people, in: state)
            case .conversationPhotoSet(let event): event.alerted(among: people, in: state)
            case .conversationMuted(let event): event.alerted(among: people, in: state)
            case .conversationMarkedUnread(let event): event.alerted(among: people, in: state)
            case .conversationsPinned(let event): event.alerted(among: people, in: state)
            case .messagePosted(let event): event.alerted(among: people, in: state)
            case .messageChanged(let event): event.alerted(among: people, in: state)
            case .attachmentStored(let event): event.alerted(among: people, in: state)
            case .attachmentErased(let event): event.alerted(among: people, in: state)
            case .messagesRead(let event): event.alerted(among: people, in: state)
            case .messagesDeleted(let event): event.alerted(among: people, in: state)
            case .messagesRestored(let event): event.alerted(among: people, in: state)
            case .messagesErased(let event): event.alerted(among: people, in: state)
            case .conversationReturned(let event): event.alerted(among: people, in: state)
            case .linkPinned(let event): event.alerted(among: people, in: state)
            case .linkUnpinned(let event): event.alerted(among: people, in: state)
            case .consentOffered(let event): event.alerted(among: people, in: state)
            case .consentAnswered(let event): event.alerted(among: people, in: state)
            case .sharingSwitched(let event): event.alerted(among: people, in: state)
            case .appRegistered(let event): event.alerted(among: people, in: state)
            case .activitiesOffered(let event): event.alerted(among: people, in: state)
            case .linkStored(let event): event.alerted(among: people, in: state)
            case .storedLinksDelivered(let event): event.alerted(among: people, in: state)
            case .sitePublished(let event): event.alerted(among: people, in: state)
            case .shareSaved(let event): event.alerted(among: people, in: state)
            case .shareStopped(let event): event.alerted(among: people, in: state)
            case .noticePosted(let event): event.alerted(among: people, in: state)
            case .noticesCleared(let event): event.alerted(among: people, in: state)
            case .highlightHidden(let event): event.alerted(among: people, in: state)
            case .highlightUsed(let event): event.alerted(among: people, in: state)
            case .personBlocked(let event): event.alerted(among: people, in: state)
            case .shelvesChanged(let event): event.alerted(among: people, in: state)
            case .deviceAdded(let event): event.alerted(among: people, in: state)
            case .identityProved(let event): event.alerted(among: people, in: state)
            case .actionRequested(let event): event.alerted(among: people, in: state)
            case .actionEnded(let event): event.alerted(among: people, in: state)
            case .collaborationChanged(let event): event.alerted(among: people, in: state)
            case .draftStored(let event): event.alerted(among: people, in: state)
            case .draftErased(let event): event.alerted(among: people, in: state)
            case .documentSaved(let event): event.alerted(among: people, in: state)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().alerted(among: people, in: state)
        }
    }

    /// Returns the part of the notification that is the same for all recipients; nil if there is none.
    package func notification(alert: Bool) -> Notification? {
        switch self {
            case .personNamed(let event): event.notification(alert: alert)
            case .contactAdded(let event): event.notification(alert: alert)
            case .contactRemoved(let event): event.notification(alert: alert)
            case .conversationCreated(let event): event.notification(alert: alert)
            case .participantAdded(let event): event.notification(alert: alert)
            case .participantRemoved(let event): event.notification(alert: alert)
            case .conversationRenamed(let event): event.notification(alert: alert)
            case .conversationPhotoSet(let event): event.notification(alert: alert)
            case .conversationMuted(let event): event.notification(alert: alert)
            case .conversationMarkedUnread(let event): event.notification(alert: alert)
            case .conversationsPinned(let event): event.notification(alert: alert)
            case .messagePosted(let event): event.notification(alert: alert)
            case .messageChanged(let event): event.notification(alert: alert)
            case .attachmentStored(let event): event.notification(alert: alert)
            case .attachmentErased(let event): event.notification(alert: alert)
            case .messagesRead(let event): event.notification(alert: alert)
            case .messagesDeleted(let event): event.notification(alert: alert)
            case .messagesRestored(let event): event.notification(alert: alert)
            case .messagesErased(let event): event.notification(alert: alert)
            case .conversationReturned(let event): event.notification(alert: alert)
            case .linkPinned(let event): event.notification(alert: alert)
            case .linkUnpinned(let event): event.notification(alert: alert)
            case .consentOffered(let event): event.notification(alert: alert)
            case .consentAnswered(let event): event.notification(alert: alert)
            case .sharingSwitched(let event): event.notification(alert: alert)
            case .appRegistered(let event): event.notification(alert: alert)
            case .activitiesOffered(let event): event.notification(alert: alert)
            case .linkStored(let event): event.notification(alert: alert)
            case .storedLinksDelivered(let event): event.notification(alert: alert)
            case .sitePublished(let event): event.notification(alert: alert)
            case .shareSaved(let event): event.notification(alert: alert)
            case .shareStopped(let event): event.notification(alert: alert)
            case .noticePosted(let event): event.notification(alert: alert)
            case .noticesCleared(let event): event.notification(alert: alert)
            case .highlightHidden(let event): event.notification(alert: alert)
            case .highlightUsed(let event): event.notification(alert: alert)
            case .personBlocked(let event): event.notification(alert: alert)
            case .shelvesChanged(let event): event.notification(alert: alert)
            case .deviceAdded(let event): event.notification(alert: alert)
            case .identityProved(let event): event.notification(alert: alert)
            case .actionRequested(let event): event.notification(alert: alert)
            case .actionEnded(let event): event.notification(alert: alert)
            case .collaborationChanged(let event): event.notification(alert: alert)
            case .draftStored(let event): event.notification(alert: alert)
            case .draftErased(let event): event.notification(alert: alert)
            case .documentSaved(let event): event.notification(alert: alert)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().notification(alert: alert)
        }
    }

    /// Returns the recipient apps, each with the person that it runs as.
    package func appInstances(in state: CoreState) -> [AppInstance] {
        switch self {
            case .personNamed(let event): event.appInstances(in: state)
            case .contactAdded(let event): event.appInstances(in: state)
            case .contactRemoved(let event): event.appInstances(in: state)
            case .conversationCreated(let event): event.appInstances(in: state)
            case .participantAdded(let event): event.appInstances(in: state)
            case .participantRemoved(let event): event.appInstances(in: state)
            case .conversationRenamed(let event): event.appInstances(in: state)
            case .conversationPhotoSet(let event): event.appInstances(in: state)
            case .conversationMuted(let event): event.appInstances(in: state)
            case .conversationMarkedUnread(let event): event.appInstances(in: state)
            case .conversationsPinned(let event): event.appInstances(in: state)
            case .messagePosted(let event): event.appInstances(in: state)
            case .messageChanged(let event): event.appInstances(in: state)
            case .attachmentStored(let event): event.appInstances(in: state)
            case .attachmentErased(let event): event.appInstances(in: state)
            case .messagesRead(let event): event.appInstances(in: state)
            case .messagesDeleted(let event): event.appInstances(in: state)
            case .messagesRestored(let event): event.appInstances(in: state)
            case .messagesErased(let event): event.appInstances(in: state)
            case .conversationReturned(let event): event.appInstances(in: state)
            case .linkPinned(let event): event.appInstances(in: state)
            case .linkUnpinned(let event): event.appInstances(in: state)
            case .consentOffered(let event): event.appInstances(in: state)
            case .consentAnswered(let event): event.appInstances(in: state)
            case .sharingSwitched(let event): event.appInstances(in: state)
            case .appRegistered(let event): event.appInstances(in: state)
            case .activitiesOffered(let event): event.appInstances(in: state)
            case .linkStored(let event): event.appInstances(in: state)
            case .storedLinksDelivered(let event): event.appInstances(in: state)
            case .sitePublished(let event): event.appInstances(in: state)
            case .shareSaved(let event): event.appInstances(in: state)
            case .shareStopped(let event): event.appInstances(in: state)
            case .noticePosted(let event): event.appInstances(in: state)
            case .noticesCleared(let event): event.appInstances(in: state)
            case .highlightHidden(let event): event.appInstances(in: state)
            case .highlightUsed(let event): event.appInstances(in: state)
            case .personBlocked(let event): event.appInstances(in: state)
            case .shelvesChanged(let event): event.appInstances(in: state)
            case .deviceAdded(let event): event.appInstances(in: state)
            case .identityProved(let event): event.appInstances(in: state)
            case .actionRequested(let event): event.appInstances(in: state)
            case .actionEnded(let event): event.appInstances(in: state)
            case .collaborationChanged(let event): event.appInstances(in: state)
            case .draftStored(let event): event.appInstances(in: state)
            case .draftErased(let event): event.appInstances(in: state)
            case .documentSaved(let event): event.appInstances(in: state)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().appInstances(in: state)
        }
    }

    /// True if the answer to an app's own request contains the notification; the requesting session is then left out.
    package var isInOriginAnswer: Bool {
        switch self {
            case .personNamed(let event): event.isInOriginAnswer
            case .contactAdded(let event): event.isInOriginAnswer
            case .contactRemoved(let event): event.isInOriginAnswer
            case .conversationCreated(let event): event.isInOriginAnswer
            case .participantAdded(let event): event.isInOriginAnswer
            case .participantRemoved(let event): event.isInOriginAnswer
            case .conversationRenamed(let event): event.isInOriginAnswer
            case .conversationPhotoSet(let event): event.isInOriginAnswer
            case .conversationMuted(let event): event.isInOriginAnswer
            case .conversationMarkedUnread(let event): event.isInOriginAnswer
            case .conversationsPinned(let event): event.isInOriginAnswer
            case .messagePosted(let event): event.isInOriginAnswer
            case .messageChanged(let event): event.isInOriginAnswer
            case .attachmentStored(let event): event.isInOriginAnswer
            case .attachmentErased(let event): event.isInOriginAnswer
            case .messagesRead(let event): event.isInOriginAnswer
            case .messagesDeleted(let event): event.isInOriginAnswer
            case .messagesRestored(let event): event.isInOriginAnswer
            case .messagesErased(let event): event.isInOriginAnswer
            case .conversationReturned(let event): event.isInOriginAnswer
            case .linkPinned(let event): event.isInOriginAnswer
            case .linkUnpinned(let event): event.isInOriginAnswer
            case .consentOffered(let event): event.isInOriginAnswer
            case .consentAnswered(let event): event.isInOriginAnswer
            case .sharingSwitched(let event): event.isInOriginAnswer
            case .appRegistered(let event): event.isInOriginAnswer
            case .activitiesOffered(let event): event.isInOriginAnswer
            case .linkStored(let event): event.isInOriginAnswer
            case .storedLinksDelivered(let event): event.isInOriginAnswer
            case .sitePublished(let event): event.isInOriginAnswer
            case .shareSaved(let event): event.isInOriginAnswer
            case .shareStopped(let event): event.isInOriginAnswer
            case .noticePosted(let event): event.isInOriginAnswer
            case .noticesCleared(let event): event.isInOriginAnswer
            case .highlightHidden(let event): event.isInOriginAnswer
            case .highlightUsed(let event): event.isInOriginAnswer
            case .personBlocked(let event): event.isInOriginAnswer
            case .shelvesChanged(let event): event.isInOriginAnswer
            case .deviceAdded(let event): event.isInOriginAnswer
            case .identityProved(let event): event.isInOriginAnswer
            case .actionRequested(let event): event.isInOriginAnswer
            case .actionEnded(let event): event.isInOriginAnswer
            case .collaborationChanged(let event): event.isInOriginAnswer
            case .draftStored(let event): event.isInOriginAnswer
            case .draftErased(let event): event.isInOriginAnswer
            case .documentSaved(let event): event.isInOriginAnswer
            case .timePassed, .requestAnswered, .recordLost: BareEvent().isInOriginAnswer
        }
    }

    /// Returns the notification for an app that runs as this person.
    package func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        switch self {
            case .personNamed(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .contactAdded(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .contactRemoved(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationCreated(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .participantAdded(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .participantRemoved(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationRenamed(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationPhotoSet(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationMuted(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationMarkedUnread(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationsPinned(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messagePosted(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messageChanged(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .attachmentStored(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .attachmentErased(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messagesRead(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messagesDeleted(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messagesRestored(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .messagesErased(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .conversationReturned(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .linkPinned(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .linkUnpinned(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .consentOffered(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .consentAnswered(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .sharingSwitched(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .appRegistered(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .activitiesOffered(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .linkStored(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .storedLinksDelivered(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .sitePublished(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .shareSaved(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .shareStopped(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .noticePosted(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .noticesCleared(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .highlightHidden(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .highlightUsed(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .personBlocked(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .shelvesChanged(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .deviceAdded(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .identityProved(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .actionRequested(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .actionEnded(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .collaborationChanged(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .draftStored(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .draftErased(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .documentSaved(let event): event.notification(to: instance, delivery: delivery, in: state)
            case .timePassed, .requestAnswered, .recordLost: BareEvent().notification(to: instance, delivery: delivery, in: state)
        }
    }

}
