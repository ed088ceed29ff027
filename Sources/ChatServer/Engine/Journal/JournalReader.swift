import ChatCore
import ChatLog
import ChatProtocol

extension JournalReading {
    /// The mark from which on requests and faults are noted.
    fileprivate var since: JournalMark { notes.since }
}

/// Reads the history of a world from its log and its notes.
struct JournalReader {
    let core: Core
    let log: any EventLog
    let limits: Limits

    private var state: CoreState { core.state }

    /// Continues a journal for one turn.
    ///
    /// - Returns: The answer; nil if there is more to read.
    func advance(_ reading: JournalReading, at now: Instant) throws(RPCError) -> Answer? {
        try ThreadReader.reading {
            var effort = JournalReading.effort
            if !reading.readsLog { reading.noteRead(through: reading.end) }
            guard readNotes(into: reading, within: &effort) else { return nil }
            while !reading.isFull, reading.position < reading.end {
                let rows = try log.read(after: reading.position, limit: 32)
                // The log of a world that was reset since then ends earlier.
                guard !rows.isEmpty else { break }
                for row in rows where !reading.isFull {
                    guard row.position <= reading.end else { break }
                    effort -= reading.mayMatch(row) ? try inspect(row, into: reading, at: now) : 1
                    reading.noteRead(through: row.position)
                    guard readNotes(into: reading, within: &effort) else { return nil }
                }
            }
            switch reading.purpose {
            case .page:
                return .journal(
                    reading.entries, more: reading.position < reading.end || hasNotes(behind: reading),
                    cursor: reading.position, number: reading.number, end: log.end, since: reading.since)
            case .verdict(let count): return explain(reading, at: now) ? verdict(of: reading, on: count, at: now) : nil
            }
        }
    }

    // MARK: Notes

    /// Takes the notes between the last inspected event and the next one.
    ///
    /// - Parameter effort: The number of events that this turn may still inspect.
    /// - Returns: True if some effort is left.
    private func readNotes(into reading: JournalReading, within effort: inout Int) -> Bool {
        while effort > 0, !reading.isFull, let note = nextNote(of: reading) {
            reading.noteRead(note)
            guard reading.mayMatch(note) else { continue }
            let (entry, urls) = note.entry
            reading.add(entry, urls: urls)
            effort -= 2
        }
        return effort > 0
    }

    private func nextNote(of reading: JournalReading) -> RequestNotes.Note? {
        reading.notes.first(after: reading.number, from: reading.filter.after ?? 0, through: reading.position)
    }

    private func hasNotes(behind reading: JournalReading) -> Bool { nextNote(of: reading) != nil }

    // MARK: Events of the log

    /// Takes the notifications of an event, and the people who got none.
    ///
    /// - Returns: The cost, as a number of inspected events.
    private func inspect(_ row: LogRecord, into reading: JournalReading, at now: Instant) throws -> Int {
        let record = try EventRecord(row)
        guard let delivery = core.delivery(of: record) else { return 1 }
        var cost = 1 + (delivery.people.count + delivery.apps.count) / 16
        for person in delivery.people {
            let subject = record.event.subject(for: person, in: state)
            reading.add(
                JournalEntry(
                    .notification, delivery.notification(to: person), subject, of: record, by: delivery.by, to: person),
                urls: subject.urls)
        }
        for instance in delivery.apps {
            let subject = record.event.subject(for: instance.person, in: state)
            var entry = JournalEntry(
                .notification, delivery.notification(toAppOf: instance.person), subject, of: record, by: delivery.by,
                to: instance.person)
            (entry.role, entry.app) = (.app, instance.app)
            reading.add(entry, urls: subject.urls)
        }
        guard reading.wantsSilences else { return cost }
        for (silence, urls) in silences(in: record, delivery) {
            var entry = silence
            // For a verdict, silences are explained after the whole log was read.
            if case .page = reading.purpose, reading.filter.person == nil || reading.filter.person == entry.person {
                cost += 4
                entry.why = entry.why ?? why(entry, at: now)
            }
            reading.add(entry, urls: urls)
        }
        return cost
    }

