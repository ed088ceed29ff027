import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore

/// A random story told to a core alone, without sessions and without a line of JSON: thousands of them take seconds.
struct CoreHistory {
    private(set) var core = Core()
    private(set) var facts: [EventRecord] = []
    private(set) var requests: RandomRequests
    /// What each person's devices were told when it happened, by its place in the log: the one that asked among them,
    /// whose answer says the same.
    private(set) var told: [Handle: [Int64: Notification]] = [:]
    /// Why that alerted them or did not, as it was decided then.
    private var alerts: [Handle: [Int64: Reason]] = [:]
    /// Each thing's facts, by its id.
    private var entries: [String: [EventRecord]] = [:]
    private var now = Instant(milliseconds: 1_700_000_000_000)
    private let seed: UInt64
    /// Shown the state after each request, and how many facts there were before it.
    private let watch: (CoreState, [EventRecord], Int) -> Void

    init(
        seed: UInt64, requests count: Int, hasDocuments: Bool = true,
        watch: @escaping (_ state: CoreState, _ facts: [EventRecord], _ before: Int) -> Void = { _, _, _ in }
    ) throws {
        self.seed = seed
        self.watch = watch
        requests = RandomRequests(seed: seed, hasDocuments: hasDocuments)
        for person in RandomRequests.people {
            try core.login(person, name: nil, at: now)
            note()
        }
        var step = 0
        while let asked = requests.opening(step) {
            try #require(try handle(asked), "seed \(seed): \(asked)")
            step += 1
        }
        for _ in 0..<count {
            let asked = requests.next()
            let before = requests.chance(10) ? core.state : nil
            let position = core.state.position
            guard try !handle(asked) else { continue }
            let facts = core.takeDecided()
            #expect(core.state.position == position && facts.isEmpty, "seed \(seed): \(asked) left a trace")
            if let before { #expect(core.state == before, "seed \(seed): \(asked) left a trace") }
        }
    }

    /// Asks the core.
    ///
    /// - Returns: whether it was not refused.
    private mutating func handle(_ asked: RandomRequests.Asked) throws -> Bool {
        let count = facts.count
        defer { watch(core.state, facts, count) }
        if asked.method == .clockAdvance {
            now = now.advanced(byMilliseconds: asked.params["milliseconds"]?.integerValue ?? 0)
            core.pass(to: now)
            note()
            return true
        }
        var fields = try JSONFields(asked.params)
        // What is only read is no matter of the core.
        guard let request = try Request(asked.method, from: &fields) else { return false }
        try fields.finish()
        do throws(RPCError) {
            _ = try core.handle(request, from: asked.actor, prefetched: prefetched(for: request, asked.actor), at: now)
        } catch {
            return false
        }
        note()
        return true
    }

    /// Asks the core something that decides nothing.
    mutating func ask(_ request: Request, as person: Handle) throws -> Answer {
        try core.handle(request, from: .person(person), at: core.state.lastAt)
    }

    /// Lets time pass.
    mutating func letPass(days: Int64) throws {
        _ = try handle(
            RandomRequests.Asked(
                actor: .observer(nil), method: .clockAdvance, params: ["milliseconds": .integer(days * 86_400_000)]))
    }

    private func prefetched(for request: Request, _ actor: Principal) -> Prefetched {
        if let ids = request.deletedMessages, let me = actor.handle {
            let named = Set(ids.map(\.rawValue)).compactMap { placed(entries[$0]) }
            let newest = core.soughtHead(by: request, of: me, named).flatMap { sought in
                entries.values.compactMap(placed).filter {
                    $0.message.conversation == sought.conversation && $0.position < sought.before
                }.max { $0.position < $1.position }
            }
            return .deletion(named, newest: newest)
        }
        if case .deliveryExplain(let question) = request { return .facts(facts(toExplain: question)) }
        guard let id = request.entry, let record = entries[id]?.last else { return .nothing }
        return .record(record)
    }

    private func placed(_ facts: [EventRecord]?) -> PlacedMessage? {
        guard let first = facts?.first, let last = facts?.last, let message = last.event.message else { return nil }
        return PlacedMessage(message, at: first.position, fact: last.position)
    }

    /// As `World.facts(toExplain:)` reads them from a log.
    func facts(toExplain question: ExplainDelivery) -> [EventRecord] {
        if let known = entries[question.about] { return known }
        guard let pinned = core.state.pinPosition(of: question.about, by: question.person) else { return [] }
        return Array(facts.dropFirst(Int(pinned)).prefix(2))
    }

    /// Keeps what was decided, and tells everyone.
    private mutating func note() {
        for record in core.takeDecided() {
            facts.append(record)
            requests.learn(record.event)
            switch record.event {
            case let event where event.message != nil:
                if let message = event.message { entries[message.id.rawValue, default: []].append(record) }
            case .noticePosted(let event): entries[event.notice.id.rawValue, default: []].append(record)
            case .consentOffered(let event): entries[event.request.id.rawValue] = [record]
            default: break
            }
            for person in record.event.announcement(in: core.state)?.people ?? [] {
                guard let notification = record.event.notification(to: person, in: core.state, at: record.place) else {
                    continue
                }
                #expect(told[person]?[record.position] == nil, "seed \(seed): told twice")
                told[person, default: [:]][record.position] = notification
                alerts[person, default: [:]][record.position] =
                    record.event.alert(for: person, in: core.state, at: .max)?.reason
            }
        }
    }

    /// Whether somebody ever deleted a message before a position of the log.
    func wasDeleted(_ message: Message, by person: Handle, before position: Int64) -> Bool {
        facts.contains { fact in
            guard fact.position < position, case .messagesDeleted(let event) = fact.event else { return false }
            return event.by == person && event.conversation == message.conversation
                && MessageRuns(event.runs).contains(message.sequence)
        }
    }

    /// Everything that can be asked about: each message, notice and question, and each link ever.
    var subjects: [String] {
        entries.keys.sorted() + (0..<core.state.links.count).map { core.state.links[$0].id.rawValue }.sorted()
    }

    /// Why a message, its edits that newly mentioned somebody, or a notice alerted a person or did not, as it was decided
    /// when they were told. Of what was taken back nothing is left to be asked, and of a notice the newest counts.
    func alerts(of about: String, to person: Handle) -> [Reason] {
        guard let facts = entries[about], let newest = facts.last else { return [] }
        return facts.compactMap { fact in
            switch (fact.event, newest.event) {
            case (_, .messageChanged(let last)) where last.message.isUnsent || last.message.sender == person: return nil
            case (.messagePosted(let posted), _) where posted.message.sender == person: return nil
            case (.messageChanged(let changed), _):
                guard case .edited(let mentioned) = changed.change, mentioned.contains(person) else { return nil }
                return alerts[person]?[fact.position]
            case (.noticePosted, _) where fact.position != newest.position: return nil
            case (.messagePosted, _), (.noticePosted, _):
                return alerts[person]?[fact.position]
            default: return nil
            }
        }
    }
}
