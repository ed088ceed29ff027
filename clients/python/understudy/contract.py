"""The values of the protocol: params, results and notifications.

Written by script/docs from docs/reference/openrpc.json: change the contract instead.

    def title(share: contract.ShareView) -> str:
        return share["title"]

    assert title(plan) == "Trip plan"
"""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ActionID: TypeAlias = str
"""The id of an action that an app must answer."""
ActivityCategory: TypeAlias = Literal["action", "share"]
"""The category of an activity (`ua-categories`)."""
ActivityItemKind: TypeAlias = Literal["document", "link", "text", "file"]
"""The kind of item that an activity receives."""
AdvanceClockEnd: TypeAlias = Literal["settled"]
"""The named times to advance to."""
AppCapability: TypeAlias = Literal["sharedWithYou", "mentions"]
"""A capability that an app declares."""
AppDocumentAccess: TypeAlias = Literal["none", "readOnly", "readWrite"]
"""The access of an app's person to a document."""
AppID: TypeAlias = str
"""The bundle id of an app, such as `com.example.notes`."""
AppSwitches: TypeAlias = dict[str, Any]
"""The switches of apps: true or false for each app id."""
AttachmentID: TypeAlias = str
"""The id of the content of a message's attachment."""
AttributionToken: TypeAlias = str
"""The token of an attribution. The process that draws for the person exchanges it for the names. The app cannot use
it for anything else (`privacy-render`)."""
ClockKind: TypeAlias = Literal["real", "virtual"]
"""The kind of a world's clock."""
CollaborationStartState: TypeAlias = Literal["waiting", "sent", "done", "failed", "cancelled"]
"""The state of a start or change."""
CommentID: TypeAlias = str
"""The id of a comment on a document."""
ConsentID: TypeAlias = str
"""The id of a consent request."""
ConsentRequestAnswer: TypeAlias = Literal["allow", "notNow", "never"]
"""An answer to a consent request."""
ConversationID: TypeAlias = str
"""The id of a conversation."""
ConversationSwitches: TypeAlias = dict[str, Any]
"""The switches of conversations: true or false for each conversation id."""
DeletionChangeKind: TypeAlias = Literal["deleted", "restored", "erased"]
"""A kind of change."""
DeviceReference: TypeAlias = "str | int"
"""A device's name, or its number from 1."""
DeviceSystem: TypeAlias = Literal["current", "old"]
"""The Messages features that a device's system supports."""
DisplayHighlightContext: TypeAlias = Literal["summary", "detail"]
"""The way an app shows a highlight (`attr-enum-context`)."""
DocumentChangeKind: TypeAlias = "DocumentChangeKindChange | DocumentChangeKindPersistence"
"""A change, without mentions."""
DocumentChangePersistence: TypeAlias = "DocumentChangePersistenceCreated | DocumentChangePersistenceRenamed | DocumentChangePersistenceMoved | DocumentChangePersistenceDeleted"
"""A change of the document as a whole."""
DocumentID: TypeAlias = str
"""The id of a document of the document service."""
EmptyResult: TypeAlias = dict[str, Any]
"""An empty object, `{}`."""
FaultEffect: TypeAlias = "FaultEffectDrop | FaultEffectDelay | FaultEffectDuplicate | FaultEffectReorder | FaultEffectDisconnect"
"""The effect on the notification."""
FaultEffectWord: TypeAlias = Literal["drop", "delay", "duplicate", "reorder", "disconnect"]
"""The name of an effect on the wire."""
FaultID: TypeAlias = str
"""The id of a fault."""
Handle: TypeAlias = str
"""The handle of a person: `anna` or `anna@example.com`, always in lower case."""
HighlightEventChangeTrigger: TypeAlias = Literal["edit", "comment"]
"""The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`."""
HighlightID: TypeAlias = str
"""The permanent id of a highlight: one link of one world always has the same id."""
Instant: TypeAlias = str
"""A time: RFC 3339 in UTC, with milliseconds."""
JournalEntryKind: TypeAlias = Literal["request", "refusal", "notification", "silence", "fault"]
"""The kind of a journal entry."""
LinkExplanationOutcome: TypeAlias = Literal["opens", "excluded", "noMatch", "unknownApp", "noAssociation", "noApp"]
"""The result of a step."""
LinkPreviewColour: TypeAlias = Literal["red", "orange", "yellow", "green", "blue", "purple", "pink", "grey"]
"""A colour that every terminal can show."""
LostShareCause: TypeAlias = Literal["removed", "left", "stopped"]
"""The way a share was lost."""
MessageChange: TypeAlias = "MessageChangeEdited | MessageChangeUnsent | MessageChangeReacted"
"""A change of a posted message."""
MessageID: TypeAlias = str
"""The id of a message."""
MessageReceiptStatus: TypeAlias = Literal["delivered", "read"]
"""A stage of a receipt."""
Method: TypeAlias = Literal["session.hello", "session.ping", "rpc.discover", "session.fence", "conversation.create", "conversation.list", "conversation.history", "conversation.addParticipant", "conversation.removeParticipant", "conversation.leave", "conversation.rename", "conversation.setPhoto", "conversation.markRead", "conversation.markUnread", "conversation.mute", "conversation.pin", "conversation.delete", "conversation.restore", "conversation.erase", "conversation.recentlyDeleted", "conversation.typing", "message.send", "message.edit", "message.unsend", "message.delete", "message.restore", "message.erase", "message.recentlyDeleted", "message.react", "message.search", "message.thread", "message.attachment", "link.pin", "link.unpin", "link.open", "link.explain", "contact.add", "contact.remove", "contact.list", "settings.get", "settings.set", "settings.audit", "consent.answer", "contact.block", "contact.unblock", "highlight.list", "highlight.hide", "highlight.restore", "highlight.display", "highlightCenter.getHighlight", "highlightCenter.getCollaborationHighlight", "highlightCenter.collaborationHighlight", "attribution.attach", "attribution.show", "identity.sign", "identity.challenge", "identity.prove", "highlightCenter.postNotice", "highlightCenter.clearNotices", "notice.dismiss", "notice.answer", "share.create", "share.send", "share.get", "share.accept", "share.requestAccess", "share.list", "share.save", "share.addParticipant", "share.removeParticipant", "share.setPermission", "share.setRole", "share.setInviting", "share.setAccess", "share.leave", "share.stop", "collaboration.offer", "collaboration.start", "collaboration.cancel", "collaboration.list", "action.fulfill", "action.fail", "app.register", "app.get", "activity.offer", "activity.choose", "site.publish", "clock.now", "clock.advance", "world.create", "world.reset", "world.delete", "world.list", "fault.inject", "fault.list", "fault.clear", "delivery.explain", "journal.list", "journal.verify", "person.list", "document.create", "document.list", "document.get", "document.open", "document.close", "document.edit", "document.comment", "document.rename", "document.move", "document.delete"]
"""A method."""
NoticeID: TypeAlias = str
"""The id of a notice."""
NotificationName: TypeAlias = Literal["message.posted", "message.changed", "receipt", "typing", "conversation.changed", "deletion.changed", "notice.posted", "notice.cleared", "consent.requested", "highlights.changed", "share.changed", "settings.changed", "collaboration.changed", "action.requested", "action.ended", "identities.removed", "userActivity", "activities.changed", "activity.chosen", "person.changed", "fault.fired", "request.done", "session.ended", "document.changed", "document.accessChanged", "document.presence"]
"""A notification."""
OpenRPC: TypeAlias = dict[str, Any]
"""A description of the methods of an interface: https://spec.open-rpc.org."""
RPCErrorOutcome: TypeAlias = Literal["none", "unknown"]
"""The outcome of a request that failed with `unavailable`."""
RPCErrorReason: TypeAlias = Literal["parse", "invalid_request", "unknown_method", "invalid_params", "internal", "unauthenticated", "forbidden", "not_found", "conflict", "expired", "too_large", "rate_limited", "unavailable"]
"""The reason for an error. The word is `data.reason`; its code never changes."""
RankingSignal: TypeAlias = Literal["shared", "sharers", "pinned", "summary", "viewed", "replied", "detail"]
"""A signal for the order of a shelf (`rank-signals`)."""
Reaction: TypeAlias = str
"""One emoji, or one of the words heart, thumbsUp, thumbsDown, haHa, exclamation and question."""
RequestedActionKind: TypeAlias = Literal["startCollaboration", "updateCollaborationParticipants"]
"""The kind of an action."""
RequestedActionOutcome: TypeAlias = Literal["fulfilled", "failed", "timedOut", "cancelled"]
"""The way an action ended."""
Role: TypeAlias = Literal["person", "app", "observer"]
"""The role of a session. It decides the allowed requests and the notifications."""
SettingChangeScope: TypeAlias = "SettingChangeScopeEverywhere | SettingChangeScopeApp | SettingChangeScopeConversation"
"""A switch of one of the three levels of `consent-levels`."""
SettingChangeStanding: TypeAlias = Literal["on", "off", "unset", "offered", "postponed", "never", "revoked"]
"""The state of a switch."""
ShareAcceptance: TypeAlias = Literal["pending", "accepted"]
"""The state of an invitation (`ck-accept`)."""
ShareAccess: TypeAlias = Literal["private", "public"]
"""The access to a share (`ucs-can-access`)."""
ShareBackend: TypeAlias = Literal["cloudRecord", "file", "custom"]
"""The back ends of a share (`infra-three`)."""
ShareID: TypeAlias = str
"""The id of a share."""
ShareOptionsEffect: TypeAlias = Literal["readOnly", "readWrite", "private", "public", "inviting"]
"""The effect of an option on the system, in addition to its meaning for the app (`options-set`)."""
ShareOptionsGroupKind: TypeAlias = Literal["switches", "picker"]
"""The kind of a group of options."""
SharePermission: TypeAlias = Literal["readOnly", "readWrite"]
"""The permission of a participant (`ucs-can-permission`)."""
ShareRepresentation: TypeAlias = Literal["file", "text"]
"""A form of a document besides its link (`reps-multiple`)."""
ShareRole: TypeAlias = Literal["owner", "administrator", "privateUser", "publicUser"]
"""The role of a participant (`ck-role`)."""
SharingMethod: TypeAlias = Literal["collaborate", "copy"]
"""A method of sharing a document (`sheet-method-choice`)."""
StartID: TypeAlias = str
"""The id of a start or change of a collaboration that waits for its app."""
SystemActivity: TypeAlias = Literal["copyToPasteboard", "print", "saveToFiles"]
"""A system action on a share sheet."""
ThreadEntry: TypeAlias = "ThreadEntryMessage | ThreadEntryNotice | ThreadEntrySystem"
"""An entry of a thread, as `conversation.history` returns it."""
TraceParent: TypeAlias = str
"""The place of a request in a distributed trace, in the form of the HTTP header `traceparent` of W3C Trace
Context."""
WorldName: TypeAlias = str
"""The name of a world, which is one isolated simulation."""


