// Written by script/contract: change the contract instead.

/// Every notification of the contract, by the name of its method.
public enum NotificationName: String, CaseIterable, Sendable, JSONWord {
    /// A new message.
    case messagePosted = "message.posted"
    /// A message was edited or unsent, or its tapbacks changed.
    case messageChanged = "message.changed"
    /// The other person has read this message and all before it (one-to-one conversations only).
    case receipt = "receipt"
    /// A person types or stopped typing in a conversation (`typing-1to1`).
    case typing = "typing"
    /// A conversation is new or changed; `line` is the new entry of its thread.
    case conversationChanged = "conversation.changed"
    /// The reader deleted, recovered or erased messages, on any of their devices.
    case deletionChanged = "deletion.changed"
    /// A notice is new, or grew under the same id.
    case noticePosted = "notice.posted"
    /// Notices left the reader's banner.
    case noticeCleared = "notice.cleared"
    /// A question about automatic sharing; `url` is empty if the link was unsent everywhere.
    case consentRequested = "consent.requested"
    /// The reader's shelf changed.
    case highlightsChanged = "highlights.changed"
    /// The reader lost a share.
    case shareChanged = "share.changed"
    /// The reader's settings changed. A question missing in `consents` was answered.
    case settingsChanged = "settings.changed"
    /// A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.
    case collaborationChanged = "collaboration.changed"
    /// The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
    /// `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.
    case actionRequested = "action.requested"
    /// An action ended; for the app's other sessions.
    case actionEnded = "action.ended"
    /// People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
    /// needs no answer.
    case identitiesRemoved = "identities.removed"
    /// The app should show a link, exactly as it was opened. Observers see the app and the person.
    case userActivity = "userActivity"
    /// The app's actions on the share sheet changed for this person.
    case activitiesChanged = "activities.changed"
    /// A person chose an action of the app. Observers see the app and the person.
    case activityChosen = "activity.chosen"
    /// A person known to the reader has a new display name.
    case personChanged = "person.changed"
    /// A fault occurred.
    case faultFired = "fault.fired"
    /// A request was decided; for observers with `requests: true`.
    case requestDone = "request.done"
    /// A session ended; for observers with `requests: true`.
    case sessionEnded = "session.ended"
    /// A document that the reader can read changed.
    case documentChanged = "document.changed"
    /// The access of the app's person to a document changed. A deleted document is a `document.changed`.
    case documentAccessChanged = "document.accessChanged"
    /// The people who have a document open changed.
    case documentPresence = "document.presence"

    /// True if only observers receive it. Faults never affect their streams.
    public var isForObservers: Bool {
        switch self {
            case .messagePosted: false
            case .messageChanged: false
            case .receipt: false
            case .typing: false
            case .conversationChanged: false
            case .deletionChanged: false
            case .noticePosted: false
            case .noticeCleared: false
            case .consentRequested: false
            case .highlightsChanged: false
            case .shareChanged: false
            case .settingsChanged: false
            case .collaborationChanged: false
            case .actionRequested: false
            case .actionEnded: false
            case .identitiesRemoved: false
            case .userActivity: false
            case .activitiesChanged: false
            case .activityChosen: false
            case .personChanged: false
            case .faultFired: true
            case .requestDone: true
            case .sessionEnded: true
            case .documentChanged: false
            case .documentAccessChanged: false
            case .documentPresence: false
        }
    }

    /// True if the log does not store it: clients that were away never receive it.
    public var isNeverStored: Bool {
        switch self {
            case .messagePosted: false
            case .messageChanged: false
            case .receipt: false
            case .typing: true
            case .conversationChanged: false
            case .deletionChanged: false
            case .noticePosted: false
            case .noticeCleared: false
            case .consentRequested: false
            case .highlightsChanged: false
            case .shareChanged: false
            case .settingsChanged: false
            case .collaborationChanged: false
            case .actionRequested: false
            case .actionEnded: false
            case .identitiesRemoved: false
            case .userActivity: true
            case .activitiesChanged: false
            case .activityChosen: true
            case .personChanged: false
            case .faultFired: true
            case .requestDone: true
            case .sessionEnded: true
            case .documentChanged: false
            case .documentAccessChanged: false
            case .documentPresence: true
        }
    }
}

