// Written by script/docs from docs/reference/openrpc.json: change the contract instead.

/** An action ended; for the app's other sessions. */
export type ActionEnded = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  action: ActionID;
  outcome: RequestedActionOutcome;
  app?: AppID;
  person?: Handle;
};

/** The id of an action that an app must answer. */
export type ActionID = string;

/** The app must fulfil or fail an action (`act-contract`). A session that resumes receives only open ones;
 * `session.hello` answers all of them as `actions`. Observers see no `localIdentifier`. */
export type ActionRequested = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  action: RequestedAction;
  app?: AppID;
  person?: Handle;
};

/** The app's actions on the share sheet changed for this person. */
export type ActivitiesChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  activities: AppActivity[];
  app?: AppID;
  person?: Handle;
};

/** The category of an activity (`ua-categories`). */
export type ActivityCategory = 'action' | 'share';

/** A person chose an action of the app. Observers see the app and the person. */
export type ActivityChosen = {
  /** The type of the action. */
  type: string;
  /** The link of the item. */
  url: string;
  /** The kind of the item. */
  kind: ActivityItemKind;
  app?: AppID;
  person?: Handle;
};

/** The kind of item that an activity receives. */
export type ActivityItemKind = 'document' | 'link' | 'text' | 'file';

/** The named times to advance to. */
export type AdvanceClockEnd = 'settled';

/** A content app in the simulation. It owns domains, and receives their links. */
export type App = {
  /** The bundle id. */
  id: AppID;
  /** The name. */
  name: string;
  /** The domains of its entitlement (`ul-entitlement`), in order. */
  domains: string[];
  /** The association JSON of those domains (`ul-file`); nil if the reader may not see it. */
  association?: any;
  /** The back ends of its shares, in order; the first is the default. */
  backends: ShareBackend[];
  /** The capabilities, such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`). */
  capabilities: AppCapability[];
  /** The previews of the links; the first matching one decides. */
  previews?: AppPreview[];
  /** The title of the menu item that hides a highlight, if it is not Remove (`attr-remove-word`). */
  menuTitleForHideAction?: string;
  /** The options of the app's collaborations; nil for the standard ones. */
  shareOptions?: ShareOptions;
  /** The methods of sharing a document (`sheet-customise-methods`). */
  sharingMethods: SharingMethod[];
  /** The title of the button that manages a shared document (`manage-title`). */
  manageTitle: string;
  /** The actions on the share sheet, in order (`av-app-actions`). */
  activities?: AppActivity[];
  /** The system actions that the share sheet leaves out (`av-exclude`). */
  excludedActivityTypes?: SystemActivity[];
  /** The extensions of the files that the app opens, without the dot (`collab-start-drop`). */
  documentTypes?: string[];
  /** True if the app opens the documents that it holds itself only after a proof of identity (`id-flow`). */
  proofs?: boolean;
};

/** An action of an app on the share sheet inside that app (`av-app-actions`). */
export type AppActivity = {
  /** The identifier of the action within its app. */
  type: string;
  /** The title: a verb, or a short phrase with a verb (`av-title`). */
  title: string;
  /** The symbol, one character (`av-symbol`). */
  glyph?: string;
  /** The category. */
  category?: ActivityCategory;
  /** The kinds of items that the action accepts; all if left out (`av-custom-when`). */
  accepts?: ActivityItemKind[];
};

/** A capability that an app declares. */
export type AppCapability = 'sharedWithYou' | 'mentions';

/** A document as an app sees it. For privacy the type has no field for people. */
export type AppDocument = {
  /** Its id. */
  id: DocumentID;
  /** Its link. */
  url: string;
  /** Its title. */
  title: string;
  /** The content; left out in a list. */
  text?: string;
  /** The number of saves. */
  revision: number;
  /** The folder of the document. */
  folder?: string;
  /** The comments, oldest first; left out in a list. */
  comments?: AppDocumentComment[];
  /** True if the app's person may change it. */
  canEdit: boolean;
  /** The number of people who have the document open; left out in `document.changed`, because `document.presence`
   * reports it. */
  activeParticipantCount?: number;
  /** True if the document was deleted. */
  deleted?: boolean;
  /** The folder that the document represents (`ck-zone-share`); nil for a document with a content. */
  covers?: string;
  /** The document that represents the shared folder in which the document is; nil if it is in none. */
  parent?: DocumentID;
};

/** The access of an app's person to a document. */
export type AppDocumentAccess = 'none' | 'readOnly' | 'readWrite';

/** A change with its mentions, as an app sees it. */
export type AppDocumentChangeAction = {
  /** The people that the added text mentions, by the root hashes of their identities. */
  mentions?: string[];
} & DocumentChangeKind;

/** A document of the app that its person can read changed. */
export type AppDocumentChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  document: AppDocument;
  /** The change. */
  change: AppDocumentChangeAction;
  /** True if the app's own person made the change. */
  isMine: boolean;
  app?: AppID;
  person?: Handle;
};

/** A comment on a document. */
export type AppDocumentComment = {
  /** Its id. */
  id: CommentID;
  /** The text. */
  text: string;
  /** The time. */
  at: Instant;
  /** True if the app's own person wrote it. */
  isMine: boolean;
};

/** The number of people who have a document open changed. */
export type AppDocumentPresence = {
  document: DocumentID;
  url: string;
  activeParticipantCount: number;
};

/** A document as the app sees it, and the change that the request made. */
export type AppDocumentResult = {
  document: AppDocument;
  change?: AppDocumentChangeAction;
};

/** The app's documents that its person can read, last changed first, without their content; `more` is true if others
 * follow. */
export type AppDocumentsResult = {
  documents: AppDocument[];
  more: boolean;
};

/** A highlight as an app sees it: an identifier and a link, and never a name, a conversation or a text
 * (`privacy-no-threads`, `highlight-fields`). */
export type AppHighlight = {
  /** The permanent id. */
  id: HighlightID;
  /** The canonical link. */
  url: string;
  /** The collaboration identifier, which is the same for every participant. */
  collaborationIdentifier?: ShareID;
  /** The document's title. */
  title?: string;
  /** The uniform type identifier of the content. */
  contentType?: string;
  /** The time of the first share. */
  createdAt?: Instant;
};

/** One highlight of an app. */
export type AppHighlightResult = {
  highlight: AppHighlight;
};

/** The app's list for this person changed. If only the permission changed, all three members are empty
 * (`center-empty`). */
export type AppHighlightsChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  /** The new highlights. */
  added: AppHighlight[];
  /** The removed highlights. */
  removed: RemovedHighlight[];
  /** The moved or changed highlights. */
  updated: AppHighlight[];
  /** True if the lists are incomplete; then reload the whole list. */
  reload?: boolean;
  app?: AppID;
  person?: Handle;
};

/** An app's highlights for one person, ranked; `more` is true if others follow. */
export type AppHighlightsResult = {
  highlights: AppHighlight[];
  more: boolean;
};

/** The bundle id of an app, such as `com.example.notes`. */
export type AppID = string;

/** A registered preview of some of an app's links. The server never fetches a page. */
export type AppPreview = {
  /** A pattern for the path of the links, as in a component of an association. The first matching preview decides. */
  path: string;
  /** The title. */
  title: string;
  /** The subtitle. */
  subtitle?: string;
  /** The glyph in place of a picture, one character. */
  glyph?: string;
  /** The background colour of the glyph. */
  colour?: LinkPreviewColour;
};

/** A registered app. */
export type AppResult = {
  app: App;
};

/** The switches of apps: true or false for each app id. */
export type AppSwitches = Record<string, any>;

/** A request that waits for the app's answer: its start, and the current or future share. */
export type AskedResult = {
  start: CollaborationStart;
  share?: ShareView;
  dropped?: Handle[];
};

/** The description of a message's attachment. `message.attachment` returns the content, so that threads stay small.
 * */
export type Attachment = {
  /** The file's name, without a folder. */
  name: string;
  /** The type, such as `public.plain-text` or `text/plain`. */
  type: string;
  /** The size in bytes. */
  size: number;
  /** The digest: `sha256:` and 64 lower-case hexadecimal digits. */
  digest: string;
  /** The id of the stored content; nil if the server does not store it. */
  contentID?: AttachmentID;
};

/** An attachment with its content, as `message.attachment` returns it. */
export type AttachmentFile = {
  /** The file's name, without a folder. */
  name: string;
  /** The type, such as `public.plain-text` or `text/plain`. */
  type: string;
  /** The size in bytes. */
  size: number;
  /** The digest: `sha256:` and 64 lower-case hexadecimal digits. */
  digest: string;
  /** The id of the stored content; nil if the server does not store it. */
  contentID?: AttachmentID;
  /** The content in base64. */
  content: string;
};

/** The id of the content of a message's attachment. */
export type AttachmentID = string;

/** A document with its content. */
export type AttachmentResult = {
  attachment: AttachmentFile;
};

/** The people who shared a highlight, for the process that draws them on behalf of the app. The app itself never
 * receives it (`attr-content`). */
export type Attribution = {
  /** The highlight. */
  highlight: HighlightID;
  /** The canonical link. */
  url: string;
  /** The app of the link. */
  app: AppID;
  /** The name of the app. */
  appName: string;
  /** True if the person pinned it (`attr-pin-mark`). */
  pinned: boolean;
  /** The context that the app gave when it attached the attribution; it does not change (`attr-context-when`). */
  context: DisplayHighlightContext;
  /** The people who shared it, newest first. */
  sharers: AttributionSharer[];
};

/** An attribution, for the process that draws it. */
export type AttributionResult = {
  attribution: Attribution;
};

/** A sharer, and the message with the link. A reply goes to that message (`attr-activate`). */
export type AttributionSharer = {
  /** The sharer. */
  handle: Handle;
  /** Their display name. */
  name: string;
  /** The conversation. */
  conversation: ConversationID;
  /** The name of the conversation, for a choice between several (`disambiguate`); empty if the person has left it. */
  conversationName: string;
  /** The message. */
  message: MessageID;
};

/** The token of an attribution. The process that draws for the person exchanges it for the names. The app cannot use
 * it for anything else (`privacy-render`). */
export type AttributionToken = string;

/** The token of an attribution, which reveals nothing to the app. */
export type AttributionTokenResult = {
  attribution: AttributionToken;
};

/** A challenge of an app's own server, in base64, and the end of its minute. */
export type ChallengeResult = {
  challenge: string;
  expiresAt: Instant;
};

/** The notices that left the banner. */
export type ClearedResult = {
  cleared: NoticeID[];
};

/** The kind of a world's clock. */
export type ClockKind = 'real' | 'virtual';

/** The time of the world. */
export type ClockResult = {
  clock: ClockKind;
  now: Instant;
};

/** A start, or a change of a share, by the reader has a new state: it waits, succeeded, failed or was cancelled. */
export type CollaborationChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  start: CollaborationStart;
  person?: Handle;
  alerted?: Handle[];
};

/** The content of the share sheet for an item, before anything is created (`collab-start-sheet`). */
export type CollaborationOffer = {
  /** The app of the item. */
  app: AppID;
  /** The app's name. */
  appName: string;
  /** The title of the item, if it has one. */
  title?: string;
  /** The back end for the item. */
  backend: ShareBackend;
  /** The methods that both the app and the item support; the first is the default. */
  methods: SharingMethod[];
  /** The groups, in order. */
  groups: ShareOptionsGroup[];
  /** The app's own summaries; the first that matches is shown. */
  summaries?: ShareOptionsSummary[];
  /** The summary of the selected options. */
  summary: string;
};

/** A start of a collaboration, from Send to the message in the thread, or a change of the people who can open a
 * share. Its app must answer first. */
export type CollaborationStart = {
  /** The id. */
  id: StartID;
  /** The state. */
  state: CollaborationStartState;
  /** The app of the document. */
  app: AppID;
  /** The title. */
  title: string;
  /** The conversation for the message, or the one with the link of the changed share; nil if there is none. */
  conversation?: ConversationID;
  /** The share; nil before it exists. */
  share?: ShareID;
  /** The message; nil before it is sent. */
  message?: MessageID;
  /** The reason for the failure. */
  failure?: Reason;
};

/** The state of a start or change. */
export type CollaborationStartState = 'waiting' | 'sent' | 'done' | 'failed' | 'cancelled';

/** The id of a comment on a document. */
export type CommentID = string;

/** The id of a consent request. */
export type ConsentID = string;

/** The question whether the links of an app may surface (`auto-offer`). */
export type ConsentRequest = {
  /** The id. */
  consent: ConsentID;
  /** The app. */
  app: AppID;
  /** The conversation with the pin that caused the question. */
  conversation: ConversationID;
  /** The pinned link. */
  url: string;
};

/** An answer to a consent request. */
export type ConsentRequestAnswer = 'allow' | 'notNow' | 'never';

/** A question about automatic sharing; `url` is empty if the link was unsent everywhere. */
export type ConsentRequested = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  /** The id. */
  consent: ConsentID;
  /** The app. */
  app: AppID;
  /** The conversation with the pin that caused the question. */
  conversation: ConversationID;
  /** The pinned link. */
  url: string;
  person?: Handle;
  alerted?: Handle[];
};

