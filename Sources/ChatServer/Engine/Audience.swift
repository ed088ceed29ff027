import ChatCore
import ChatProtocol

/// The streams of all members of a conversation, until a session joins or leaves. A message that is the same for all of
/// them is one delivery, and no member is looked up by handle.
final class Audience {
    /// The live streams, person by person.
    let sessions: [Session]
    /// The indices of each person's streams, in the order of the people.
    private let ranges: [Range<Int>]
    /// True if all streams receive the same encoded message.
    let isUniform: Bool
    private let people: [Handle]
    private let version: Int

    init(of people: [Handle], _ roster: SessionRoster) {
        var (sessions, ranges, isUniform) = ([Session](), [Range<Int>](), true)
        for person in people {
            let start = sessions.count
            for session in roster.people[person] ?? [] where session.isCurrent {
                sessions.append(session)
                isUniform = isUniform && session.system == .current
            }
            ranges.append(start..<sessions.count)
        }
        (self.sessions, self.ranges, self.isUniform) = (sessions, ranges, isUniform)
        (self.people, version) = (people, roster.version)
    }

    /// Returns true if this is the audience of these people, and no session has joined or left since then.
    fileprivate func isOf(_ people: [Handle], at version: Int) -> Bool {
        self.version == version && self.people == people
    }

    /// Returns the indices of the streams of the person at an index; an empty range for nil.
    func range(of person: Int?) -> Range<Int> { person.map { ranges[$0] } ?? 0..<0 }
}

/// The audiences of conversations with recent messages.
struct Audiences {
    /// The most audiences in memory. They are cheap to create again.
    private static let countMax = 65_536
    /// The number of departures after which all audiences are dropped. Until then they retain sessions that have left.
    private static let departuresMax = 1_024
    private var all: [Audience] = []
    /// The index of the audience of each conversation, by the position in the conversation's id.
    private var numbers = PositionTable()
    private var departures = 0

    /// Notes that a session has left.
    mutating func noteDeparture() {
        departures += 1
        guard departures >= Self.departuresMax else { return }
        self = Audiences()
    }

    /// Returns the audience of a conversation, if it is stored and has these members.
    func known(_ conversation: ConversationID, _ people: [Handle], at version: Int) -> Audience? {
        guard let position = conversation.position, let number = numbers[position],
            all[number].isOf(people, at: version)
        else { return nil }
        return all[number]
    }

    /// Stores an audience in place of the earlier one of its conversation.
    mutating func store(_ audience: Audience, of conversation: ConversationID) {
        // The audience of an id without a position is created for each message.
        guard let position = conversation.position, position > 0 else { return }
        if let number = numbers[position] {
            all[number] = audience
            return
        }
        if all.count >= Self.countMax { (all, numbers) = ([], PositionTable()) }
        numbers.insert(all.count, at: position)
        all.append(audience)
    }
}
