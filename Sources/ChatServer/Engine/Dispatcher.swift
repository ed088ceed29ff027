import ChatCore
import ChatProtocol

/// The last step of a notification: to its stream, unless a fault acts on it.
///
/// It owns the faults and what they hold back, and the messages that were delivered in conversations of two, with the
/// receipts to their senders (`rcpt-delivered`). The process keeps all of it in memory.
final class Dispatcher {
    @exclusivity(unchecked) private(set) var faults: FaultTable
    /// The messages that were delivered in conversations of two. Groups have no receipts.
    @exclusivity(unchecked) private(set) var marks = DeliveredMarks()
    @exclusivity(unchecked) private var delayed = DelayQueue()
    /// The number of notifications that faults hold back until the next one of their session.
    @exclusivity(unchecked) private var heldBackCount = 0
    /// The delivered messages whose senders have not received a receipt.
    @exclusivity(unchecked) private var newlyDelivered: [DeliveredMarks.Arrival] = []
    private let sessions: SessionRoster
    private let limits: Limits
    private let counts: EngineCounts
    /// Called for each session that a fault ends.
    private var onEnd: (Session) -> Void = { _ in }
    /// Called for each fault that fires.
    private var onFault: (FiredFault, Instant) -> Void = { _, _ in }

    init(seed: Int64, _ sessions: SessionRoster, limits: Limits, counts: EngineCounts) {
        faults = FaultTable(seed: seed)
        (self.sessions, self.limits, self.counts) = (sessions, limits, counts)
    }

    /// Sets what is called for each session that a fault ends, and for each fault that fires.
    func report(ends onEnd: @escaping (Session) -> Void, faults onFault: @escaping (FiredFault, Instant) -> Void) {
        (self.onEnd, self.onFault) = (onEnd, onFault)
    }

    /// Forgets all faults and marks, because the world begins again.
    func reset(seed: Int64) {
        (faults, marks) = (FaultTable(seed: seed), DeliveredMarks())
        (delayed, heldBackCount, newlyDelivered) = (DelayQueue(), 0, [])
    }

    /// True if a fault may act on a notification. It is the only check in a world without faults.
    var isWatched: Bool { faults.isActive || heldBackCount > 0 }

    // MARK: Faults

    /// Adds a fault.
    ///
    /// - Throws: The errors of `fault.inject`.
    func inject(_ request: InjectFault) throws(RPCError) -> Fault { try faults.inject(request, max: limits.faults) }

    /// Removes a fault, or all of them.
    ///
    /// - Throws: `not_found` if there is no such fault.
    func clear(_ fault: FaultID?) throws(RPCError) { try faults.clear(fault) }

    /// Returns the subject of an event's notification; nil if no fault waits for it and no sender waits for a receipt.
    ///
    /// - Parameter audience: The number of recipients, if it is known. A message to more than two people needs no
    ///   receipt.
    func context(
        of record: EventRecord, audience: Int? = nil, in core: Core
    ) -> NotificationContext? {
        var posted: NotificationContext.Posted?
        if (audience ?? 2) == 2, case .messagePosted(let event) = record.event,
            core.isOneToOne(event.message.conversation)
        {
            let message = event.message
            posted = NotificationContext.Posted(
                conversation: message.conversation, message: message.id, sender: message.sender,
                sequence: message.sequence)
        }
        guard isWatched || posted != nil, let cause = record.event.cause else { return nil }
        return NotificationContext(cause, posted: posted)
    }

    /// Releases a delivery to its stream, or applies a fault to it.
    func release(_ delivery: Delivery, into deliveries: inout [Delivery], at now: Instant) {
        guard delivery.isForOne else {
            // A session that has left must not keep the message from the others.
            var allAreThere = true
            delivery.forEachSession { allAreThere = allAreThere && $0.hasJoined }
            return deliveries.append(contentsOf: allAreThere ? [delivery] : delivery.each.filter(\.session.hasJoined))
        }
        let session = delivery.session
        // A fault may have ended the session before its later messages.
        guard case .joined(_, let principal, _) = session.state else { return }
        guard let context = delivery.context else { return deliveries.append(delivery) }
        guard faults.isActive, let reader = principal.addressee,
            let fault = faults.fire(
                on:
                    .init(
                        notification: context.cause.notification(to: reader), from: context.cause.from, to: reader,
                        device: session.device))
        else { return releasePastFaults(delivery, context, into: &deliveries) }
        note(fault, context.cause.notification(to: reader), reader, session, into: &deliveries, at: now)
        switch fault.effect {
        case .drop:
            if let posted = context.posted, reader != posted.sender {
                marks.lose(posted.sequence, to: .init(conversation: posted.conversation, person: reader))
            }
        case .delay(let milliseconds):
            guard holdBack(delivery, into: &deliveries) else { return }
            let dueAt = now.advanced(byMilliseconds: milliseconds)
            delayed.hold(.init(dueAt: dueAt, delivery: delivery, fault: fault.id))
        case .duplicate:
            releasePastFaults(delivery, context, into: &deliveries)
            releasePastFaults(delivery, context, into: &deliveries)
        case .reorder:
            guard holdBack(delivery, into: &deliveries) else { return }
            session.holdBack(delivery)
            heldBackCount += 1
        case .disconnect: end(session, .faultInjected, into: &deliveries)
        }
    }

