import ChatProtocol

extension Event {
    /// Reads what `writeMembers` wrote.
    init(from fields: inout JSONFields) throws(InvalidField) {
        switch try fields.word("event", Name.self) {
        case .personNamed:
            var person = try fields.fields("person")
            self = .personNamed(try Person(from: &person))
        case .contactAdded: self = .contactAdded(of: try fields.handle("of"), try fields.handle("contact"))
        case .contactRemoved: self = .contactRemoved(of: try fields.handle("of"), try fields.handle("contact"))
        case .conversationCreated:
            self = .conversationCreated(
                try fields.id("conversation"), creator: try fields.handle("creator"),
                members: try fields.optionalHandles("members") ?? [], name: try fields.optionalString("name"))
        case .participantAdded:
            self = .participantAdded(
                try fields.id("conversation"), try fields.handle("person"), by: try fields.handle("by"),
                after: try fields.integer("after", in: 0...Int64.max))
        case .participantRemoved:
            self = .participantRemoved(
                ParticipantRemoval(
                    conversation: try fields.id("conversation"), person: try fields.handle("person"),
                    actor: try fields.handle("by"), through: try fields.integer("through", in: 0...Int64.max),
                    name: try fields.optionalString("name"),
                    remaining: try fields.optionalHandles("remaining") ?? []))
        case .conversationRenamed:
            self = .conversationRenamed(
                try fields.id("conversation"), name: try fields.string("name"), by: try fields.handle("by"))
        case .conversationPhotoSet:
            self = .conversationPhotoSet(
                try fields.id("conversation"), photo: try fields.optionalString("photo"), by: try fields.handle("by"))
        case .conversationMuted:
            self = .conversationMuted(
                try fields.id("conversation"), by: try fields.handle("by"), try fields.bool("muted"))
        case .conversationMarkedUnread:
            self = .conversationMarkedUnread(
                try fields.id("conversation"), by: try fields.handle("by"),
                at: try fields.integer("at", in: 0...Int64.max))
        case .conversationsPinned:
            self = .conversationsPinned(
                by: try fields.handle("by"), try fields.strings("conversations").map { ConversationID($0) })
        case .messagePosted:
            var message = try fields.fields("message")
            self = .messagePosted(try Message(from: &message))
        case .messageChanged:
            var message = try fields.fields("message")
            var change = try fields.fields("change")
            self = .messageChanged(
                try Message(from: &message), try MessageChange(from: &change),
                hadLinks: try fields.optionalBool("hadLinks") ?? false)
        case .attachmentStored:
            self = .attachmentStored(
                try fields.id("attachment"), try fields.id("conversation"), content: try fields.string("content"))
        case .attachmentErased:
            self = .attachmentErased(try fields.id("attachment"), try fields.id("conversation"))
        case .messagesRead:
            self = .messagesRead(
                by: try fields.handle("by"), try fields.id("conversation"),
                through: try fields.integer("through", in: 0...Int64.max), receipt: try fields.optionalID("receipt"))
        case .linkPinned:
            self = .linkPinned(
                by: try fields.handle("by"), try fields.id("conversation"), url: try fields.string("url"))
        case .linkUnpinned: self = .linkUnpinned(by: try fields.handle("by"), url: try fields.string("url"))
        case .consentOffered:
            var request = try fields.fields("request")
            self = .consentOffered(to: try fields.handle("to"), try ConsentRequest(from: &request))
        case .consentAnswered:
            var request = try fields.fields("request")
            self = .consentAnswered(
                by: try fields.handle("by"), try ConsentRequest(from: &request), try fields.word("answer"))
        case .sharingSwitched:
            self = .sharingSwitched(by: try fields.handle("by"), try SetSettings(from: &fields))
        case .appRegistered:
            var app = try fields.fields("app")
            self = .appRegistered(try App(from: &app))
        case .sitePublished:
            guard let domain = DomainPattern(try fields.string("domain")) else {
                throw fields.invalid("domain", "must be a domain")
            }
            self = .sitePublished(domain, fields.value("association"))
        case .shareSaved:
            var share = try fields.fields("share")
            self = .shareSaved(
                try Share(from: &share), told: try fields.optionalHandles("told") ?? [],
                by: try fields.optionalHandle("by"))
        case .shareStopped:
            var share = try fields.fields("share")
            self = .shareStopped(try Share(from: &share))
        case .noticePosted:
            var notice = try fields.fields("notice")
            self = .noticePosted(
                try Notice(from: &notice), told: try fields.optionalHandles("told") ?? [],
                firstAt: try fields.instant("firstAt"))
        case .noticesCleared:
            self = .noticesCleared(of: try fields.handle("of"), try fields.strings("notices").map { NoticeID($0) })
        case .timePassed: self = .timePassed
        case .highlightHidden:
            self = .highlightHidden(
                by: try fields.handle("by"), try fields.id("highlight"), try fields.bool("hidden"))
        case .highlightUsed:
            self = .highlightUsed(
                by: try fields.handle("by"), try fields.id("highlight"), try fields.word("signal"))
        case .personBlocked:
            self = .personBlocked(
                by: try fields.handle("by"), try fields.handle("person"), try fields.bool("blocked"))
        case .shelvesChanged:
            self = .shelvesChanged(
                try fields.list("changes") { fields throws(InvalidField) in try ShelfChange(from: &fields) })
        case .actionRequested:
            var action = try fields.fields("action")
            self = .actionRequested(try CollaborationAction(from: &action))
        case .actionEnded:
            self = .actionEnded(
                try fields.id("action"), try fields.word("outcome"), app: try fields.id("app"),
                person: try fields.handle("person"))
        case .collaborationChanged:
            var start = try fields.fields("start")
            self = .collaborationChanged(try CollaborationStart(from: &start), of: try fields.handle("of"))
        case .draftKept:
            self = .draftKept(
                try fields.id("start"), try fields.id("conversation"),
                KeptDraft(
                    text: try fields.optionalString("text"),
                    localIdentifier: try fields.optionalString("localIdentifier")))
        case .draftErased: self = .draftErased(try fields.id("start"), try fields.id("conversation"))
        case .requestAnswered: self = .requestAnswered
        case .documentSaved:
            var document = try fields.fields("document")
            var change = try fields.fields("change")
            self = .documentSaved(
                try Document(from: &document), try DocumentChange(from: &change, by: try fields.handle("by")),
                told: try fields.optionalHandles("told") ?? [])
        }
    }
}