/** The contacts of a person, and the people they blocked. */
export type ContactsResult = {
  contacts: Person[];
  blocked: Person[];
};

/** A conversation as one of its members sees it. */
export type Conversation = {
  /** The id. */
  id: ConversationID;
  /** The name, if it has one. */
  name?: string;
  /** The handles of the members, in the order in which they joined. */
  participants: Handle[];
  /** The members with their display names. */
  people: Person[];
  /** The number of unread messages of other people. */
  unread: number;
  /** The people who left or were removed, by handle. A member sees only people who were members at the time of
   * messages that the member can read; an observer sees all. */
  former?: Person[];
  /** The newest message, if there is one. */
  lastMessage?: Message;
  /** The number of the last message that this member has read, if they deleted unread messages. The default is the
   * number of the newest message minus `unread`. */
  readThrough?: number;
  /** True if this member hides its alerts. */
  muted: boolean;
  /** The notices in this member's banner, oldest first (`ntc-collapse`). */
  waitingNotices: Notice[];
  /** The emoji of the group photo, if there is one (`grp-name-photo`). */
  photo?: string;
  /** True if this member pinned the conversation to the top of their list (`msg-pin-conv`). */
  pinned: boolean;
  /** True if this member marked the conversation as unread, even without unread messages (`unread-mark`). */
  markedUnread?: boolean;
  /** This member's pinned links in the conversation that no app opens, oldest pin first. Pinned links of apps are on
   * the shelf (`swy-pin-scope`). */
  pinnedLinks?: string[];
  /** The newest read message of the other person in a one-to-one conversation, if they send read receipts. */
  receipt?: MessageReceipt;
  /** The number of the newest message that reached the other person; nil if none did. */
  deliveredThrough?: number;
  /** True if this member left or was removed. */
  left?: boolean;
  /** True if this member deleted the conversation and no message has arrived since. Their list does not show it. */
  deleted?: boolean;
  /** True if the conversation is new and empty, so that notifications bring all of its content. */
  isNew?: boolean;
};

/** A conversation is new or changed; `line` is the new entry of its thread. */
export type ConversationChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  conversation: Conversation;
  line?: ThreadEntry;
  person?: Handle;
  alerted?: Handle[];
};

/** The id of a conversation. */
export type ConversationID = string;

/** A conversation, with the line that the request added to its thread. */
export type ConversationResult = {
  conversation: Conversation;
  line?: ThreadEntry;
};

/** The switches of conversations: true or false for each conversation id. */
export type ConversationSwitches = Record<string, any>;

/** A page of a person's conversations, by newest message, and the `after` of the next page; nil on the last page. */
export type ConversationsResult = {
  conversations: Conversation[];
  next?: number;
};

/** A kind of change. */
export type DeletionChangeKind = 'deleted' | 'restored' | 'erased';

/** The reader deleted, recovered or erased messages, on any of their devices. */
export type DeletionChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  conversation: Conversation;
  /** The kind of the change. */
  change: DeletionChangeKind;
  /** The messages; none if a conversation without messages was deleted. */
  messages: MessageRun[];
  /** True if the whole conversation was deleted, with the notices and lines of its thread. */
  whole?: boolean;
  person?: Handle;
  alerted?: Handle[];
};

/** A message and all before it reached the other person. */
export type Delivered = {
  conversation: ConversationID;
  person: Handle;
  message: MessageID;
  /** The stage. */
  status: MessageReceiptStatus;
  /** The number of the newest message at this stage; all earlier messages have reached it too. */
  sequence: number;
  /** The time at which the message reached this stage. */
  at: Instant;
};

/** A device on which a person, or an app that runs as one, has a session. */
export type Device = {
  /** The number among that person's devices, from 1, in the order of login. The number stays the same for the
   * session; the next login reuses a free number, so that a reconnecting client is the same device again. */
  number: number;
  /** The name that the device gave at login, if any. */
  name?: string;
};

/** A device's name, or its number from 1. */
export type DeviceReference = string | number;

/** The Messages features that a device's system supports. */
export type DeviceSystem = 'current' | 'old';

/** The way an app shows a highlight (`attr-enum-context`). */
export type DisplayHighlightContext = 'summary' | 'detail';

/** The access of the app's person to a document changed. A deleted document is a `document.changed`. */
export type DocumentAccessChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  document: DocumentID;
  url: string;
  access: AppDocumentAccess;
  app?: AppID;
  person?: Handle;
};

/** A change and the people it mentions. */
export type DocumentChangeAction = {
  /** The people that the added text mentions, each once; only people on the share (`ev-mention`). */
  mentions?: Handle[];
} & DocumentChangeKind;

/** A change, without mentions. */
export type DocumentChangeKind = ({
  type: 'change';
  trigger: HighlightEventChangeTrigger;
} | {
  type: 'persistence';
} & DocumentChangePersistence);

/** A change of the document as a whole. */
export type DocumentChangePersistence = ({
  trigger: 'created';
} | {
  trigger: 'renamed';
  title: string;
} | {
  trigger: 'moved';
  folder: string;
} | {
  trigger: 'deleted';
});

/** A document that the reader can read changed. */
export type DocumentChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  document: DocumentView;
  /** The change. */
  change: DocumentChangeAction;
  /** The author. */
  by: Handle;
  person?: Handle;
  alerted?: Handle[];
};

/** A comment on a document. */
export type DocumentComment = {
  /** The id. */
  id: CommentID;
  /** The author. */
  author: Handle;
  /** The text. */
  text: string;
  /** The time. */
  at: Instant;
};

/** The id of a document of the document service. */
export type DocumentID = string;

/** A change in the activity of a document. */
export type DocumentPastChange = {
  /** The author of the change. */
  by: Handle;
  /** The time. */
  at: Instant;
} & DocumentChangeKind;

/** The people who have a document open changed. */
export type DocumentPresence = {
  document: DocumentID;
  url: string;
  active: Handle[];
};

/** A document as the person sees it, and the change that the request made. */
export type DocumentResult = {
  document: DocumentView;
  change?: DocumentChangeAction;
};

/** A document as one person sees it. */
export type DocumentView = {
  /** The id. */
  id: DocumentID;
  /** The app of the document. */
  app: AppID;
  /** The canonical link. */
  url: string;
  /** The title. */
  title: string;
  /** The owner. */
  owner: Handle;
  /** The content; left out in a list. */
  text?: string;
  /** The number of saves. */
  revision: number;
  /** The owner's folder. */
  folder?: string;
  /** The comments, oldest first; left out in a list. */
  comments?: DocumentComment[];
  /** The time of the creation. */
  createdAt: Instant;
  /** The time of the last change. */
  changedAt: Instant;
  /** The author of the last change. */
  changedBy: Handle;
  /** The last 10 changes except comments, oldest first; left out in a list. */
  changes?: DocumentPastChange[];
  /** True if the document was deleted. */
  deleted?: boolean;
  /** True if the reader can change the document (`ucs-can-permission`). */
  canEdit: boolean;
  /** The people who have the document open, each once; left out in `document.changed`, because `document.presence`
   * reports it. */
  active?: Handle[];
  /** The owner's folder that the document represents; nil for a document with a content. */
  covers?: string;
  /** The document that represents the shared folder in which the document is; nil if it is in none. */
  parent?: DocumentID;
};

/** The documents that the person can read, last changed first, without their content; `more` is true if others
 * follow. */
export type DocumentsResult = {
  documents: DocumentView[];
  more: boolean;
};

/** A decided request, as observers with `requests: true` see it. */
export type DoneRequest = {
  /** The id of the session. */
  session: string;
  /** The role. */
  role: Role;
  /** The person, or the person that the app runs as. */
  person?: Handle;
  /** The app, if the session is an app's. */
  app?: AppID;
  /** The device, if the session has one. */
  device?: Device;
  /** The method. */
  method: Method;
  /** The params, without secrets. */
  params?: any;
  /** The `traceparent` of the request. */
  traceparent?: TraceParent;
  /** The time of the decision, by the world's clock. */
  at: Instant;
  /** The result. */
  result?: any;
  /** The error, if the request was refused. */
  error?: DoneRequestRefusal;
  /** True if a part was left out because of its length. */
  truncated?: boolean;
};

/** The error of a refused request. */
export type DoneRequestRefusal = {
  /** The code of the error. */
  code: number;
  /** The reason. */
  reason: string;
  /** The message for people. */
  message: string;
  /** The rule that refused the request, if any. */
  rule?: string;
};

/** An empty object, `{}`. */
export type EmptyResult = Record<string, any>;

/** The `data` of an error. */
export type ErrorData = {
  /** The reason for the error. */
  reason: RPCErrorReason;
  /** The wrong member of the params. */
  field?: string;
  /** The id of the rule that refused the request, from `docs/reference/rules.md`. */
  rule?: string;
  /** The last title that the caller could see of a share that the caller has lost. */
  title?: string;
  /** The exceeded limit. */
  limit?: ErrorLimit;
  /** The time to wait before a retry. */
  retryAfterMilliseconds?: number;
  /** The outcome of the request. */
  outcome?: RPCErrorOutcome;
  /** The error code of the highlight center. */
  code?: number;
  /** The current document, in the caller's form; the request was based on another revision. */
  document?: any;
};

/** An exceeded limit. */
export type ErrorLimit = {
  /** The name of the limit. */
  name: string;
  /** Its value. */
  value: number;
};

/** A decision trail. */
export type ExplanationResult = {
  /** True if the subject reached the person, or would reach a person with a session. */
  delivered: boolean;
  /** The rules in the order of the decision: first about the delivery, then about the alert. */
  reasons: Reason[];
};

/** A fault of a world. */
export type Fault = {
  /** The id. */
  id: FaultID;
  /** The affected notifications. */
  on: FaultTarget;
  /** The number of times that the fault occurred. */
  fired: number;
  /** True if the fault is spent. */
  spent: boolean;
} & FaultEffect;

/** The effect on the notification. */
export type FaultEffect = ({
  do: 'drop';
} | {
  do: 'delay';
  milliseconds: number;
} | {
  do: 'duplicate';
} | {
  do: 'reorder';
} | {
  do: 'disconnect';
});

/** The name of an effect on the wire. */
export type FaultEffectWord = 'drop' | 'delay' | 'duplicate' | 'reorder' | 'disconnect';

/** A fault occurred. */
export type FaultFired = {
  /** The fault. */
  fault: FaultID;
  /** The affected notification. */
  notification: NotificationName;
  /** The recipient. */
  to: Handle;
  /** The recipient's device. */
  device?: DeviceReference;
} & FaultEffect;

/** The id of a fault. */
export type FaultID = string;

/** A fault. */
export type FaultResult = {
  fault: Fault;
};

/** The notifications that a fault affects: the first match, a later one, or a percentage. */
export type FaultTarget = {
  /** Only this notification. */
  notification?: NotificationName;
  /** Only for this person. */
  to?: Handle;
  /** Only events caused by this person. */
  from?: Handle;
  /** Only for this device of the person. */
  device?: DeviceReference;
  /** The number of the affected match; the first if left out. */
  nth?: number;
  /** The probability for each match in percent, instead of `nth`. */
  percent?: number;
};

/** The faults of a world, oldest first. */
export type FaultsResult = {
  faults: Fault[];
};

/** The position of the world's newest event, and the work that waits for time to pass. */
export type FenceResult = {
  cursor: number;
  pending: PendingWork[];
};

/** A fault that occurred. */
export type FiredFault = {
  /** The fault. */
  fault: FaultID;
  /** The affected notification. */
  notification: NotificationName;
  /** The recipient. */
  to: Handle;
  /** The recipient's device. */
  device?: DeviceReference;
} & FaultEffect;

/** The handle of a person: `anna` or `anna@example.com`, always in lower case. */
export type Handle = string;

/** The triggers of a change, with the raw values of `SWHighlightChangeEventTrigger`. */
export type HighlightEventChangeTrigger = 'edit' | 'comment';

/** The permanent id of a highlight: one link of one world always has the same id. */
export type HighlightID = string;

/** The numbers that decide a highlight's place: its signals, their current weights, and the sum. */
export type HighlightRanking = {
  /** The current sum of the signals, in thousandths. */
  score: number;
  /** The score that a highlight must exceed to be curated. */
  threshold: number;
  /** The signals, heaviest first. */
  signals: HighlightRankingSignal[];
};

/** A signal of a highlight's ranking. */
export type HighlightRankingSignal = {
  /** The kind of the signal. */
  signal: RankingSignal;
  /** The initial weight of the signal. */
  weight: number;
  /** The time of the signal. */
  at: Instant;
  /** The current weight of the signal, in thousandths. */
  value: number;
};