    /// Releases a delivery past all faults, followed by the deliveries that were held back until the next one.
    private func releasePastFaults(
        _ delivery: Delivery, _ context: NotificationContext, into deliveries: inout [Delivery]
    ) {
        deliveries.append(delivery)
        let session = delivery.session
        if let posted = context.posted { noteDelivered(posted, to: session) }
        if !session.heldBack.isEmpty { appendHeldBack(from: session, into: &deliveries) }
    }

    private func appendHeldBack(from session: Session, into deliveries: inout [Delivery]) {
        let held = session.releaseHeldBack()
        heldBackCount -= held.count
        for delivery in held {
            deliveries.append(delivery)
            if let posted = delivery.context?.posted { noteDelivered(posted, to: session) }
        }
    }

    /// Releases all deliveries that wait for the next notification of their session. After a fence, only work that
    /// waits for time is pending.
    func releaseHeldBack(into deliveries: inout [Delivery], at now: Instant) {
        guard heldBackCount > 0 else { return }
        for session in sessions.all where !session.heldBack.isEmpty { appendHeldBack(from: session, into: &deliveries) }
        sendReceipts(into: &deliveries, at: now)
    }

    /// Counts the bytes that faults hold back from a session. Beyond the limit of one session, it ends and can resume.
    private func holdBack(_ delivery: Delivery, into deliveries: inout [Delivery]) -> Bool {
        let session = delivery.session
        session.noteHeld(delivery.byteCount)
        guard session.heldBytes > limits.unsentBytes else { return true }
        end(session, .tooMuchHeldBack, into: &deliveries)
        return false
    }

    private func end(_ session: Session, _ why: SessionEnd, into deliveries: inout [Delivery]) {
        onEnd(session)
        deliveries.append(Delivery(session: session, content: .end(why)))
    }

    /// Forgets what faults hold back from a session that has left.
    func forget(_ session: Session) {
        delayed.forget(session)
        heldBackCount -= session.releaseHeldBack().count
        session.noteHeld(-session.heldBytes)
    }

    private func note(
        _ fault: Fault, _ notification: NotificationName, _ reader: Handle, _ session: Session,
        into deliveries: inout [Delivery], at now: Instant
    ) {
        let fired = FiredFault(
            fault: fault.id, notification: notification, to: reader, device: session.device?.reference,
            effect: fault.effect)
        onFault(fired, now)
        let message = LiveNotification.faultFired(fired).encoded()
        for observer in sessions.eventObservers {
            deliveries.append(Delivery(session: observer, content: .message(message)))
        }
    }

    /// The notifications that faults delay.
    var pending: [PendingWork] {
        delayed.items.compactMap { item in
            guard let context = item.delivery.context, case .joined(_, let principal, _) = item.delivery.session.state,
                let reader = principal.addressee
            else { return nil }
            let what = "\(context.cause.notification(to: reader).rawValue) to \(reader), delayed by \(item.fault)"
            return PendingWork(what: what, dueAt: item.dueAt)
        }
    }

    // MARK: Time

    /// The time at which the next delayed notification is due; nil if there is none.
    var nextDue: Instant? { delayed.nextDue }

    /// Releases the delayed notification that is due next.
    func releaseNextDelayed(into deliveries: inout [Delivery], at now: Instant) {
        guard let item = delayed.takeFirst() else { return }
        item.delivery.session.noteHeld(-item.delivery.byteCount)
        if let context = item.delivery.context { releasePastFaults(item.delivery, context, into: &deliveries) }
        sendReceipts(into: &deliveries, at: now)
    }

