public import ChatProtocol

/// How facts are written to the log: one JSON object each, named by what happened. Old logs are read for ever, so a
/// name, once used, keeps its meaning.
extension EventRecord {
    /// How deep a stored text may nest: what came in a request stands a little deeper in the fact and in the result
    /// beside it, and whatever was written must be readable for ever.
    private static let depthMax = 2 * Limits.standard.nestingDepth

    /// The stored text, without position and time, which the log keeps beside it.
    public var body: [UInt8] { body(message: nil) }

    /// The stored text.
    ///
    /// - Parameter message: the JSON of the message that was posted, where it is written already.
    func body(message: [UInt8]?) -> [UInt8] {
        var json = JSONWriter(reserving: 384)
        json.object {
            event.writeMembers(to: &$0, message: message)
            if let receipt, !receipt.result.isEmpty {
                $0.key("result")
                $0.raw(receipt.result)
            }
        }
        return json.bytes
    }

    /// Reads a stored text.
    ///
    /// - Throws: ``InvalidField`` if it is no fact that this version knows.
    public init(position: Int64, at: Instant, body: [UInt8]) throws(InvalidField) {
        let value: JSONValue
        do {
            value = try JSONReader.read(body, depthMax: Self.depthMax).value
        } catch {
            throw InvalidField(field: "event", problem: "is not JSON at byte \(error.offset): \(error.problem)")
        }
        var fields = try JSONFields(value, path: "event")
        self.init(position: position, at: at, event: try Event(from: &fields))
    }

    /// The result object kept with a stored text, for a retry; nil if the event itself says it.
    public static func storedResult(in body: [UInt8]) -> JSONValue? {
        (try? JSONReader.read(body, depthMax: depthMax))?.value["result"]
    }
}

extension Event {
    enum Name: String, CaseIterable {
        case personNamed, contactAdded, contactRemoved, conversationCreated, participantAdded, participantRemoved
        case conversationRenamed, conversationPhotoSet, conversationMuted, conversationMarkedUnread,
            conversationsPinned, messagePosted
        case messageChanged, attachmentStored, attachmentErased, messagesRead, linkPinned
        case linkUnpinned, consentOffered, consentAnswered, sharingSwitched, appRegistered, sitePublished
        case shareSaved, shareStopped, noticePosted
        case noticesCleared, timePassed, shelvesChanged, requestAnswered
        case highlightHidden, highlightUsed, personBlocked
        case actionRequested, actionEnded, collaborationChanged, draftKept, draftErased
        case documentSaved
    }