/** The reader's shelf changed. */
export type HighlightsChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  /** The new highlights. */
  added: PersonHighlight[];
  /** The removed highlights. */
  removed: RemovedHighlight[];
  /** The moved or changed highlights. */
  updated: PersonHighlight[];
  /** True if the lists are incomplete; then reload the whole shelf. */
  reload?: boolean;
  person?: Handle;
  alerted?: Handle[];
};

/** A person's shelf, ranked; `more` is true if others follow. */
export type HighlightsResult = {
  highlights: PersonHighlight[];
  more: boolean;
};

/** A page of a thread, oldest first; `more` is true if earlier entries exist. */
export type HistoryResult = {
  entries: ThreadEntry[];
  more: boolean;
};

/** People lost their access to a document that the app holds itself; for the app of the owner (`act-remove`). It
 * needs no answer. */
export type IdentitiesRemoved = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  identities: PersonIdentity[];
  collaborationIdentifier: string;
  url: string;
  app?: AppID;
  person?: Handle;
};

/** A signed proof of the person's identity in a collaboration. */
export type IdentityProofResult = {
  proof: SignedProof;
};

/** A time: RFC 3339 in UTC, with milliseconds. */
export type Instant = string;

/** The expected number of matching entries. */
export type JournalCount = {
  /** Exactly this number. */
  exactly?: number;
  /** At least this number. */
  atLeast?: number;
  /** At most this number. */
  atMost?: number;
};

/** An entry of a journal. */
export type JournalEntry = {
  /** The kind. */
  kind: JournalEntryKind;
  /** The position of its event in the log; for a request or a fault, the position of the event before it. */
  cursor: number;
  /** The number of a request or a fault: 1, 2, 3 … while they are recorded. */
  number?: number;
  /** The time, by the world's clock. */
  at: Instant;
  /** The name of the notification or method. */
  event: string;
  /** The person who received the notification, did not receive it, or sent the request. */
  person?: Handle;
  /** The role: person, or an app that runs as one. */
  role: Role;
  /** The app that received the notification, sent the request, or is its subject. */
  app?: AppID;
  /** The person who caused the event. */
  by?: Handle;
  /** The id of its subject: a message, a notice, a share … */
  about?: string;
  /** The conversation of the subject. */
  conversation?: ConversationID;
  /** The link of the subject; the first if it has several. */
  url?: string;
  /** The text, up to 200 characters. */
  text?: string;
  /** The rule that decided it. */
  why?: Reason;
  /** The `traceparent` of the request, or of the request that caused the event. */
  traceparent?: TraceParent;
  /** The request, as `request.done` reports it to observers with `requests: true`. */
  request?: DoneRequest;
  /** The fault. */
  fault?: FiredFault;
};

/** The kind of a journal entry. */
export type JournalEntryKind = 'request' | 'refusal' | 'notification' | 'silence' | 'fault';

/** The start of the recorded requests and faults of a journal. */
export type JournalMark = {
  /** The position of the newest event at the first recorded request or fault. */
  cursor: number;
  /** The number of the first stored request or fault. Earlier ones were dropped to make room. */
  number: number;
};

/** An entry that nearly matched. */
export type JournalNearMiss = {
  /** A description of the entry and the difference. */
  what: string;
  /** The rule that decided it. */
  why?: Reason;
  /** The entry, if there is one. */
  entry?: JournalEntry;
};

/** A page of a journal, oldest first: its events, its last position, the end of the log, and the first recorded
 * requests and faults; `more` is true if others follow. */
export type JournalResult = {
  entries: JournalEntry[];
  more: boolean;
  cursor: number;
  number: number;
  end: number;
  since: JournalMark;
};

/** The verdict of a journal about an expectation. */
export type JournalVerdictResult = {
  /** True if the expectation is met; nil if the journal cannot decide it. */
  holds?: boolean;
  /** The reason for nil. */
  unknown?: string;
  /** The number of matches; 10,001 means more than 10,000. A notice that grew counts once. */
  count: number;
  /** The newest 20 matches, each with its deciding rule. */
  matching: JournalEntry[];
  /** The entries that nearly matched, each with the difference. */
  nearMisses: JournalNearMiss[];
  /** The start of the recorded requests and faults. */
  since: JournalMark;
};

/** A person of a world. */
export type KnownPerson = {
  /** The handle. */
  handle: Handle;
  /** The name to show. */
  name: string;
  /** The number of the person's open streams, without the streams of apps. */
  sessions: number;
};

/** The limits of the server. Each is a configuration key, and is part of the answer to `session.hello`.  A request
 * above a limit is refused with `too_large` (or `rate_limited`), the limit's name and its value, and has no other
 * effect. Below its range a limit stops the server from working; above its range one client could exhaust the memory or
 * the stack. */
export type Limits = {
  /** the longest line or message, in bytes 256 KiB holds a text of 20,000 characters with any escapes. */
  messageBytes: number;
  /** the longest text of a message, in characters Its bytes are limited to 4 for each character, because one
   * character can have any number of bytes. */
  textCharacters: number;
  /** the most people in a conversation, including its creator */
  participants: number;
  /** the most unsent bytes of one session Above that the session is closed, and can resume. */
  unsentBytes: number;
  /** the most unsent bytes of all sessions of one person Above that the slowest of them is closed, and can resume. */
  unsentBytesOfPerson: number;
  /** the most unsent bytes of all sessions Above that the slowest session of the person with the most unsent bytes is
   * closed, and can resume. */
  unsentBytesOfServer: number;
  /** the most requests of a session in a second, on average */
  requestsPerSecond: number;
  /** the most requests of a session at once after a pause */
  requestBurst: number;
  /** the longest time for the first request of a connection, or for the rest of an unfinished one */
  helloMilliseconds: number;
  /** the silence after which a WebSocket is pinged Without an answer in the same time, it is closed. */
  idlePingMilliseconds: number;
  /** the deepest nesting of arrays and objects A deeper value could be written to the log, but never read again. */
  nestingDepth: number;
  /** the most entries in one page of history or of conversations */
  pageEntries: number;
  /** the most bytes of one page of history, of a thread or of a search, after its first entry The server writes a
   * page in one step, while all other clients wait. */
  pageBytes: number;
  /** the most conversations that a person can begin Each stays in memory. */
  conversationsBegun: number;
  /** the most people that a person can bring into conversations A member counts once for each conversation, and so
   * does the person. */
  participantsAdded: number;
  /** the most links that a person can have in their messages A link counts in each message. */
  linksShared: number;
  /** the most documents that a person can create A deleted document counts. */
  documents: number;
  /** the most shares that a person can begin A stopped share counts. */
  shares: number;
  /** the most bytes of the conversations, links, documents and shares of one person Each counts with its approximate
   * size in memory, in addition to its text. */
  storedBytesOfPerson: number;
  /** the most characters of a name: of a person, a conversation, an app, a share, a world */
  nameCharacters: number;
  /** the most worlds in one server, or in the database of several A test suite runs far fewer at once, and this
   * number fits into its memory. */
  worlds: number;
  /** the time after sending in which a message can be edited Fifteen minutes (`msg-edit-window`). */
  editMilliseconds: number;
  /** the most edits of a message `msg-edit-limit`. */
  edits: number;
  /** the time after sending in which a message can be unsent Two minutes (`msg-unsend-window`). */
  unsendMilliseconds: number;
  /** the time in which a person can recover deleted messages Thirty days (`unread-mark`). */
  recentlyDeletedMilliseconds: number;
  /** the most conversations that a person can pin to the top of their list `msg-pin-conv`. */
  pinnedConversations: number;
  /** the most bytes of an attachment's content In base 64 it must fit into a message. */
  attachmentBytes: number;
  /** the most faults in one world A new fault replaces the oldest spent one. */
  faults: number;
  /** the time that typing lasts without another report `typing-1to1`. */
  typingMilliseconds: number;
  /** the most people on a share, including its owner `ck-share-limit`. */
  shareParticipants: number;
  /** the time in which events of one kind are combined into one notice, counted from the first Ten minutes
   * (`ntc-collapse`). */
  coalescingMilliseconds: number;
};

/** The result of a step. */
export type LinkExplanationOutcome = 'opens' | 'excluded' | 'noMatch' | 'unknownApp' | 'noAssociation' | 'noApp';

/** The app that opens a link, and the steps that decided it. */
export type LinkExplanationResult = {
  /** The canonical link. */
  url: string;
  /** The app that opens the link; nil if the link opens in the browser. */
  app?: AppID;
  /** The steps, the deciding one last. */
  steps: LinkExplanationStep[];
};

/** A step of the decision. */
export type LinkExplanationStep = {
  /** The id of the rule in `docs/reference/rules.md`. */
  rule: string;
  /** The explanation. */
  text: string;
  /** The result. */
  outcome: LinkExplanationOutcome;
  /** The app that the step is about. */
  app?: AppID;
  /** The deciding place in the website's file: `applinks.details[0].components[2]`. */
  place?: string;
  /** The comment at that place in the file. */
  comment?: string;
};

/** The content of a link's rich preview. */
export type LinkPreview = {
  /** The title. */
  title: string;
  /** The subtitle. */
  subtitle?: string;
  /** The glyph in place of a picture, one character. */
  glyph?: string;
  /** The background colour of the glyph. */
  colour?: LinkPreviewColour;
};

/** A colour that every terminal can show. */
export type LinkPreviewColour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'pink' | 'grey';

/** The last notification about a share that a person lost, without its new state and its participants. */
export type LostShare = {
  /** The id. */
  id: ShareID;
  /** The app of the document. */
  app: AppID;
  /** The title. */
  title: string;
  /** The link. */
  url: string;
};

/** The way a share was lost. */
export type LostShareCause = 'removed' | 'left' | 'stopped';

/** A message of a conversation. If it has `unsentAt`, it has no content. */
export type Message = {
  /** The id. */
  id: MessageID;
  /** The conversation. */
  conversation: ConversationID;
  /** The sender. */
  sender: Handle;
  /** The text. */
  text: string;
  /** The time at which the server accepted it. */
  sentAt: Instant;
  /** The number in the conversation: 1, 2, 3 … without gaps. */
  sequence: number;
  /** The links in the text, in order. */
  links: MessageLink[];
  /** The members mentioned in the text, in order. */
  mentions: MessageMention[];
  /** The id that the sender gave the request, which identifies a retry. */
  clientID?: string;
  replyTo?: MessageID;
  thread?: MessageID;
  replies?: number;
  attachment?: Attachment;
  editedAt?: Instant;
  versions?: MessageVersion[];
  unsentAt?: Instant;
  reactions?: MessageReaction[];
};

/** A change of a posted message. */
export type MessageChange = ({
  kind: 'edited';
  mentioned?: Handle[];
} | {
  kind: 'unsent';
} | {
  kind: 'reacted';
  by: Handle;
  reaction: Reaction;
  removed?: boolean;
});

/** A message was edited or unsent, or its tapbacks changed. */
export type MessageChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  message: Message;
  change: MessageChange;
  alert?: boolean;
  person?: Handle;
  alerted?: Handle[];
};

/** The id of a message. */
export type MessageID = string;

/** A link in a message's text. */
export type MessageLink = {
  /** The link in canonical form. */
  url: string;
  /** The app that opens it; nil if it opens in the browser (`surf-universal`). */
  app?: AppID;
  /** The title of its target, if the server knows it: the title of a share. */
  title?: string;
  /** Its range in the text. */
  range: TextRange;
};

/** A mention of a member in a message's text, as `@name`. */
export type MessageMention = {
  /** The mentioned member. */
  handle: Handle;
  /** The range of the name in the text, including the `@`. */
  range: TextRange;
};

/** A new message. */
export type MessagePosted = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  message: Message;
  alert?: boolean;
  person?: Handle;
  alerted?: Handle[];
};

/** A tapback on a message; each person can have one (`tap-one`). */
export type MessageReaction = {
  /** The person. */
  handle: Handle;
  /** The tapback. */
  reaction: Reaction;
  /** The time. */
  at: Instant;
};

/** The newest message that reached the other person of a one-to-one conversation, or that they read
 * (`rcpt-delivered`). */
export type MessageReceipt = {
  /** The stage. */
  status: MessageReceiptStatus;
  /** The number of the newest message at this stage; all earlier messages have reached it too. */
  sequence: number;
  /** The time at which the message reached this stage. */
  at: Instant;
};

/** A stage of a receipt. */
export type MessageReceiptStatus = 'delivered' | 'read';

/** A message. */
export type MessageResult = {
  message: Message;
};

/** Consecutive messages of one conversation, by their numbers (`sequence`). */
export type MessageRun = {
  /** The number of the first message. */
  first: number;
  /** The number of the last message, `first` or more. */
  last: number;
};

/** An earlier text of an edited message (`msg-edit-label`). */
export type MessageVersion = {
  /** The text. */
  text: string;
  /** The time of this text. */
  at: Instant;
};

/** The messages that a search found, or a thread of replies; `more` is true if others exist. */
export type MessagesResult = {
  messages: Message[];
  more: boolean;
};

