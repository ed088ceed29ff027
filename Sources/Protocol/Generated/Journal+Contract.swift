// Written by script/contract: change the contract instead.

extension JournalEntry {
    /// The kind of a journal entry.
    public enum Kind: String, CaseIterable, Sendable {
        /// A request that was fulfilled.
        case `request`
        /// A request that was refused.
        case `refusal`
        /// A notification that a session received.
        case `notification`
        /// A notification that a person with a session did not receive.
        case `silence`
        /// A fault occurred.
        case `fault`
    }
}

extension JournalEntry.Kind: JSONWord {}

/// The filter of a journal: an entry must match all given members.
public struct JournalFilter: Sendable, Equatable {
    /// The kind of entry.
    public var kind: JournalEntry.Kind?
    /// The person who received the notification, did not receive it, or sent the request.
    public var person: Handle?
    /// The role: person, or an app that runs as one.
    public var role: Role?
    /// The app that the entry is about, or that ran.
    public var app: AppID?
    /// The name of the notification or method.
    public var event: String?
    /// The link that the entry is about, in any spelling.
    public var url: String?
    /// The trace of the request that caused the entry: 32 lower-case hexadecimal digits.
    public var trace: String?
    /// Only entries after this position.
    public var after: Int64?

    /// Creates a value from its members.
    public init(kind: JournalEntry.Kind? = nil, person: Handle? = nil, role: Role? = nil, app: AppID? = nil, event: String? = nil, url: String? = nil, trace: String? = nil, after: Int64? = nil) {
        self.kind = kind
        self.person = person
        self.role = role
        self.app = app
        self.event = event
        self.url = url
        self.trace = trace
        self.after = after
    }
}

extension JournalFilter: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try fields.readOptional("kind")
        person = try fields.readOptional("person")
        role = try fields.readOptional("role")
        app = try fields.readOptional("app")
        event = try fields.readOptional("event")
        url = try fields.readOptional("url")
        trace = try fields.readOptional("trace")
        after = try fields.readOptional("after", in: 0...Int64.max)
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let kind { json.member("kind", kind) }
        if let person { json.member("person", person) }
        if let role { json.member("role", role) }
        if let app { json.member("app", app) }
        if let event { json.member("event", event) }
        if let url { json.member("url", url) }
        if let trace { json.member("trace", trace) }
        if let after { json.member("after", after) }
    }
}

/// `journal.list`: returns the entries of a world's journal, in order.
public struct ListJournal: Sendable, Equatable {
    /// The filter.
    public var filter: JournalFilter
    /// The `number` of the previous page: only requests and faults with a larger number are returned.
    public var number: Int64?
    /// The most entries of the page; the entries of one event stay together.
    public var limit: Int?

    /// Creates a value from its members.
    public init(_ filter: JournalFilter, number: Int64? = nil, limit: Int? = nil) {
        self.filter = filter
        self.number = number
        self.limit = limit
    }
}

extension ListJournal: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        filter = try JournalFilter(from: &fields)
        number = try fields.readOptional("number", in: 0...Int64.max)
        limit = try fields.readOptional("limit", in: 1...1000)
    }

    public func writeMembers(to json: inout JSONWriter) {
        filter.writeMembers(to: &json)
        if let number { json.member("number", number) }
        if let limit { json.member("limit", limit) }
    }
}

/// `journal.verify`: compares the number of entries with an expectation.
public struct VerifyJournal: Sendable, Equatable {
    /// The filter.
    public var filter: JournalFilter
    /// The expected number.
    public var count: JournalCount

    /// Creates a value from its members.
    public init(_ filter: JournalFilter, count: JournalCount) {
        self.filter = filter
        self.count = count
    }
}

extension VerifyJournal: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("count") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        filter = try JournalFilter(from: &fields)
        count = try fields.read("count")
    }

    public func writeMembers(to json: inout JSONWriter) {
        filter.writeMembers(to: &json)
        json.member("count", count)
    }
}

/// The expected number of matching entries.
public struct JournalCount: Sendable, Equatable {
    /// Exactly this number.
    public var exactly: Int?
    /// At least this number.
    public var atLeast: Int?
    /// At most this number.
    public var atMost: Int?

    /// Creates a value from its members.
    public init(exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil) {
        self.exactly = exactly
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

extension JournalCount: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        exactly = try fields.readOptional("exactly", in: 0...10000)
        atLeast = try fields.readOptional("atLeast", in: 0...10000)
        atMost = try fields.readOptional("atMost", in: 0...10000)
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let exactly { json.member("exactly", exactly) }
        if let atLeast { json.member("atLeast", atLeast) }
        if let atMost { json.member("atMost", atMost) }
    }
}

/// An entry of a journal.
public struct JournalEntry: Sendable, Equatable {
    /// The kind.
    public var kind: Kind
    /// The position of its event in the log; for a request or a fault, the position of the event before it.
    public var cursor: Int64
    /// The number of a request or a fault: 1, 2, 3 … while they are recorded.
    public var number: Int64?
    /// The time, by the world's clock.
    public var at: Instant
    /// The name of the notification or method.
    public var event: String
    /// The person who received the notification, did not receive it, or sent the request.
    public var person: Handle?
    /// The role: person, or an app that runs as one.
    public var role: Role
    /// The app that received the notification, sent the request, or is its subject.
    public var app: AppID?
    /// The person who caused the event.
    public var by: Handle?
    /// The id of its subject: a message, a notice, a share …
    public var about: String?
    /// The conversation of the subject.
    public var conversation: ConversationID?
    /// The link of the subject; the first if it has several.
    public var url: String?
    /// The text, up to 200 characters.
    public var text: String?
    /// The rule that decided it.
    public var why: Reason?
    /// The `traceparent` of the request, or of the request that caused the event.
    public var traceparent: TraceParent?
    /// The request, as `request.done` reports it to observers with `requests: true`.
    public var request: DoneRequest?
    /// The fault.
    public var fault: FiredFault?