    fileprivate func writeMembers(to json: inout JSONWriter, message written: [UInt8]?) {
        func name(_ name: Name) { json.member("event", name.rawValue) }
        switch self {
        case .personNamed(let person):
            name(.personNamed)
            json.member("person", person)
        case .contactAdded(let owner, let contact):
            name(.contactAdded)
            json.member("of", owner)
            json.member("contact", contact)
        case .contactRemoved(let owner, let contact):
            name(.contactRemoved)
            json.member("of", owner)
            json.member("contact", contact)
        case .conversationCreated(let id, let creator, let members, let title):
            name(.conversationCreated)
            json.member("conversation", id)
            json.member("creator", creator)
            json.member("members", members)
            json.member("name", title)
        case .participantAdded(let conversation, let person, let actor, let after):
            name(.participantAdded)
            json.member("conversation", conversation)
            json.member("person", person)
            json.member("by", actor)
            json.member("after", after)
        case .participantRemoved(let removal):
            name(.participantRemoved)
            json.member("conversation", removal.conversation)
            json.member("person", removal.person)
            json.member("by", removal.actor)
            json.member("through", removal.through)
            json.member("name", removal.name)
            json.member("remaining", removal.remaining)
        case .conversationRenamed(let conversation, let title, let actor):
            name(.conversationRenamed)
            json.member("conversation", conversation)
            json.member("name", title)
            json.member("by", actor)
        case .conversationPhotoSet(let conversation, let photo, let actor):
            name(.conversationPhotoSet)
            json.member("conversation", conversation)
            json.member("photo", photo)
            json.member("by", actor)
        case .conversationMuted(let conversation, let person, let isMuted):
            name(.conversationMuted)
            json.member("conversation", conversation)
            json.member("by", person)
            json.member("muted", isMuted)
        case .conversationMarkedUnread(let conversation, let person, let sequence):
            name(.conversationMarkedUnread)
            json.member("conversation", conversation)
            json.member("by", person)
            json.member("at", sequence)
        case .conversationsPinned(let person, let conversations):
            name(.conversationsPinned)
            json.member("by", person)
            json.member("conversations", conversations)
        case .messagePosted(let message):
            name(.messagePosted)
            json.member("message", message, written: written)
        case .messageChanged(let message, let change, let hadLinks):
            name(.messageChanged)
            json.member("message", message, written: written)
            json.member("change", change)
            if hadLinks { json.member("hadLinks", true) }
        case .attachmentStored(let id, let conversation, let content):
            name(.attachmentStored)
            json.member("attachment", id)
            json.member("conversation", conversation)
            json.member("content", content)
        case .attachmentErased(let id, let conversation):
            name(.attachmentErased)
            json.member("attachment", id)
            json.member("conversation", conversation)
        case .messagesRead(let reader, let conversation, let through, let receipt):
            name(.messagesRead)
            json.member("by", reader)
            json.member("conversation", conversation)
            json.member("through", through)
            json.member("receipt", receipt)
        case .linkPinned(let person, let conversation, let url):
            name(.linkPinned)
            json.member("by", person)
            json.member("conversation", conversation)
            json.member("url", url)
        case .linkUnpinned(let person, let url):
            name(.linkUnpinned)
            json.member("by", person)
            json.member("url", url)
        case .consentOffered(let person, let request):
            name(.consentOffered)
            json.member("to", person)
            json.member("request", request)
        case .consentAnswered(let person, let request, let answer):
            name(.consentAnswered)
            json.member("by", person)
            json.member("request", request)
            json.member("answer", answer.rawValue)
        case .sharingSwitched(let person, let change):
            name(.sharingSwitched)
            json.member("by", person)
            change.writeMembers(to: &json)
        case .appRegistered(let app):
            name(.appRegistered)
            json.member("app", app)
        case .sitePublished(let domain, let association):
            name(.sitePublished)
            json.member("domain", domain.description)
            json.member("association", association)
        case .shareSaved(let share, let told, let actor):
            name(.shareSaved)
            json.member("share", share)
            json.member("told", told)
            json.member("by", actor)
        case .shareStopped(let share):
            name(.shareStopped)
            json.member("share", share)
        case .noticePosted(let notice, let told, let firstAt):
            name(.noticePosted)
            json.member("notice", notice)
            json.member("told", told)
            json.member("firstAt", firstAt)
        case .noticesCleared(let person, let notices):
            name(.noticesCleared)
            json.member("of", person)
            json.member("notices", notices)
        case .timePassed: name(.timePassed)
        case .highlightHidden(let person, let highlight, let isHidden):
            name(.highlightHidden)
            json.member("by", person)
            json.member("highlight", highlight)
            json.member("hidden", isHidden)
        case .highlightUsed(let person, let highlight, let signal):
            name(.highlightUsed)
            json.member("by", person)
            json.member("highlight", highlight)
            json.member("signal", signal.rawValue)
        case .personBlocked(let person, let blocked, let isBlocked):
            name(.personBlocked)
            json.member("by", person)
            json.member("person", blocked)
            json.member("blocked", isBlocked)
        case .shelvesChanged(let changes):
            name(.shelvesChanged)
            json.member("changes", changes)
        case .actionRequested(let action):
            name(.actionRequested)
            json.member("action", action)
        case .actionEnded(let action, let outcome, let app, let person):
            name(.actionEnded)
            json.member("action", action)
            json.member("outcome", outcome.rawValue)
            json.member("app", app)
            json.member("person", person)
        case .collaborationChanged(let start, let person):
            name(.collaborationChanged)
            json.member("start", start)
            json.member("of", person)
        case .draftKept(let start, let conversation, let draft):
            name(.draftKept)
            json.member("start", start)
            json.member("conversation", conversation)
            json.member("text", draft.text)
            json.member("localIdentifier", draft.localIdentifier)
        case .draftErased(let start, let conversation):
            name(.draftErased)
            json.member("start", start)
            json.member("conversation", conversation)
        case .requestAnswered: name(.requestAnswered)
        case .documentSaved(let document, let change, let told):
            name(.documentSaved)
            json.member("document", document)
            json.member("change", change)
            json.member("by", change.person)
            json.member("told", told)
        }
    }
}

extension ShelfChange: JSONWritable {
    /// Appends the change as the log keeps it.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("person", person)
            $0.member("app", app)
            $0.member("added", added)
            $0.member("removed", removed)
            $0.member("updated", updated)
            if isCut { $0.member("cut", true) }
        }
    }

    init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.handle("person")
        app = try fields.id("app")
        added = try fields.strings("added").map { HighlightID($0) }
        removed = try fields.strings("removed").map { HighlightID($0) }
        updated = try fields.strings("updated").map { HighlightID($0) }
        isCut = try fields.optionalBool("cut") ?? false
    }
}