class DocumentChangeKindChange(TypedDict):
    """A form of DocumentChangeKindChange."""
    type: Literal["change"]
    trigger: HighlightEventChangeTrigger


class DocumentChangeKindPersistence(TypedDict):
    """A form of DocumentChangeKindPersistence."""
    type: Literal["persistence"]
    trigger: Literal["created"] | Literal["renamed"] | Literal["moved"] | Literal["deleted"]
    title: NotRequired[str]
    folder: NotRequired[str]


class DocumentChangePersistenceCreated(TypedDict):
    """A form of DocumentChangePersistenceCreated."""
    trigger: Literal["created"]


class DocumentChangePersistenceRenamed(TypedDict):
    """A form of DocumentChangePersistenceRenamed."""
    trigger: Literal["renamed"]
    title: str


class DocumentChangePersistenceMoved(TypedDict):
    """A form of DocumentChangePersistenceMoved."""
    trigger: Literal["moved"]
    folder: str


class DocumentChangePersistenceDeleted(TypedDict):
    """A form of DocumentChangePersistenceDeleted."""
    trigger: Literal["deleted"]


class FaultEffectDrop(TypedDict):
    """A form of FaultEffectDrop."""
    do: Literal["drop"]


class FaultEffectDelay(TypedDict):
    """A form of FaultEffectDelay."""
    do: Literal["delay"]
    milliseconds: int


class FaultEffectDuplicate(TypedDict):
    """A form of FaultEffectDuplicate."""
    do: Literal["duplicate"]


class FaultEffectReorder(TypedDict):
    """A form of FaultEffectReorder."""
    do: Literal["reorder"]


class FaultEffectDisconnect(TypedDict):
    """A form of FaultEffectDisconnect."""
    do: Literal["disconnect"]


class MessageChangeEdited(TypedDict):
    """A form of MessageChangeEdited."""
    kind: Literal["edited"]
    mentioned: NotRequired[list[Handle]]


class MessageChangeUnsent(TypedDict):
    """A form of MessageChangeUnsent."""
    kind: Literal["unsent"]


class MessageChangeReacted(TypedDict):
    """A form of MessageChangeReacted."""
    kind: Literal["reacted"]
    by: Handle
    reaction: Reaction
    removed: NotRequired[bool]


class SettingChangeScopeEverywhere(TypedDict):
    """A form of SettingChangeScopeEverywhere."""
    scope: Literal["everywhere"]


class SettingChangeScopeApp(TypedDict):
    """A form of SettingChangeScopeApp."""
    scope: Literal["app"]
    app: AppID


class SettingChangeScopeConversation(TypedDict):
    """A form of SettingChangeScopeConversation."""
    scope: Literal["conversation"]
    conversation: ConversationID


class ThreadEntryMessage(TypedDict):
    """A form of ThreadEntryMessage."""
    kind: Literal["message"]
    id: str
    message: Message


class ThreadEntryNotice(TypedDict):
    """A form of ThreadEntryNotice."""
    kind: Literal["notice"]
    id: str
    notice: Notice


class ThreadEntrySystem(TypedDict):
    """A form of ThreadEntrySystem."""
    kind: Literal["system"]
    id: str
    text: str


class ActionEnded(TypedDict):
    """An action ended; for the app's other sessions."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    action: ActionID
    outcome: RequestedActionOutcome
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class ActionRequested(TypedDict):
    """The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
    `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    action: RequestedAction
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class ActivitiesChanged(TypedDict):
    """The app's actions on the share sheet changed for this person."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    activities: list[AppActivity]
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class ActivityChosen(TypedDict):
    """A person chose an action of the app. Observers see the app and the person."""
    type: str
    """The type of the action."""
    url: str
    """The link of the item."""
    kind: ActivityItemKind
    """The kind of the item."""
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class App(TypedDict):
    """A content app in the simulation. It owns domains, and receives their links."""
    id: AppID
    """The bundle id."""
    name: str
    """The name."""
    domains: list[str]
    """The domains of its entitlement (`ul-entitlement`), in order."""
    association: NotRequired[Any]
    """The association JSON of those domains (`ul-file`); nil if the reader may not see it."""
    backends: list[ShareBackend]
    """The back ends of its shares, in order; the first is the default."""
    capabilities: list[AppCapability]
    """The capabilities, such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`)."""
    previews: NotRequired[list[AppPreview]]
    """The previews of the links; the first matching one decides."""
    menuTitleForHideAction: NotRequired[str]
    """The title of the menu item that hides a highlight, if it is not Remove (`attr-remove-word`)."""
    shareOptions: NotRequired[ShareOptions]
    """The options of the app's collaborations; nil for the standard ones."""
    sharingMethods: list[SharingMethod]
    """The methods of sharing a document (`sheet-customise-methods`)."""
    manageTitle: str
    """The title of the button that manages a shared document (`manage-title`)."""
    activities: NotRequired[list[AppActivity]]
    """The actions on the share sheet, in order (`av-app-actions`)."""
    excludedActivityTypes: NotRequired[list[SystemActivity]]
    """The system actions that the share sheet leaves out (`av-exclude`)."""
    documentTypes: NotRequired[list[str]]
    """The extensions of the files that the app opens, without the dot (`collab-start-drop`)."""
    proofs: NotRequired[bool]
    """True if the app opens the documents that it holds itself only after a proof of identity (`id-flow`)."""


class AppActivity(TypedDict):
    """An action of an app on the share sheet inside that app (`av-app-actions`)."""
    type: str
    """The identifier of the action within its app."""
    title: str
    """The title: a verb, or a short phrase with a verb (`av-title`)."""
    glyph: NotRequired[str]
    """The symbol, one character (`av-symbol`)."""
    category: NotRequired[ActivityCategory]
    """The category."""
    accepts: NotRequired[list[ActivityItemKind]]
    """The kinds of items that the action accepts; all if left out (`av-custom-when`)."""


class AppDocument(TypedDict):
    """A document as an app sees it. For privacy the type has no field for people."""
    id: DocumentID
    """Its id."""
    url: str
    """Its link."""
    title: str
    """Its title."""
    text: NotRequired[str]
    """The content; left out in a list."""
    revision: int
    """The number of saves."""
    folder: NotRequired[str]
    """The folder of the document."""
    comments: NotRequired[list[AppDocumentComment]]
    """The comments, oldest first; left out in a list."""
    canEdit: bool
    """True if the app's person may change it."""
    activeParticipantCount: NotRequired[int]
    """The number of people who have the document open; left out in `document.changed`, because `document.presence`
    reports it."""
    deleted: NotRequired[bool]
    """True if the document was deleted."""
    covers: NotRequired[str]
    """The folder that the document represents (`ck-zone-share`); nil for a document with a content."""
    parent: NotRequired[DocumentID]
    """The document that represents the shared folder in which the document is; nil if it is in none."""


class AppDocumentChangeAction(TypedDict):
    """A change with its mentions, as an app sees it."""
    mentions: NotRequired[list[str]]
    """The people that the added text mentions, by the root hashes of their identities."""
    type: Literal["change"] | Literal["persistence"]
    trigger: HighlightEventChangeTrigger | Literal["created"] | Literal["renamed"] | Literal["moved"] | Literal["deleted"]
    title: NotRequired[str]
    folder: NotRequired[str]


