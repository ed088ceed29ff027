import ChatCore
import ChatLog
import ChatProtocol

/// A journal that is being read: the filter, the progress and the findings. The log may be long, so each tick reads
/// only a part of it.
final class JournalReading {
    /// The result that the reading is for.
    enum Purpose {
        /// A page of at most so many entries. Requests and faults on it have a number above the second value.
        case page(of: Int, behind: Int64?)
        /// A verdict on how often something happened.
        case verdict(JournalCount)
    }

    /// The approximate number of events that are inspected in one turn.
    static let effort = 128

    let filter: JournalFilter
    let purpose: Purpose
    let notes: RequestNotes
    /// The link of the filter in canonical form, in which links are compared.
    let url: String?
    /// The end of the log when the reading began.
    let end: Int64
    /// The progress: the position of the last inspected event, and the number of the last inspected note.
    private(set) var position: Int64
    private(set) var number: Int64
    /// The entries of a page, and the bytes that still fit on it.
    private(set) var entries: [JournalEntry] = []
    private var bytesLeft: Int
    /// The findings for a verdict.
    private(set) var finding = JournalFinding()

    /// Creates a reading that begins after the position of its filter.
    ///
    /// - Throws: `invalid_params` if the link is not an http or https link.
    init(
        _ filter: JournalFilter, _ purpose: Purpose, notes: RequestNotes, end: Int64, bytesMax: Int
    ) throws(RPCError) {
        self.filter = filter
        self.purpose = purpose
        self.notes = notes
        self.end = end
        position = min(filter.after ?? 0, end)
        number = if case .page(_, let number?) = purpose { number } else { 0 }
        bytesLeft = bytesMax
        url = filter.url.flatMap(EventSubject.canonicalLink)
        guard url != nil || filter.url == nil else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
    }

    /// Notes that the events up to a position were inspected.
    func noteRead(through position: Int64) { self.position = position }

    /// Notes that a request or fault was inspected.
    func noteRead(_ note: RequestNotes.Note) { number = note.number }

    /// Explains the next of the findings.
    ///
    /// - Parameter why: Explains an entry.
    /// - Returns: False if all findings are explained.
    func explainNext(_ why: (JournalEntry) -> Reason?) -> Bool { finding.explainNext(why) }

    /// The only kind of entry that counts; nil for every kind. Without a kind in the filter, a verdict counts requests
    /// or notifications.
    var kind: JournalEntry.Kind? {
        switch purpose {
        case .page: filter.kind
        case .verdict: filter.kind ?? (asksForMethod ? .request : .notification)
        }
    }

    private var asksForMethod: Bool { filter.event.map { Method(rawValue: $0) != nil } ?? false }

    /// True if the log can contain matches or near misses.
    var readsLog: Bool {
        guard !asksForMethod else { return false }
        switch kind {
        case .request, .refusal, .fault: return false
        case .notification, .silence, nil: return true
        }
    }

    /// True if people who were not notified matter. To a verdict they are near misses.
    var wantsSilences: Bool {
        switch purpose {
        case .page: filter.kind == nil || filter.kind == .silence
        case .verdict: true
        }
    }

    /// True if no further entry fits.
    var isFull: Bool {
        switch purpose {
        case .page(let limit, _): entries.count >= limit || bytesLeft <= 0
        case .verdict: finding.isFull
        }
    }

    /// Returns true if an event may match, as far as its row in the log shows.
    func mayMatch(_ row: LogRecord) -> Bool {
        switch filter.event {
        case NotificationName.noticePosted.rawValue: row.entry?.kind == .notice
        case NotificationName.messagePosted.rawValue, NotificationName.messageChanged.rawValue:
            row.entry?.kind == .message
        default: row.entry?.kind != .content
        }
    }

    /// Returns true if a note may match or be a near miss, as far as it shows without being parsed.
    func mayMatch(_ note: RequestNotes.Note) -> Bool {
        guard case .request(let request) = note.content else { return true }
        let isEvent = filter.event == nil || filter.event == request.method.rawValue
        switch purpose {
        case .page:
            return isEvent && (filter.person == nil || filter.person == request.owner.person)
                && (filter.trace == nil || filter.trace == request.trace?.traceID)
        case .verdict: return isEvent || asksForMethod || url != nil && request.isRefused
        }
    }

