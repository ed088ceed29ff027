/// The results of the contract, each under its own member's name.
public enum Answer: Sendable, Equatable {
    /// `{}`.
    case empty
    /// `session.hello`.
    case welcome(Welcome)
    /// One conversation, with the line that the request put into its thread.
    case conversation(Conversation, line: ThreadEntry?)
    /// All conversations of a person, the one with the newest message first.
    case conversations([Conversation])
    /// A page of a thread, oldest first, and whether there is more before it.
    case history([ThreadEntry], more: Bool)
    /// A message.
    case message(Message)
    /// A message that was unsent, and those who have a device that still shows it.
    case unsent(Message, keptBy: [Person])
    /// Messages: what a search found, or a thread of replies; and whether there are more.
    case messages([Message], more: Bool)
    /// A document with its content.
    case attachment(AttachmentFile)
    /// A pin, or the lack of one.
    case pin(Pin)
    /// The contacts of a person, and whom they blocked.
    case contacts([Person], blocked: [Person])
    /// A person's settings.
    case settings(Settings)
    /// Changes of a person's switches, oldest first, and whether there were more before them.
    case settingChanges([SettingChange], more: Bool)
    /// A person's shelf, ranked, and whether there is more behind it.
    case highlights([PersonHighlight], more: Bool)
    /// An app's highlights of one person, ranked, and whether there is more behind it.
    case appHighlights([AppHighlight], more: Bool)
    /// One of an app's highlights.
    case appHighlight(AppHighlight)
    /// What an app gets for an attribution: nothing that says anything.
    case attributionToken(AttributionToken)
    /// An attribution as the one sees it who draws it.
    case attribution(Attribution)
    /// The notices that an event became, one a conversation.
    case notices([NoticeID])
    /// One notice.
    case notice(Notice)
    /// The notices that wait no longer.
    case cleared([NoticeID])
    /// A share as the caller sees it.
    case share(ShareView)
    /// A share after a save, and who lost it by that.
    case savedShare(ShareView, dropped: [Handle])
    /// What waits for an app, and the share as it is, or is to come into being.
    case asked(CollaborationStart, share: ShareView?)
    /// The shares that a person is on, in the order in which they were made, and whether there are more before them.
    case shares([ShareView], more: Bool)
    /// A registered app; without its association for a person, to whom the website's side says nothing.
    case app(App, showsAssociation: Bool)
    /// The app that opens a link; nil if it stays in the browser.
    case opened(by: AppID?)
    /// Which app opens a link, and why.
    case linkExplanation(LinkExplanation)
    /// What time it is in the world.
    case clock(ClockKind, now: Instant)
    /// How far the world got, and what only time will bring.
    case fence(cursor: Int64, pending: [PendingWork])
    /// A decision trail.
    case explanation(DeliveryExplanation)
    /// A fault.
    case fault(Fault)
    /// The faults of a world, oldest first.
    case faults([Fault])
    /// The worlds of a server, by name.
    case worlds([WorldSummary])
    /// An app that was taken, and what might still be better.
    case registered(App, warnings: [String])
    /// What the share sheet shows for an item.
    case offer(CollaborationOffer)
    /// A collaboration that somebody starts.
    case start(CollaborationStart)
    /// The collaborations of a person that wait for their apps, oldest first.
    case starts([CollaborationStart])
    /// A document as the person sees it, and what the request changed.
    case document(DocumentView, DocumentChange? = nil)
    /// The documents that the person can read, the last changed first, without what stands in them, and whether there
    /// are more behind them.
    case documents([DocumentView], more: Bool)
    /// A document as an app is told it, and what the request changed.
    case appDocument(AppDocument, AppDocumentChange? = nil)
    /// The app's documents that its person can read, the last changed first, without what stands in them, and whether
    /// there are more behind them.
    case appDocuments([AppDocument], more: Bool)
}

extension Answer: JSONWritable {
    /// Appends the result object.
    public func write(to json: inout JSONWriter) {
        write(to: &json, message: nil)
    }