class AppDocumentChanged(TypedDict):
    """A document of the app that its person can read changed."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    document: AppDocument
    change: AppDocumentChangeAction
    """The change."""
    isMine: bool
    """True if the app's own person made the change."""
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class AppDocumentComment(TypedDict):
    """A comment on a document."""
    id: CommentID
    """Its id."""
    text: str
    """The text."""
    at: Instant
    """The time."""
    isMine: bool
    """True if the app's own person wrote it."""


class AppDocumentPresence(TypedDict):
    """The number of people who have a document open changed."""
    document: DocumentID
    url: str
    activeParticipantCount: int


class AppDocumentResult(TypedDict):
    """A document as the app sees it, and the change that the request made."""
    document: AppDocument
    change: NotRequired[AppDocumentChangeAction]


class AppDocumentsResult(TypedDict):
    """The app's documents that its person can read, last changed first, without their content; `more` is true if
    others follow."""
    documents: list[AppDocument]
    more: bool


class AppHighlight(TypedDict):
    """A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text
    (`privacy-no-threads`, `highlight-fields`)."""
    id: HighlightID
    """The permanent id."""
    url: str
    """The canonical link."""
    collaborationIdentifier: NotRequired[ShareID]
    """The collaboration identifier, which is the same for every participant."""
    title: NotRequired[str]
    """The document's title."""
    contentType: NotRequired[str]
    """The uniform type identifier of the content."""
    createdAt: NotRequired[Instant]
    """The time of the first share."""


class AppHighlightResult(TypedDict):
    """One highlight of an app."""
    highlight: AppHighlight


class AppHighlightsChanged(TypedDict):
    """The app's list for this person changed. If only the permission changed, all three members are empty
    (`center-empty`)."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    added: list[AppHighlight]
    """The new highlights."""
    removed: list[RemovedHighlight]
    """The removed highlights."""
    updated: list[AppHighlight]
    """The moved or changed highlights."""
    reload: NotRequired[bool]
    """True if the lists are incomplete; then reload the whole list."""
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class AppHighlightsResult(TypedDict):
    """An app's highlights for one person, ranked; `more` is true if others follow."""
    highlights: list[AppHighlight]
    more: bool


class AppPreview(TypedDict):
    """A registered preview of some of an app's links. The server never fetches a page."""
    path: str
    """A pattern for the path of the links, as in a component of an association. The first matching preview
    decides."""
    title: str
    """The title."""
    subtitle: NotRequired[str]
    """The subtitle."""
    glyph: NotRequired[str]
    """The glyph in place of a picture, one character."""
    colour: NotRequired[LinkPreviewColour]
    """The background colour of the glyph."""


class AppResult(TypedDict):
    """A registered app."""
    app: App


class AskedResult(TypedDict):
    """A request that waits for the app's answer: its start, and the current or future share."""
    start: CollaborationStart
    share: NotRequired[ShareView]
    dropped: NotRequired[list[Handle]]


class Attachment(TypedDict):
    """The description of a message's attachment. `message.attachment` returns the content, so that threads stay
    small."""
    name: str
    """The file's name, without a folder."""
    type: str
    """The type, such as `public.plain-text` or `text/plain`."""
    size: int
    """The size in bytes."""
    digest: str
    """The digest: `sha256:` and 64 lower-case hexadecimal digits."""
    contentID: NotRequired[AttachmentID]
    """The id of the stored content; nil if the server does not store it."""


class AttachmentFile(TypedDict):
    """An attachment with its content, as `message.attachment` returns it."""
    name: str
    """The file's name, without a folder."""
    type: str
    """The type, such as `public.plain-text` or `text/plain`."""
    size: int
    """The size in bytes."""
    digest: str
    """The digest: `sha256:` and 64 lower-case hexadecimal digits."""
    contentID: NotRequired[AttachmentID]
    """The id of the stored content; nil if the server does not store it."""
    content: str
    """The content in base64."""


class AttachmentResult(TypedDict):
    """A document with its content."""
    attachment: AttachmentFile


class Attribution(TypedDict):
    """The people who shared a highlight, for the process that draws them on behalf of the app. The app itself never
    receives it (`attr-content`)."""
    highlight: HighlightID
    """The highlight."""
    url: str
    """The canonical link."""
    app: AppID
    """The app of the link."""
    appName: str
    """The name of the app."""
    pinned: bool
    """True if the person pinned it (`attr-pin-mark`)."""
    context: DisplayHighlightContext
    """The context that the app gave when it attached the attribution; it does not change (`attr-context-when`)."""
    sharers: list[AttributionSharer]
    """The people who shared it, newest first."""


class AttributionResult(TypedDict):
    """An attribution, for the process that draws it."""
    attribution: Attribution


class AttributionSharer(TypedDict):
    """A sharer, and the message with the link. A reply goes to that message (`attr-activate`)."""
    handle: Handle
    """The sharer."""
    name: str
    """Their display name."""
    conversation: ConversationID
    """The conversation."""
    conversationName: str
    """The name of the conversation, for a choice between several (`disambiguate`); empty if the person has left
    it."""
    message: MessageID
    """The message."""


class AttributionTokenResult(TypedDict):
    """The token of an attribution, which reveals nothing to the app."""
    attribution: AttributionToken


class ChallengeResult(TypedDict):
    """A challenge of an app's own server, in base64, and the end of its minute."""
    challenge: str
    expiresAt: Instant


class ClearedResult(TypedDict):
    """The notices that left the banner."""
    cleared: list[NoticeID]


class ClockResult(TypedDict):
    """The time of the world."""
    clock: ClockKind
    now: Instant


class CollaborationChanged(TypedDict):
    """A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was
    cancelled."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    start: CollaborationStart
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class CollaborationOffer(TypedDict):
    """The content of the share sheet for an item, before anything is created (`collab-start-sheet`)."""
    app: AppID
    """The app of the item."""
    appName: str
    """The app's name."""
    title: NotRequired[str]
    """The title of the item, if it has one."""
    backend: ShareBackend
    """The back end for the item."""
    methods: list[SharingMethod]
    """The methods that both the app and the item support; the first is the default."""
    groups: list[ShareOptionsGroup]
    """The groups, in order."""
    summaries: NotRequired[list[ShareOptionsSummary]]
    """The app's own summaries; the first that matches is shown."""
    summary: str
    """The summary of the selected options."""


class CollaborationStart(TypedDict):
    """A start of a collaboration, from Send to the message in the thread, or a change of the people who can open a
    share. Its app must answer first."""
    id: StartID
    """The id."""
    state: CollaborationStartState
    """The state."""
    app: AppID
    """The app of the document."""
    title: str
    """The title."""
    conversation: NotRequired[ConversationID]
    """The conversation for the message, or the one with the link of the changed share; nil if there is none."""
    share: NotRequired[ShareID]
    """The share; nil before it exists."""
    message: NotRequired[MessageID]
    """The message; nil before it is sent."""
    failure: NotRequired[Reason]
    """The reason for the failure."""


class ConsentRequest(TypedDict):
    """The question whether the links of an app may surface (`auto-offer`)."""
    consent: ConsentID
    """The id."""
    app: AppID
    """The app."""
    conversation: ConversationID
    """The conversation with the pin that caused the question."""
    url: str
    """The pinned link."""


class ConsentRequested(TypedDict):
    """A question about automatic sharing; `url` is empty if the link was unsent everywhere."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    consent: ConsentID
    """The id."""
    app: AppID
    """The app."""
    conversation: ConversationID
    """The conversation with the pin that caused the question."""
    url: str
    """The pinned link."""
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class ContactsResult(TypedDict):
    """The contacts of a person, and the people they blocked."""
    contacts: list[Person]
    blocked: list[Person]


class Conversation(TypedDict):
    """A conversation as one of its members sees it."""
    id: ConversationID
    """The id."""
    name: NotRequired[str]
    """The name, if it has one."""
    participants: list[Handle]
    """The handles of the members, in the order in which they joined."""
    people: list[Person]
    """The members with their display names."""
    unread: int
    """The number of unread messages of other people."""
    former: NotRequired[list[Person]]
    """The people who left or were removed, by handle. A member sees only people who were members at the time of
    messages that the member can read; an observer sees all."""
    lastMessage: NotRequired[Message]
    """The newest message, if there is one."""
    readThrough: NotRequired[int]
    """The number of the last message that this member has read, if they deleted unread messages. The default is the
    number of the newest message minus `unread`."""
    muted: bool
    """True if this member hides its alerts."""
    waitingNotices: list[Notice]
    """The notices in this member's banner, oldest first (`ntc-collapse`)."""
    photo: NotRequired[str]
    """The emoji of the group photo, if there is one (`grp-name-photo`)."""
    pinned: bool
    """True if this member pinned the conversation to the top of their list (`msg-pin-conv`)."""
    markedUnread: NotRequired[bool]
    """True if this member marked the conversation as unread, even without unread messages (`unread-mark`)."""
    pinnedLinks: NotRequired[list[str]]
    """This member's pinned links in the conversation that no app opens, oldest pin first. Pinned links of apps are on
    the shelf (`swy-pin-scope`)."""
    receipt: NotRequired[MessageReceipt]
    """The newest read message of the other person in a one-to-one conversation, if they send read receipts."""
    deliveredThrough: NotRequired[int]
    """The number of the newest message that reached the other person; nil if none did."""
    left: NotRequired[bool]
    """True if this member left or was removed."""
    deleted: NotRequired[bool]
    """True if this member deleted the conversation and no message has arrived since. Their list does not show it."""
    isNew: NotRequired[bool]
    """True if the conversation is new and empty, so that notifications bring all of its content."""


