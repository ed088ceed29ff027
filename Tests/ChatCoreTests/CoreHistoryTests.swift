import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatLog

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The invariants of the core, over many random histories. A failure names its seed.
struct CoreHistoryTests {
    /// The number of histories in each part of a test. `UNDERSTUDY_HISTORIES=1000` raises it.
    private static let part =
        getenv("UNDERSTUDY_HISTORIES").flatMap { UInt64(String(cString: $0)) } ?? (TestExtent.isWhole ? 80 : 20)
    private static let parts = 0..<UInt64(6)

    private func histories(_ part: UInt64, _ check: (UInt64, CoreHistory) throws -> Void) throws {
        for seed in part * Self.part..<(part + 1) * Self.part {
            // A short history shows most faults, and shows best where they are. Some faults need a long one.
            try check(seed, try CoreHistory(seed: seed, requests: seed % 5 == 0 ? 60 : 12))
        }
    }

    @Test("the state equals the fold of all facts and the state restored from the log", arguments: parts)
    func stateEqualsTheFoldAndTheRestoredState(_ part: UInt64) throws {
        try histories(part) { seed, history in
            var folded = CoreState()
            for fact in history.facts { folded.fold(fact) }
            #expect(folded == history.core.state, "seed \(seed): folded")
            for person in RandomRequests.people {
                #expect(
                    ShelfReader(folded).shelf(of: person) == ShelfReader(history.core.state).shelf(of: person),
                    "seed \(seed): \(person)'s shelf")
            }
            // Restoring the state takes longer than the other checks.
            guard seed % 5 == 0 else { return }
            let log = MemoryEventLog()
            try log.append(history.facts.map { LogRecord($0) }, expectedEnd: 0)
            let restored = try log.restoredState()
            #expect(restored == history.core.state, "seed \(seed): restored")
            for person in RandomRequests.people {
                #expect(
                    ShelfReader(restored).shelf(of: person).map(\.id)
                        == ShelfReader(history.core.state).shelf(of: person).map(\.id),
                    "seed \(seed): \(person)'s shelf is another after a restart")
            }
        }
    }

    @Test("D3: message numbers have no gaps, and read positions only move forward", arguments: parts)
    func numbersHaveNoGapsAndReadPositionsMoveForward(_ part: UInt64) throws {
        try histories(part) { seed, history in
            var state = CoreState()
            for fact in history.facts {
                let before = state
                state.fold(fact)
                #expect(fact.position == before.position + 1 && state.position == fact.position, "seed \(seed)")
                #expect(fact.at >= before.lastAt, "seed \(seed): time steps back")
                if case .messagePosted(let event) = fact.event {
                    let message = event.message
                    let last = before.conversations[message.conversation]?.lastSequence
                    #expect(message.sequence == last.map { $0 + 1 }, "seed \(seed): a gap at \(fact.position)")
                }
                for conversation in state.conversations.values {
                    for person in conversation.order {
                        let membership = try #require(conversation.members[person])
                        let id = conversation.id
                        let place = "seed \(seed): \(person) in \(id) at \(fact.position)"
                        #expect(membership.readThrough <= conversation.lastSequence, "\(place)")
                        #expect(conversation.unread(of: person) >= 0, "\(place)")
                        guard let old = before.conversations[id]?.members[person] else { continue }
                        #expect(membership.readThrough >= old.readThrough, "\(place)")
                    }
                }
            }
        }
    }

    @Test(
        "D10, D11: a resuming client receives the notifications that were delivered live, and no others",
        arguments: parts)
    func resumingClientReceivesTheLiveNotifications(_ part: UInt64) throws {
        try histories(part) { seed, history in
            for person in RandomRequests.people {
                let live = history.delivered[person] ?? [:]
                for fact in history.facts {
                    let again = fact.event.notification(to: person, in: history.core.state, at: fact.place)
                    let place = "seed \(seed): \(person) at \(fact.position)"
                    switch (live[fact.position], again) {
                    case (nil, nil): continue
                    // A resuming client also receives changes of a message from the time when it was deleted, once it
                    // is recovered.
                    case (nil, .some(.messageChanged(let message, _, _)))
                    where history.wasDeleted(message, by: person, before: fact.position): continue
                    case (nil, .some(let notification)): Issue.record("\(place) was never told \(notification)")
                    case (.some(let delivered), .some(let notification)):
                        let unsaid = delivered.unsaid(in: notification)
                        #expect(delivered.lasting == notification.lasting || unsaid, "\(place)")
                    case (.some(let delivered), nil):
                        #expect(
                            isOver(delivered, at: fact.position, for: person, in: history), "\(place): \(delivered)")
                    }
                }
            }
        }
    }

    private func isOver(
        _ delivered: Notification, at position: Int64, for person: Handle, in history: CoreHistory
    ) -> Bool {
        switch delivered {
        case .consentRequested(let request):
            return history.core.state.people[person]?.consents.question(request.id) == nil
        case .highlightsChanged:
            return history.delivered[person]?.contains {
                if case .highlightsChanged = $0.value { $0.key > position } else { false }
            } == true
        case .messagePosted(let message, _), .messageChanged(let message, _, _):
            return history.core.state.conversations.deleted(by: person, in: message.conversation)?.messages
                .contains(message.sequence) == true
        case .conversationChanged(let conversation, _), .deletionChanged(let conversation, _):
            return history.facts.contains {
                guard $0.position > position, case .participantRemoved(let removal) = $0.event else { return false }
                return removal.person == person && removal.conversation == conversation.id
            }
        case .documentChanged(let view, _):
            // Only people who can read a document receive its changes, and a deleted document has no readers.
            let state = history.core.state
            guard let document = state.documents[view.id] else { return false }
            return document.isDeleted || !DocumentViews(state).canRead(document, person)
        default: return false
        }
    }

    @Test("D10: a notice counts exactly the events that were delivered to its reader", arguments: parts)
    func noticeCountsTheEventsDeliveredToItsReader(_ part: UInt64) throws {
        try histories(part) { seed, history in
            for person in RandomRequests.people {
                var counts: [NoticeID: Int64] = [:]
                for (position, delivered) in (history.delivered[person] ?? [:]).sorted(by: { $0.key < $1.key }) {
                    guard case .noticePosted(let notice, _) = delivered, notice.event.highlight != nil else { continue }
                    let place = "seed \(seed): \(notice.id) told to \(person) at \(position)"
                    let before = counts[notice.id] ?? 0
                    #expect(notice.count == before + Int64(max(notice.people.count, 1)), "\(place)")
                    counts[notice.id] = notice.count
                    // A notice has the place of its first posting, which is never above the line at which its reader
                    // joined.
                    let conversation = try #require(history.core.state.conversations[notice.conversation])
                    let stay = conversation.former[person]?.first { $0.joined <= position && position < $0.end }
                    let joined = try #require(stay?.joined ?? conversation.members[person]?.joined, "\(place)")
                    #expect(joined < (notice.id.position ?? 0), "\(place): above the joining at \(joined)")
                }
            }
        }
    }

    @Test("D10: a stored notice equals the last one that was delivered to each of its readers", arguments: parts)
    func storedNoticeEqualsItsLastDelivery(_ part: UInt64) throws {
        try histories(part) { seed, history in
            var newest: [NoticeID: Event.NoticePosted] = [:]
            for case .noticePosted(let posted) in history.facts.map(\.event) { newest[posted.notice.id] = posted }
            for person in RandomRequests.people {
                var known: [NoticeID: Notice] = [:]
                for (_, delivered) in (history.delivered[person] ?? [:]).sorted(by: { $0.key < $1.key }) {
                    if case .noticePosted(let notice, _) = delivered { known[notice.id] = notice }
                }
                for (id, posted) in newest {
                    var (stored, delivered) = (posted.known(to: person), known[id])
                    // The sentence about members is written for its reader: it calls an added reader "you".
                    if case .highlight(.membership)? = delivered?.event {
                        stored?.text = ""
                        delivered?.text = ""
                    }
                    #expect(stored == delivered, "seed \(seed): \(id) of \(person)")
                }
            }
        }
    }

    @Test("D27: every explanation agrees with the delivery and the alert that took place", arguments: parts)
    func explanationAgreesWithTheDelivery(_ part: UInt64) throws {
        let rules = try ServerTestSupport.rules()
        try histories(part) { seed, history in
            let core = history.core.copy()
            for person in RandomRequests.people {
                let shelf = Set(ShelfReader(history.core.state).shelf(of: person).map(\.id.rawValue))
                let delivered = history.delivered[person] ?? [:]
                for about in history.subjects {
                    var fields = try JSONFields(["person": .string(person.rawValue), "about": .string(about)])
                    let question = try ExplainDelivery(from: &fields)
                    let facts = history.facts(toExplain: question)
                    func ask(_ actor: Principal) throws(RPCError) -> DeliveryExplanation? {
                        let answer = try core.handle(
                            .deliveryExplain(question), from: actor, prefetched: .facts(facts), at: core.state.lastAt)
                        return if case .explanation(let explanation) = answer { explanation } else { nil }
                    }
                    let place = "seed \(seed): \(about) and \(person)"
                    let explanation = try #require(try? ask(.observer(nil)), "\(place): not explained")
                    let isLink = about.hasPrefix("h")
                    let reached =
                        isLink
                        ? shelf.contains(about) : facts.contains { delivered[$0.position]?.brings(about) == true }
                    #expect(explanation.delivered == reached, "\(place): \(explanation)")
                    #expect(!explanation.reasons.isEmpty, "\(place)")
                    for alert in history.alerts(of: about, to: person) {
                        #expect(explanation.reasons.contains(alert), "\(place): not \(alert): \(explanation)")
                    }
                    for reason in explanation.reasons { #expect(rules.contains(reason.rule), "\(place): \(reason)") }
                    // People whom it reached may ask about it. For others the core does not reveal that it exists.
                    let own = try? ask(.person(person))
                    #expect(own == nil || own == explanation, "\(place)")
                    if reached { #expect(own != nil, "\(place): not theirs to ask") }
                    let decided = core.takeDecided()
                    #expect(decided.isEmpty)
                }
            }
        }
    }

    @Test func sameSeedGivesTheSameHistory() throws {
        for seed in 0..<20 as Range<UInt64> {
            let one = try CoreHistory(seed: seed, requests: 60)
            let other = try CoreHistory(seed: seed, requests: 60)
            #expect(one.facts.map(\.body) == other.facts.map(\.body), "seed \(seed)")
        }
    }
}

extension Notification {
    /// The part that a resuming client receives as it was. It is nil for a view, which arrives in its current state.
    fileprivate var lasting: Notification? {
        switch self {
        case .messagePosted(let message, _): .messagePosted(message, alert: false)
        case .messageChanged(let message, let change, _): .messageChanged(message, change, alert: false)
        case .noticePosted(let notice, _): .noticePosted(notice, alert: false)
        case .noticeCleared, .consentRequested, .shareChanged, .shareLost, .receipt, .collaborationChanged,
            .personNamed:
            self
        case .conversationChanged, .deletionChanged, .highlightsChanged, .settingsChanged: nil
        // The rights of the reader arrive in their current state.
        case .documentChanged(let view, let change): .documentChanged(view.readOnly, change)
        }
    }

    /// True if both are the same consent request, and the later one has no link because the link's message was unsent.
    fileprivate func unsaid(in later: Notification) -> Bool {
        guard case .consentRequested(var asked) = self, case .consentRequested(let again) = later, again.url.isEmpty
        else { return false }
        asked.url = ""
        return asked == again
    }

    /// True if the notification delivers the message, notice or consent request with this id.
    fileprivate func brings(_ id: String) -> Bool {
        switch self {
        case .messagePosted(let message, _): message.id.rawValue == id
        case .noticePosted(let notice, _): notice.id.rawValue == id
        case .consentRequested(let request): request.id.rawValue == id
        default: false
        }
    }
}

extension DocumentView {
    fileprivate var readOnly: DocumentView {
        var view = self
        view.canEdit = false
        return view
    }
}
