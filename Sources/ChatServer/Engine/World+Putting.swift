import ChatCore
import ChatProtocol

/// The last step of what is told: onto the stream, unless a fault wants otherwise.
extension World {
    /// What a fact's notification is about, where a fault or the sender of a message waits for it.
    ///
    /// - Parameter audience: how many people it is told to, where that is known: a message to more than two needs no
    ///   second look.
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

    /// Puts something on a stream, or does with it what a fault wants.
    func put(_ delivery: Delivery, into deliveries: inout [Delivery], at now: Instant) {
        guard delivery.isForOne else {
            // Whoever of many is gone takes what was said from nobody else.
            var allAreThere = true
            delivery.forEachSession { allAreThere = allAreThere && $0.hasJoined }
            return deliveries.append(contentsOf: allAreThere ? [delivery] : delivery.each.filter(\.session.hasJoined))
        }
        let session = delivery.session
        // A fault may have ended the stream before the rest of what was said to it.
        guard case .joined(_, let principal, _) = session.state else { return }
        guard let context = delivery.context else { return deliveries.append(delivery) }
        guard live.faults.isActive, let reader = principal.addressee,
            let fault = live.faults.meet(
                .init(
                    notification: context.cause.notification(to: reader), from: context.cause.from, to: reader,
                    device: session.device))
        else { return putThrough(delivery, context, into: &deliveries) }
        note(fault, context.cause.notification(to: reader), reader, session, into: &deliveries, at: now)
        switch fault.effect {
        case .drop:
            if let posted = context.posted, reader != posted.sender {
                live.marks.lose(posted.sequence, to: .init(conversation: posted.conversation, person: reader))
            }
        case .delay(let milliseconds):
            guard hold(delivery, into: &deliveries) else { return }
            let dueAt = now.advanced(byMilliseconds: milliseconds)
            live.delayed.hold(.init(dueAt: dueAt, delivery: delivery, fault: fault.id))
        case .duplicate:
            putThrough(delivery, context, into: &deliveries)
            putThrough(delivery, context, into: &deliveries)
        case .reorder:
            guard hold(delivery, into: &deliveries) else { return }
            session.heldBack.append(delivery)
            live.heldBackCount += 1
        case .disconnect: end(session, .faultInjected, into: &deliveries)
        }
    }

    /// Puts something on a stream past all faults, and behind it what was to come behind the next thing.
    private func putThrough(_ delivery: Delivery, _ context: NotificationContext, into deliveries: inout [Delivery]) {
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

    /// Puts what waits behind the next notification of its session on its stream without waiting longer: a fence says
    /// that nothing is under way any more but what only time will bring.
    func putAllHeldBack(into deliveries: inout [Delivery], at now: Instant) {
        guard live.heldBackCount > 0 else { return }
        for session in sessions.all where !session.heldBack.isEmpty { putHeldBack(from: session, into: &deliveries) }
        tellDelivered(into: &deliveries, at: now)
    }

    /// Counts what is held back from a session; past what may wait for one, the session ends and can resume.
    private func hold(_ delivery: Delivery, into deliveries: inout [Delivery]) -> Bool {
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

    /// Tells those who look on from outside that a fault came about.
    func tell(_ fired: FiredFault, into deliveries: inout [Delivery], at now: Instant) {
        requestNotes?.take(RequestNotes.Note(fired, after: core.state.position, at: now))
        let message = LiveNotification.faultFired(fired).encoded()
        for observer in sessions.hearers {
            deliveries.append(Delivery(session: observer, content: .message(message)))
        }
    }

    // MARK: Time

    /// When something is due here that only time brings; nil if nothing is.
    var nextDue: Instant? {
        switch (live.delayed.nextDue, live.typing.nextDue) {
        case (let delay?, let end?): min(delay, end)
        case (let delay, let end): delay ?? end
        }
    }

    /// Does the next thing that is due: the earliest first, a delay before the end of somebody's live.typing. Where an
    /// observer moves the time, each has the time at which it was due.
    ///
    /// - Returns: whether anything was.
    func putDue(into deliveries: inout [Delivery], at now: Instant) -> Bool {
        // Who is where is not known while the state says more than the log.
        guard !needsMending, let dueAt = nextDue, dueAt <= now else { return false }
        let at = clockKind == .virtual ? dueAt : now
        if live.delayed.nextDue == dueAt, let item = live.delayed.takeFirst() {
            item.delivery.session.heldBytes -= item.delivery.byteCount
            if let context = item.delivery.context { putThrough(item.delivery, context, into: &deliveries) }
            tellDelivered(into: &deliveries, at: at)
        } else if let typist = live.typing.takeFirst() {
            for delivery in tidings(of: typist, isTyping: false) { put(delivery, into: &deliveries, at: at) }
        }
        return true
    }

    /// What faults and time-outs keep until later.
    var waiting: [PendingWork] {
        heldBack
            + live.typing.all.map {
                PendingWork(what: "end of \($0.typist.person)'s typing in \($0.typist.conversation)", dueAt: $0.dueAt)
            }
    }

    /// What faults keep until later.
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
    /// Whose stream it is to a fault and to a bound: nobody's for an observer's, which shows a test what happened.
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