class ConversationChanged(TypedDict):
    """A conversation is new or changed; `line` is the new entry of its thread."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    conversation: Conversation
    line: NotRequired[ThreadEntry]
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class ConversationResult(TypedDict):
    """A conversation, with the line that the request added to its thread."""
    conversation: Conversation
    line: NotRequired[ThreadEntry]


class ConversationsResult(TypedDict):
    """A page of a person's conversations, by newest message, and the `after` of the next page; nil on the last
    page."""
    conversations: list[Conversation]
    next: NotRequired[int]


class DeletionChanged(TypedDict):
    """The reader deleted, recovered or erased messages, on any of their devices."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    conversation: Conversation
    change: DeletionChangeKind
    """The kind of the change."""
    messages: list[MessageRun]
    """The messages; none if a conversation without messages was deleted."""
    whole: NotRequired[bool]
    """True if the whole conversation was deleted, with the notices and lines of its thread."""
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class Delivered(TypedDict):
    """A message and all before it reached the other person."""
    conversation: ConversationID
    person: Handle
    message: MessageID
    status: MessageReceiptStatus
    """The stage."""
    sequence: int
    """The number of the newest message at this stage; all earlier messages have reached it too."""
    at: Instant
    """The time at which the message reached this stage."""


class Device(TypedDict):
    """A device on which a person, or an app that runs as one, has a session."""
    number: int
    """The number among that person's devices, from 1, in the order of login. The number stays the same for the
    session; the next login reuses a free number, so that a reconnecting client is the same device again."""
    name: NotRequired[str]
    """The name that the device gave at login, if any."""


class DocumentAccessChanged(TypedDict):
    """The access of the app's person to a document changed. A deleted document is a `document.changed`."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    document: DocumentID
    url: str
    access: AppDocumentAccess
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class DocumentChangeAction(TypedDict):
    """A change and the people it mentions."""
    mentions: NotRequired[list[Handle]]
    """The people that the added text mentions, each once; only people on the share (`ev-mention`)."""
    type: Literal["change"] | Literal["persistence"]
    trigger: HighlightEventChangeTrigger | Literal["created"] | Literal["renamed"] | Literal["moved"] | Literal["deleted"]
    title: NotRequired[str]
    folder: NotRequired[str]


class DocumentChanged(TypedDict):
    """A document that the reader can read changed."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    document: DocumentView
    change: DocumentChangeAction
    """The change."""
    by: Handle
    """The author."""
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class DocumentComment(TypedDict):
    """A comment on a document."""
    id: CommentID
    """The id."""
    author: Handle
    """The author."""
    text: str
    """The text."""
    at: Instant
    """The time."""


class DocumentPastChange(TypedDict):
    """A change in the activity of a document."""
    by: Handle
    """The author of the change."""
    at: Instant
    """The time."""
    type: Literal["change"] | Literal["persistence"]
    trigger: HighlightEventChangeTrigger | Literal["created"] | Literal["renamed"] | Literal["moved"] | Literal["deleted"]
    title: NotRequired[str]
    folder: NotRequired[str]


class DocumentPresence(TypedDict):
    """The people who have a document open changed."""
    document: DocumentID
    url: str
    active: list[Handle]


class DocumentResult(TypedDict):
    """A document as the person sees it, and the change that the request made."""
    document: DocumentView
    change: NotRequired[DocumentChangeAction]


class DocumentView(TypedDict):
    """A document as one person sees it."""
    id: DocumentID
    """The id."""
    app: AppID
    """The app of the document."""
    url: str
    """The canonical link."""
    title: str
    """The title."""
    owner: Handle
    """The owner."""
    text: NotRequired[str]
    """The content; left out in a list."""
    revision: int
    """The number of saves."""
    folder: NotRequired[str]
    """The owner's folder."""
    comments: NotRequired[list[DocumentComment]]
    """The comments, oldest first; left out in a list."""
    createdAt: Instant
    """The time of the creation."""
    changedAt: Instant
    """The time of the last change."""
    changedBy: Handle
    """The author of the last change."""
    changes: NotRequired[list[DocumentPastChange]]
    """The last 10 changes except comments, oldest first; left out in a list."""
    deleted: NotRequired[bool]
    """True if the document was deleted."""
    canEdit: bool
    """True if the reader can change the document (`ucs-can-permission`)."""
    active: NotRequired[list[Handle]]
    """The people who have the document open, each once; left out in `document.changed`, because `document.presence`
    reports it."""
    covers: NotRequired[str]
    """The owner's folder that the document represents; nil for a document with a content."""
    parent: NotRequired[DocumentID]
    """The document that represents the shared folder in which the document is; nil if it is in none."""


class DocumentsResult(TypedDict):
    """The documents that the person can read, last changed first, without their content; `more` is true if others
    follow."""
    documents: list[DocumentView]
    more: bool


class DoneRequest(TypedDict):
    """A decided request, as observers with `requests: true` see it."""
    session: str
    """The id of the session."""
    role: Role
    """The role."""
    person: NotRequired[Handle]
    """The person, or the person that the app runs as."""
    app: NotRequired[AppID]
    """The app, if the session is an app's."""
    device: NotRequired[Device]
    """The device, if the session has one."""
    method: Method
    """The method."""
    params: NotRequired[Any]
    """The params, without secrets."""
    traceparent: NotRequired[TraceParent]
    """The `traceparent` of the request."""
    at: Instant
    """The time of the decision, by the world's clock."""
    result: NotRequired[Any]
    """The result."""
    error: NotRequired[DoneRequestRefusal]
    """The error, if the request was refused."""
    truncated: NotRequired[bool]
    """True if a part was left out because of its length."""


class DoneRequestRefusal(TypedDict):
    """The error of a refused request."""
    code: int
    """The code of the error."""
    reason: str
    """The reason."""
    message: str
    """The message for people."""
    rule: NotRequired[str]
    """The rule that refused the request, if any."""


class ErrorData(TypedDict):
    """The `data` of an error."""
    reason: RPCErrorReason
    """The reason for the error."""
    field: NotRequired[str]
    """The wrong member of the params."""
    rule: NotRequired[str]
    """The id of the rule that refused the request, from `docs/reference/rules.md`."""
    title: NotRequired[str]
    """The last title that the caller could see of a share that the caller has lost."""
    limit: NotRequired[ErrorLimit]
    """The exceeded limit."""
    retryAfterMilliseconds: NotRequired[int]
    """The time to wait before a retry."""
    outcome: NotRequired[RPCErrorOutcome]
    """The outcome of the request."""
    code: NotRequired[int]
    """The error code of the highlight center."""
    document: NotRequired[Any]
    """The current document, in the caller's form; the request was based on another revision."""


class ErrorLimit(TypedDict):
    """An exceeded limit."""
    name: str
    """The name of the limit."""
    value: int
    """Its value."""


class ExplanationResult(TypedDict):
    """A decision trail."""
    delivered: bool
    """True if the subject reached the person, or would reach a person with a session."""
    reasons: list[Reason]
    """The rules in the order of the decision: first about the delivery, then about the alert."""


class Fault(TypedDict):
    """A fault of a world."""
    id: FaultID
    """The id."""
    on: FaultTarget
    """The affected notifications."""
    fired: int
    """The number of times that the fault occurred."""
    spent: bool
    """True if the fault is spent."""
    do: Literal["drop"] | Literal["delay"] | Literal["duplicate"] | Literal["reorder"] | Literal["disconnect"]
    milliseconds: NotRequired[int]


class FaultFired(TypedDict):
    """A fault occurred."""
    fault: FaultID
    """The fault."""
    notification: NotificationName
    """The affected notification."""
    to: Handle
    """The recipient."""
    device: NotRequired[DeviceReference]
    """The recipient's device."""
    do: Literal["drop"] | Literal["delay"] | Literal["duplicate"] | Literal["reorder"] | Literal["disconnect"]
    milliseconds: NotRequired[int]


class FaultResult(TypedDict):
    """A fault."""
    fault: Fault


FaultTarget = TypedDict("FaultTarget", {
    "notification": NotRequired["NotificationName"],
    "to": NotRequired["Handle"],
    "from": NotRequired["Handle"],
    "device": NotRequired["DeviceReference"],
    "nth": NotRequired["int"],
    "percent": NotRequired["int"],
})


class FaultsResult(TypedDict):
    """The faults of a world, oldest first."""
    faults: list[Fault]