/// A notification for a person's sessions and for observers. The log stores its event: it has the position
/// as `cursor`, and a session that resumes before it receives it again.
public enum Notification: Sendable, Equatable {
    /// A new message.
    case messagePosted(_ message: Message, alert: Bool = false)
    /// A message was edited or unsent, or its tapbacks changed.
    indirect case messageChanged(_ message: Message, _ change: MessageChange, alert: Bool = false)
    /// The other person has read this message and all before it (one-to-one conversations only).
    indirect case receipt(_ conversation: ConversationID, person: Handle, _ message: MessageID, _ receipt: MessageReceipt)
    /// A conversation is new or changed; `line` is the new entry of its thread.
    indirect case conversationChanged(_ conversation: Conversation, line: ThreadEntry? = nil)
    /// The reader deleted, recovered or erased messages, on any of their devices.
    indirect case deletionChanged(_ conversation: Conversation, _ change: DeletionChange)
    /// A notice is new, or grew under the same id.
    indirect case noticePosted(_ notice: Notice, alert: Bool = false)
    /// Notices left the reader's banner.
    indirect case noticeCleared(_ notices: [NoticeID] = [])
    /// A question about automatic sharing; `url` is empty if the link was unsent everywhere.
    indirect case consentRequested(_ request: ConsentRequest)
    /// The reader's shelf changed.
    indirect case highlightsChanged(_ change: HighlightsChange)
    /// The reader lost a share.
    indirect case shareLost(_ share: LostShare, cause: LostShare.Cause)
    /// A share of the reader changed.
    indirect case shareChanged(_ share: ShareView)
    /// The reader's settings changed. A question missing in `consents` was answered.
    indirect case settingsChanged(_ settings: Settings)
    /// A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled.
    indirect case collaborationChanged(_ start: CollaborationStart)
    /// A person known to the reader has a new display name.
    indirect case personNamed(_ person: Person)
    /// A document that the reader can read changed.
    indirect case documentChanged(_ document: DocumentView, _ change: DocumentChange)

    /// Reads the params of a notification; nil for a name that is not in this list.
    ///
    /// - Throws: ``InvalidField`` for the first member that is missing or wrong.
    public init?(_ name: NotificationName, from fields: inout JSONFields) throws(InvalidField) {
        switch name {
            case .messagePosted:
                self = .messagePosted(try fields.read("message"), alert: try fields.readOptional("alert") ?? false)
            case .messageChanged:
                self = .messageChanged(try fields.read("message"), try fields.read("change"), alert: try fields.readOptional("alert") ?? false)
            case .receipt:
                self = .receipt(try fields.read("conversation"), person: try fields.read("person"), try fields.read("message"), try MessageReceipt(from: &fields))
            case .conversationChanged:
                self = .conversationChanged(try fields.read("conversation"), line: try fields.readOptional("line"))
            case .deletionChanged:
                self = .deletionChanged(try fields.read("conversation"), try DeletionChange(from: &fields))
            case .noticePosted:
                self = .noticePosted(try fields.read("notice"), alert: try fields.readOptional("alert") ?? false)
            case .noticeCleared:
                self = .noticeCleared(try fields.readOptional("notices") ?? [])
            case .consentRequested:
                self = .consentRequested(try ConsentRequest(from: &fields))
            case .highlightsChanged:
                self = .highlightsChanged(try HighlightsChange(from: &fields))
            case .shareChanged:
                if fields.has("gone") {
                    self = .shareLost(try fields.read("share"), cause: try fields.read("gone"))
                    return
                }
                self = .shareChanged(try fields.read("share"))
            case .settingsChanged:
                self = .settingsChanged(try fields.read("settings"))
            case .collaborationChanged:
                self = .collaborationChanged(try fields.read("start"))
            case .personChanged:
                self = .personNamed(try Person(from: &fields))
            case .documentChanged:
                self = .documentChanged(try fields.read("document"), try DocumentChange(from: &fields))
            default: return nil
        }
    }

    /// The names of the notifications.
    public var name: NotificationName {
        switch self {
            case .messagePosted: .messagePosted
            case .messageChanged: .messageChanged
            case .receipt: .receipt
            case .conversationChanged: .conversationChanged
            case .deletionChanged: .deletionChanged
            case .noticePosted: .noticePosted
            case .noticeCleared: .noticeCleared
            case .consentRequested: .consentRequested
            case .highlightsChanged: .highlightsChanged
            case .shareLost: .shareChanged
            case .shareChanged: .shareChanged
            case .settingsChanged: .settingsChanged
            case .collaborationChanged: .collaborationChanged
            case .personNamed: .personChanged
            case .documentChanged: .documentChanged
        }
    }

