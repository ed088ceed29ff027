package import ChatProtocol

/// An event with its position in the log.
package struct EventRecord: Sendable, Equatable {
    /// The position in the log of its world: 1, 2, 3 …; the `cursor` on the wire.
    package var position: Int64
    /// The time of the decision.
    package var at: Instant
    /// The event.
    package var event: Event
    /// The request that caused the event, if its sender may retry it. Exactly one event of a request has it.
    package var idempotency: IdempotencyRecord?
    /// The trace of the request that caused the event; nil if it has none, or if the event is due by time.
    package var trace: TraceParent?

    /// Creates a record.
    package init(
        position: Int64, at: Instant, event: Event, idempotency: IdempotencyRecord? = nil, trace: TraceParent? = nil
    ) {
        self.position = position
        self.at = at
        self.event = event
        self.idempotency = idempotency
        self.trace = trace
    }

    /// The position and the time of the decision.
    package var place: LogPosition { LogPosition(position: position, at: at) }
}

/// The position and the time of a decision.
package struct LogPosition: Sendable {
    let position: Int64
    let at: Instant
}

/// The data that recognizes a retry and answers it. It is a class because few records have one and all records are
/// copied.
package final class IdempotencyRecord: Sendable, Equatable {
    /// The sender of the request: a handle, or a handle with the app that runs as it.
    package let sender: String
    /// The id that the sender chose for the request.
    package let clientID: String
    /// The result object of the answer, as JSON; empty if the answer follows from the event.
    let result: [UInt8]

    /// Creates the record of a request.
    package init(sender: String, clientID: String, result: [UInt8]) {
        (self.sender, self.clientID, self.result) = (sender, clientID, result)
    }

    package static func == (left: IdempotencyRecord, right: IdempotencyRecord) -> Bool {
        left.sender == right.sender && left.clientID == right.clientID && left.result == right.result
    }
}

/// The encoding of events in the log: one JSON object each, with the kind of the event as its first member. Every
/// version reads all older logs, so the meaning of a kind never changes.
extension EventRecord {
    /// The largest nesting depth of a stored body. Content of a request is nested deeper in the event and in the stored
    /// result than in the request itself. Every body that was written must stay readable.
    private static let depthMax = 2 * Limits.standard.nestingDepth

    /// The stored body, without position and time. The log stores these two separately.
    package var body: [UInt8] { written.body }

    /// The stored body, with the slice of it that is the JSON of the posted or changed message. Notifications contain
    /// this slice, so that a message is encoded once.
    package var written: (body: [UInt8], message: ArraySlice<UInt8>?) {
        // The body lives long and keeps its reserved capacity. A body that outgrows the capacity is copied at its exact
        // size.
        let room = event.message.map { $0.text.utf8.count + 216 } ?? 64
        var (start, end) = (0, 0)
        let body = JSONWriter.object(reserving: room) { json in
            switch event {
            case .messagePosted(let posted):
                json.member("event", event.kind)
                (start, end) = Self.write(posted.message, to: &json)
            case .messageChanged(let changed):
                json.member("event", event.kind)
                (start, end) = Self.write(changed.message, to: &json)
                json.member("change", changed.change)
                if changed.hadLinks { json.member("hadLinks", true) }
            default: event.writeMembers(to: &json)
            }
            if let idempotency, !idempotency.result.isEmpty {
                json.key("result")
                json.raw(idempotency.result)
            }
            if let trace { json.member("traceparent", trace) }
        }
        return (body, end > 0 ? body[start..<end] : nil)
    }

    /// Writes the message of an event.
    ///
    /// - Returns: the offsets of the message in the JSON.
    private static func write(_ message: Message, to json: inout JSONWriter) -> (start: Int, end: Int) {
        json.key("message")
        let start = json.count
        message.write(to: &json)
        return (start, json.count)
    }

    /// Returns the kind of the event in a stored body; nil for a kind that this version does not know. The kind is the
    /// first member, so the rest of the body is not parsed.
    package static func kind(of body: [UInt8]) -> Event.Kind? {
        let head = #"{"event":""#.utf8
        guard body.starts(with: head) else { return nil }
        return Event.Kind(rawValue: String(decoding: body.dropFirst(head.count).prefix { $0 != 0x22 }, as: UTF8.self))
    }

