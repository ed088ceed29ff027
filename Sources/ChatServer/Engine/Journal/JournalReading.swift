import ChatCore
import ChatLog
import ChatProtocol

/// A journal on its way: what is looked for, how far it got, and what it found. It goes on from tick to tick, a while
/// each, for a log may be long (law 14).
final class JournalReading {
    /// What is made of it.
    enum Purpose {
        /// A page of so many entries, of what is noted the part behind a number.
        case page(of: Int, behind: Int64?)
        /// Whether something happened so often.
        case verdict(JournalCount)
    }

    /// About so many facts are looked at in one go.
    static let effort = 128

    let filter: JournalFilter
    let purpose: Purpose
    let notes: RequestNotes
    /// The link that is looked for, in the form in which links are compared.
    let url: String?
    /// Where the log ended when it began.
    let end: Int64
    /// How far it got: the fact that was looked at last, and the note.
    var position: Int64
    var number: Int64
    /// What was found for a page, and how many bytes of it may follow.
    var entries: [JournalEntry] = []
    var bytesLeft: Int
    /// What was found for a verdict.
    var finding = JournalFinding()

    /// A reading that begins behind the position of its filter.
    ///
    /// - Throws: `invalid_params` for a link that is none.
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
        url = filter.url.flatMap(CoreState.canonicalLink)
        guard url != nil || filter.url == nil else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
    }

    /// What of is looked for, where that is one thing: for a verdict what was told, or done, unless it says otherwise.
    var kind: JournalEntry.Kind? {
        switch purpose {
        case .page: filter.kind
        case .verdict: filter.kind ?? (asksForMethod ? .request : .notification)
        }
    }

    private var asksForMethod: Bool { filter.event.map { Method(rawValue: $0) != nil } ?? false }

    /// Whether the log can have anything of what is looked for, or something near it.
    var looksIntoLog: Bool {
        guard !asksForMethod else { return false }
        switch kind {
        case .request, .refusal, .fault: return false
        case .notification, .silence, nil: return true
        }
    }

    /// Whether those who were not told matter: to a verdict they do as what nearly happened.
    var wantsSilences: Bool {
        switch purpose {
        case .page: filter.kind == nil || filter.kind == .silence
        case .verdict: true
        }
    }

    /// Whether nothing more fits.
    var isFull: Bool {
        switch purpose {
        case .page(let limit, _): entries.count >= limit || bytesLeft <= 0
        case .verdict: finding.isFull
        }
    }

    /// Whether a fact can be among what is looked for, as far as its row says.
    func mayConcern(_ row: LogRecord) -> Bool {
        switch filter.event {
        case NotificationName.noticePosted.rawValue: row.entry?.kind == .notice
        case NotificationName.messagePosted.rawValue, NotificationName.messageChanged.rawValue:
            row.entry?.kind == .message
        default: row.entry?.kind != .content
        }
    }

    /// Whether a note can be among what is looked for, or near it, as far as it says without being read.
    func mayConcern(_ note: RequestNotes.Note) -> Bool {
        guard case .request(let request) = note.content else { return true }
        let isEvent = filter.event == nil || filter.event == request.method.rawValue
        switch purpose {
        case .page: return isEvent && (filter.person == nil || filter.person == request.owner.person)
        case .verdict: return isEvent || asksForMethod || url != nil && request.isRefused
        }
    }

    /// Takes an entry in, if it is what is looked for.
    ///
    /// - Parameter urls: the links that it is about.
    func take(_ entry: JournalEntry, urls: [String]) {
        let misfits = misfits(of: entry, urls: urls)
        switch purpose {
        case .page:
            guard misfits.isEmpty, filter.kind == nil || filter.kind == entry.kind else { return }
            entries.append(entry)
            bytesLeft -=
                256 + (entry.url?.utf8.count ?? 0) + (entry.request.map { JSONWriter.bytes(of: $0).count } ?? 0)
        case .verdict:
            // What was refused about the link is what did not come about.
            let isCause = entry.kind == .refusal && url != nil && !misfits.contains(.url)
            finding.take(entry, misfits: misfits, isWanted: entry.kind == kind, isCause: isCause)
        }
    }

    /// Whether a link is the one that is looked for, in whatever spelling.
    private func isAbout(_ urls: [String]) -> Bool {
        guard let url else { return true }
        return urls.contains { CoreState.canonicalLink($0) == url }
    }

    /// The members of the filter that an entry does not fit.
    private func misfits(of entry: JournalEntry, urls: [String]) -> [JournalFinding.Misfit] {
        var misfits: [JournalFinding.Misfit] = []
        if let person = filter.person, person != entry.person { misfits.append(.person) }
        if let event = filter.event, event != entry.event { misfits.append(.event) }
        // A fault says neither what was told nor to which app.
        guard entry.kind != .fault else { return misfits }
        if let role = filter.role, role != entry.role { misfits.append(.role) }
        if let app = filter.app, app != entry.app { misfits.append(.app) }
        if !isAbout(urls) { misfits.append(.url) }
        return misfits
    }
}
