import ChatCore
import ChatProtocol

/// The streams of all who are in a conversation, as long as nobody comes to it or goes: what all are told alike is said
/// to them in one piece, and nobody is looked up by name for it (law 5).
struct Audience {
    /// The streams that hear things as they happen, person by person.
    let sessions: [Session]
    /// Where those of each person stand.
    private let ranges: [Handle: Range<Int>]
    /// Whether all of them are told in the same words.
    let isUniform: Bool
    fileprivate let people: [Handle]
    fileprivate let version: Int

    fileprivate init(of people: [Handle], _ roster: SessionRoster) {
        var (sessions, ranges, isUniform) = ([Session](), [Handle: Range<Int>](), true)
        for person in people {
            let start = sessions.count
            for session in roster.people[person] ?? [] where session.isLive {
                sessions.append(session)
                isUniform = isUniform && session.system == .current
            }
            if start < sessions.count { ranges[person] = start..<sessions.count }
        }
        (self.sessions, self.ranges, self.isUniform) = (sessions, ranges, isUniform)
        (self.people, version) = (people, roster.version)
    }

    /// Where one person's streams stand among them.
    func range(of person: Handle) -> Range<Int> { ranges[person] ?? 0..<0 }
}

/// The audiences of those conversations in which something was said of late.
struct Audiences {
    /// So many are kept; they are cheap to make again.
    private static let countMax = 65_536
    /// After so many have gone all are made again: until then they hold whoever has gone.
    private static let departuresMax = 1_024
    private var all: [ConversationID: Audience] = [:]
    private var departures = 0

    /// Notes that a stream is gone.
    mutating func noteDeparture() {
        departures += 1
        guard departures >= Self.departuresMax else { return }
        self = Audiences()
    }

    /// The audience of a conversation whose members are these.
    mutating func audience(of conversation: ConversationID, _ people: [Handle], _ roster: SessionRoster) -> Audience {
        if let known = all[conversation], known.version == roster.version, known.people == people { return known }
        if all.count >= Self.countMax { all = [:] }
        let audience = Audience(of: people, roster)
        all[conversation] = audience
        return audience
    }
}