class FenceResult(TypedDict):
    """The position of the world's newest event, and the work that waits for time to pass."""
    cursor: int
    pending: list[PendingWork]


class FiredFault(TypedDict):
    """A fault that occurred."""
    fault: FaultID
    """The fault."""
    notification: NotificationName
    """The affected notification."""
    to: Handle
    """The recipient."""
    device: NotRequired[DeviceReference]
    """The recipient's device."""
    do: Literal["drop"] | Literal["delay"] | Literal["duplicate"] | Literal["reorder"] | Literal["disconnect"]
    milliseconds: NotRequired[int]


class HighlightRanking(TypedDict):
    """The numbers that decide a highlight's place: its signals, their current weights, and the sum."""
    score: float
    """The current sum of the signals, in thousandths."""
    threshold: float
    """The score that a highlight must exceed to be curated."""
    signals: list[HighlightRankingSignal]
    """The signals, heaviest first."""


class HighlightRankingSignal(TypedDict):
    """A signal of a highlight's ranking."""
    signal: RankingSignal
    """The kind of the signal."""
    weight: float
    """The initial weight of the signal."""
    at: Instant
    """The time of the signal."""
    value: float
    """The current weight of the signal, in thousandths."""


class HighlightsChanged(TypedDict):
    """The reader's shelf changed."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    added: list[PersonHighlight]
    """The new highlights."""
    removed: list[RemovedHighlight]
    """The removed highlights."""
    updated: list[PersonHighlight]
    """The moved or changed highlights."""
    reload: NotRequired[bool]
    """True if the lists are incomplete; then reload the whole shelf."""
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class HighlightsResult(TypedDict):
    """A person's shelf, ranked; `more` is true if others follow."""
    highlights: list[PersonHighlight]
    more: bool


class HistoryResult(TypedDict):
    """A page of a thread, oldest first; `more` is true if earlier entries exist."""
    entries: list[ThreadEntry]
    more: bool


class IdentitiesRemoved(TypedDict):
    """People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
    needs no answer."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    identities: list[PersonIdentity]
    collaborationIdentifier: str
    url: str
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class IdentityProofResult(TypedDict):
    """A signed proof of the person's identity in a collaboration."""
    proof: SignedProof


class JournalCount(TypedDict):
    """The expected number of matching entries."""
    exactly: NotRequired[int]
    """Exactly this number."""
    atLeast: NotRequired[int]
    """At least this number."""
    atMost: NotRequired[int]
    """At most this number."""


class JournalEntry(TypedDict):
    """An entry of a journal."""
    kind: JournalEntryKind
    """The kind."""
    cursor: int
    """The position of its event in the log; for a request or a fault, the position of the event before it."""
    number: NotRequired[int]
    """The number of a request or a fault: 1, 2, 3 … while they are recorded."""
    at: Instant
    """The time, by the world's clock."""
    event: str
    """The name of the notification or method."""
    person: NotRequired[Handle]
    """The person who received the notification, did not receive it, or sent the request."""
    role: Role
    """The role: person, or an app that runs as one."""
    app: NotRequired[AppID]
    """The app that received the notification, sent the request, or is its subject."""
    by: NotRequired[Handle]
    """The person who caused the event."""
    about: NotRequired[str]
    """The id of its subject: a message, a notice, a share …"""
    conversation: NotRequired[ConversationID]
    """The conversation of the subject."""
    url: NotRequired[str]
    """The link of the subject; the first if it has several."""
    text: NotRequired[str]
    """The text, up to 200 characters."""
    why: NotRequired[Reason]
    """The rule that decided it."""
    traceparent: NotRequired[TraceParent]
    """The `traceparent` of the request, or of the request that caused the event."""
    request: NotRequired[DoneRequest]
    """The request, as `request.done` reports it to observers with `requests: true`."""
    fault: NotRequired[FiredFault]
    """The fault."""


class JournalMark(TypedDict):
    """The start of the recorded requests and faults of a journal."""
    cursor: int
    """The position of the newest event at the first recorded request or fault."""
    number: int
    """The number of the first stored request or fault. Earlier ones were dropped to make room."""


class JournalNearMiss(TypedDict):
    """An entry that nearly matched."""
    what: str
    """A description of the entry and the difference."""
    why: NotRequired[Reason]
    """The rule that decided it."""
    entry: NotRequired[JournalEntry]
    """The entry, if there is one."""


class JournalResult(TypedDict):
    """A page of a journal, oldest first: its events, its last position, the end of the log, and the first recorded
    requests and faults; `more` is true if others follow."""
    entries: list[JournalEntry]
    more: bool
    cursor: int
    number: int
    end: int
    since: JournalMark


class JournalVerdictResult(TypedDict):
    """The verdict of a journal about an expectation."""
    holds: NotRequired[bool]
    """True if the expectation is met; nil if the journal cannot decide it."""
    unknown: NotRequired[str]
    """The reason for nil."""
    count: int
    """The number of matches; 10,001 means more than 10,000. A notice that grew counts once."""
    matching: list[JournalEntry]
    """The newest 20 matches, each with its deciding rule."""
    nearMisses: list[JournalNearMiss]
    """The entries that nearly matched, each with the difference."""
    since: JournalMark
    """The start of the recorded requests and faults."""


class KnownPerson(TypedDict):
    """A person of a world."""
    handle: Handle
    """The handle."""
    name: str
    """The name to show."""
    sessions: int
    """The number of the person's open streams, without the streams of apps."""


class Limits(TypedDict):
    """The limits of the server. Each is a configuration key, and is part of the answer to `session.hello`.  A request
    above a limit is refused with `too_large` (or `rate_limited`), the limit's name and its value, and has no other
    effect. Below its range a limit stops the server from working; above its range one client could exhaust the memory
    or the stack."""
    messageBytes: int
    """the longest line or message, in bytes 256 KiB holds a text of 20,000 characters with any escapes."""
    textCharacters: int
    """the longest text of a message, in characters Its bytes are limited to 4 for each character, because one
    character can have any number of bytes."""
    participants: int
    """the most people in a conversation, including its creator"""
    unsentBytes: int
    """the most unsent bytes of one session Above that the session is closed, and can resume."""
    unsentBytesOfPerson: int
    """the most unsent bytes of all sessions of one person Above that the slowest of them is closed, and can
    resume."""
    unsentBytesOfServer: int
    """the most unsent bytes of all sessions Above that the slowest session of the person with the most unsent bytes
    is closed, and can resume."""
    requestsPerSecond: int
    """the most requests of a session in a second, on average"""
    requestBurst: int
    """the most requests of a session at once after a pause"""
    helloMilliseconds: int
    """the longest time for the first request of a connection, or for the rest of an unfinished one"""
    idlePingMilliseconds: int
    """the silence after which a WebSocket is pinged Without an answer in the same time, it is closed."""
    nestingDepth: int
    """the deepest nesting of arrays and objects A deeper value could be written to the log, but never read again."""
    pageEntries: int
    """the most entries in one page of history or of conversations"""
    pageBytes: int
    """the most bytes of one page of history, of a thread or of a search, after its first entry The server writes a
    page in one step, while all other clients wait."""
    conversationsBegun: int
    """the most conversations that a person can begin Each stays in memory."""
    participantsAdded: int
    """the most people that a person can bring into conversations A member counts once for each conversation, and so
    does the person."""
    linksShared: int
    """the most links that a person can have in their messages A link counts in each message."""
    documents: int
    """the most documents that a person can create A deleted document counts."""
    shares: int
    """the most shares that a person can begin A stopped share counts."""
    storedBytesOfPerson: int
    """the most bytes of the conversations, links, documents and shares of one person Each counts with its approximate
    size in memory, in addition to its text."""
    nameCharacters: int
    """the most characters of a name: of a person, a conversation, an app, a share, a world"""
    worlds: int
    """the most worlds in one server, or in the database of several A test suite runs far fewer at once, and this
    number fits into its memory."""
    editMilliseconds: int
    """the time after sending in which a message can be edited Fifteen minutes (`msg-edit-window`)."""
    edits: int
    """the most edits of a message `msg-edit-limit`."""
    unsendMilliseconds: int
    """the time after sending in which a message can be unsent Two minutes (`msg-unsend-window`)."""
    recentlyDeletedMilliseconds: int
    """the time in which a person can recover deleted messages Thirty days (`unread-mark`)."""
    pinnedConversations: int
    """the most conversations that a person can pin to the top of their list `msg-pin-conv`."""
    attachmentBytes: int
    """the most bytes of an attachment's content In base 64 it must fit into a message."""
    faults: int
    """the most faults in one world A new fault replaces the oldest spent one."""
    typingMilliseconds: int
    """the time that typing lasts without another report `typing-1to1`."""
    shareParticipants: int
    """the most people on a share, including its owner `ck-share-limit`."""
    coalescingMilliseconds: int
    """the time in which events of one kind are combined into one notice, counted from the first Ten minutes
    (`ntc-collapse`)."""


