import ChatProtocol

extension WorldModel {
    /// Applies a new message or a change of one: at most five edits within 15 minutes, unsending within two minutes,
    /// and tapbacks.
    ///
    /// - Returns: The members who must be notified.
    /// - Throws: ``Broken`` if the fact contradicts earlier ones or exceeds a limit.
    mutating func takeMessage(
        _ fact: Fact, _ json: JSONValue, _ change: JSONValue?
    ) throws(Broken) -> [String] {
        guard let id = json["id"]?.stringValue, let talkID = fact.conversation,
            let sender = json["sender"]?.stringValue, let sequence = json["sequence"]?.integerValue
        else { throw Broken(why: "the message lacks its id, conversation, sender or number") }
        let found = CanaryWords.numbers(in: Array((json["text"]?.stringValue ?? "").utf8))
        if fact.kind == "messagePosted" {
            let talk = try talk(talkID, of: sender)
            guard !talk.deleted.values.contains(where: \.isOffList) else {
                throw Broken(why: "the conversation is still off the list of a member who deleted it")
            }
            guard sequence == talk.sequence + 1 else {
                throw Broken(why: "the message has number \(sequence) after number \(talk.sequence)")
            }
            guard said[id] == nil else { throw Broken(why: "an earlier message has the same id") }
            if let asked = fact.asked, asked.sender != sender {
                throw Broken(why: "\(asked.sender) sent the message as \(sender)")
            }
            said[id] = Said(
                id: id, talk: talkID, sender: sender, sequence: sequence, at: fact.at, position: fact.position,
                changedAt: fact.position, newest: found)
            for number in found {
                if let earlier = tokens[number] {
                    throw Broken(why: "record \(earlier.position) already has this text")
                }
                tokens[number] = (fact.position, id)
            }
            talks[talkID]?.sequence = sequence
            talks[talkID]?.messages.append(id)
            return talk.members
        }
        guard let old = said[id], old.talk == talkID, old.sender == sender, old.sequence == sequence else {
            throw Broken(why: "it changes an unknown message, or its conversation, sender or number")
        }
        guard old.unsentAt == nil else { throw Broken(why: "it changes a message that was unsent") }
        said[id]?.changedAt = fact.position
        switch change?["kind"]?.stringValue {
        case "edited":
            guard fact.asked?.sender ?? sender == sender else {
                throw Broken(why: "the message was edited by a person who is not its sender")
            }
            guard fact.at - old.at <= 900_000, old.versions < 5 else {
                throw Broken(why: "the message was edited too late or too often")
            }
            guard json["versions"]?.arrayValue?.count == old.versions + 1 else {
                throw Broken(why: "the message does not have one version for each edit")
            }
            for number in found where tokens[number] == nil { tokens[number] = (fact.position, id) }
            said[id]?.versions += 1
            said[id]?.newest = found
        case "unsent":
            guard fact.asked?.sender ?? sender == sender else {
                throw Broken(why: "the message was unsent by a person who is not its sender")
            }
            guard fact.at - old.at <= 120_000 else { throw Broken(why: "the message was unsent too late") }
            guard found.isEmpty else { throw Broken(why: "the message was unsent, but still has its text") }
            said[id]?.unsentAt = fact.position
            said[id]?.newest = []
        default:
            guard found == old.newest else { throw Broken(why: "a tapback changed the text of the message") }
        }
        return talks[talkID]?.members.filter { isTheirs(old, $0) } ?? []
    }
}

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
