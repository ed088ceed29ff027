import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore

/// A random history of requests to a core, without sessions and JSON text. Thousands of histories take seconds.
struct CoreHistory {
    let core = Core()
    private(set) var facts: [EventRecord] = []
    private(set) var requests: RandomRequests
    /// The notifications that each person received live, by position in the log. They include those to the requesting
    /// device, whose answer has the same content.
    private(set) var delivered: [Handle: [Int64: Notification]] = [:]
    /// The reason for each alert decision, as it was decided at the time.
    private var alerts: [Handle: [Int64: Reason]] = [:]
    /// The facts of each message, notice and consent request, by its id.
    private var entries: [String: [EventRecord]] = [:]
    private var now = Instant(milliseconds: 1_700_000_000_000)
    private let seed: UInt64
    /// Called after each request with the state, all facts, and the number of facts before the request.
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

    /// Sends a request to the core.
    ///
    /// - Returns: True if the core performed the request.
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
        // The core does not handle requests that only read.
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

    /// Returns the core's answer to a request that decides nothing.
    mutating func ask(_ request: Request, as person: Handle) throws -> Answer {
        try core.handle(request, from: .person(person), at: core.state.lastAt)
    }

    /// Advances the core's clock.
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

    /// The facts that explain a delivery, as `World.facts(toExplain:)` reads them from a log.
    func facts(toExplain question: ExplainDelivery) -> [EventRecord] {
        if let known = entries[question.about] { return known }
        guard let pinned = ShelfReader(core.state).pinPosition(of: question.about, by: question.person) else {
            return []
        }
        return Array(facts.dropFirst(Int(pinned)).prefix(2))
    }

    /// Stores the decided facts and the notifications that they cause.
    private mutating func note() {
        for record in core.takeDecided() {
            facts.append(record)
            requests.apply(record.event)
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
                #expect(delivered[person]?[record.position] == nil, "seed \(seed): told twice")
                delivered[person, default: [:]][record.position] = notification
                alerts[person, default: [:]][record.position] =
                    record.event.alert(for: person, in: core.state, at: .max)?.reason
            }
        }
    }

    /// True if a person deleted a message before a position of the log.
    func wasDeleted(_ message: Message, by person: Handle, before position: Int64) -> Bool {
        facts.contains { fact in
            guard fact.position < position, case .messagesDeleted(let event) = fact.event else { return false }
            return event.by == person && event.conversation == message.conversation
                && MessageRuns(event.runs).contains(message.sequence)
        }
    }

    /// The ids that `delivery.explain` accepts: of each message, notice, consent request and link.
    var subjects: [String] {
        entries.keys.sorted() + (0..<core.state.links.count).map { core.state.links[$0].id.rawValue }.sorted()
    }

    /// The reasons why a message, its edits with new mentions, or a notice alerted a person or not, as decided at the
    /// delivery. An unsent message has none. A notice has only the reason of its newest fact.
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