class LinkExplanationResult(TypedDict):
    """The app that opens a link, and the steps that decided it."""
    url: str
    """The canonical link."""
    app: NotRequired[AppID]
    """The app that opens the link; nil if the link opens in the browser."""
    steps: list[LinkExplanationStep]
    """The steps, the deciding one last."""


class LinkExplanationStep(TypedDict):
    """A step of the decision."""
    rule: str
    """The id of the rule in `docs/reference/rules.md`."""
    text: str
    """The explanation."""
    outcome: LinkExplanationOutcome
    """The result."""
    app: NotRequired[AppID]
    """The app that the step is about."""
    place: NotRequired[str]
    """The deciding place in the website's file: `applinks.details[0].components[2]`."""
    comment: NotRequired[str]
    """The comment at that place in the file."""


class LinkPreview(TypedDict):
    """The content of a link's rich preview."""
    title: str
    """The title."""
    subtitle: NotRequired[str]
    """The subtitle."""
    glyph: NotRequired[str]
    """The glyph in place of a picture, one character."""
    colour: NotRequired[LinkPreviewColour]
    """The background colour of the glyph."""


class LostShare(TypedDict):
    """The last notification about a share that a person lost, without its new state and its participants."""
    id: ShareID
    """The id."""
    app: AppID
    """The app of the document."""
    title: str
    """The title."""
    url: str
    """The link."""


class Message(TypedDict):
    """A message of a conversation. If it has `unsentAt`, it has no content."""
    id: MessageID
    """The id."""
    conversation: ConversationID
    """The conversation."""
    sender: Handle
    """The sender."""
    text: str
    """The text."""
    sentAt: Instant
    """The time at which the server accepted it."""
    sequence: int
    """The number in the conversation: 1, 2, 3 … without gaps."""
    links: list[MessageLink]
    """The links in the text, in order."""
    mentions: list[MessageMention]
    """The members mentioned in the text, in order."""
    clientID: NotRequired[str]
    """The id that the sender gave the request, which identifies a retry."""
    replyTo: NotRequired[MessageID]
    thread: NotRequired[MessageID]
    replies: NotRequired[int]
    attachment: NotRequired[Attachment]
    editedAt: NotRequired[Instant]
    versions: NotRequired[list[MessageVersion]]
    unsentAt: NotRequired[Instant]
    reactions: NotRequired[list[MessageReaction]]


class MessageChanged(TypedDict):
    """A message was edited or unsent, or its tapbacks changed."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    message: Message
    change: MessageChange
    alert: NotRequired[bool]
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class MessageLink(TypedDict):
    """A link in a message's text."""
    url: str
    """The link in canonical form."""
    app: NotRequired[AppID]
    """The app that opens it; nil if it opens in the browser (`surf-universal`)."""
    title: NotRequired[str]
    """The title of its target, if the server knows it: the title of a share."""
    range: TextRange
    """Its range in the text."""


class MessageMention(TypedDict):
    """A mention of a member in a message's text, as `@name`."""
    handle: Handle
    """The mentioned member."""
    range: TextRange
    """The range of the name in the text, including the `@`."""


class MessagePosted(TypedDict):
    """A new message."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    message: Message
    alert: NotRequired[bool]
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class MessageReaction(TypedDict):
    """A tapback on a message; each person can have one (`tap-one`)."""
    handle: Handle
    """The person."""
    reaction: Reaction
    """The tapback."""
    at: Instant
    """The time."""


class MessageReceipt(TypedDict):
    """The newest message that reached the other person of a one-to-one conversation, or that they read
    (`rcpt-delivered`)."""
    status: MessageReceiptStatus
    """The stage."""
    sequence: int
    """The number of the newest message at this stage; all earlier messages have reached it too."""
    at: Instant
    """The time at which the message reached this stage."""


class MessageResult(TypedDict):
    """A message."""
    message: Message


class MessageRun(TypedDict):
    """Consecutive messages of one conversation, by their numbers (`sequence`)."""
    first: int
    """The number of the first message."""
    last: int
    """The number of the last message, `first` or more."""


class MessageVersion(TypedDict):
    """An earlier text of an edited message (`msg-edit-label`)."""
    text: str
    """The text."""
    at: Instant
    """The time of this text."""


class MessagesResult(TypedDict):
    """The messages that a search found, or a thread of replies; `more` is true if others exist."""
    messages: list[Message]
    more: bool


class Notice(TypedDict):
    """A highlight event in a thread: a centred row, and a banner at the top until it is cleared."""
    id: NoticeID
    """The id. A notice that grows keeps it."""
    conversation: ConversationID
    """The conversation."""
    actor: Handle
    """The person who caused the event."""
    event: NoticeEvent
    """The event; the newest if it combines several."""
    app: AppID
    """The app of the document."""
    url: str
    """The link that the notice opens: the link of the collaboration, or one to a view inside it
    (`notice-type-and-link`)."""
    documentURL: NotRequired[str]
    """The collaboration's link, if `url` is a link to a view inside it."""
    title: str
    """The title of the collaboration at that time."""
    count: int
    """The number of combined events."""
    text: str
    """The text for the row and the banner."""
    postedAt: Instant
    """The time of the newest event."""
    actions: NotRequired[list[NoticeAction]]
    """The possible answers to a prompt, until it is answered."""
    shares: NotRequired[list[ShareID]]
    """The shares that the prompt is about."""
    people: NotRequired[list[Handle]]
    """The people of a membership event, if one save added or removed several (`ev-membership`); else empty."""


class NoticeAction(TypedDict):
    """An answer to a prompt."""
    id: str
    """The id for `notice.answer`."""
    title: str
    """The title of the button."""


class NoticeCleared(TypedDict):
    """Notices left the reader's banner."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    notices: list[NoticeID]
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class NoticeEvent(TypedDict):
    """The subject of a notice: a highlight event, or with the type `group` a change of the group that the owner of
    documents can follow."""
    type: str
    """The kind of the event."""
    trigger: NotRequired[str]
    """The trigger of the event."""
    mentioned: NotRequired[Handle]
    """The mentioned person."""
    person: NotRequired[Handle]
    """The person of a membership event or of a question."""
    title: NotRequired[str]
    """The new name."""


class NoticePosted(TypedDict):
    """A notice is new, or grew under the same id."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    notice: Notice
    alert: NotRequired[bool]
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class NoticeResult(TypedDict):
    """One notice."""
    notice: Notice


class NoticesResult(TypedDict):
    """The notices about an event. A conversation has several if people in it know of different earlier events."""
    notices: list[NoticeID]


class OfferResult(TypedDict):
    """The content of the share sheet for an item."""
    offer: CollaborationOffer


class OpenedResult(TypedDict):
    """The app that opens a link; nil if the link opens in the browser."""
    app: NotRequired[AppID]


class PendingWork(TypedDict):
    """Work that waits for time to pass."""
    what: str
    """A description of the work."""
    dueAt: Instant
    """The time of the work."""


class PeopleResult(TypedDict):
    """The people of a world, by handle; `more` is true if others follow."""
    people: list[KnownPerson]
    more: bool


class Person(TypedDict):
    """A person in Messages, as others see them."""
    handle: Handle
    """The handle."""
    name: str
    """The name to show."""


class PersonHighlight(TypedDict):
    """A link on a person's Shared with You shelf, as that person sees it, with names."""
    id: HighlightID
    """The permanent id."""
    url: str
    """The canonical link."""
    app: AppID
    """The app of the link."""
    title: str
    """The title."""
    subtitle: NotRequired[str]
    """The subtitle, if it has one."""
    preview: LinkPreview
    """The app's preview of the link; the title and subtitle above if the app registered none."""
    pinned: bool
    """True if this person pinned the link."""
    sharedAt: Instant
    """The time of the last share."""
    attribution: list[PersonHighlightAttribution]
    """The people who shared it, newest first."""
    why: Reason
    """The reasons for the highlight's presence and place."""
    ranking: NotRequired[HighlightRanking]
    """The signals and weights of the place; nil from a server that does not send them."""


class PersonHighlightAttribution(TypedDict):
    """A sharer of the link, and the conversation (`attr-content`, `merge-threads`)."""
    handle: Handle
    """The sharer."""
    name: str
    """Their display name."""
    conversation: ConversationID
    """The conversation."""


class PersonIdentity(TypedDict):
    """The identity of a person in one collaboration for its app, without their handle: the root hash of the public
    keys of their devices (`id-root`). It differs for each collaboration (`id-diversify`, `id-no-handles`)."""
    rootHash: str
    """64 hexadecimal digits."""


class PersonNamed(TypedDict):
    """A person known to the reader has a new display name."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    handle: Handle
    """The handle."""
    name: str
    """The name to show."""
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class Pin(TypedDict):
    """A pinned link."""
    url: str
    """The canonical link."""
    app: NotRequired[AppID]
    """The app that opens it, if any."""
    conversation: ConversationID
    """The conversation of the pin."""
    pinned: bool
    """True if the link is pinned."""


class PinResult(TypedDict):
    """The state of a pin."""
    pin: Pin


class PostNoticeEvent(TypedDict):
    """An event, with people as the app names them."""
    type: Literal["change", "membership", "mention", "persistence"]
    """The kind of the event."""
    trigger: NotRequired[str]
    """The trigger."""
    mentioned: NotRequired[Handle]
    """The mentioned person."""
    person: NotRequired[Handle]
    """The person of a membership event; the app's own person if left out."""
    identity: NotRequired[str]
    """The person of a mention or a membership event, by the root hash of their identity."""
    title: NotRequired[str]
    """The new name."""


