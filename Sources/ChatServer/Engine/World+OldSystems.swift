import ChatCore
import ChatProtocol

/// Devices whose systems know nothing of edits, undo send and tapbacks: texts that follow the message stand for the
/// first and the last, and an unsent message stays where it was shown. Administrators of a share are unknown to them.
extension World {
    /// What such a device is told of a change to a message or of a share; nil where it is told nothing.
    func oldWords(for record: EventRecord, to person: Handle) -> [UInt8]? {
        let state = core.state
        let message: Message
        let change: MessageChange
        let alert: Bool
        switch state.notification(of: record, to: person) {
        case .messageChanged(let changed, let how, let alerts): (message, change, alert) = (changed, how, alerts)
        case .shareChanged(let share)?:
            return Notification.shareChanged(share.onOldSystem).encoded(cursor: record.position)
        case let told: return told?.encoded(cursor: record.position)
        }
        let (sender, text) =
            switch change {
            case .edited: (message.sender, "Edited to “\(message.text)”")
            case .unsent: (message.sender, "")
            case .reacted(let actor, let reaction, let isRemoved):
                (actor, reaction.sentence(about: message.text, isRemoved: isRemoved))
            }
        guard !text.isEmpty, sender != person else { return nil }
        let followUp = Message(
            id: MessageID("\(message.id)+\(record.position)"), conversation: message.conversation, sender: sender,
            text: text, sentAt: record.at, sequence: message.sequence)
        return Notification.messagePosted(followUp, alert: alert).encoded(cursor: record.position)
    }

    /// The answer to the sender of what was unsent, with a warning that names those who have such a device here
    /// (`msg-unsend-old`).
    ///
    /// - Parameter state: that of the core which decides just now, and which nobody else may look into meanwhile.
    func addingWarning(to answer: Answer, in state: borrowing CoreState) -> Answer {
        guard case .message(let message) = answer, message.isUnsent else { return answer }
        let readers = state.conversations[message.conversation]?.order ?? []
        let keepers = readers.filter { reader in
            reader != message.sender && people[reader]?.contains { $0.system == .old } == true
        }
        guard !keepers.isEmpty else { return answer }
        let names = keepers.map { state.person($0).name }.joined(separator: ", ")
        return .unsent(
            message, warning: "\(names) may still see it on a device with an older system.", keptBy: keepers)
    }
}
