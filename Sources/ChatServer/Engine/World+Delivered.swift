import ChatCore
import ChatProtocol

/// Delivery of messages in conversations of two, and the receipts to their senders (`rcpt-delivered`). The process
/// keeps it in memory; groups have no receipts.
extension World {
    /// Notes that a message was released to a stream.
    func noteDelivered(_ posted: NotificationContext.Posted, to session: Session) {
        guard case .joined(_, .person(let reader), _) = session.state, reader != posted.sender else { return }
        let arrival = DeliveredMarks.Arrival(posted: posted, reader: reader)
        guard live.marks.note(arrival) else { return }
        live.newlyDelivered.append(arrival)
    }

    /// Notes the messages that a joining session has. A new session receives all of them with its conversations. A
    /// resuming session has the messages up to its cursor.
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
            // The sender received the receipt when the message was delivered. Only a restart removes it from memory.
            if conversation.lastPosition <= after, !live.marks.isLost(message.sequence, to: mark) {
                _ = live.marks.advance(mark, to: message.sequence)
            }
        }
    }

    /// Sends receipts for the messages that were delivered since the last call.
    func sendReceipts(into deliveries: inout [Delivery], at now: Instant) {
        guard !live.newlyDelivered.isEmpty else { return }
        let delivered = live.newlyDelivered
        live.newlyDelivered = []
        for arrival in Self.newest(of: delivered) {
            for delivery in live(arrival.receipt(at: now), to: [arrival.posted.sender], from: arrival.reader) {
                release(delivery, into: &deliveries, at: now)
            }
        }
    }

    /// Sends a person's session that has caught up the receipts that it missed.
    func sendMissedReceipts(to session: Session, into deliveries: inout [Delivery], at now: Instant) {
        guard case .person(let me) = session.principal else { return }
        let missed = live.marks.arrivals(after: session.arrivalsKnown).filter { $0.posted.sender == me }
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

extension DeliveredMarks.Arrival {
    /// The receipt that the sender of the message gets.
    func receipt(at now: Instant) -> LiveNotification {
        .delivered(
            posted.conversation, person: reader, posted.message,
            MessageReceipt(status: .delivered, sequence: posted.sequence, at: now))
    }
}
