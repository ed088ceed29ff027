// Written by script/contract: change the contract instead.

/// The results of methods.
public enum Answer: Sendable, Equatable {
    /// An empty object, `{}`.
    case empty
    /// A conversation, with the line that the request added to its thread.
    indirect case conversation(_ conversation: Conversation, line: ThreadEntry? = nil)
    /// A page of a person's conversations, by newest message, and the `after` of the next page; nil on the last page.
    indirect case conversations(_ conversations: [Conversation] = [], next: Int64? = nil)
    /// A page of a thread, oldest first; `more` is true if earlier entries exist.
    indirect case history(_ entries: [ThreadEntry] = [], more: Bool)
    /// A message.
    case message(_ message: Message)
    /// An unsent message, and the people with a device that still shows it.
    indirect case unsent(_ message: Message, warning: String, retainedBy: [Handle] = [])
    /// The messages that a search found, or a thread of replies; `more` is true if others exist.
    indirect case messages(_ messages: [Message] = [], more: Bool)
    /// The conversations with messages in Recently Deleted, newest deletion first; `more` is true if others exist.
    indirect case recentlyDeleted(_ conversations: [RecentlyDeleted] = [], more: Bool)
    /// A document with its content.
    indirect case attachment(_ attachment: AttachmentFile)
    /// The state of a pin.
    indirect case pin(_ pin: Pin)
    /// The contacts of a person, and the people they blocked.
    indirect case contacts(_ contacts: [Person] = [], blocked: [Person] = [])
    /// A person's settings.
    indirect case settings(_ settings: Settings)
    /// The changes of a person's switches, oldest first; `more` is true if earlier ones exist.
    indirect case settingChanges(_ changes: [SettingChange] = [], more: Bool)
    /// A person's shelf, ranked; `more` is true if others follow.
    indirect case highlights(_ highlights: [PersonHighlight] = [], more: Bool)
    /// An app's highlights for one person, ranked; `more` is true if others follow.
    indirect case appHighlights(_ highlights: [AppHighlight] = [], more: Bool)
    /// One highlight of an app.
    indirect case appHighlight(_ highlight: AppHighlight)
    /// The token of an attribution, which reveals nothing to the app.
    indirect case attributionToken(_ attribution: AttributionToken)
    /// An attribution, for the process that draws it.
    indirect case attribution(_ attribution: Attribution)
    /// A signed proof of the person's identity in a collaboration.
    indirect case identityProof(_ proof: SignedProof)
    /// A challenge of an app's own server, in base64, and the end of its minute.
    indirect case challenge(_ challenge: String, expiresAt: Instant)
    /// The notices about an event. A conversation has several if people in it know of different earlier events.
    indirect case notices(_ notices: [NoticeID] = [])
    /// One notice.
    indirect case notice(_ notice: Notice)
    /// The notices that left the banner.
    indirect case cleared(_ cleared: [NoticeID] = [])
    /// A share as the caller sees it.
    indirect case share(_ share: ShareView)
    /// A share after a save. The `dropped` people lost access, and `conversation` received the link.
    indirect case savedShare(_ share: ShareView, dropped: [Handle] = [], conversation: ConversationID? = nil)
    /// A request that waits for the app's answer: its start, and the current or future share.
    indirect case asked(_ start: CollaborationStart, share: ShareView? = nil, dropped: [Handle]? = nil)
    /// The shares that a person is on, in order of creation; `more` is true if earlier ones exist.
    indirect case shares(_ shares: [ShareView] = [], more: Bool)
    /// A registered app.
    indirect case app(_ app: App)
    /// The app that opens a link; nil if the link opens in the browser.
    indirect case opened(by: AppID? = nil)
    /// The app that opens a link, and the steps that decided it.
    indirect case linkExplanation(_ explanation: LinkExplanation)
    /// The time of the world.
    indirect case clock(_ clock: ClockKind, now: Instant)
    /// The position of the world's newest event, and the work that waits for time to pass.
    indirect case fence(cursor: Int64, pending: [PendingWork] = [])
    /// A decision trail.
    indirect case explanation(_ explanation: DeliveryExplanation)
    /// A page of a journal, oldest first: its events, its last position, the end of the log, and the first recorded
    /// requests and faults; `more` is true if others follow.
    indirect case journal(_ entries: [JournalEntry] = [], more: Bool, cursor: Int64, number: Int64, end: Int64, since: JournalMark)
    /// The verdict of a journal about an expectation.
    indirect case journalVerdict(_ verdict: JournalVerdict)
    /// The people of a world, by handle; `more` is true if others follow.
    indirect case people(_ people: [KnownPerson] = [], more: Bool)
    /// A fault.
    indirect case fault(_ fault: Fault)
    /// The faults of a world, oldest first.
    indirect case faults(_ faults: [Fault] = [])
    /// The worlds of a server, by name.
    indirect case worlds(_ worlds: [WorldSummary] = [])
    /// A registered app, with suggestions for its registration.
    indirect case registered(_ app: App, warnings: [String] = [])
    /// The warnings about a published association file: the app ids that are ignored.
    indirect case published(warnings: [String] = [])
    /// The content of the share sheet for an item.
    indirect case offer(_ offer: CollaborationOffer)
    /// The start of a collaboration.
    indirect case start(_ start: CollaborationStart)
    /// The starts and changes of a person that wait for their apps, oldest first.
    indirect case starts(_ starts: [CollaborationStart] = [])
    /// A document as the person sees it, and the change that the request made.
    indirect case document(_ document: DocumentView, _ change: DocumentChange.Action? = nil)
    /// The documents that the person can read, last changed first, without their content; `more` is true if others
    /// follow.
    indirect case documents(_ documents: [DocumentView] = [], more: Bool)
    /// A document as the app sees it, and the change that the request made.
    indirect case appDocument(_ document: AppDocument, _ change: AppDocumentChange.Action? = nil)
    /// The app's documents that its person can read, last changed first, without their content; `more` is true if
    /// others follow.
    indirect case appDocuments(_ documents: [AppDocument] = [], more: Bool)
}

