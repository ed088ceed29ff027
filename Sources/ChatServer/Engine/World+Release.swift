import ChatCore
import ChatProtocol

/// The last step of a notification: to its stream, unless a fault acts on it.
extension World {
    /// Returns the subject of an event's notification; nil if no fault waits for it and no sender waits for a receipt.
    ///
    /// - Parameter audience: The number of recipients, if it is known. A message to more than two people needs no
    ///   receipt.
    func context(of record: EventRecord, audience: Int? = nil) -> NotificationContext? {
        var posted: NotificationContext.Posted?
        if (audience ?? 2) == 2, case .messagePosted(let event) = record.event,
            core.state.conversations[event.message.conversation]?.isOneToOne == true
        {
            let message = event.message
            posted = NotificationContext.Posted(
                conversation: message.conversation, message: message.id, sender: message.sender,
                sequence: message.sequence)
        }
        guard live.isWatched || posted != nil, let cause = record.event.cause else { return nil }
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
        guard live.faults.isActive, let reader = principal.addressee,
            let fault = live.faults.meet(
                .init(
                    notification: context.cause.notification(to: reader), from: context.cause.from, to: reader,
                    device: session.device))
        else { return releasePastFaults(delivery, context, into: &deliveries) }
        note(fault, context.cause.notification(to: reader), reader, session, into: &deliveries, at: now)
        switch fault.effect {
        case .drop:
            if let posted = context.posted, reader != posted.sender {
                live.marks.lose(posted.sequence, to: .init(conversation: posted.conversation, person: reader))
            }
        case .delay(let milliseconds):
            guard holdBack(delivery, into: &deliveries) else { return }
            let dueAt = now.advanced(byMilliseconds: milliseconds)
            live.delayed.hold(.init(dueAt: dueAt, delivery: delivery, fault: fault.id))
        case .duplicate:
            releasePastFaults(delivery, context, into: &deliveries)
            releasePastFaults(delivery, context, into: &deliveries)
        case .reorder:
            guard holdBack(delivery, into: &deliveries) else { return }
            session.heldBack.append(delivery)
            live.heldBackCount += 1
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
        if !session.heldBack.isEmpty { putHeldBack(from: session, into: &deliveries) }
    }

    private func putHeldBack(from session: Session, into deliveries: inout [Delivery]) {
        let held = session.heldBack
        session.heldBack = []
        live.heldBackCount -= held.count
        for delivery in held {
            session.heldBytes -= delivery.byteCount
            deliveries.append(delivery)
            if let posted = delivery.context?.posted { noteDelivered(posted, to: session) }
        }
    }

    /// Releases all deliveries that wait for the next notification of their session. After a fence, only work that
    /// waits for time is pending.
    func releaseHeldBack(into deliveries: inout [Delivery], at now: Instant) {
        guard live.heldBackCount > 0 else { return }
        for session in sessions.all where !session.heldBack.isEmpty { putHeldBack(from: session, into: &deliveries) }
        sendReceipts(into: &deliveries, at: now)
    }

    /// Counts the bytes that faults hold back from a session. Beyond the limit of one session, it ends and can resume.
    private func holdBack(_ delivery: Delivery, into deliveries: inout [Delivery]) -> Bool {
        let session = delivery.session
        session.heldBytes += delivery.byteCount
        guard session.heldBytes > limits.unsentBytes else { return true }
        end(session, .tooMuchHeldBack, into: &deliveries)
        return false
    }

    private func end(_ session: Session, _ why: SessionEnd, into deliveries: inout [Delivery]) {
        leave(session)
        deliveries.append(Delivery(session: session, content: .end(why)))
    }

    func forgetHeldBack(from session: Session) {
        live.delayed.forget(session)
        live.heldBackCount -= session.heldBack.count
        session.heldBack = []
        session.heldBytes = 0
    }

    private func note(
        _ fault: Fault, _ notification: NotificationName, _ reader: Handle, _ session: Session,
        into deliveries: inout [Delivery], at now: Instant
    ) {
        let fired = FiredFault(
            fault: fault.id, notification: notification, to: reader, device: session.device?.reference,
            effect: fault.effect)
        onFault(fired)
        tell(fired, into: &deliveries, at: now)
    }

    /// Notifies the observers that a fault has fired.
    func tell(_ fired: FiredFault, into deliveries: inout [Delivery], at now: Instant) {
        requestNotes?.take(RequestNotes.Note(fired, after: core.state.position, at: now))
        let message = LiveNotification.faultFired(fired).encoded()
        for observer in sessions.eventObservers {
            deliveries.append(Delivery(session: observer, content: .message(message)))
        }
    }

    // MARK: Time

    /// The time at which the next delayed notification or end of typing is due; nil if there is none.
    var nextDue: Instant? {
        switch (live.delayed.nextDue, live.typing.nextDue) {
        case (let delay?, let end?): min(delay, end)
        case (let delay, let end): delay ?? end
        }
    }

    /// Performs the work that is due next: the earliest first, and a delayed notification before an end of typing. With
    /// a virtual clock, each happens at the time at which it was due.
    ///
    /// - Returns: True if something was due.
    func performDue(into deliveries: inout [Delivery], at now: Instant) -> Bool {
        // While the state is ahead of the log, the members of conversations are not known.
        guard !isStale, let dueAt = nextDue, dueAt <= now else { return false }
        let at = clockKind == .virtual ? dueAt : now
        if live.delayed.nextDue == dueAt, let item = live.delayed.takeFirst() {
            item.delivery.session.heldBytes -= item.delivery.byteCount
            if let context = item.delivery.context { releasePastFaults(item.delivery, context, into: &deliveries) }
            sendReceipts(into: &deliveries, at: at)
        } else if let typist = live.typing.takeFirst() {
            for delivery in typingNotifications(of: typist, isTyping: false) {
                release(delivery, into: &deliveries, at: at)
            }
        }
        return true
    }

    /// The work that waits for a delay by a fault or for an end of typing.
    var waiting: [PendingWork] {
        heldBack
            + live.typing.all.map {
                PendingWork(what: "end of \($0.typist.person)'s typing in \($0.typist.conversation)", dueAt: $0.dueAt)
            }
    }

    /// The notifications that faults delay.
    var heldBack: [PendingWork] {
        live.delayed.items.compactMap { item in
            guard let context = item.delivery.context, case .joined(_, let principal, _) = item.delivery.session.state,
                let reader = principal.addressee
            else { return nil }
            let what = "\(context.cause.notification(to: reader).rawValue) to \(reader), delayed by \(item.fault)"
            return PendingWork(what: what, dueAt: item.dueAt)
        }
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

extension Delivery {
    fileprivate var byteCount: Int {
        if case .message(let message) = content { message.count } else { 0 }
    }
}