class PublishedResult(TypedDict):
    """The warnings about a published association file: the app ids that are ignored."""
    warnings: list[str]


class Reason(TypedDict):
    """The rule of a decision, and a sentence that explains the decision to people."""
    rule: str
    """The id of the rule in `docs/reference/rules.md`."""
    text: str
    """The explanation."""


class Receipt(TypedDict):
    """The other person has read this message and all before it (one-to-one conversations only)."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    conversation: ConversationID
    person: Handle
    message: MessageID
    status: MessageReceiptStatus
    """The stage."""
    sequence: int
    """The number of the newest message at this stage; all earlier messages have reached it too."""
    at: Instant
    """The time at which the message reached this stage."""
    alerted: NotRequired[list[Handle]]


class RecentlyDeleted(TypedDict):
    """A conversation with messages in the caller's Recently Deleted (`unread-mark`)."""
    conversation: Conversation
    """The conversation as the caller sees it, without its newest message."""
    messages: int
    """The number of its messages that can be recovered."""
    deletedAt: Instant
    """The time of the newest deletion."""
    endsAt: Instant
    """The time of the first permanent deletion."""
    runs: NotRequired[list[MessageRun]]
    """The messages that can be recovered."""


class RecentlyDeletedResult(TypedDict):
    """The conversations with messages in Recently Deleted, newest deletion first; `more` is true if others exist."""
    conversations: list[RecentlyDeleted]
    more: bool


class RegisteredResult(TypedDict):
    """A registered app, with suggestions for its registration."""
    app: App
    warnings: list[str]


class RemovedHighlight(TypedDict):
    """A highlight that left a shelf, as its app sees it. If every message with its link was unsent, it has only its
    id."""
    id: HighlightID
    """The id."""
    url: NotRequired[str]
    """The link, if it is known."""
    collaborationIdentifier: NotRequired[ShareID]
    """The collaboration identifier, which is the same for every participant."""
    title: NotRequired[str]
    """The document's title."""
    contentType: NotRequired[str]
    """The uniform type identifier of the content."""
    createdAt: NotRequired[Instant]
    """The time of the first share."""


class RequestDone(TypedDict):
    """A request was decided; for observers with `requests: true`."""
    session: str
    """The id of the session."""
    role: Role
    """The role."""
    person: NotRequired[Handle]
    """The person, or the person that the app runs as."""
    app: NotRequired[AppID]
    """The app, if the session is an app's."""
    device: NotRequired[Device]
    """The device, if the session has one."""
    method: Method
    """The method."""
    params: NotRequired[Any]
    """The params, without secrets."""
    traceparent: NotRequired[TraceParent]
    """The `traceparent` of the request."""
    at: Instant
    """The time of the decision, by the world's clock."""
    result: NotRequired[Any]
    """The result."""
    error: NotRequired[DoneRequestRefusal]
    """The error, if the request was refused."""
    truncated: NotRequired[bool]
    """True if a part was left out because of its length."""


class RequestedAction(TypedDict):
    """An action that an app must answer, after `SWAction`, in the form that the app receives. It has no field for a
    handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`)."""
    id: ActionID
    """The id for the app's answer."""
    kind: RequestedActionKind
    """The kind of the action."""
    dueAt: Instant
    """The deadline for the app's answer."""
    metadata: RequestedActionMetadata
    """The collaboration."""
    addedIdentities: NotRequired[list[PersonIdentity]]
    """The people who get access."""
    removedIdentities: NotRequired[list[PersonIdentity]]
    """The people who lose access."""


class RequestedActionMetadata(TypedDict):
    """The metadata of the collaboration, after `SWCollaborationMetadata` (`meta-fields`)."""
    localIdentifier: NotRequired[str]
    """The sending app's own name for its document on this device; the server sends it to no other device
    (`meta-local-id`)."""
    collaborationIdentifier: NotRequired[str]
    """The collaboration identifier on every device, once it exists."""
    title: str
    """The title."""
    defaultShareOptions: ShareOptionsChoice
    """The options as the app registered them."""
    userSelectedShareOptions: ShareOptionsChoice
    """The options with the person's choices."""


class SaveShareAddition(TypedDict):
    """A person to add, or a participant to change (`ck-add-same`)."""
    handle: Handle
    """The person."""
    permission: NotRequired[SharePermission]
    """The permission; the general one if left out."""
    role: NotRequired[ShareRole]
    """The role; private user if left out."""


class SaveShareOwnPermission(TypedDict):
    """A new permission of one participant."""
    handle: Handle
    """The participant."""
    permission: SharePermission
    """The permission."""


class SaveShareOwnRole(TypedDict):
    """A new role of one participant."""
    handle: Handle
    """The participant."""
    role: ShareRole
    """The role."""


class SavedShareResult(TypedDict):
    """A share after a save. The `dropped` people lost access, and `conversation` received the link."""
    share: ShareView
    dropped: list[Handle]
    conversation: NotRequired[ConversationID]


class SentAttachment(TypedDict):
    """A new attachment: with its content, or only with the description of content stored in another place."""
    name: str
    """The file's name."""
    type: str
    """The type."""
    size: NotRequired[int]
    """The size in bytes; required without content."""
    digest: NotRequired[str]
    """The digest, `sha256:` and 64 digits; required without content."""
    content: NotRequired[str]
    """The content, in base64."""


class SessionEnded(TypedDict):
    """A session ended; for observers with `requests: true`."""
    session: str
    """The id of the session."""
    role: Role
    """The role."""
    person: NotRequired[Handle]
    """The person, or the person that the app runs as."""
    app: NotRequired[AppID]
    """The app, if the session is an app's."""
    device: NotRequired[Device]
    """The device, if the session has one."""


class SetSettingsReceipts(TypedDict):
    """Changed switches of read receipts."""
    everywhere: NotRequired[bool]
    """The switch for all conversations without their own."""
    conversations: NotRequired[ConversationSwitches]
    """The switches of conversations."""


class SetSettingsSharing(TypedDict):
    """Changed switches of automatic sharing."""
    everywhere: NotRequired[bool]
    """The master switch."""
    apps: NotRequired[AppSwitches]
    """The switches of apps."""
    conversations: NotRequired[ConversationSwitches]
    """The switches of conversations."""


SettingChange = TypedDict("SettingChange", {
    "at": "Instant",
    "from": "SettingChangeStanding",
    "to": "SettingChangeStanding",
    "cause": "Reason",
    "scope": "Literal['everywhere'] | Literal['app'] | Literal['conversation']",
    "app": NotRequired["AppID"],
    "conversation": NotRequired["ConversationID"],
})


class SettingChangesResult(TypedDict):
    """The changes of a person's switches, oldest first; `more` is true if earlier ones exist."""
    changes: list[SettingChange]
    more: bool


class Settings(TypedDict):
    """A person's switches for links outside Messages, at the three levels of `consent-levels`, and their open
    questions."""
    automaticSharing: SettingsSharing
    """The switches of automatic sharing."""
    consents: list[ConsentRequest]
    """The open consent requests, oldest first."""
    readReceipts: SettingsReceipts
    """The switches of read receipts."""
    mentionAlerts: bool
    """True if a mention alerts even in a muted conversation (`mention-alert`)."""
    pinnedConversations: list[ConversationID]
    """The pinned conversations, in the person's order (`msg-pin-conv`)."""


class SettingsChanged(TypedDict):
    """The reader's settings changed. A question missing in `consents` was answered."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    settings: Settings
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class SettingsReceipts(TypedDict):
    """The switches of read receipts in one-to-one conversations (`rcpt-setting`)."""
    everywhere: bool
    """The switch for all conversations without their own."""
    conversations: ConversationSwitches
    """The conversations with their own switch."""


class SettingsResult(TypedDict):
    """A person's settings."""
    settings: Settings


class SettingsSharing(TypedDict):
    """The switches of automatic sharing, at three levels."""
    everywhere: bool
    """The master switch."""
    apps: AppSwitches
    """The switch of each app that has one; an app without one counts as off."""
    conversations: ConversationSwitches
    """The switch of each conversation that was ever set; all other conversations are on."""