    /// Appends what it says to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .messagePosted(let message, let alert):
                json.member("message", message)
                if alert { json.member("alert", alert) }
            case .messageChanged(let message, let change, let alert):
                json.member("message", message)
                json.member("change", change)
                if alert { json.member("alert", alert) }
            case .receipt(let conversation, let person, let message, let receipt):
                json.member("conversation", conversation)
                json.member("person", person)
                json.member("message", message)
                receipt.writeMembers(to: &json)
            case .conversationChanged(let conversation, let line):
                json.member("conversation", conversation)
                if let line { json.member("line", line) }
            case .deletionChanged(let conversation, let change):
                json.member("conversation", conversation)
                change.writeMembers(to: &json)
            case .noticePosted(let notice, let alert):
                json.member("notice", notice)
                if alert { json.member("alert", alert) }
            case .noticeCleared(let notices):
                json.member("notices", notices)
            case .consentRequested(let request):
                request.writeMembers(to: &json)
            case .highlightsChanged(let change):
                change.writeMembers(to: &json)
            case .shareLost(let share, let cause):
                json.member("share", share)
                json.member("gone", cause)
            case .shareChanged(let share):
                json.member("share", share)
            case .settingsChanged(let settings):
                json.member("settings", settings)
            case .collaborationChanged(let start):
                json.member("start", start)
            case .personNamed(let person):
                person.writeMembers(to: &json)
            case .documentChanged(let document, let change):
                json.member("document", document)
                change.writeMembers(to: &json)
        }
    }
}

/// A stored notification for an app's sessions. The type has no field for names, conversations or message
/// text (`privacy-no-threads`).
public enum AppNotification: Sendable, Equatable {
    /// The app's list for this person changed. If only the permission changed, all three members are empty
    /// (`center-empty`).
    indirect case highlightsChanged(_ change: AppHighlightsChange)
    /// The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
    /// `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`.
    indirect case actionRequested(_ action: RequestedAction)
    /// An action ended; for the app's other sessions.
    indirect case actionEnded(_ action: ActionID, _ outcome: RequestedAction.Outcome)
    /// People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
    /// needs no answer.
    indirect case identitiesRemoved(_ identities: [PersonIdentity], collaborationIdentifier: String, url: String)
    /// The app's actions on the share sheet changed for this person.
    indirect case activitiesChanged(_ activities: [AppActivity] = [])
    /// A document of the app that its person can read changed.
    indirect case documentChanged(_ document: AppDocument, _ change: AppDocumentChange)
    /// The access of the app's person to a document changed. A deleted document is a `document.changed`.
    indirect case documentAccessChanged(_ document: DocumentID, url: String, access: AppDocument.Access)

    /// Reads the params of a notification; nil for a name that is not in this list.
    ///
    /// - Throws: ``InvalidField`` for the first member that is missing or wrong.
    public init?(_ name: NotificationName, from fields: inout JSONFields) throws(InvalidField) {
        switch name {
            case .highlightsChanged:
                self = .highlightsChanged(try AppHighlightsChange(from: &fields))
            case .actionRequested:
                self = .actionRequested(try fields.read("action"))
            case .actionEnded:
                self = .actionEnded(try fields.read("action"), try fields.read("outcome"))
            case .identitiesRemoved:
                self = .identitiesRemoved(try fields.read("identities"), collaborationIdentifier: try fields.read("collaborationIdentifier"), url: try fields.read("url"))
            case .activitiesChanged:
                self = .activitiesChanged(try fields.readOptional("activities") ?? [])
            case .documentChanged:
                self = .documentChanged(try fields.read("document"), try AppDocumentChange(from: &fields))
            case .documentAccessChanged:
                self = .documentAccessChanged(try fields.read("document"), url: try fields.read("url"), access: try fields.read("access"))
            default: return nil
        }
    }

    /// The names of the notifications.
    public var name: NotificationName {
        switch self {
            case .highlightsChanged: .highlightsChanged
            case .actionRequested: .actionRequested
            case .actionEnded: .actionEnded
            case .identitiesRemoved: .identitiesRemoved
            case .activitiesChanged: .activitiesChanged
            case .documentChanged: .documentChanged
            case .documentAccessChanged: .documentAccessChanged
        }
    }

    /// Appends what it says to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .highlightsChanged(let change):
                change.writeMembers(to: &json)
            case .actionRequested(let action):
                json.member("action", action)
            case .actionEnded(let action, let outcome):
                json.member("action", action)
                json.member("outcome", outcome)
            case .identitiesRemoved(let identities, let collaborationIdentifier, let url):
                json.member("identities", identities)
                json.member("collaborationIdentifier", collaborationIdentifier)
                json.member("url", url)
            case .activitiesChanged(let activities):
                json.member("activities", activities)
            case .documentChanged(let document, let change):
                json.member("document", document)
                change.writeMembers(to: &json)
            case .documentAccessChanged(let document, let url, let access):
                json.member("document", document)
                json.member("url", url)
                json.member("access", access)
        }
    }
}