    /// Reads a stored body.
    ///
    /// - Throws: ``InvalidField`` if the body is not an event that this version knows.
    package init(position: Int64, at: Instant, body: [UInt8]) throws(InvalidField) {
        let value: JSONValue
        do {
            value = try JSONReader.read(body, depthMax: Self.depthMax).value
        } catch {
            throw InvalidField(field: "event", problem: "is not JSON at byte \(error.offset): \(error.problem)")
        }
        var fields = try JSONFields(value, path: "event")
        let event = try Event(from: &fields)
        let trace = fields.value("traceparent")?.stringValue.flatMap(TraceParent.init)
        self.init(position: position, at: at, event: event, trace: trace)
    }

    /// Returns the result object in a stored body, for a retry; nil if the answer follows from the event.
    package static func storedResult(in body: [UInt8]) -> JSONValue? {
        (try? JSONReader.read(body, depthMax: depthMax))?.value["result"]
    }
}

/// The key of a log record in the thread of its conversation.
///
/// The strings are opaque ids and compared byte for byte, as the database compares them. Swift's `==` would compare
/// them by canonical equivalence.
///
/// The key is a class because it has four strings and is passed on often with its record.
package final class EntryKey: Sendable, Equatable {
    /// The kind of an entry. The raw values are stored and never change.
    package enum Kind: Int64, Sendable, Equatable, CaseIterable {
        /// A message of a person. It has a sequence number and can be the newest message of its conversation.
        case message = 1
        /// The notice of a highlight event.
        case notice = 2
        /// A system line, about a new name or a new member for example.
        case system = 3
        /// The content of an attachment or a draft. It is stored with the conversation and has no row in the thread.
        case content = 4
        /// The newest version of a document of the document service. It is found by its id and is in no thread.
        case document = 5
    }

    /// The conversation that has the thread.
    package let conversation: String
    /// The id of the entry, unique in the whole log.
    package let id: String
    /// The number of the message in its conversation; 0 for an entry that is not a message.
    package let sequence: Int64
    /// The handle of the person who caused the entry.
    package let sender: String
    /// The kind of the entry.
    package let kind: Kind
    /// True if the record replaces an earlier one with the same id, such as an edited message or a notice that grew.
    /// The entry stays at its place in the thread and has the content of this record. Queries for the newest message
    /// use the sequence and the sender of the first record.
    package let replaces: Bool
    /// The id of the root entry of the thread of replies that contains this entry; nil if there is none. The root entry
    /// has nil. The first record of an entry determines its thread.
    package let thread: String?

    /// Creates the key of a new entry, or with `replaces` the key of a new version of an existing entry.
    package init(
        conversation: String, id: String, sequence: Int64, sender: String, kind: Kind, replaces: Bool = false,
        thread: String? = nil
    ) {
        self.conversation = conversation
        self.id = id
        self.sequence = sequence
        self.sender = sender
        self.kind = kind
        self.replaces = replaces
        self.thread = thread
    }

    package static func == (left: EntryKey, right: EntryKey) -> Bool {
        left.conversation == right.conversation && left.id == right.id && left.sequence == right.sequence
            && left.sender == right.sender && left.kind == right.kind && left.replaces == right.replaces
            && left.thread == right.thread
    }
}

/// The subject of an event, for searches in the journal.
package struct EventSubject {
    /// The id of the message, the notice, the share and so on.
    package var about: String?
    /// The conversation of the event.
    package var conversation: ConversationID?
    /// The app of the event.
    package var app: AppID?
    /// The links of the event, as they are written.
    package var urls: [String] = []
    /// The text, the title or a summary.
    package var text: String?
}

extension EventSubject {
    /// Returns a link in the canonical form for comparisons; nil if the text is no web address.
    package static func canonicalLink(_ text: String) -> String? { (try? CanonicalURL(text))?.text }

    /// Creates the subject of an event about a share.
    init(_ share: Share) {
        self.init(about: share.id.rawValue, app: share.app, urls: [share.url], text: share.title)
    }

    /// Creates the subject of an event about a consent request.
    init(_ request: ConsentRequest) {
        self.init(
            about: request.id.rawValue, conversation: request.conversation, app: request.app, urls: [request.url])
    }
}