extension Answer: JSONWritable {
    /// Appends the members of the result to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .empty: break
            case .conversation(let conversation, let line):
                json.member("conversation", conversation)
                if let line { json.member("line", line) }
            case .conversations(let conversations, let next):
                json.member("conversations", conversations)
                if let next { json.member("next", next) }
            case .history(let entries, let more):
                json.member("entries", entries)
                json.member("more", more)
            case .message(let message):
                json.member("message", message)
            case .unsent(let message, let warning, let retainedBy):
                json.member("message", message)
                json.member("warning", warning)
                json.member("keptBy", retainedBy)
            case .messages(let messages, let more):
                json.member("messages", messages)
                json.member("more", more)
            case .recentlyDeleted(let conversations, let more):
                json.member("conversations", conversations)
                json.member("more", more)
            case .attachment(let attachment):
                json.member("attachment", attachment)
            case .pin(let pin):
                json.member("pin", pin)
            case .contacts(let contacts, let blocked):
                json.member("contacts", contacts)
                json.member("blocked", blocked)
            case .settings(let settings):
                json.member("settings", settings)
            case .settingChanges(let changes, let more):
                json.member("changes", changes)
                json.member("more", more)
            case .highlights(let highlights, let more):
                json.member("highlights", highlights)
                json.member("more", more)
            case .appHighlights(let highlights, let more):
                json.member("highlights", highlights)
                json.member("more", more)
            case .appHighlight(let highlight):
                json.member("highlight", highlight)
            case .attributionToken(let attribution):
                json.member("attribution", attribution)
            case .attribution(let attribution):
                json.member("attribution", attribution)
            case .identityProof(let proof):
                json.member("proof", proof)
            case .challenge(let challenge, let expiresAt):
                json.member("challenge", challenge)
                json.member("expiresAt", expiresAt)
            case .notices(let notices):
                json.member("notices", notices)
            case .notice(let notice):
                json.member("notice", notice)
            case .cleared(let cleared):
                json.member("cleared", cleared)
            case .share(let share):
                json.member("share", share)
            case .savedShare(let share, let dropped, let conversation):
                json.member("share", share)
                json.member("dropped", dropped)
                if let conversation { json.member("conversation", conversation) }
            case .asked(let start, let share, let dropped):
                json.member("start", start)
                if let share { json.member("share", share) }
                if let dropped { json.member("dropped", dropped) }
            case .shares(let shares, let more):
                json.member("shares", shares)
                json.member("more", more)
            case .app(let app):
                json.member("app", app)
            case .opened(let by):
                if let by { json.member("app", by) }
            case .linkExplanation(let explanation):
                explanation.writeMembers(to: &json)
            case .clock(let clock, let now):
                json.member("clock", clock)
                json.member("now", now)
            case .fence(let cursor, let pending):
                json.member("cursor", cursor)
                json.member("pending", pending)
            case .explanation(let explanation):
                explanation.writeMembers(to: &json)
            case .journal(let entries, let more, let cursor, let number, let end, let since):
                json.member("entries", entries)
                json.member("more", more)
                json.member("cursor", cursor)
                json.member("number", number)
                json.member("end", end)
                json.member("since", since)
            case .journalVerdict(let verdict):
                verdict.writeMembers(to: &json)
            case .people(let people, let more):
                json.member("people", people)
                json.member("more", more)
            case .fault(let fault):
                json.member("fault", fault)
            case .faults(let faults):
                json.member("faults", faults)
            case .worlds(let worlds):
                json.member("worlds", worlds)
            case .registered(let app, let warnings):
                json.member("app", app)
                json.member("warnings", warnings)
            case .published(let warnings):
                json.member("warnings", warnings)
            case .offer(let offer):
                json.member("offer", offer)
            case .start(let start):
                json.member("start", start)
            case .starts(let starts):
                json.member("starts", starts)
            case .document(let document, let change):
                json.member("document", document)
                if let change { json.member("change", change) }
            case .documents(let documents, let more):
                json.member("documents", documents)
                json.member("more", more)
            case .appDocument(let document, let change):
                json.member("document", document)
                if let change { json.member("change", change) }
            case .appDocuments(let documents, let more):
                json.member("documents", documents)
                json.member("more", more)
        }
    }
}