    /// The result object.
    ///
    /// - Parameter message: the JSON of the message that is answered, where it is written already.
    public func encoded(message: [UInt8]?) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json, message: message)
        return json.bytes
    }

    private func write(to json: inout JSONWriter, message: [UInt8]?) {
        if case .welcome(let welcome) = self { return welcome.write(to: &json) }
        json.object { writeMembers(to: &$0, message: message) }
    }

    private func writeMembers(to json: inout JSONWriter, message written: [UInt8]?) {
        switch self {
        case .empty, .welcome: break
        case .conversation(let conversation, let line):
            json.member("conversation", conversation)
            json.member("line", line)
        case .conversations(let conversations): json.member("conversations", conversations)
        case .history(let entries, let more):
            json.member("entries", entries)
            json.member("more", more)
        case .message(let message): json.member("message", message, written: written)
        case .unsent(let message, let people):
            json.member("message", message, written: written)
            let names = people.map(\.name).joined(separator: ", ")
            json.member("warning", "\(names) may still see it on a device with an older system.")
            json.member("keptBy", people.map(\.handle))
        case .messages(let messages, let more):
            json.member("messages", messages)
            json.member("more", more)
        case .attachment(let file): json.member("attachment", file)
        case .pin(let pin): json.member("pin", pin)
        case .contacts(let people, let blocked):
            json.member("contacts", people)
            json.member("blocked", blocked)
        case .settings(let settings): json.member("settings", settings)
        case .settingChanges(let changes, let more):
            json.member("changes", changes)
            json.member("more", more)
        case .highlights(let highlights, let more):
            json.member("highlights", highlights)
            json.member("more", more)
        case .appHighlights(let highlights, let more):
            json.member("highlights", highlights)
            json.member("more", more)
        case .appHighlight(let highlight): json.member("highlight", highlight)
        case .attributionToken(let token): json.member("attribution", token)
        case .attribution(let attribution): json.member("attribution", attribution)
        case .notices(let ids): json.member("notices", ids)
        case .notice(let notice): json.member("notice", notice)
        case .cleared(let ids): json.member("cleared", ids)
        case .share(let share): json.member("share", share)
        case .savedShare(let share, let dropped):
            json.member("share", share)
            json.member("dropped", dropped)
        case .asked(let start, let share):
            if let share {
                json.member("share", share)
                json.member("dropped", [Handle]())
            }
            json.member("start", start)
        case .shares(let shares, let more):
            json.member("shares", shares)
            json.member("more", more)
        case .app(let app, let showsAssociation):
            var app = app
            if !showsAssociation { app.association = nil }
            json.member("app", app)
        case .opened(let app): json.member("app", app)
        case .linkExplanation(let explanation): explanation.writeMembers(to: &json)
        case .clock(let kind, let now):
            json.member("clock", kind.rawValue)
            json.member("now", now)
        case .fence(let cursor, let pending):
            json.member("cursor", cursor)
            json.member("pending", pending)
        case .explanation(let explanation):
            json.member("delivered", explanation.delivered)
            json.member("reasons", explanation.reasons)
        case .fault(let fault): json.member("fault", fault)
        case .faults(let faults): json.member("faults", faults)
        case .worlds(let worlds): json.member("worlds", worlds)
        case .registered(let app, let warnings):
            json.member("app", app)
            json.member("warnings", warnings)
        case .offer(let offer): json.member("offer", offer)
        case .start(let start): json.member("start", start)
        case .starts(let starts): json.member("starts", starts)
        case .document(let document, let change):
            json.member("document", document)
            json.member("change", change)
        case .documents(let documents, let more):
            json.member("documents", documents)
            json.member("more", more)
        case .appDocument(let document, let change):
            json.member("document", document)
            json.member("change", change)
        case .appDocuments(let documents, let more):
            json.member("documents", documents)
            json.member("more", more)
        }
    }
}