/** A method. */
export type Method = 'session.hello' | 'session.ping' | 'rpc.discover' | 'session.fence' | 'conversation.create' | 'conversation.list' | 'conversation.history' | 'conversation.addParticipant' | 'conversation.removeParticipant' | 'conversation.leave' | 'conversation.rename' | 'conversation.setPhoto' | 'conversation.markRead' | 'conversation.markUnread' | 'conversation.mute' | 'conversation.pin' | 'conversation.delete' | 'conversation.restore' | 'conversation.erase' | 'conversation.recentlyDeleted' | 'conversation.typing' | 'message.send' | 'message.edit' | 'message.unsend' | 'message.delete' | 'message.restore' | 'message.erase' | 'message.recentlyDeleted' | 'message.react' | 'message.search' | 'message.thread' | 'message.attachment' | 'link.pin' | 'link.unpin' | 'link.open' | 'link.explain' | 'contact.add' | 'contact.remove' | 'contact.list' | 'settings.get' | 'settings.set' | 'settings.audit' | 'consent.answer' | 'contact.block' | 'contact.unblock' | 'highlight.list' | 'highlight.hide' | 'highlight.restore' | 'highlight.display' | 'highlightCenter.getHighlight' | 'highlightCenter.getCollaborationHighlight' | 'highlightCenter.collaborationHighlight' | 'attribution.attach' | 'attribution.show' | 'identity.sign' | 'identity.challenge' | 'identity.prove' | 'highlightCenter.postNotice' | 'highlightCenter.clearNotices' | 'notice.dismiss' | 'notice.answer' | 'share.create' | 'share.send' | 'share.get' | 'share.accept' | 'share.requestAccess' | 'share.list' | 'share.save' | 'share.addParticipant' | 'share.removeParticipant' | 'share.setPermission' | 'share.setRole' | 'share.setInviting' | 'share.setAccess' | 'share.leave' | 'share.stop' | 'collaboration.offer' | 'collaboration.start' | 'collaboration.cancel' | 'collaboration.list' | 'action.fulfill' | 'action.fail' | 'app.register' | 'app.get' | 'activity.offer' | 'activity.choose' | 'site.publish' | 'clock.now' | 'clock.advance' | 'world.create' | 'world.reset' | 'world.delete' | 'world.list' | 'fault.inject' | 'fault.list' | 'fault.clear' | 'delivery.explain' | 'journal.list' | 'journal.verify' | 'person.list' | 'document.create' | 'document.list' | 'document.get' | 'document.open' | 'document.close' | 'document.edit' | 'document.comment' | 'document.rename' | 'document.move' | 'document.delete';

/** A highlight event in a thread: a centred row, and a banner at the top until it is cleared. */
export type Notice = {
  /** The id. A notice that grows keeps it. */
  id: NoticeID;
  /** The conversation. */
  conversation: ConversationID;
  /** The person who caused the event. */
  actor: Handle;
  /** The event; the newest if it combines several. */
  event: NoticeEvent;
  /** The app of the document. */
  app: AppID;
  /** The link that the notice opens: the link of the collaboration, or one to a view inside it
   * (`notice-type-and-link`). */
  url: string;
  /** The collaboration's link, if `url` is a link to a view inside it. */
  documentURL?: string;
  /** The title of the collaboration at that time. */
  title: string;
  /** The number of combined events. */
  count: number;
  /** The text for the row and the banner. */
  text: string;
  /** The time of the newest event. */
  postedAt: Instant;
  /** The possible answers to a prompt, until it is answered. */
  actions?: NoticeAction[];
  /** The shares that the prompt is about. */
  shares?: ShareID[];
  /** The people of a membership event, if one save added or removed several (`ev-membership`); else empty. */
  people?: Handle[];
};

/** An answer to a prompt. */
export type NoticeAction = {
  /** The id for `notice.answer`. */
  id: string;
  /** The title of the button. */
  title: string;
};

/** Notices left the reader's banner. */
export type NoticeCleared = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  notices: NoticeID[];
  person?: Handle;
  alerted?: Handle[];
};

/** The subject of a notice: a highlight event, or with the type `group` a change of the group that the owner of
 * documents can follow. */
export type NoticeEvent = {
  /** The kind of the event. */
  type: string;
  /** The trigger of the event. */
  trigger?: string;
  /** The mentioned person. */
  mentioned?: Handle;
  /** The person of a membership event or of a question. */
  person?: Handle;
  /** The new name. */
  title?: string;
};

/** The id of a notice. */
export type NoticeID = string;

/** A notice is new, or grew under the same id. */
export type NoticePosted = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  notice: Notice;
  alert?: boolean;
  person?: Handle;
  alerted?: Handle[];
};

/** One notice. */
export type NoticeResult = {
  notice: Notice;
};

/** The notices about an event. A conversation has several if people in it know of different earlier events. */
export type NoticesResult = {
  notices: NoticeID[];
};

/** A notification. */
export type NotificationName = 'message.posted' | 'message.changed' | 'receipt' | 'typing' | 'conversation.changed' | 'deletion.changed' | 'notice.posted' | 'notice.cleared' | 'consent.requested' | 'highlights.changed' | 'share.changed' | 'settings.changed' | 'collaboration.changed' | 'action.requested' | 'action.ended' | 'identities.removed' | 'userActivity' | 'activities.changed' | 'activity.chosen' | 'person.changed' | 'fault.fired' | 'request.done' | 'session.ended' | 'document.changed' | 'document.accessChanged' | 'document.presence';

/** The content of the share sheet for an item. */
export type OfferResult = {
  offer: CollaborationOffer;
};

/** A description of the methods of an interface: https://spec.open-rpc.org. */
export type OpenRPC = Record<string, any>;

/** The app that opens a link; nil if the link opens in the browser. */
export type OpenedResult = {
  app?: AppID;
};

/** Work that waits for time to pass. */
export type PendingWork = {
  /** A description of the work. */
  what: string;
  /** The time of the work. */
  dueAt: Instant;
};

/** The people of a world, by handle; `more` is true if others follow. */
export type PeopleResult = {
  people: KnownPerson[];
  more: boolean;
};

/** A person in Messages, as others see them. */
export type Person = {
  /** The handle. */
  handle: Handle;
  /** The name to show. */
  name: string;
};

/** A link on a person's Shared with You shelf, as that person sees it, with names. */
export type PersonHighlight = {
  /** The permanent id. */
  id: HighlightID;
  /** The canonical link. */
  url: string;
  /** The app of the link. */
  app: AppID;
  /** The title. */
  title: string;
  /** The subtitle, if it has one. */
  subtitle?: string;
  /** The app's preview of the link; the title and subtitle above if the app registered none. */
  preview: LinkPreview;
  /** True if this person pinned the link. */
  pinned: boolean;
  /** The time of the last share. */
  sharedAt: Instant;
  /** The people who shared it, newest first. */
  attribution: PersonHighlightAttribution[];
  /** The reasons for the highlight's presence and place. */
  why: Reason;
  /** The signals and weights of the place; nil from a server that does not send them. */
  ranking?: HighlightRanking;
};

/** A sharer of the link, and the conversation (`attr-content`, `merge-threads`). */
export type PersonHighlightAttribution = {
  /** The sharer. */
  handle: Handle;
  /** Their display name. */
  name: string;
  /** The conversation. */
  conversation: ConversationID;
};

/** The identity of a person in one collaboration for its app, without their handle: the root hash of the public keys
 * of their devices (`id-root`). It differs for each collaboration (`id-diversify`, `id-no-handles`). */
export type PersonIdentity = {
  /** 64 hexadecimal digits. */
  rootHash: string;
};

/** A person known to the reader has a new display name. */
export type PersonNamed = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  /** The handle. */
  handle: Handle;
  /** The name to show. */
  name: string;
  person?: Handle;
  alerted?: Handle[];
};

/** A pinned link. */
export type Pin = {
  /** The canonical link. */
  url: string;
  /** The app that opens it, if any. */
  app?: AppID;
  /** The conversation of the pin. */
  conversation: ConversationID;
  /** True if the link is pinned. */
  pinned: boolean;
};

/** The state of a pin. */
export type PinResult = {
  pin: Pin;
};

/** An event, with people as the app names them. */
export type PostNoticeEvent = {
  /** The kind of the event. */
  type: 'change' | 'membership' | 'mention' | 'persistence';
  /** The trigger. */
  trigger?: string;
  /** The mentioned person. */
  mentioned?: Handle;
  /** The person of a membership event; the app's own person if left out. */
  person?: Handle;
  /** The person of a mention or a membership event, by the root hash of their identity. */
  identity?: string;
  /** The new name. */
  title?: string;
};

/** The warnings about a published association file: the app ids that are ignored. */
export type PublishedResult = {
  warnings: string[];
};

/** The outcome of a request that failed with `unavailable`. */
export type RPCErrorOutcome = 'none' | 'unknown';

/** The reason for an error. The word is `data.reason`; its code never changes. */
export type RPCErrorReason = 'parse' | 'invalid_request' | 'unknown_method' | 'invalid_params' | 'internal' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'expired' | 'too_large' | 'rate_limited' | 'unavailable';

/** A signal for the order of a shelf (`rank-signals`). */
export type RankingSignal = 'shared' | 'sharers' | 'pinned' | 'summary' | 'viewed' | 'replied' | 'detail';

/** One emoji, or one of the words heart, thumbsUp, thumbsDown, haHa, exclamation and question. */
export type Reaction = string;

/** The rule of a decision, and a sentence that explains the decision to people. */
export type Reason = {
  /** The id of the rule in `docs/reference/rules.md`. */
  rule: string;
  /** The explanation. */
  text: string;
};

/** The other person has read this message and all before it (one-to-one conversations only). */
export type Receipt = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  conversation: ConversationID;
  person: Handle;
  message: MessageID;
  /** The stage. */
  status: MessageReceiptStatus;
  /** The number of the newest message at this stage; all earlier messages have reached it too. */
  sequence: number;
  /** The time at which the message reached this stage. */
  at: Instant;
  alerted?: Handle[];
};

/** A conversation with messages in the caller's Recently Deleted (`unread-mark`). */
export type RecentlyDeleted = {
  /** The conversation as the caller sees it, without its newest message. */
  conversation: Conversation;
  /** The number of its messages that can be recovered. */
  messages: number;
  /** The time of the newest deletion. */
  deletedAt: Instant;
  /** The time of the first permanent deletion. */
  endsAt: Instant;
  /** The messages that can be recovered. */
  runs?: MessageRun[];
};

/** The conversations with messages in Recently Deleted, newest deletion first; `more` is true if others exist. */
export type RecentlyDeletedResult = {
  conversations: RecentlyDeleted[];
  more: boolean;
};

/** A registered app, with suggestions for its registration. */
export type RegisteredResult = {
  app: App;
  warnings: string[];
};

/** A highlight that left a shelf, as its app sees it. If every message with its link was unsent, it has only its id.
 * */
export type RemovedHighlight = {
  /** The id. */
  id: HighlightID;
  /** The link, if it is known. */
  url?: string;
  /** The collaboration identifier, which is the same for every participant. */
  collaborationIdentifier?: ShareID;
  /** The document's title. */
  title?: string;
  /** The uniform type identifier of the content. */
  contentType?: string;
  /** The time of the first share. */
  createdAt?: Instant;
};

/** A request was decided; for observers with `requests: true`. */
export type RequestDone = {
  /** The id of the session. */
  session: string;
  /** The role. */
  role: Role;
  /** The person, or the person that the app runs as. */
  person?: Handle;
  /** The app, if the session is an app's. */
  app?: AppID;
  /** The device, if the session has one. */
  device?: Device;
  /** The method. */
  method: Method;
  /** The params, without secrets. */
  params?: any;
  /** The `traceparent` of the request. */
  traceparent?: TraceParent;
  /** The time of the decision, by the world's clock. */
  at: Instant;
  /** The result. */
  result?: any;
  /** The error, if the request was refused. */
  error?: DoneRequestRefusal;
  /** True if a part was left out because of its length. */
  truncated?: boolean;
};

/** An action that an app must answer, after `SWAction`, in the form that the app receives. It has no field for a
 * handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`). */
export type RequestedAction = {
  /** The id for the app's answer. */
  id: ActionID;
  /** The kind of the action. */
  kind: RequestedActionKind;
  /** The deadline for the app's answer. */
  dueAt: Instant;
  /** The collaboration. */
  metadata: RequestedActionMetadata;
  /** The people who get access. */
  addedIdentities?: PersonIdentity[];
  /** The people who lose access. */
  removedIdentities?: PersonIdentity[];
};

/** The kind of an action. */
export type RequestedActionKind = 'startCollaboration' | 'updateCollaborationParticipants';

/** The metadata of the collaboration, after `SWCollaborationMetadata` (`meta-fields`). */
export type RequestedActionMetadata = {
  /** The sending app's own name for its document on this device; the server sends it to no other device
   * (`meta-local-id`). */
  localIdentifier?: string;
  /** The collaboration identifier on every device, once it exists. */
  collaborationIdentifier?: string;
  /** The title. */
  title: string;
  /** The options as the app registered them. */
  defaultShareOptions: ShareOptionsChoice;
  /** The options with the person's choices. */
  userSelectedShareOptions: ShareOptionsChoice;
};