class ShareChanged(TypedDict):
    """A share of the reader changed."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    share: ShareView
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class ShareLost(TypedDict):
    """The reader lost a share."""
    cursor: int
    """The position in the log, after which `session.hello` resumes."""
    share: LostShare
    gone: LostShareCause
    person: NotRequired[Handle]
    alerted: NotRequired[list[Handle]]


class ShareOneTimeLink(TypedDict):
    """A link that admits one person: the first who opens it (`ck-one-time-url`)."""
    id: str
    """The id, unique in the share."""
    url: str
    """The link."""
    permission: SharePermission
    """The permission of the person who opens it."""
    person: NotRequired[Handle]
    """The person who opened it. For them it is the link of the share from then on, and for everyone else it is
    none."""


class ShareOptions(TypedDict):
    """The options of a new collaboration, after `SWCollaborationShareOptions`: groups of options with the selected
    ones, and a summary (`opt-share-options`)."""
    groups: list[ShareOptionsGroup]
    """The groups, in order."""
    summaries: NotRequired[list[ShareOptionsSummary]]
    """The app's own summaries; the first that matches is shown."""


class ShareOptionsChoice(TypedDict):
    """The options with the current selection."""
    groups: list[ShareOptionsGroup]
    """The groups, in order."""
    summary: str
    """The summary of the selection."""


class ShareOptionsGroup(TypedDict):
    """A group of options."""
    kind: ShareOptionsGroupKind
    """The kind of the group."""
    identifier: str
    """The identifier."""
    title: NotRequired[str]
    """The title."""
    footer: NotRequired[str]
    """The footer."""
    options: NotRequired[list[ShareOptionsOption]]
    """The options, in order."""
    selectedOptionIdentifier: NotRequired[str]
    """The selected option of a picker."""


class ShareOptionsOption(TypedDict):
    """An option of a new collaboration."""
    identifier: str
    """The identifier, unique in its app."""
    title: str
    """The title."""
    subtitle: NotRequired[str]
    """The subtitle."""
    isSelected: NotRequired[bool]
    """True if the option is selected; only for switches."""
    requires: NotRequired[list[str]]
    """The identifiers of the options that this option requires."""
    effect: NotRequired[ShareOptionsEffect]
    """The effect on the system."""


class ShareOptionsSummary(TypedDict):
    """An app's own summary of a selection."""
    when: NotRequired[list[str]]
    """The options that must all be selected for this summary."""
    summary: str
    """The text."""


class ShareParticipant(TypedDict):
    """A participant of a share."""
    handle: Handle
    """The person."""
    role: ShareRole
    """The role."""
    permission: SharePermission
    """The permission."""
    acceptance: ShareAcceptance
    """The state of the invitation."""
    individual: NotRequired[bool]
    """True if the permission is this participant's own, and stays when the general one changes."""
    approvedRequester: NotRequired[bool]
    """True if the participant had asked for access."""


class ShareResult(TypedDict):
    """A share as the caller sees it."""
    share: ShareView


class ShareView(TypedDict):
    """A share as one person sees it: without internal members, and without people they may not see."""
    id: ShareID
    """The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it."""
    app: AppID
    """The app of the document."""
    title: str
    """The title."""
    url: str
    """The canonical link."""
    backend: ShareBackend
    """The back end."""
    owner: Handle
    """The owner."""
    access: ShareAccess
    """The access."""
    permission: SharePermission
    """The general permission, for participants without their own."""
    allowsInviting: bool
    """True if participants may add people."""
    participants: list[ShareParticipant]
    """All participants, the owner first."""
    createdAt: Instant
    """The time of the creation."""
    document: DocumentID
    """The shared document, which is the root record (`ucs-root-record`)."""
    revision: int
    """The number of saves: 1 after the creation."""
    representations: list[ShareRepresentation]
    """The forms for copies, in addition to the forms of the back end."""
    options: NotRequired[list[str]]
    """The identifiers of the options that were selected at the start."""
    documentDeleted: NotRequired[bool]
    """True if the document was deleted. The link then opens nothing."""
    ownIdentifier: NotRequired[str]
    """The app's identifier for the share on every device, if it differs from the id (`act-start`)."""
    identitySecret: NotRequired[str]
    """The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from
    an older log has none, and its identities are numbered hashes without keys."""
    roster: NotRequired[list[Handle]]
    """Everyone who was ever a participant, in order of first joining, so that a person's number never changes."""
    startedSummary: NotRequired[StartedSummary]
    """The app's own summary of the options at the start, if it has one."""
    allowsAccessRequests: NotRequired[bool]
    """True if people who were not invited may ask for access by the link (`ck-access-requests`)."""
    requesters: NotRequired[list[Handle]]
    """The people who ask for access, in order of asking. Only the owner and administrators see them."""
    blocked: NotRequired[list[Handle]]
    """The people who may not ask for access. Only the owner and administrators see them."""
    oneTimeLinks: NotRequired[list[ShareOneTimeLink]]
    """The links that admit one person each. Only the owner and administrators see them."""
    folder: NotRequired[str]
    """The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one
    document. The document of the share then represents the folder."""
    collaborationIdentifier: str
    """The app's identifier for the share."""
    role: ShareRole
    """The reader's role."""
    summary: str
    """The summary of the permissions (`perm-summary-text`)."""
    conversations: NotRequired[list[ConversationID]]
    """The reader's conversations with the link, in order of sending (`cv-button`); only in an answer about this
    share."""


class SharesResult(TypedDict):
    """The shares that a person is on, in order of creation; `more` is true if earlier ones exist."""
    shares: list[ShareView]
    more: bool


class SignedProof(TypedDict):
    """A signed identity proof, after `SWPerson.SignedIdentityProof` (`id-proof`). All members but the index are in
    base64."""
    publicKey: str
    """The public key of the device in its X9.63 form, 65 bytes."""
    publicKeyIndex: int
    """The place of the key among the eight leaves of the person's tree."""
    inclusionHashes: NotRequired[list[str]]
    """The SHA-256 hashes of the siblings on the path to the root, from the leaf up."""
    signatureData: str
    """The signature of the data in DER: ECDSA on P-256 with SHA-256."""


class StartResult(TypedDict):
    """The start of a collaboration."""
    start: CollaborationStart


class StartedSummary(TypedDict):
    """The app's summary of the options at the start of a share. It is shown while access and permission stay the
    same."""
    text: str
    """The text."""
    access: ShareAccess
    """The access at that time."""
    permission: SharePermission
    """The permission at that time."""


class StartsResult(TypedDict):
    """The starts and changes of a person that wait for their apps, oldest first."""
    starts: list[CollaborationStart]


class TextRange(TypedDict):
    """A range of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`)."""
    location: int
    """The offset of the first unit."""
    length: int
    """The number of units."""


class Typing(TypedDict):
    """A person types or stopped typing in a conversation (`typing-1to1`)."""
    conversation: ConversationID
    person: Handle
    typing: bool


class UnsentResult(TypedDict):
    """An unsent message, and the people with a device that still shows it."""
    message: Message
    warning: str
    keptBy: list[Handle]


class UserActivity(TypedDict):
    """The app should show a link, exactly as it was opened. Observers see the app and the person."""
    activityType: str
    """The kind of the activity; there is only one."""
    webpageURL: str
    """The link, exactly as it was opened."""
    app: NotRequired[AppID]
    person: NotRequired[Handle]


class Welcome(TypedDict):
    """The answer to `session.hello`."""
    session: str
    """The id of the session."""
    server: str
    """The name and version of the server."""
    protocol: int
    """The version of the protocol."""
    me: WelcomeMe
    """The identity of the session."""
    device: NotRequired[Device]
    """The session's device; nil for an observer."""
    cursor: int
    """The position of the newest event of the world. After this session has received all of its notifications, the
    next session can pass it as `after`."""
    limits: Limits
    """The limits of the server."""
    clock: WelcomeClock
    """The kind of the clock, and the current time."""
    isSystemCollaborationSupportAvailable: bool
    """True if the session's device supports Messages collaboration (`center-support-flag`)."""
    isNew: NotRequired[bool]
    """True if the person is new in this world, and all their lists are empty."""
    actions: NotRequired[list[RequestedAction]]
    """The open actions of an app, oldest first (`coord-singleton`); nil for other sessions."""
    holder: NotRequired[str]
    """The address of the server that serves the world, as `HOST:PORT`, if several servers share a database. A client
    that connects to it directly avoids the forwarding by another server."""


class WelcomeClock(TypedDict):
    """The clock of a world."""
    kind: ClockKind
    """The kind."""
    now: Instant
    """The current time."""


class WelcomeMe(TypedDict):
    """The identity of a session, as the server confirms it."""
    role: Role
    """The role."""
    handle: NotRequired[Handle]
    """The person, or the person that the app runs as."""
    app: NotRequired[AppID]
    """The app."""
    name: NotRequired[str]
    """The person's display name."""


class WorldSummary(TypedDict):
    """A world of a server, as `world.list` returns it."""
    world: WorldName
    """The name."""
    clock: ClockKind
    """The kind of the clock."""
    now: Instant
    """The current time."""
    seed: int
    """The seed of the random numbers."""
    sessions: int
    """The number of open streams with a person."""
    cursor: int
    """The position of the newest event."""
    stored: bool
    """True if the world survives a restart of the server."""
    holder: NotRequired[str]
    """The address of the server that serves the world, if several servers share a database and one of them serves
    it."""


class WorldsResult(TypedDict):
    """The worlds of a server, by name."""
    worlds: list[WorldSummary]
