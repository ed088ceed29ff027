import ChatCore
import ChatProtocol

/// Devices whose systems know nothing of undo send.
extension World {
    /// The answer to the sender of what was unsent, with a warning that names those who have such a device here
    /// (`msg-unsend-old`).
    ///
    /// - Parameter state: that of the core which decides just now, and which nobody else may look into meanwhile.
    func addingWarning(to answer: Answer, in state: borrowing CoreState) -> Answer {
        guard case .message(let message) = answer, message.isUnsent else { return answer }
        let readers = state.conversations[message.conversation]?.order ?? []
        let keepers = readers.filter { reader in
            reader != message.sender
                && (sessions.people[reader]?.contains { $0.system == .old } == true
                    || live.elsewhere.has(reader, on: .old))
        }
        guard !keepers.isEmpty else { return answer }
        let names = keepers.map { state.person($0).name }.joined(separator: ", ")
        return .unsent(
            message, warning: "\(names) may still see it on a device with an older system.", keptBy: keepers)
    }
}