/** The way an action ended. */
export type RequestedActionOutcome = 'fulfilled' | 'failed' | 'timedOut' | 'cancelled';

/** The role of a session. It decides the allowed requests and the notifications. */
export type Role = 'person' | 'app' | 'observer';

/** A person to add, or a participant to change (`ck-add-same`). */
export type SaveShareAddition = {
  /** The person. */
  handle: Handle;
  /** The permission; the general one if left out. */
  permission?: SharePermission;
  /** The role; private user if left out. */
  role?: ShareRole;
};

/** A new permission of one participant. */
export type SaveShareOwnPermission = {
  /** The participant. */
  handle: Handle;
  /** The permission. */
  permission: SharePermission;
};

/** A new role of one participant. */
export type SaveShareOwnRole = {
  /** The participant. */
  handle: Handle;
  /** The role. */
  role: ShareRole;
};

/** A share after a save. The `dropped` people lost access, and `conversation` received the link. */
export type SavedShareResult = {
  share: ShareView;
  dropped: Handle[];
  conversation?: ConversationID;
};

/** A new attachment: with its content, or only with the description of content stored in another place. */
export type SentAttachment = {
  /** The file's name. */
  name: string;
  /** The type. */
  type: string;
  /** The size in bytes; required without content. */
  size?: number;
  /** The digest, `sha256:` and 64 digits; required without content. */
  digest?: string;
  /** The content, in base64. */
  content?: string;
};

/** A session ended; for observers with `requests: true`. */
export type SessionEnded = {
  /** The id of the session. */
  session: string;
  /** The role. */
  role: Role;
  /** The person, or the person that the app runs as. */
  person?: Handle;
  /** The app, if the session is an app's. */
  app?: AppID;
  /** The device, if the session has one. */
  device?: Device;
};

/** Changed switches of read receipts. */
export type SetSettingsReceipts = {
  /** The switch for all conversations without their own. */
  everywhere?: boolean;
  /** The switches of conversations. */
  conversations?: ConversationSwitches;
};

/** Changed switches of automatic sharing. */
export type SetSettingsSharing = {
  /** The master switch. */
  everywhere?: boolean;
  /** The switches of apps. */
  apps?: AppSwitches;
  /** The switches of conversations. */
  conversations?: ConversationSwitches;
};

/** A change of a person's switch with its cause: an entry of the audit. */
export type SettingChange = {
  /** The time of the change. */
  at: Instant;
  /** The state before. */
  from: SettingChangeStanding;
  /** The new state. */
  to: SettingChangeStanding;
  /** The rule that caused the change, and a sentence that explains it, without links, titles or texts of messages. */
  cause: Reason;
} & SettingChangeScope;

/** A switch of one of the three levels of `consent-levels`. */
export type SettingChangeScope = ({
  scope: 'everywhere';
} | {
  scope: 'app';
  app: AppID;
} | {
  scope: 'conversation';
  conversation: ConversationID;
});

/** The state of a switch. */
export type SettingChangeStanding = 'on' | 'off' | 'unset' | 'offered' | 'postponed' | 'never' | 'revoked';

/** The changes of a person's switches, oldest first; `more` is true if earlier ones exist. */
export type SettingChangesResult = {
  changes: SettingChange[];
  more: boolean;
};

/** A person's switches for links outside Messages, at the three levels of `consent-levels`, and their open questions.
 * */
export type Settings = {
  /** The switches of automatic sharing. */
  automaticSharing: SettingsSharing;
  /** The open consent requests, oldest first. */
  consents: ConsentRequest[];
  /** The switches of read receipts. */
  readReceipts: SettingsReceipts;
  /** True if a mention alerts even in a muted conversation (`mention-alert`). */
  mentionAlerts: boolean;
  /** The pinned conversations, in the person's order (`msg-pin-conv`). */
  pinnedConversations: ConversationID[];
};

/** The reader's settings changed. A question missing in `consents` was answered. */
export type SettingsChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  settings: Settings;
  person?: Handle;
  alerted?: Handle[];
};

/** The switches of read receipts in one-to-one conversations (`rcpt-setting`). */
export type SettingsReceipts = {
  /** The switch for all conversations without their own. */
  everywhere: boolean;
  /** The conversations with their own switch. */
  conversations: ConversationSwitches;
};

/** A person's settings. */
export type SettingsResult = {
  settings: Settings;
};

/** The switches of automatic sharing, at three levels. */
export type SettingsSharing = {
  /** The master switch. */
  everywhere: boolean;
  /** The switch of each app that has one; an app without one counts as off. */
  apps: AppSwitches;
  /** The switch of each conversation that was ever set; all other conversations are on. */
  conversations: ConversationSwitches;
};

/** The state of an invitation (`ck-accept`). */
export type ShareAcceptance = 'pending' | 'accepted';

/** The access to a share (`ucs-can-access`). */
export type ShareAccess = 'private' | 'public';

/** The back ends of a share (`infra-three`). */
export type ShareBackend = 'cloudRecord' | 'file' | 'custom';

/** A share of the reader changed. */
export type ShareChanged = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  share: ShareView;
  person?: Handle;
  alerted?: Handle[];
};

/** The id of a share. */
export type ShareID = string;

/** The reader lost a share. */
export type ShareLost = {
  /** The position in the log, after which `session.hello` resumes. */
  cursor: number;
  share: LostShare;
  gone: LostShareCause;
  person?: Handle;
  alerted?: Handle[];
};

/** A link that admits one person: the first who opens it (`ck-one-time-url`). */
export type ShareOneTimeLink = {
  /** The id, unique in the share. */
  id: string;
  /** The link. */
  url: string;
  /** The permission of the person who opens it. */
  permission: SharePermission;
  /** The person who opened it. For them it is the link of the share from then on, and for everyone else it is none.
   * */
  person?: Handle;
};

/** The options of a new collaboration, after `SWCollaborationShareOptions`: groups of options with the selected ones,
 * and a summary (`opt-share-options`). */
export type ShareOptions = {
  /** The groups, in order. */
  groups: ShareOptionsGroup[];
  /** The app's own summaries; the first that matches is shown. */
  summaries?: ShareOptionsSummary[];
};

/** The options with the current selection. */
export type ShareOptionsChoice = {
  /** The groups, in order. */
  groups: ShareOptionsGroup[];
  /** The summary of the selection. */
  summary: string;
};

/** The effect of an option on the system, in addition to its meaning for the app (`options-set`). */
export type ShareOptionsEffect = 'readOnly' | 'readWrite' | 'private' | 'public' | 'inviting';

/** A group of options. */
export type ShareOptionsGroup = {
  /** The kind of the group. */
  kind: ShareOptionsGroupKind;
  /** The identifier. */
  identifier: string;
  /** The title. */
  title?: string;
  /** The footer. */
  footer?: string;
  /** The options, in order. */
  options?: ShareOptionsOption[];
  /** The selected option of a picker. */
  selectedOptionIdentifier?: string;
};

/** The kind of a group of options. */
export type ShareOptionsGroupKind = 'switches' | 'picker';

/** An option of a new collaboration. */
export type ShareOptionsOption = {
  /** The identifier, unique in its app. */
  identifier: string;
  /** The title. */
  title: string;
  /** The subtitle. */
  subtitle?: string;
  /** True if the option is selected; only for switches. */
  isSelected?: boolean;
  /** The identifiers of the options that this option requires. */
  requires?: string[];
  /** The effect on the system. */
  effect?: ShareOptionsEffect;
};

/** An app's own summary of a selection. */
export type ShareOptionsSummary = {
  /** The options that must all be selected for this summary. */
  when?: string[];
  /** The text. */
  summary: string;
};

/** A participant of a share. */
export type ShareParticipant = {
  /** The person. */
  handle: Handle;
  /** The role. */
  role: ShareRole;
  /** The permission. */
  permission: SharePermission;
  /** The state of the invitation. */
  acceptance: ShareAcceptance;
  /** True if the permission is this participant's own, and stays when the general one changes. */
  individual?: boolean;
  /** True if the participant had asked for access. */
  approvedRequester?: boolean;
};

/** The permission of a participant (`ucs-can-permission`). */
export type SharePermission = 'readOnly' | 'readWrite';

/** A form of a document besides its link (`reps-multiple`). */
export type ShareRepresentation = 'file' | 'text';

/** A share as the caller sees it. */
export type ShareResult = {
  share: ShareView;
};

/** The role of a participant (`ck-role`). */
export type ShareRole = 'owner' | 'administrator' | 'privateUser' | 'publicUser';

/** A share as one person sees it: without internal members, and without people they may not see. */
export type ShareView = {
  /** The id, which is the collaboration identifier for apps, unless `ownIdentifier` replaces it. */
  id: ShareID;
  /** The app of the document. */
  app: AppID;
  /** The title. */
  title: string;
  /** The canonical link. */
  url: string;
  /** The back end. */
  backend: ShareBackend;
  /** The owner. */
  owner: Handle;
  /** The access. */
  access: ShareAccess;
  /** The general permission, for participants without their own. */
  permission: SharePermission;
  /** True if participants may add people. */
  allowsInviting: boolean;
  /** All participants, the owner first. */
  participants: ShareParticipant[];
  /** The time of the creation. */
  createdAt: Instant;
  /** The shared document, which is the root record (`ucs-root-record`). */
  document: DocumentID;
  /** The number of saves: 1 after the creation. */
  revision: number;
  /** The forms for copies, in addition to the forms of the back end. */
  representations: ShareRepresentation[];
  /** The identifiers of the options that were selected at the start. */
  options?: string[];
  /** True if the document was deleted. The link then opens nothing. */
  documentDeleted?: boolean;
  /** The app's identifier for the share on every device, if it differs from the id (`act-start`). */
  ownIdentifier?: string;
  /** The secret from which the keys of the participants follow (`id-diversify`). Only the log has it. A share from an
   * older log has none, and its identities are numbered hashes without keys. */
  identitySecret?: string;
  /** Everyone who was ever a participant, in order of first joining, so that a person's number never changes. */
  roster?: Handle[];
  /** The app's own summary of the options at the start, if it has one. */
  startedSummary?: StartedSummary;
  /** True if people who were not invited may ask for access by the link (`ck-access-requests`). */
  allowsAccessRequests?: boolean;
  /** The people who ask for access, in order of asking. Only the owner and administrators see them. */
  requesters?: Handle[];
  /** The people who may not ask for access. Only the owner and administrators see them. */
  blocked?: Handle[];
  /** The links that admit one person each. Only the owner and administrators see them. */
  oneTimeLinks?: ShareOneTimeLink[];
  /** The owner's folder that the share covers, with all documents in it (`ck-zone-share`); nil for the share of one
   * document. The document of the share then represents the folder. */
  folder?: string;
  /** The app's identifier for the share. */
  collaborationIdentifier: string;
  /** The reader's role. */
  role: ShareRole;
  /** The summary of the permissions (`perm-summary-text`). */
  summary: string;
  /** The reader's conversations with the link, in order of sending (`cv-button`); only in an answer about this share.
   * */
  conversations?: ConversationID[];
};

/** The shares that a person is on, in order of creation; `more` is true if earlier ones exist. */
export type SharesResult = {
  shares: ShareView[];
  more: boolean;
};

/** A method of sharing a document (`sheet-method-choice`). */
export type SharingMethod = 'collaborate' | 'copy';

/** A signed identity proof, after `SWPerson.SignedIdentityProof` (`id-proof`). All members but the index are in
 * base64. */
export type SignedProof = {
  /** The public key of the device in its X9.63 form, 65 bytes. */
  publicKey: string;
  /** The place of the key among the eight leaves of the person's tree. */
  publicKeyIndex: number;
  /** The SHA-256 hashes of the siblings on the path to the root, from the leaf up. */
  inclusionHashes?: string[];
  /** The signature of the data in DER: ECDSA on P-256 with SHA-256. */
  signatureData: string;
};

/** The id of a start or change of a collaboration that waits for its app. */
export type StartID = string;

/** The start of a collaboration. */
export type StartResult = {
  start: CollaborationStart;
};

/** The app's summary of the options at the start of a share. It is shown while access and permission stay the same.
 * */
export type StartedSummary = {
  /** The text. */
  text: string;
  /** The access at that time. */
  access: ShareAccess;
  /** The permission at that time. */
  permission: SharePermission;
};

/** The starts and changes of a person that wait for their apps, oldest first. */
export type StartsResult = {
  starts: CollaborationStart[];
};

/** A system action on a share sheet. */
export type SystemActivity = 'copyToPasteboard' | 'print' | 'saveToFiles';

/** A range of a text in UTF-16 code units, as Messages and its frameworks count (an `NSRange`). */
export type TextRange = {
  /** The offset of the first unit. */
  location: number;
  /** The number of units. */
  length: number;
};

