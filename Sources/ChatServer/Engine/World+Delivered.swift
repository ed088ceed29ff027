import ChatCore
import ChatProtocol

/// Which messages of conversations of two came to the other person, and that their senders learn of it
/// (`rcpt-delivered`). It is known as long as the server runs; a group has none of it.
extension World {
    /// The number of the newest message of a conversation of two that came to one of them; 0 if none is known to have
    /// come, as after a restart.
    func deliveredThrough(_ conversation: ConversationID, _ member: Handle) -> Int64 {
        live.marks.through(.init(conversation: conversation, person: member))
    }

    /// A conversation as its reader sees it, with what only the world knows: whether their messages came.
    func addingReceipt(to conversation: Conversation, of reader: Handle) -> Conversation {
        guard conversation.participants.count == 2,
            let other = conversation.participants.first(where: { $0 != reader }),
            case let through = deliveredThrough(conversation.id, other), through > 0
        else { return conversation }
        var conversation = conversation
        conversation.deliveredThrough = through
        return conversation
    }

    /// An answer with the same.
    func addingReceipt(to answer: Answer, for principal: Principal) -> Answer {
        guard case .person(let me) = principal, case .conversation(let conversation, let line) = answer else {
            return answer
        }
        return .conversation(addingReceipt(to: conversation, of: me), line: line)
    }

    /// Notes that a message was put on a stream.
    func noteDelivered(_ posted: NotificationContext.Posted, to session: Session) {
        guard case .joined(_, .person(let reader), _) = session.state, reader != posted.sender else { return }
        let arrival = DeliveredMarks.Arrival(posted: posted, reader: reader)
        guard live.marks.note(arrival) else { return }
        live.newlyDelivered.append(arrival)
    }

    /// Notes what someone has who joins: who begins afresh takes everything as it stands, and who resumes has what
    /// stands before their cursor.
    func noteArrival(of session: Session, after: Int64?) {
        guard case .joined(_, .person(let reader), _) = session.state else { return }
        for id in core.state.people[reader]?.conversations ?? [] {
            guard let conversation = core.state.conversations[id], conversation.isOneToOne,
                let message = conversation.lastMessage, message.sender != reader
            else { continue }
            let mark = DeliveredMarks.Reader(conversation: id, person: reader)
            guard let after else {
                noteDelivered(
                    .init(conversation: id, message: message.id, sender: message.sender, sequence: message.sequence),
                    to: session)
                continue
            }
            // Its sender was told when it came; only a restart has made the server forget it.
            if conversation.lastPosition <= after, !live.marks.isLost(message.sequence, to: mark) {
                _ = live.marks.advance(mark, to: message.sequence)
            }
        }
    }

    /// Tells the senders of what came since the last time.
    func tellDelivered(into deliveries: inout [Delivery], at now: Instant) {
        guard !live.newlyDelivered.isEmpty else { return }
        let delivered = live.newlyDelivered
        live.newlyDelivered = []
        for arrival in Self.newest(of: delivered) {
            for delivery in live(arrival.receipt(at: now), to: [arrival.posted.sender], from: arrival.reader) {
                put(delivery, into: &deliveries, at: now)
            }
        }
    }

    /// Tells a session of a person that has caught up of what came to others meanwhile.
    func tellArrivals(to session: Session, into deliveries: inout [Delivery], at now: Instant) {
        guard case .person(let me) = session.principal else { return }
        let missed = live.marks.arrivals(after: session.arrivalsKnown).filter { $0.posted.sender == me }
        for arrival in Self.newest(of: missed) {
            let receipt = arrival.receipt(at: now)
            let context = NotificationContext(.init(receipt.name, from: arrival.reader))
            let delivery = Delivery(session: session, content: .message(receipt.encoded()), context: context)
            put(delivery, into: &deliveries, at: now)
        }
    }

    /// Of several messages of one conversation the newest stands for those before it.
    private static func newest(of arrivals: [DeliveredMarks.Arrival]) -> [DeliveredMarks.Arrival] {
        var seen: Set<DeliveredMarks.Reader> = []
        return arrivals.reversed().filter { seen.insert($0.mark).inserted }.reversed()
    }
}

extension DeliveredMarks.Arrival {
    /// What the sender is told of it.
    func receipt(at now: Instant) -> LiveNotification {
        .delivered(
            posted.conversation, person: reader, posted.message,
            MessageReceipt(status: .delivered, sequence: posted.sequence, at: now))
    }
}
