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