/** An entry of a thread, as `conversation.history` returns it. */
export type ThreadEntry = ({
  kind: 'message';
  id: string;
  message: Message;
} | {
  kind: 'notice';
  id: string;
  notice: Notice;
} | {
  kind: 'system';
  id: string;
  text: string;
});

/** The place of a request in a distributed trace, in the form of the HTTP header `traceparent` of W3C Trace Context.
 * */
export type TraceParent = string;

/** A person types or stopped typing in a conversation (`typing-1to1`). */
export type Typing = {
  conversation: ConversationID;
  person: Handle;
  typing: boolean;
};

/** An unsent message, and the people with a device that still shows it. */
export type UnsentResult = {
  message: Message;
  warning: string;
  keptBy: Handle[];
};

/** The app should show a link, exactly as it was opened. Observers see the app and the person. */
export type UserActivity = {
  /** The kind of the activity; there is only one. */
  activityType: string;
  /** The link, exactly as it was opened. */
  webpageURL: string;
  app?: AppID;
  person?: Handle;
};

/** The answer to `session.hello`. */
export type Welcome = {
  /** The id of the session. */
  session: string;
  /** The name and version of the server. */
  server: string;
  /** The version of the protocol. */
  protocol: number;
  /** The identity of the session. */
  me: WelcomeMe;
  /** The session's device; nil for an observer. */
  device?: Device;
  /** The position of the newest event of the world. After this session has received all of its notifications, the
   * next session can pass it as `after`. */
  cursor: number;
  /** The limits of the server. */
  limits: Limits;
  /** The kind of the clock, and the current time. */
  clock: WelcomeClock;
  /** True if the session's device supports Messages collaboration (`center-support-flag`). */
  isSystemCollaborationSupportAvailable: boolean;
  /** True if the person is new in this world, and all their lists are empty. */
  isNew?: boolean;
  /** The open actions of an app, oldest first (`coord-singleton`); nil for other sessions. */
  actions?: RequestedAction[];
  /** The address of the server that serves the world, as `HOST:PORT`, if several servers share a database. A client
   * that connects to it directly avoids the forwarding by another server. */
  holder?: string;
};

/** The clock of a world. */
export type WelcomeClock = {
  /** The kind. */
  kind: ClockKind;
  /** The current time. */
  now: Instant;
};

/** The identity of a session, as the server confirms it. */
export type WelcomeMe = {
  /** The role. */
  role: Role;
  /** The person, or the person that the app runs as. */
  handle?: Handle;
  /** The app. */
  app?: AppID;
  /** The person's display name. */
  name?: string;
};

/** The name of a world, which is one isolated simulation. */
export type WorldName = string;

/** A world of a server, as `world.list` returns it. */
export type WorldSummary = {
  /** The name. */
  world: WorldName;
  /** The kind of the clock. */
  clock: ClockKind;
  /** The current time. */
  now: Instant;
  /** The seed of the random numbers. */
  seed: number;
  /** The number of open streams with a person. */
  sessions: number;
  /** The position of the newest event. */
  cursor: number;
  /** True if the world survives a restart of the server. */
  stored: boolean;
  /** The address of the server that serves the world, if several servers share a database and one of them serves it.
   * */
  holder?: string;
};

/** The worlds of a server, by name. */
export type WorldsResult = {
  worlds: WorldSummary[];
};

/** The methods of the person, by their group. */
export interface PersonMethods {
  session: PersonSessionMethods;
  rpc: PersonRpcMethods;
  conversation: PersonConversationMethods;
  message: PersonMessageMethods;
  link: PersonLinkMethods;
  contact: PersonContactMethods;
  settings: PersonSettingsMethods;
  consent: PersonConsentMethods;
  highlight: PersonHighlightMethods;
  attribution: PersonAttributionMethods;
  notice: PersonNoticeMethods;
  share: PersonShareMethods;
  collaboration: PersonCollaborationMethods;
  app: PersonAppMethods;
  activity: PersonActivityMethods;
  clock: PersonClockMethods;
  delivery: PersonDeliveryMethods;
  document: PersonDocumentMethods;
}

/** The methods `session.…` of the person. */
export interface PersonSessionMethods {
  /** Returns after everything that the server had already sent to this session. */
  ping(): Promise<Record<string, never>>;
  /** Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
   * app sees nothing in `pending`. */
  fence(): Promise<FenceResult>;
}

/** The methods `rpc.…` of the person. */
export interface PersonRpcMethods {
  /** Returns this contract as an OpenRPC document. */
  discover(): Promise<OpenRPC>;
}