    /// Adds an entry if it matches the filter. For a verdict, near misses are added too.
    ///
    /// - Parameter urls: The links that the entry is about.
    func add(_ entry: JournalEntry, urls: [String]) {
        let misfits = misfits(of: entry, urls: urls)
        switch purpose {
        case .page:
            guard misfits.isEmpty, filter.kind == nil || filter.kind == entry.kind else { return }
            entries.append(entry)
            bytesLeft -=
                256 + (entry.url?.utf8.count ?? 0) + (entry.request.map { JSONWriter.bytes(of: $0).count } ?? 0)
        case .verdict:
            // A refused request about the link is a reason why something did not happen.
            let isCause = entry.kind == .refusal && url != nil && !misfits.contains(.url)
            finding.add(entry, misfits: misfits, isWanted: entry.kind == kind, isCause: isCause)
        }
    }

    /// Returns true if one of the links is the link of the filter, in any spelling.
    private func isAbout(_ urls: [String]) -> Bool {
        guard let url else { return true }
        return urls.contains { EventSubject.canonicalLink($0) == url }
    }

    /// Returns the members of the filter that an entry does not match.
    private func misfits(of entry: JournalEntry, urls: [String]) -> [JournalFinding.Misfit] {
        var misfits: [JournalFinding.Misfit] = []
        if let person = filter.person, person != entry.person { misfits.append(.person) }
        if let event = filter.event, event != entry.event { misfits.append(.event) }
        // A fault has no role, app, link or trace to compare.
        guard entry.kind != .fault else { return misfits }
        if let role = filter.role, role != entry.role { misfits.append(.role) }
        if let app = filter.app, app != entry.app { misfits.append(.app) }
        if !isAbout(urls) { misfits.append(.url) }
        if let trace = filter.trace, trace != entry.traceparent?.traceID { misfits.append(.trace) }
        return misfits
    }
}

/// The findings of `journal.verify` so far: the count, the newest matches, and the near misses.
struct JournalFinding {
    /// A member of the filter that an entry does not match.
    enum Misfit {
        case person, role, app, event, url, trace
    }

    struct NearMiss {
        var entry: JournalEntry
        /// The only member that does not match; nil if the entry is of another kind: a silence, a refusal or a fault.
        var misfit: Misfit?
    }

    /// The count stops at one more than the largest count that a request may name.
    private static let countMax = 10_001
    private static let matchingMax = 20
    private static let nearMissesMax = 10

    private(set) var count = 0
    private(set) var matching: [JournalEntry] = []
    private(set) var nearMisses: [NearMiss] = []
    /// The counted notices with their recipients. A notice that grew counts once.
    private var notices: Set<String> = []
    /// The number of matches and near misses, in this order, that were explained.
    private var explainedCount = 0

    var isFull: Bool { count >= Self.countMax }

    mutating func add(_ entry: JournalEntry, misfits: [Misfit], isWanted: Bool, isCause: Bool) {
        if misfits.isEmpty, isWanted {
            note(entry)
        } else if misfits.isEmpty || isCause {
            noteNearMiss(NearMiss(entry: entry, misfit: nil))
        } else if misfits.count == 1, isWanted {
            noteNearMiss(NearMiss(entry: entry, misfit: misfits[0]))
        }
    }

    private mutating func note(_ entry: JournalEntry) {
        if entry.event == NotificationName.noticePosted, let about = entry.about {
            let isNew = notices.insert("\(entry.person?.rawValue ?? "") \(about)").inserted
            guard isNew else {
                matching.removeAll { $0.about == about && $0.person == entry.person }
                return append(entry)
            }
        }
        count += 1
        append(entry)
    }

    private mutating func append(_ entry: JournalEntry) {
        matching.append(entry)
        if matching.count > Self.matchingMax { matching.removeFirst() }
    }

    /// Adds a near miss. Beyond the limit the oldest is dropped, preferably one that differs from the filter in one
    /// member.
    private mutating func noteNearMiss(_ miss: NearMiss) {
        nearMisses.append(miss)
        guard nearMisses.count > Self.nearMissesMax else { return }
        nearMisses.remove(at: nearMisses.firstIndex { $0.misfit != nil } ?? 0)
    }

    /// Explains the next match or near miss that has no reason yet.
    ///
    /// - Returns: False if there is none.
    mutating func explainNext(_ why: (JournalEntry) -> Reason?) -> Bool {
        let index = explainedCount
        let nearMiss = index - matching.count
        guard nearMiss < nearMisses.count else { return false }
        if nearMiss < 0 {
            matching[index].why = matching[index].why ?? why(matching[index])
        } else {
            nearMisses[nearMiss].entry.why = nearMisses[nearMiss].entry.why ?? why(nearMisses[nearMiss].entry)
        }
        explainedCount += 1
        return true
    }
}