    /// Returns the people in the conversation who were not notified of an event. It adds the recipients whose shelf
    /// does not show one of its links.
    private func silences(in record: EventRecord, _ delivery: EventDelivery) -> [(JournalEntry, urls: [String])] {
        var found = delivery.silent.map { person in
            let subject = record.event.subject(for: person, in: state)
            return (
                JournalEntry(
                    .silence, delivery.notification(to: person), subject, of: record, by: delivery.by, to: person),
                urls: subject.urls
            )
        }
        guard case .messagePosted(let posted) = record.event, !posted.message.links.isEmpty else { return found }
        let shelves = ShelfReader(state)
        for person in delivery.people where person != posted.message.sender {
            for (url, why) in shelves.linksNotShown(of: posted.message, to: person) {
                var subject = record.event.subject(for: person, in: state)
                subject.about = url
                subject.urls = [url]
                var entry = JournalEntry(
                    .silence, .highlightsChanged, subject, of: record, by: delivery.by,
                    to: person)
                entry.why = why
                found.append((entry, urls: [url]))
            }
        }
        return found
    }

    // MARK: Explanations

    /// Returns the rule that decided if a person was notified, as `delivery.explain` reports it. For a delivered
    /// message, notice or question that is the first rule; later rules decide only how it was delivered. For a link it
    /// is the last rule, which decides if the shelf shows it.
    private func why(_ entry: JournalEntry, at now: Instant) -> Reason? {
        guard let person = entry.person, let about = entry.about,
            let explanation = explanation(of: about, to: person, at: now)
        else { return nil }
        let isOfLink = entry.event == NotificationName.highlightsChanged
        return explanation.delivered && !isOfLink ? explanation.reasons.first : explanation.reasons.last
    }

    private func explanation(of about: String, to person: Handle, at now: Instant) -> DeliveryExplanation? {
        let question = ExplainDelivery(person: person, about: about)
        guard let facts = try? PrefetchReader(core: core, log: log, limits: limits).facts(toExplain: question) else {
            return nil
        }
        return try? core.explain(question, isObserver: true, prefetched: .facts(facts), at: now)
    }

    /// Explains up to four of the findings.
    ///
    /// - Returns: True if all findings are explained.
    private func explain(_ reading: JournalReading, at now: Instant) -> Bool {
        for _ in 0..<4 {
            guard reading.explainNext({ why($0, at: now) }) else { return true }
        }
        return false
    }

    private func verdict(of reading: JournalReading, on count: JournalCount, at now: Instant) -> Answer {
        let (finding, since, after) = (reading.finding, reading.since, reading.filter.after ?? 0)
        var isUnknown = false
        switch reading.kind {
        case .request, .refusal, .fault: isUnknown = since.cursor > after
        case .notification, .silence, nil: break
        }
        let holds = count.holds(for: finding.count, mayBeMore: isUnknown)
        var nearMisses = finding.nearMisses.map { JournalNearMiss(what: $0.words, why: $0.entry.why, entry: $0.entry) }
        // The shelf explains a link even if no notification was sent.
        if holds == false, let person = reading.filter.person, let url = reading.url,
            let why = explanation(of: url, to: person, at: now)
        {
            let what = "\(url) \(why.delivered ? "is" : "is not") on the shelf of \(person)"
            nearMisses.append(JournalNearMiss(what: what, why: why.reasons.last))
        }
        if let person = reading.filter.person, state.people[person] == nil {
            nearMisses.append(JournalNearMiss(what: "this world has no person \(person)"))
        }
        let unknown =
            holds != nil
            ? nil
            : "Requests and faults are recorded from position \(since.cursor) on: before "
                + "the actions to verify, read the journal or log in with requests: true; or give after."
        return .journalVerdict(
            JournalVerdict(
                holds: holds, unknown: unknown, count: finding.count, matching: finding.matching,
                nearMisses: nearMisses, since: since))
    }
}