/** The methods `conversation.…` of the person. */
export interface PersonConversationMethods {
  /** Begins a conversation that includes the caller. For two people it returns their existing conversation. */
  create(params: {
    /** The members; the caller is always one of them. */
    participants: Handle[];
    /** The name, if it has one. */
    name?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
   * message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after` of
   * the next page. A conversation that changes between two pages can be on neither; a notification reports it. */
  list(params?: {
    /** The `next` of the previous page; the first page if left out. */
    after?: number;
    /** The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are
     * limited. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<ConversationsResult>;
  /** Returns a page of a thread: the entries before an id, oldest first; 50 by default. */
  history(params: {
    conversation: ConversationID;
    /** The entry before which the page ends; the newest page if left out. */
    before?: string;
    /** The most entries of the page. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<HistoryResult>;
  /** Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three. */
  addParticipant(params: {
    conversation: ConversationID;
    handle: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Removes a person from a group of four or more. Every participant can do this. */
  removeParticipant(params: {
    conversation: ConversationID;
    handle: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Leaves a group of four or more. Returns the conversation with `left`. */
  leave(params: {
    conversation: ConversationID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Renames a conversation. */
  rename(params: {
    conversation: ConversationID;
    /** The new name. */
    name: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Sets the photo of a group, which is one emoji, or removes it. */
  setPhoto(params: {
    conversation: ConversationID;
    /** The emoji of the photo. If left out, the photo is removed. */
    photo?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Marks a conversation as read, up to a message or completely. */
  markRead(params: {
    conversation: ConversationID;
    through?: MessageID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Marks a conversation as unread until the caller reads it or writes in it. */
  markUnread(params: {
    conversation: ConversationID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Turns Hide Alerts on or off for the caller. */
  mute(params: {
    conversation: ConversationID;
    /** True to hide alerts. */
    muted: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is
   * the last. */
  pin(params: {
    conversation: ConversationID;
    /** True to pin it. */
    pinned: boolean;
    /** The place, 1 for the first. If left out, a new pin becomes the last, and an existing pin keeps its place. */
    place?: number;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<SettingsResult>;
  /** Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
   * (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
   * caller. Its place among the pinned conversations and its notices are removed; pinned links stay. */
  delete(params: {
    conversation: ConversationID;
    through?: MessageID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed. */
  restore(params: {
    conversation: ConversationID;
    /** The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and
     * recoverable. If left out, all messages of the conversation. */
    runs?: MessageRun[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed. */
  erase(params: {
    conversation: ConversationID;
    /** The `runs` that `conversation.recentlyDeleted` returned: messages that were deleted later stay deleted and
     * recoverable. If left out, all messages of the conversation. */
    runs?: MessageRun[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit. */
  recentlyDeleted(): Promise<RecentlyDeletedResult>;
  /** Reports that the caller types or stopped typing. */
  typing(params: {
    conversation: ConversationID;
    /** True if the caller types. */
    typing: boolean;
  }): Promise<ConversationResult>;
}

/** The methods `message.…` of the person. */
export interface PersonMessageMethods {
  /** Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64
   * content, or `{name, type, size, digest}`. */
  send(params: {
    conversation: ConversationID;
    /** The text; it can be empty with an attachment. */
    text?: string;
    replyTo?: MessageID;
    attachment?: SentAttachment;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<MessageResult>;
  /** Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text. */
  edit(params: {
    message: MessageID;
    /** The new text. */
    text: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<MessageResult>;
  /** Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of
   * one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the message. */
  unsend(params: {
    message: MessageID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(MessageResult | UnsentResult)>;
  /** Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted
   * for 30 days (`unread-mark`). */
  delete(params: {
    /** The messages: at least one, and at most `pageEntries`. */
    messages: MessageID[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Recovers messages from Recently Deleted to their places; `not_found` if one is missing there. */
  restore(params: {
    /** The messages: at least one, and at most `pageEntries`. */
    messages: MessageID[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Deletes messages from Recently Deleted; `not_found` if one is missing there. */
  erase(params: {
    /** The messages: at least one, and at most `pageEntries`. */
    messages: MessageID[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ConversationResult>;
  /** Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
   * default. */
  recentlyDeleted(params: {
    conversation: ConversationID;
    before?: MessageID;
    /** The most messages of the page. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<MessagesResult>;
  /** Sets or removes the caller's tapback. A second one replaces the first; the same one removes it. */
  react(params: {
    message: MessageID;
    reaction: Reaction;
    /** True to remove the tapback. If left out, a tapback that is already set is removed (`tap-one`). */
    remove?: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<MessageResult>;
  /** Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
   * Messages with a pinned link come first, then the newest; 50 by default. */
  search(params: {
    /** The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must
     * be adjacent. */
    text: string;
    conversation?: ConversationID;
    /** The most messages of the answer. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<MessagesResult>;
  /** Returns the replies of the thread of a message, from its beginning; 50 by default. */
  thread(params: {
    message: MessageID;
    after?: MessageID;
    /** The most messages of the answer. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<MessagesResult>;
  /** Returns the attachment of a message with its content. */
  attachment(params: {
    message: MessageID;
  }): Promise<AttachmentResult>;
}

/** The methods `link.…` of the person. */
export interface PersonLinkMethods {
  /** Pins a link for the caller, who can have 5,000 pins. */
  pin(params: {
    conversation: ConversationID;
    /** The link, in any spelling. */
    url: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<PinResult>;
  /** Unpins a link. */
  unpin(params: {
    conversation: ConversationID;
    /** The link, in any spelling. */
    url: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<PinResult>;
  /** Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If
   * the answer has no `app`, the link opens in the browser. */
  open(params: {
    /** The link. */
    url: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<OpenedResult>;
  /** Returns the app that opens a link, with every step of the decision, the deciding one last. */
  explain(params: {
    /** The link. */
    url: string;
  }): Promise<LinkExplanationResult>;
}

/** The methods `contact.…` of the person. */
export interface PersonContactMethods {
  /** Adds contacts to a person. An observer names the person. */
  add(params?: {
    handle?: Handle;
    /** The contacts, for several. */
    handles?: Handle[];
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Removes a contact of a person. */
  remove(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Returns the contacts of a person and the people they blocked. */
  list(params?: {
    person?: Handle;
  }): Promise<ContactsResult>;
  /** Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive. */
  block(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Unblocks a person. */
  unblock(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `settings.…` of the person. */
export interface PersonSettingsMethods {
  /** Returns the caller's settings. */
  get(): Promise<SettingsResult>;
  /** Changes the given settings of the caller. */
  set(params?: {
    automaticSharing?: SetSettingsSharing;
    readReceipts?: SetSettingsReceipts;
    /** True if a mention alerts even in a muted conversation. */
    mentionAlerts?: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<SettingsResult>;
  /** Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default. */
  audit(params?: {
    person?: Handle;
    app?: AppID;
    /** The most changes of the answer, which has the newest. */
    limit?: number;
  }): Promise<SettingChangesResult>;
}

/** The methods `consent.…` of the person. */
export interface PersonConsentMethods {
  /** Answers a consent request. The first answer from any device counts. */
  answer(params: {
    consent: ConsentID;
    answer: ConsentRequestAnswer;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<SettingsResult>;
}

/** The methods `highlight.…` of the person. */
export interface PersonHighlightMethods {
  /** Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app. */
  list(params?: {
    app?: AppID;
    /** The most highlights of the page; all if left out. */
    limit?: number;
    after?: HighlightID;
    person?: Handle;
  }): Promise<HighlightsResult>;
  /** Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
   * */
  hide(params: {
    highlight: HighlightID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Undoes `highlight.hide`. */
  restore(params: {
    highlight: HighlightID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `attribution.…` of the person. */
export interface PersonAttributionMethods {
  /** Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after
   * the highlight left the list. */
  show(params: {
    attribution: AttributionToken;
  }): Promise<AttributionResult>;
}

/** The methods `notice.…` of the person. */
export interface PersonNoticeMethods {
  /** Removes a notice from the banner. */
  dismiss(params: {
    notice: NoticeID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<NoticeResult>;
  /** Answers a question to the owner with the id of one of its `actions`. An added person without the link receives
   * it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned. */
  answer(params: {
    notice: NoticeID;
    /** The id of one of its actions. */
    action: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<NoticeResult>;
}

/** The methods `share.…` of the person. */
export interface PersonShareMethods {
  /** Shares a document in one save: the caller's document at that link or with that title, or a new one. The default
   * back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app must
   * answer first. */
  create(params: {
    app: AppID;
    /** The title. */
    title: string;
    /** The app's own link for the document; a new link on the app's first domain if left out. */
    url?: string;
    backend?: ShareBackend;
    access?: ShareAccess;
    permission?: SharePermission;
    /** True to let participants add people; false if left out. */
    allowsInviting?: boolean;
    document?: DocumentID;
    /** The caller's folder to share, with all documents in it (`ck-zone-share`). Its title is then the title of the
     * share. */
    folder?: string;
    /** The forms for copies, besides the link. */
    representations?: ShareRepresentation[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(ShareResult | AskedResult)>;
  /** Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other
   * people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share. */
  send(params: {
    share: ShareID;
    conversation: ConversationID;
    /** The text before the link, if any. */
    text?: string;
    /** The people that the sender expects in the conversation, without the sender. If it has another person, the
     * request fails with `conflict`. A client passes them if it does not show the conversation; the conversation's
     * messages then stay unread. */
    people?: Handle[];
    mode?: SharingMethod;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(MessageResult | AskedResult)>;
  /** Returns a share as the caller sees it, with the conversations that have its link. */
  get(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<ShareResult>;
  /** Opens a share and clears its notices. Fails with `conflict` if its document was deleted. */
  accept(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ShareResult>;
  /** Asks the owner and the administrators of a private share for access, once until they answer. A share that allows
   * no requests, and one that blocks the caller, are `not_found` like a missing one. */
  requestAccess(params: {
    /** The link of the share. */
    url: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
   * one as `before` to get the earlier ones. */
  list(params?: {
    conversation?: ConversationID;
    person?: Handle;
    before?: ShareID;
  }): Promise<SharesResult>;
  /** Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or
   * private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document accepts
   * no new people (`conflict`). */
  save(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    /** The new title. */
    title?: string;
    access?: ShareAccess;
    permission?: SharePermission;
    /** True to let participants add people. */
    allowsInviting?: boolean;
    /** True to let people who were not invited ask for access. */
    allowsAccessRequests?: boolean;
    /** The people whose requests for access are denied. They may ask again. */
    deny?: Handle[];
    /** The people who may not ask for access. Participants among them are removed. */
    block?: Handle[];
    /** The people who may ask for access again. */
    unblock?: Handle[];
    /** The permissions of new one-time links, one for each link. */
    addOneTimeLinks?: SharePermission[];
    /** The ids of unopened one-time links to take back. */
    removeOneTimeLinks?: string[];
    /** The people to add or change. Adding a person approves their request for access. */
    add?: SaveShareAddition[];
    /** The people to remove. */
    remove?: Handle[];
    /** The new permissions of participants. */
    permissions?: SaveShareOwnPermission[];
    /** The new roles of participants. Only `share.setRole` sets them; `share.save` refuses them. */
    roles?: SaveShareOwnRole[];
    /** True to send the link to each invited person who has no conversation with it. The link goes to the
     * conversation of exactly these people, or to a new one (`ucs-invite-owner`). */
    sendLink?: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Invites people. With `sendLink`, also sends them the link. */
  addParticipant(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    handle?: Handle;
    /** Several participants. */
    handles?: Handle[];
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    permission?: SharePermission;
    /** True to send the link to each invited person who has no conversation with it. The link goes to the
     * conversation of exactly these people, or to a new one (`ucs-invite-owner`). */
    sendLink?: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Removes people from a share. */
  removeParticipant(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    handle?: Handle;
    /** Several participants. */
    handles?: Handle[];
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Sets the permission of some people, or of all who have no permission of their own. */
  setPermission(params: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    handle?: Handle;
    /** Several participants. */
    handles?: Handle[];
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    permission: SharePermission;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Makes a person `administrator` or `privateUser`. */
  setRole(params: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    handle: Handle;
    role: ShareRole;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Allows or forbids participants to add people. */
  setInviting(params: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    /** True to let participants add people. */
    allowsInviting: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner
   * and `handles`, whom it invites again. */
  setAccess(params: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The revision that the change is based on; the current one if left out. */
    revision?: number;
    access: ShareAccess;
    /** The people to invite in the same step. */
    handles?: Handle[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(SavedShareResult | AskedResult)>;
  /** Leaves a share. */
  leave(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ShareResult>;
  /** Stops sharing with everyone. */
  stop(params?: {
    share?: ShareID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ShareResult>;
}

/** The methods `collaboration.…` of the person. */
export interface PersonCollaborationMethods {
  /** Returns the content of the share sheet for an item, with the default options. Creates nothing. */
  offer(params?: {
    app?: AppID;
    document?: DocumentID;
    share?: ShareID;
    /** A file, by its name. The offer is from the first app that opens such files (`collab-start-drop`). */
    file?: string;
    backend?: ShareBackend;
    /** The forms of the item in addition to its link. */
    representations?: ShareRepresentation[];
  }): Promise<OfferResult>;
  /** Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of
   * one person. */
  start(params: {
    app?: AppID;
    /** The title of a new document; nil for an existing one. */
    title?: string;
    document?: DocumentID;
    conversation: ConversationID;
    mode?: SharingMethod;
    /** The text before the link, if any. */
    text?: string;
    backend?: ShareBackend;
    /** The identifiers of the selected options; the defaults if left out. */
    options?: string[];
    /** The forms of the document in addition to its link. */
    representations?: ShareRepresentation[];
    /** The app's own name for its document on this device. */
    localIdentifier?: string;
    /** The text of the new document; empty if left out. */
    content?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<StartResult>;
  /** Cancels a start that waits for its app. */
  cancel(params: {
    start: StartID;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<StartResult>;
  /** Returns the starts and changes that wait for the apps of the caller, oldest first. */
  list(): Promise<StartsResult>;
}

/** The methods `app.…` of the person. */
export interface PersonAppMethods {
  /** Returns a registered app. An app sees only itself; a person sees no `association`. */
  get(params?: {
    app?: AppID;
  }): Promise<AppResult>;
}

/** The methods `activity.…` of the person. */
export interface PersonActivityMethods {
  /** Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer
   * it for this item. */
  choose(params: {
    app: AppID;
    /** The type of the action. */
    type: string;
    /** The link of the item. It must open in the app. */
    url: string;
    kind?: ActivityItemKind;
  }): Promise<Record<string, never>>;
}

/** The methods `clock.…` of the person. */
export interface PersonClockMethods {
  /** Returns the time of the world. */
  now(): Promise<ClockResult>;
}

/** The methods `delivery.…` of the person. */
export interface PersonDeliveryMethods {
  /** Explains if and why a message, notice, highlight, question or link reached a person. */
  explain(params: {
    person: Handle;
    /** The id of a message, notice, highlight or consent, or a url. */
    about: string;
  }): Promise<ExplanationResult>;
}

/** The methods `document.…` of the person. */
export interface PersonDocumentMethods {
  /** Creates a document that only its owner sees. A person names the app. The default link is on the app's first
   * domain. */
  create(params: {
    app?: AppID;
    /** The title. */
    title: string;
    /** The content; empty if left out. */
    text?: string;
    /** The app's own link for the document; a new link on the app's first domain if left out. */
    url?: string;
    parent?: DocumentID;
    /** The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content. */
    covers?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
   * the last document of the previous page. */
  list(params?: {
    app?: AppID;
    after?: DocumentID;
    person?: Handle;
  }): Promise<DocumentsResult>;
  /** Returns a document. An observer without `person` sees it as its owner does. */
  get(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<DocumentResult>;
  /** Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
   * */
  open(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Closes a document. */
  close(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<Record<string, never>>;
  /** Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
   * `data.document`. */
  edit(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The complete new text. */
    text: string;
    /** The revision that the new text is based on. */
    revision: number;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Comments on a document; read permission is enough. */
  comment(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The text. */
    text: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Renames a document and its share. */
  rename(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The new title. */
    title: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Moves a document to a folder. */
  move(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The folder. */
    folder: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
  /** Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
   * shared. */
  delete(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<DocumentResult>;
}

/** The params of each kind of notification that the person receives. */
export interface PersonNotifications {
  'message.posted': MessagePosted;
  'message.changed': MessageChanged;
  'receipt': Receipt | Delivered;
  'typing': Typing;
  'conversation.changed': ConversationChanged;
  'deletion.changed': DeletionChanged;
  'notice.posted': NoticePosted;
  'notice.cleared': NoticeCleared;
  'consent.requested': ConsentRequested;
  'highlights.changed': HighlightsChanged;
  'share.changed': ShareLost | ShareChanged;
  'settings.changed': SettingsChanged;
  'collaboration.changed': CollaborationChanged;
  'person.changed': PersonNamed;
  'document.changed': DocumentChanged;
  'document.presence': DocumentPresence;
}

/** The methods of the app, by their group. */
export interface AppMethods {
  session: AppSessionMethods;
  rpc: AppRpcMethods;
  highlight: AppHighlightMethods;
  highlightCenter: AppHighlightCenterMethods;
  attribution: AppAttributionMethods;
  identity: AppIdentityMethods;
  action: AppActionMethods;
  app: AppAppMethods;
  activity: AppActivityMethods;
  clock: AppClockMethods;
  document: AppDocumentMethods;
}

/** The methods `session.…` of the app. */
export interface AppSessionMethods {
  /** Returns after everything that the server had already sent to this session. */
  ping(): Promise<Record<string, never>>;
  /** Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
   * app sees nothing in `pending`. */
  fence(): Promise<FenceResult>;
}

/** The methods `rpc.…` of the app. */
export interface AppRpcMethods {
  /** Returns this contract as an OpenRPC document. */
  discover(): Promise<OpenRPC>;
}

/** The methods `highlight.…` of the app. */
export interface AppHighlightMethods {
  /** Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app. */
  list(params?: {
    app?: AppID;
    /** The most highlights of the page; all if left out. */
    limit?: number;
    after?: HighlightID;
    person?: Handle;
  }): Promise<AppHighlightsResult>;
  /** Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`). */
  display(params: {
    highlight: HighlightID;
    context: DisplayHighlightContext;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `highlightCenter.…` of the app. */
export interface AppHighlightCenterMethods {
  /** Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
   * (`center-errors`). */
  getHighlight(params: {
    /** The link. */
    url: string;
  }): Promise<AppHighlightResult>;
  /** Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list
   * it. */
  getCollaborationHighlight(params: {
    /** The link. */
    url: string;
  }): Promise<AppHighlightResult>;
  /** Returns the highlight of a collaboration, by its identifier. */
  collaborationHighlight(params: {
    collaborationIdentifier: ShareID;
  }): Promise<AppHighlightResult>;
  /** Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
   * membership event. */
  postNotice(params: {
    /** The link of the collaboration, or one to a view inside it: deeper in its path, or with a query or a fragment.
     * */
    url: string;
    event: PostNoticeEvent;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<NoticesResult>;
  /** Clears the notices about a link after the person saw it in the app. */
  clearNotices(params: {
    /** The link. */
    url: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<ClearedResult>;
}

/** The methods `attribution.…` of the app. */
export interface AppAttributionMethods {
  /** Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
   * `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`. */
  attach(params: {
    highlight: HighlightID;
    context?: DisplayHighlightContext;
  }): Promise<AttributionTokenResult>;
}

/** The methods `identity.…` of the app. */
export interface AppIdentityMethods {
  /** Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that
   * the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`. */
  sign(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The data, such as a challenge of the app's server: 1 to 16,384 bytes in base64. */
    data: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<IdentityProofResult>;
  /** Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an
   * app with `proofs`. */
  challenge(): Promise<ChallengeResult>;
  /** Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its
   * own reason. The challenge is used up in any case. */
  prove(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The challenge of the server, which the proof signs. */
    challenge: string;
    proof: SignedProof;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `action.…` of the app. */
export interface AppActionMethods {
  /** Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
   * `collaborationIdentifier`. If the server refuses them, the action stays open. */
  fulfill(params: {
    action: ActionID;
    /** The link of the new collaboration. */
    url?: string;
    /** The collaboration identifier on every device. */
    collaborationIdentifier?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Fails an action. Refused with `conflict` if the action was answered or has ended. */
  fail(params: {
    action: ActionID;
    /** The reason, for the person who sent the draft or changed the share. */
    message?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `app.…` of the app. */
export interface AppAppMethods {
  /** Returns a registered app. An app sees only itself; a person sees no `association`. */
  get(params?: {
    app?: AppID;
  }): Promise<AppResult>;
}

/** The methods `activity.…` of the app. */
export interface AppActivityMethods {
  /** Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`). */
  offer(params?: {
    /** The actions, in order; the registered ones if left out. */
    activities?: AppActivity[];
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(AppResult | RegisteredResult)>;
}

/** The methods `clock.…` of the app. */
export interface AppClockMethods {
  /** Returns the time of the world. */
  now(): Promise<ClockResult>;
}

/** The methods `document.…` of the app. */
export interface AppDocumentMethods {
  /** Creates a document that only its owner sees. A person names the app. The default link is on the app's first
   * domain. */
  create(params: {
    app?: AppID;
    /** The title. */
    title: string;
    /** The content; empty if left out. */
    text?: string;
    /** The app's own link for the document; a new link on the app's first domain if left out. */
    url?: string;
    parent?: DocumentID;
    /** The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content. */
    covers?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
   * the last document of the previous page. */
  list(params?: {
    app?: AppID;
    after?: DocumentID;
    person?: Handle;
  }): Promise<AppDocumentsResult>;
  /** Returns a document. An observer without `person` sees it as its owner does. */
  get(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<AppDocumentResult>;
  /** Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
   * */
  open(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Closes a document. */
  close(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<Record<string, never>>;
  /** Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
   * `data.document`. */
  edit(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The complete new text. */
    text: string;
    /** The revision that the new text is based on. */
    revision: number;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Comments on a document; read permission is enough. */
  comment(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The text. */
    text: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Renames a document and its share. */
  rename(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The new title. */
    title: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Moves a document to a folder. */
  move(params: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The folder. */
    folder: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
  /** Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
   * shared. */
  delete(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<AppDocumentResult>;
}

/** The params of each kind of notification that the app receives. */
export interface AppNotifications {
  'highlights.changed': AppHighlightsChanged;
  'action.requested': ActionRequested;
  'action.ended': ActionEnded;
  'identities.removed': IdentitiesRemoved;
  'userActivity': UserActivity;
  'activities.changed': ActivitiesChanged;
  'activity.chosen': ActivityChosen;
  'document.changed': AppDocumentChanged;
  'document.accessChanged': DocumentAccessChanged;
  'document.presence': AppDocumentPresence;
}

/** The methods of the observer, by their group. */
export interface ObserverMethods {
  session: ObserverSessionMethods;
  rpc: ObserverRpcMethods;
  conversation: ObserverConversationMethods;
  message: ObserverMessageMethods;
  link: ObserverLinkMethods;
  contact: ObserverContactMethods;
  settings: ObserverSettingsMethods;
  highlight: ObserverHighlightMethods;
  share: ObserverShareMethods;
  app: ObserverAppMethods;
  site: ObserverSiteMethods;
  clock: ObserverClockMethods;
  world: ObserverWorldMethods;
  fault: ObserverFaultMethods;
  delivery: ObserverDeliveryMethods;
  journal: ObserverJournalMethods;
  person: ObserverPersonMethods;
  document: ObserverDocumentMethods;
}

/** The methods `session.…` of the observer. */
export interface ObserverSessionMethods {
  /** Returns after everything that the server had already sent to this session. */
  ping(): Promise<Record<string, never>>;
  /** Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
   * app sees nothing in `pending`. */
  fence(): Promise<FenceResult>;
}

/** The methods `rpc.…` of the observer. */
export interface ObserverRpcMethods {
  /** Returns this contract as an OpenRPC document. */
  discover(): Promise<OpenRPC>;
}

/** The methods `conversation.…` of the observer. */
export interface ObserverConversationMethods {
  /** Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
   * message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after` of
   * the next page. A conversation that changes between two pages can be on neither; a notification reports it. */
  list(params?: {
    /** The `next` of the previous page; the first page if left out. */
    after?: number;
    /** The most conversations of the page; `pageEntries` if left out. A page can be shorter, because its bytes are
     * limited. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<ConversationsResult>;
  /** Returns a page of a thread: the entries before an id, oldest first; 50 by default. */
  history(params: {
    conversation: ConversationID;
    /** The entry before which the page ends; the newest page if left out. */
    before?: string;
    /** The most entries of the page. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<HistoryResult>;
}

/** The methods `message.…` of the observer. */
export interface ObserverMessageMethods {
  /** Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
   * Messages with a pinned link come first, then the newest; 50 by default. */
  search(params: {
    /** The words, all of which must occur. The last one can be the beginning of a word. Words in quotation marks must
     * be adjacent. */
    text: string;
    conversation?: ConversationID;
    /** The most messages of the answer. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<MessagesResult>;
  /** Returns the replies of the thread of a message, from its beginning; 50 by default. */
  thread(params: {
    message: MessageID;
    after?: MessageID;
    /** The most messages of the answer. At most the limit `pageEntries`, 200 by default. */
    limit?: number;
  }): Promise<MessagesResult>;
  /** Returns the attachment of a message with its content. */
  attachment(params: {
    message: MessageID;
  }): Promise<AttachmentResult>;
}

/** The methods `link.…` of the observer. */
export interface ObserverLinkMethods {
  /** Returns the app that opens a link, with every step of the decision, the deciding one last. */
  explain(params: {
    /** The link. */
    url: string;
  }): Promise<LinkExplanationResult>;
}

/** The methods `contact.…` of the observer. */
export interface ObserverContactMethods {
  /** Adds contacts to a person. An observer names the person. */
  add(params?: {
    handle?: Handle;
    /** The contacts, for several. */
    handles?: Handle[];
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Removes a contact of a person. */
  remove(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Returns the contacts of a person and the people they blocked. */
  list(params?: {
    person?: Handle;
  }): Promise<ContactsResult>;
  /** Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive. */
  block(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
  /** Unblocks a person. */
  unblock(params: {
    handle: Handle;
    person?: Handle;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<Record<string, never>>;
}

/** The methods `settings.…` of the observer. */
export interface ObserverSettingsMethods {
  /** Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default. */
  audit(params?: {
    person?: Handle;
    app?: AppID;
    /** The most changes of the answer, which has the newest. */
    limit?: number;
  }): Promise<SettingChangesResult>;
}

/** The methods `highlight.…` of the observer. */
export interface ObserverHighlightMethods {
  /** Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app. */
  list(params?: {
    app?: AppID;
    /** The most highlights of the page; all if left out. */
    limit?: number;
    after?: HighlightID;
    person?: Handle;
  }): Promise<HighlightsResult>;
}

/** The methods `share.…` of the observer. */
export interface ObserverShareMethods {
  /** Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
   * one as `before` to get the earlier ones. */
  list(params?: {
    conversation?: ConversationID;
    person?: Handle;
    before?: ShareID;
  }): Promise<SharesResult>;
}

/** The methods `app.…` of the observer. */
export interface ObserverAppMethods {
  /** Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
   * capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction` must
   * contain Remove or Hide. `warnings` suggest improvements. */
  register(params: {
    app: AppID;
    /** The name. */
    name: string;
    /** The domains of the app's entitlement. */
    domains: string[];
    /** The association JSON of those domains; every path if left out. */
    association?: any;
    /** The back ends of the app's shares; all three if left out. */
    backends?: ShareBackend[];
    /** The capabilities; all if left out. */
    capabilities?: AppCapability[];
    /** The previews of the links; none if left out. */
    previews?: AppPreview[];
    /** The title of the menu item that hides a highlight; Remove if left out. */
    menuTitleForHideAction?: string;
    shareOptions?: ShareOptions;
    /** The methods of sharing a document; both if left out. */
    sharingMethods?: SharingMethod[];
    /** The title of the button that manages a shared document. */
    manageTitle?: string;
    /** The actions on the share sheet, in order; none if left out. */
    activities?: AppActivity[];
    /** The system actions that the share sheet leaves out; none if left out. */
    excludedActivityTypes?: SystemActivity[];
    /** The extensions of the files that the app opens, without the dot; none if left out. */
    documentTypes?: string[];
    /** True if the app opens the documents that it holds itself only after a proof of identity. */
    proofs?: boolean;
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(AppResult | RegisteredResult)>;
  /** Returns a registered app. An app sees only itself; a person sees no `association`. */
  get(params?: {
    app?: AppID;
  }): Promise<AppResult>;
}

/** The methods `site.…` of the observer. */
export interface ObserverSiteMethods {
  /** Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world
   * has at most 1,000. `warnings` name invalid app ids, which are ignored. */
  publish(params: {
    /** The domain, or a wildcard such as `*.notes.example`. */
    domain: string;
    /** The association; nil if the domain serves no file. */
    association: (any | null);
    /** The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes. */
    clientID?: string;
  }): Promise<(Record<string, never> | PublishedResult)>;
}

/** The methods `clock.…` of the observer. */
export interface ObserverClockMethods {
  /** Returns the time of the world. */
  now(): Promise<ClockResult>;
  /** Advances a virtual clock by a time or, with `until`, past all pending work. */
  advance(params?: {
    /** The time to advance, a hundred years at most. */
    milliseconds?: number;
    until?: AdvanceClockEnd;
  }): Promise<ClockResult>;
}

/** The methods `world.…` of the observer. */
export interface ObserverWorldMethods {
  /** Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its
   * faults. */
  create(params: {
    world: WorldName;
    clock?: ClockKind;
    /** The seed of the random numbers. */
    seed?: number;
  }): Promise<Record<string, never>>;
  /** Empties a world. */
  reset(params: {
    world: WorldName;
  }): Promise<Record<string, never>>;
  /** Deletes a world. */
  delete(params: {
    world: WorldName;
  }): Promise<Record<string, never>>;
  /** Returns the worlds of a server, by name. */
  list(): Promise<WorldsResult>;
}

/** The methods `fault.…` of the observer. */
export interface ObserverFaultMethods {
  /** Injects a fault into the delivery of notifications. */
  inject(params: {
    /** The effect on the notification. */
    do: 'drop' | 'delay' | 'duplicate' | 'reorder' | 'disconnect';
    /** The notification is delivered later, by the world's clock. */
    milliseconds?: number;
    on: FaultTarget;
  }): Promise<FaultResult>;
  /** Returns the faults of a world, oldest first. */
  list(): Promise<FaultsResult>;
  /** Removes a fault, or all of them. */
  clear(params?: {
    fault?: FaultID;
  }): Promise<Record<string, never>>;
}

/** The methods `delivery.…` of the observer. */
export interface ObserverDeliveryMethods {
  /** Explains if and why a message, notice, highlight, question or link reached a person. */
  explain(params: {
    person: Handle;
    /** The id of a message, notice, highlight or consent, or a url. */
    about: string;
  }): Promise<ExplanationResult>;
}

/** The methods `journal.…` of the observer. */
export interface ObserverJournalMethods {
  /** Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor`
   * and `number` of this one. */
  list(params?: {
    kind?: JournalEntryKind;
    person?: Handle;
    role?: Role;
    app?: AppID;
    /** The name of the notification or method. */
    event?: string;
    /** The link that the entry is about, in any spelling. */
    url?: string;
    /** The trace of the request that caused the entry: 32 lower-case hexadecimal digits. */
    trace?: string;
    /** Only entries after this position. */
    after?: number;
    /** The `number` of the previous page: only requests and faults with a larger number are returned. */
    number?: number;
    /** The most entries of the page; the entries of one event stay together. */
    limit?: number;
  }): Promise<JournalResult>;
  /** Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
   * misses and rules. */
  verify(params: {
    kind?: JournalEntryKind;
    person?: Handle;
    role?: Role;
    app?: AppID;
    /** The name of the notification or method. */
    event?: string;
    /** The link that the entry is about, in any spelling. */
    url?: string;
    /** The trace of the request that caused the entry: 32 lower-case hexadecimal digits. */
    trace?: string;
    /** Only entries after this position. */
    after?: number;
    count: JournalCount;
  }): Promise<JournalVerdictResult>;
}

/** The methods `person.…` of the observer. */
export interface ObserverPersonMethods {
  /** Returns the people of a world, by handle, with their number of streams; 200 by default. */
  list(params?: {
    after?: Handle;
    /** The most people of the page. */
    limit?: number;
  }): Promise<PeopleResult>;
}

/** The methods `document.…` of the observer. */
export interface ObserverDocumentMethods {
  /** Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
   * the last document of the previous page. */
  list(params?: {
    app?: AppID;
    after?: DocumentID;
    person?: Handle;
  }): Promise<DocumentsResult>;
  /** Returns a document. An observer without `person` sees it as its owner does. */
  get(params?: {
    document?: DocumentID;
    /** By its link, in any spelling. */
    url?: string;
  }): Promise<DocumentResult>;
}

/** The params of each kind of notification that the observer receives. */
export interface ObserverNotifications {
  'message.posted': MessagePosted;
  'message.changed': MessageChanged;
  'receipt': Receipt | Delivered;
  'typing': Typing;
  'conversation.changed': ConversationChanged;
  'deletion.changed': DeletionChanged;
  'notice.posted': NoticePosted;
  'notice.cleared': NoticeCleared;
  'consent.requested': ConsentRequested;
  'highlights.changed': HighlightsChanged | AppHighlightsChanged;
  'share.changed': ShareLost | ShareChanged;
  'settings.changed': SettingsChanged;
  'collaboration.changed': CollaborationChanged;
  'action.requested': ActionRequested;
  'action.ended': ActionEnded;
  'identities.removed': IdentitiesRemoved;
  'userActivity': UserActivity;
  'activities.changed': ActivitiesChanged;
  'activity.chosen': ActivityChosen;
  'person.changed': PersonNamed;
  'fault.fired': FaultFired;
  'request.done': RequestDone;
  'session.ended': SessionEnded;
  'document.changed': DocumentChanged | AppDocumentChanged;
  'document.accessChanged': DocumentAccessChanged;
  'document.presence': DocumentPresence | AppDocumentPresence;
}
