import ChatProtocol

extension WorldModel {
    /// What is said, edited for 15 minutes and five times, taken back for two, and given tapbacks.
    mutating func takeMessage(
        _ fact: Fact, _ json: JSONValue, _ change: JSONValue?
    ) throws(Broken) -> [String] {
        guard let id = json["id"]?.stringValue, let talkID = fact.conversation,
            let sender = json["sender"]?.stringValue, let sequence = json["sequence"]?.integerValue
        else { throw Broken(why: "a message without what makes one") }
        let found = CanaryWords.numbers(in: Array((json["text"]?.stringValue ?? "").utf8))
        if fact.kind == "messagePosted" {
            let talk = try talk(talkID, of: sender)
            guard !talk.deleted.values.contains(where: \.isOffList) else {
                throw Broken(why: "a conversation with a new message is on no list of a member")
            }
            guard sequence == talk.sequence + 1 else { throw Broken(why: "number \(sequence) behind \(talk.sequence)") }
            guard said[id] == nil else { throw Broken(why: "sent twice") }
            if let asked = fact.asked, asked.sender != sender {
                throw Broken(why: "\(asked.sender) spoke as \(sender)")
            }
            said[id] = Said(
                id: id, talk: talkID, sender: sender, sequence: sequence, at: fact.at, position: fact.position,
                changedAt: fact.position, newest: found)
            for number in found {
                if let earlier = tokens[number] { throw Broken(why: "was sent at \(earlier.position)") }
                tokens[number] = (fact.position, id)
            }
            talks[talkID]?.sequence = sequence
            talks[talkID]?.messages.append(id)
            return talk.members
        }
        guard let old = said[id], old.talk == talkID, old.sender == sender, old.sequence == sequence else {
            throw Broken(why: "there is no such message")
        }
        guard old.unsentAt == nil else { throw Broken(why: "it was unsent") }
        said[id]?.changedAt = fact.position
        switch change?["kind"]?.stringValue {
        case "edited":
            guard fact.asked?.sender ?? sender == sender else { throw Broken(why: "edited by another person") }
            guard fact.at - old.at <= 900_000, old.versions < 5 else {
                throw Broken(why: "edited too late or too often")
            }
            guard json["versions"]?.arrayValue?.count == old.versions + 1 else {
                throw Broken(why: "an edit was forgotten")
            }
            for number in found where tokens[number] == nil { tokens[number] = (fact.position, id) }
            said[id]?.versions += 1
            said[id]?.newest = found
        case "unsent":
            guard fact.asked?.sender ?? sender == sender else { throw Broken(why: "unsent by another person") }
            guard fact.at - old.at <= 120_000 else { throw Broken(why: "unsent too late") }
            guard found.isEmpty else { throw Broken(why: "unsent, but its text remains") }
            said[id]?.unsentAt = fact.position
            said[id]?.newest = []
        default:
            guard found == old.newest else { throw Broken(why: "a tapback changed the words") }
        }
        return talks[talkID]?.members.filter { isTheirs(old, $0) } ?? []
    }
}
