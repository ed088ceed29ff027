import ChatCore
import ChatProtocol

/// The streams of all who are in a conversation, as long as nobody comes to it or goes: what all are told alike is said
/// to them in one piece, and nobody is looked up by name for it (law 5).
final class Audience {
    /// The streams that hear things as they happen, person by person.
    let sessions: [Session]
    /// Where those of each person stand, in the order of the people.
    private let ranges: [Range<Int>]
    /// Whether all of them are told in the same words.
    let isUniform: Bool
    private let people: [Handle]
    private let version: Int

    init(of people: [Handle], _ roster: SessionRoster) {
        var (sessions, ranges, isUniform) = ([Session](), [Range<Int>](), true)
        for person in people {
            let start = sessions.count
            for session in roster.people[person] ?? [] where session.isLive {
                sessions.append(session)
                isUniform = isUniform && session.system == .current
            }
            ranges.append(start..<sessions.count)
        }
        (self.sessions, self.ranges, self.isUniform) = (sessions, ranges, isUniform)
        (self.people, version) = (people, roster.version)
    }

    /// Whether it is the audience of these people, as long as nobody came or went.
    fileprivate func isOf(_ people: [Handle], at version: Int) -> Bool {
        self.version == version && self.people == people
    }

    /// Where the streams stand of the person at an index among the people; of none, nowhere.
    func range(of person: Int?) -> Range<Int> { person.map { ranges[$0] } ?? 0..<0 }
}

/// The audiences of those conversations in which something was said of late.
struct Audiences {
    /// So many are kept; they are cheap to make again.
    private static let countMax = 65_536
    /// After so many have gone all are made again: until then they hold whoever has gone.
    private static let departuresMax = 1_024
    private var all: [Audience] = []
    /// Which is whose, by the positions that the ids of conversations say.
    private var numbers = PositionTable()
    private var departures = 0

    /// Notes that a stream is gone.
    mutating func noteDeparture() {
        departures += 1
        guard departures >= Self.departuresMax else { return }
        self = Audiences()
    }

    /// The audience of a conversation, if it is known and those are its members.
    func known(_ conversation: ConversationID, _ people: [Handle], at version: Int) -> Audience? {
        guard let position = conversation.position, let number = numbers[position],
            all[number].isOf(people, at: version)
        else { return nil }
        return all[number]
    }

    /// Keeps an audience in the place of the one that was known.
    mutating func keep(_ audience: Audience, of conversation: ConversationID) {
        // One that says no position is made anew each time.
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

extension World {
    /// The audience of a conversation whose members are these.
    func audience(of conversation: ConversationID, _ people: [Handle]) -> Audience {
        if let known = audiences.known(conversation, people, at: sessions.version) { return known }
        let audience = Audience(of: people, sessions)
        audiences.keep(audience, of: conversation)
        return audience
    }
}