extension JournalEntry {
    /// The most characters of a text in a journal entry.
    private static let textMax = 200

    /// Creates the entry of an event that a person was notified of, or was not.
    init(
        _ kind: Kind, _ event: NotificationName, _ subject: EventSubject, of record: EventRecord, by: Handle?,
        to person: Handle
    ) {
        self.init(
            kind: kind, cursor: record.position, at: record.at, event: event.rawValue, person: person, role: .person,
            app: subject.app, by: by, about: subject.about, conversation: subject.conversation,
            url: subject.urls.first, text: subject.text.map { String($0.prefix(Self.textMax)) },
            traceparent: record.trace)
    }
}

extension RequestNotes.Note {
    /// The journal entry of the note, and the links in it.
    var entry: (JournalEntry, urls: [String]) {
        switch content {
        case .request(let request):
            let (owner, done) = (request.owner, request.read)
            var entry = JournalEntry(
                kind: .request, cursor: position, number: number, at: at, event: request.method.rawValue,
                person: owner.person, role: owner.role, app: owner.app ?? done?.params.flatMap(Self.app),
                traceparent: request.trace, request: done)
            var urls = done?.params.map(Self.urls) ?? []
            switch done?.outcome {
            case .result(let result): urls += Self.urls(in: result)
            case .refused(let error):
                entry.kind = .refusal
                entry.text = error.message
                entry.why = error.rule.map { Reason($0, error.message) }
            case .longResult, nil: break
            }
            entry.url = urls.first
            return (entry, urls)
        case .fault(let fired):
            let entry = JournalEntry(
                kind: .fault, cursor: position, number: number, at: at, event: fired.notification.rawValue,
                person: fired.to, role: .person, fault: fired)
            return (entry, [])
        }
    }

    /// Returns the app that the params of a request name; nil if they name none.
    private static func app(in params: JSONValue) -> AppID? { params["app"]?.stringValue.map(AppID.init) }

    /// Returns the links in the params or the result of a request: the value of each member `url`, once each.
    private static func urls(in value: JSONValue) -> [String] {
        var found: [String] = []
        func collect(from value: JSONValue) {
            switch value {
            case .object(let object):
                for member in object.members {
                    if member.key == "url", let text = member.value.stringValue {
                        if !found.contains(text) { found.append(text) }
                    } else {
                        collect(from: member.value)
                    }
                }
            case .array(let elements): elements.forEach(collect)
            case .null, .bool, .integer, .number, .string: break
            }
        }
        collect(from: value)
        return found
    }
}

extension JournalFinding.NearMiss {
    /// The near miss in words.
    var words: String {
        let who = entry.person?.rawValue ?? entry.request?.owner.session ?? "nobody"
        let what = [entry.event, entry.about, entry.text.map { "“\($0)”" }].compactMap(\.self).joined(separator: " ")
        switch entry.kind {
        case .silence: return "\(what) was not sent to \(who)"
        case .refusal: return "\(entry.event) of \(who) was refused: \(entry.text ?? "")"
        case .request: return "\(entry.event) of \(who)" + (entry.url.map { " about \($0)" } ?? "")
        case .fault:
            let effect = entry.fault.map { "\($0.fault): \($0.effect.kind.rawValue)" } ?? ""
            return "\(entry.event) to \(who) met \(effect)"
        case .notification:
            let recipient = entry.role == .app ? "\(entry.app?.rawValue ?? "an app") as \(who)" : who
            return switch misfit {
            case .url: "\(what) was sent to \(recipient) about \(entry.url ?? "no link")"
            case .trace:
                "\(what) was sent to \(recipient) in \(entry.traceparent.map { "trace \($0.traceID)" } ?? "no trace")"
            case .person, .role, .app, .event, nil: "\(what) was sent to \(recipient)"
            }
        }
    }
}