    // MARK: Receipts

    /// Notes that a message was released to a stream.
    private func noteDelivered(_ posted: NotificationContext.Posted, to session: Session) {
        guard case .joined(_, .person(let reader), _) = session.state, reader != posted.sender else { return }
        let arrival = DeliveredMarks.Arrival(posted: posted, reader: reader)
        guard marks.note(arrival) else { return }
        newlyDelivered.append(arrival)
    }

    /// Notes the messages that a joining session has. A new session receives all of them with its conversations. A
    /// resuming session has the messages up to its cursor.
    func noteArrival(of session: Session, after: Int64?, in state: CoreState) {
        guard case .joined(_, .person(let reader), _) = session.state else { return }
        for id in state.people[reader]?.conversations ?? [] {
            guard let conversation = state.conversations[id], conversation.isOneToOne,
                let message = conversation.lastMessage, message.sender != reader
            else { continue }
            let mark = DeliveredMarks.Reader(conversation: id, person: reader)
            guard let after else {
                noteDelivered(
                    .init(conversation: id, message: message.id, sender: message.sender, sequence: message.sequence),
                    to: session)
                continue
            }
            // The sender received the receipt when the message was delivered. Only a restart removes it from memory.
            if conversation.lastPosition <= after, !marks.isLost(message.sequence, to: mark) {
                _ = marks.advance(mark, to: message.sequence)
            }
        }
    }

    /// Sends receipts for the messages that were delivered since the last call.
    func sendReceipts(into deliveries: inout [Delivery], at now: Instant) {
        guard !newlyDelivered.isEmpty else { return }
        let delivered = newlyDelivered
        newlyDelivered = []
        for arrival in Self.newest(of: delivered) {
            for delivery in sessions.deliveries(
                of: arrival.receipt(at: now), to: [arrival.posted.sender], from: arrival.reader, counts)
            {
                release(delivery, into: &deliveries, at: now)
            }
        }
    }

    /// Sends a person's session that has caught up the receipts that it missed.
    func sendMissedReceipts(to session: Session, into deliveries: inout [Delivery], at now: Instant) {
        guard case .person(let me) = session.principal else { return }
        let missed = marks.arrivals(after: session.arrivalsKnown).filter { $0.posted.sender == me }
        for arrival in Self.newest(of: missed) {
            let receipt = arrival.receipt(at: now)
            let context = NotificationContext(.init(receipt.name, from: arrival.reader))
            let delivery = Delivery(session: session, content: .message(receipt.encoded()), context: context)
            release(delivery, into: &deliveries, at: now)
        }
    }

    /// Returns the newest arrival of each conversation and person, which includes the earlier ones.
    private static func newest(of arrivals: [DeliveredMarks.Arrival]) -> [DeliveredMarks.Arrival] {
        var seen: Set<DeliveredMarks.Reader> = []
        return arrivals.reversed().filter { seen.insert($0.mark).inserted }.reversed()
    }
}

extension Principal {
    /// The person for whom faults and limits count the stream; nil for an observer, which shows a test everything.
    var addressee: Handle? {
        switch self {
        case .person(let handle), .app(_, let handle): handle
        case .observer: nil
        }
    }
}

extension DeliveredMarks.Arrival {
    /// The receipt that the sender of the message gets.
    func receipt(at now: Instant) -> LiveNotification {
        .delivered(
            posted.conversation, person: reader, posted.message,
            MessageReceipt(status: .delivered, sequence: posted.sequence, at: now))
    }
}

/// The deliveries that faults delay: the earliest first, and at the same time in order of arrival.
struct DelayQueue {
    struct Item {
        let dueAt: Instant
        let delivery: Delivery
        let fault: FaultID
    }

    /// The delayed deliveries in the order in which they are due.
    private(set) var items: [Item] = []

    var nextDue: Instant? { items.first?.dueAt }

    mutating func hold(_ item: Item) {
        let index = items.lastIndex { $0.dueAt <= item.dueAt }
        items.insert(item, at: index.map { $0 + 1 } ?? 0)
    }

    mutating func takeFirst() -> Item? { items.isEmpty ? nil : items.removeFirst() }

    /// Drops the deliveries to a session that has ended.
    mutating func forget(_ session: Session) {
        if !items.isEmpty { items.removeAll { $0.delivery.session === session } }
    }
}
