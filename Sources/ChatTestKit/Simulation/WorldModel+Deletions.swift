import ChatProtocol

extension WorldModel {
    /// The messages that a person deleted from their own view of a conversation.
    struct Deleted {
        /// The position and the time of the deletion of each message, by its number.
        var gone: [Int64: (position: Int64, at: Int64)] = [:]
        /// The numbers of the messages that can be recovered.
        var recoverable: Set<Int64> = []
        /// The numbers of all messages that were ever deleted.
        var ever: Set<Int64> = []
        /// True if the conversation is not on the person's list.
        var isOffList = false
        /// The position of the last change.
        var changedAt: Int64 = 0

        mutating func endStay() { (recoverable, isOffList) = ([], false) }
    }

    /// The time for which a deleted message can be recovered, in milliseconds (`unread-mark`).
    private static let recoverableFor: Int64 = 30 * 86_400_000

    /// Returns true if a person deleted a message before a position and has not recovered it since.
    func isHidden(_ message: String, since position: Int64, from person: String) -> Bool {
        guard let said = said[message], let gone = talks[said.talk]?.deleted[person]?.gone[said.sequence] else {
            return false
        }
        return gone.position < position
    }

    /// Returns true if a person ever deleted a message.
    func wasEverDeleted(_ message: String, by person: String) -> Bool {
        guard let said = said[message] else { return false }
        return talks[said.talk]?.deleted[person]?.ever.contains(said.sequence) == true
    }

    /// Applies a deletion, a recovery or a final deletion.
    ///
    /// - Returns: The person, who must be notified.
    /// - Throws: ``Broken`` if the fact contradicts earlier ones.
    mutating func takeDeletion(_ fact: Fact, _ body: JSONValue) throws(Broken) -> String {
        let person = body["by"]?.stringValue ?? body["of"]?.stringValue
        let talk = try talk(fact.conversation, of: person)
        guard let person, let id = fact.conversation else {
            throw Broken(why: "it does not name a person and a conversation")
        }
        var deleted = talk.deleted[person] ?? Deleted()
        var numbers: [Int64] = []
        for run in body["messages"]?.arrayValue ?? [] {
            guard let first = run["first"]?.integerValue, let last = run["last"]?.integerValue, first <= last else {
                throw Broken(why: "it has an invalid range of messages")
            }
            numbers += first...last
        }
        guard numbers.allSatisfy({ $0 > talk.after[person] ?? 0 && $0 <= talk.sequence }) else {
            throw Broken(why: "it has messages that the person never had")
        }
        switch fact.kind {
        case "messagesDeleted":
            guard numbers.allSatisfy({ deleted.gone[$0] == nil }) else {
                throw Broken(why: "it deletes a message that is already deleted")
            }
            for number in numbers { deleted.gone[number] = (fact.position, fact.at) }
            deleted.recoverable.formUnion(numbers)
            deleted.ever.formUnion(numbers)
            if body["whole"]?.boolValue == true { deleted.isOffList = true }
        case "messagesRestored":
            guard deleted.recoverable.isSuperset(of: numbers) else {
                throw Broken(why: "it restores a message that cannot be restored")
            }
            for number in numbers { deleted.gone[number] = nil }
            deleted.recoverable.subtract(numbers)
            deleted.isOffList = false
        default:
            guard deleted.recoverable.isSuperset(of: numbers) else {
                throw Broken(why: "it erases a message that is not recently deleted")
            }
            let isInTime = numbers.allSatisfy { fact.at - (deleted.gone[$0]?.at ?? 0) == Self.recoverableFor }
            guard fact.asked != nil || isInTime else {
                throw Broken(why: "it erases a message before or after the 30 days end")
            }
            deleted.recoverable.subtract(numbers)
        }
        deleted.changedAt = fact.position
        talks[id]?.deleted[person] = deleted
        return person
    }
}