    /// Creates a value from its members.
    public init(kind: Kind, cursor: Int64, number: Int64? = nil, at: Instant, event: String, person: Handle? = nil, role: Role, app: AppID? = nil, by: Handle? = nil, about: String? = nil, conversation: ConversationID? = nil, url: String? = nil, text: String? = nil, why: Reason? = nil, traceparent: TraceParent? = nil, request: DoneRequest? = nil, fault: FiredFault? = nil) {
        self.kind = kind
        self.cursor = cursor
        self.number = number
        self.at = at
        self.event = event
        self.person = person
        self.role = role
        self.app = app
        self.by = by
        self.about = about
        self.conversation = conversation
        self.url = url
        self.text = text
        self.why = why
        self.traceparent = traceparent
        self.request = request
        self.fault = fault
    }
}

extension JournalEntry: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("kind") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        kind = try fields.read("kind")
        cursor = try fields.read("cursor", in: 0...Int64.max)
        number = try fields.readOptional("number", in: 0...Int64.max)
        at = try fields.read("at")
        event = try fields.read("event")
        person = try fields.readOptional("person")
        role = try fields.read("role")
        app = try fields.readOptional("app")
        by = try fields.readOptional("by")
        about = try fields.readOptional("about")
        conversation = try fields.readOptional("conversation")
        url = try fields.readOptional("url")
        text = try fields.readOptional("text")
        why = try fields.readOptional("why")
        traceparent = try fields.readOptional("traceparent")
        request = try fields.readOptional("request")
        fault = try fields.readOptional("fault")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("kind", kind)
        json.member("cursor", cursor)
        if let number { json.member("number", number) }
        json.member("at", at)
        json.member("event", event)
        if let person { json.member("person", person) }
        json.member("role", role)
        if let app { json.member("app", app) }
        if let by { json.member("by", by) }
        if let about { json.member("about", about) }
        if let conversation { json.member("conversation", conversation) }
        if let url { json.member("url", url) }
        if let text { json.member("text", text) }
        if let why { json.member("why", why) }
        if let traceparent { json.member("traceparent", traceparent) }
        if let request { json.member("request", request) }
        if let fault { json.member("fault", fault) }
    }
}

/// The start of the recorded requests and faults of a journal.
public struct JournalMark: Sendable, Equatable {
    /// The position of the newest event at the first recorded request or fault.
    public var cursor: Int64
    /// The number of the first stored request or fault. Earlier ones were dropped to make room.
    public var number: Int64

    /// Creates a value from its members.
    public init(cursor: Int64, number: Int64) {
        self.cursor = cursor
        self.number = number
    }
}

extension JournalMark: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("cursor") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        cursor = try fields.read("cursor", in: 0...Int64.max)
        number = try fields.read("number", in: 0...Int64.max)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("cursor", cursor)
        json.member("number", number)
    }
}

/// The answer to `journal.verify`.
public struct JournalVerdict: Sendable, Equatable {
    /// True if the expectation is met; nil if the journal cannot decide it.
    public var holds: Bool?
    /// The reason for nil.
    public var unknown: String?
    /// The number of matches; 10,001 means more than 10,000. A notice that grew counts once.
    public var count: Int
    /// The newest 20 matches, each with its deciding rule.
    public var matching: [JournalEntry]
    /// The entries that nearly matched, each with the difference.
    public var nearMisses: [JournalNearMiss]
    /// The start of the recorded requests and faults.
    public var since: JournalMark

    /// Creates a value from its members.
    public init(holds: Bool? = nil, unknown: String? = nil, count: Int, matching: [JournalEntry] = [], nearMisses: [JournalNearMiss] = [], since: JournalMark) {
        self.holds = holds
        self.unknown = unknown
        self.count = count
        self.matching = matching
        self.nearMisses = nearMisses
        self.since = since
    }
}

extension JournalVerdict: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("count") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        holds = try fields.readOptional("holds")
        unknown = try fields.readOptional("unknown")
        count = try fields.read("count", in: 0...Int.max)
        matching = try fields.readOptional("matching") ?? []
        nearMisses = try fields.readOptional("nearMisses") ?? []
        since = try fields.read("since")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let holds { json.member("holds", holds) }
        if let unknown { json.member("unknown", unknown) }
        json.member("count", count)
        json.member("matching", matching)
        json.member("nearMisses", nearMisses)
        json.member("since", since)
    }
}

/// An entry that nearly matched.
public struct JournalNearMiss: Sendable, Equatable {
    /// A description of the entry and the difference.
    public var what: String
    /// The rule that decided it.
    public var why: Reason?
    /// The entry, if there is one.
    public var entry: JournalEntry?

    /// Creates a value from its members.
    public init(what: String, why: Reason? = nil, entry: JournalEntry? = nil) {
        self.what = what
        self.why = why
        self.entry = entry
    }
}

extension JournalNearMiss: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("what") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        what = try fields.read("what")
        why = try fields.readOptional("why")
        entry = try fields.readOptional("entry")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("what", what)
        if let why { json.member("why", why) }
        if let entry { json.member("entry", entry) }
    }
}