/// A notification for connected sessions only. It is stored nowhere and has no `cursor`: clients that were
/// away never receive it.
public enum LiveNotification: Sendable, Equatable {
    /// A person types or stopped typing in a conversation (`typing-1to1`).
    indirect case typing(_ conversation: ConversationID, _ person: Handle, _ isTyping: Bool)
    /// The app should show a link, exactly as it was opened. Observers see the app and the person.
    indirect case userActivity(_ activity: UserActivity, app: AppID? = nil, person: Handle? = nil)
    /// A person chose an action of the app. Observers see the app and the person.
    indirect case activityChosen(_ activity: ChosenActivity, app: AppID? = nil, person: Handle? = nil)
    /// A fault occurred.
    indirect case faultFired(_ fired: FiredFault)
    /// A request was decided; for observers with `requests: true`.
    indirect case requestDone(_ request: DoneRequest)
    /// A session ended; for observers with `requests: true`.
    indirect case sessionEnded(_ owner: SessionOwner)
    /// The people who have a document open changed.
    indirect case documentPresence(_ document: DocumentID, url: String, active: [Handle])
    /// The number of people who have a document open changed.
    indirect case appDocumentPresence(_ document: DocumentID, url: String, activeParticipantCount: Int)
    /// A message and all before it reached the other person.
    indirect case delivered(_ conversation: ConversationID, person: Handle, _ message: MessageID, _ receipt: MessageReceipt)

    /// Reads the params of a notification; nil for a name that is not in this list.
    ///
    /// - Throws: ``InvalidField`` for the first member that is missing or wrong.
    public init?(_ name: NotificationName, from fields: inout JSONFields) throws(InvalidField) {
        switch name {
            case .typing:
                self = .typing(try fields.read("conversation"), try fields.read("person"), try fields.read("typing"))
            case .userActivity:
                self = .userActivity(try UserActivity(from: &fields), app: try fields.readOptional("app"), person: try fields.readOptional("person"))
            case .activityChosen:
                self = .activityChosen(try ChosenActivity(from: &fields), app: try fields.readOptional("app"), person: try fields.readOptional("person"))
            case .faultFired:
                self = .faultFired(try FiredFault(from: &fields))
            case .requestDone:
                self = .requestDone(try DoneRequest(from: &fields))
            case .sessionEnded:
                self = .sessionEnded(try SessionOwner(from: &fields))
            case .documentPresence:
                if fields.has("active") {
                    self = .documentPresence(try fields.read("document"), url: try fields.read("url"), active: try fields.read("active"))
                    return
                }
                self = .appDocumentPresence(try fields.read("document"), url: try fields.read("url"), activeParticipantCount: try fields.read("activeParticipantCount", in: 0...Int.max))
            case .receipt:
                self = .delivered(try fields.read("conversation"), person: try fields.read("person"), try fields.read("message"), try MessageReceipt(from: &fields))
            default: return nil
        }
    }

    /// The names of the notifications.
    public var name: NotificationName {
        switch self {
            case .typing: .typing
            case .userActivity: .userActivity
            case .activityChosen: .activityChosen
            case .faultFired: .faultFired
            case .requestDone: .requestDone
            case .sessionEnded: .sessionEnded
            case .documentPresence: .documentPresence
            case .appDocumentPresence: .documentPresence
            case .delivered: .receipt
        }
    }

    /// Appends what it says to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .typing(let conversation, let person, let isTyping):
                json.member("conversation", conversation)
                json.member("person", person)
                json.member("typing", isTyping)
            case .userActivity(let activity, let app, let person):
                activity.writeMembers(to: &json)
                if let app { json.member("app", app) }
                if let person { json.member("person", person) }
            case .activityChosen(let activity, let app, let person):
                activity.writeMembers(to: &json)
                if let app { json.member("app", app) }
                if let person { json.member("person", person) }
            case .faultFired(let fired):
                fired.writeMembers(to: &json)
            case .requestDone(let request):
                request.writeMembers(to: &json)
            case .sessionEnded(let owner):
                owner.writeMembers(to: &json)
            case .documentPresence(let document, let url, let active):
                json.member("document", document)
                json.member("url", url)
                json.member("active", active)
            case .appDocumentPresence(let document, let url, let activeParticipantCount):
                json.member("document", document)
                json.member("url", url)
                json.member("activeParticipantCount", activeParticipantCount)
            case .delivered(let conversation, let person, let message, let receipt):
                json.member("conversation", conversation)
                json.member("person", person)
                json.member("message", message)
                receipt.writeMembers(to: &json)
        }
    }
}
