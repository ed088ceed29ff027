import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Random changes of one document's participants, compared with a model that knows only which events each person
/// received.
struct NoticeAudienceTests {
    @Test(
        "a notice counts only the events that its reader received, live and in the history",
        arguments: TestExtent.seeds(12, whole: 60))
    func noticeCountsItsReadersEvents(_ seed: UInt64) throws {
        var scenario = try NoticeScenario(seed: seed)
        for step in 0..<60 {
            try scenario.play()
            for name in NoticeScenario.names {
                try #require(
                    scenario.counts(of: name) == scenario.expected[name], "seed \(seed), step \(step): \(name), live")
            }
            if step % 6 == 5 { try scenario.compareHistories("seed \(seed), step \(step)") }
        }
        let before = try NoticeScenario.names.map { try scenario.history(of: $0) }
        try scenario.trip.server.restart()
        #expect(
            try NoticeScenario.names.map { try scenario.history(of: $0) } == before, "seed \(seed): after a restart")
    }
}

/// One random run, with its model.
private struct NoticeScenario {
    static let names: [Handle] = ["bea", "carl", "dora"]
    private static let triggers: [HighlightEvent.ChangeTrigger] = [.edit, .comment]
    let trip: TripFixture
    private let clients: [Handle: EngineClient]
    private var random: SplitMix64
    /// The counts of each person's notices, in the order of their first events.
    private(set) var expected: [Handle: [Int64]] = [:]
    /// The index of the notice that grows with the next event, by person and trigger.
    private var growing: [Handle: [HighlightEvent.ChangeTrigger: Int]] = [:]
    /// The people in the group who received the link, which is sent only once.
    private var hasLink: Set<Handle> = ["bea", "carl"]
    private var firstAt: [HighlightEvent.ChangeTrigger: Int64] = [:]
    private var now: Int64 = 0

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        trip = try TripFixture()
        try trip.anna.conversation.addParticipant(conversation: trip.conversation, handle: "dora")
        clients = ["bea": trip.bea, "carl": trip.carl, "dora": try trip.server.person("dora")]
        for name in Self.names { (expected[name], growing[name]) = ([], [:]) }
    }

    mutating func play() throws {
        let name = Self.names[Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<14, using: &random) {
        case 0...5: try post(Self.triggers[Int.random(in: 0..<4, using: &random) / 3])
        case 6, 7: _ = trip.anna.refusal { try $0.share.addParticipant(share: .id(trip.share), people: .one(name)) }
        case 8, 9:
            _ = trip.anna.refusal { try $0.share.removeParticipant(share: .id(trip.share), people: .one(name)) }
        case 10:
            // A returning person's history begins at the return, so their next event is a new notice.
            let refusal = trip.anna.refusal {
                try $0.conversation.removeParticipant(conversation: trip.conversation, handle: name)
            }
            guard refusal == nil else { return }
            growing[name] = [:]
            hasLink.remove(name)
        case 11:
            for name in Self.names {
                _ = trip.anna.refusal {
                    try $0.conversation.addParticipant(conversation: trip.conversation, handle: name)
                }
            }
        case 12:
            let access: Share.Access = Bool.random(using: &random) ? .public : .private
            _ = trip.anna.refusal { try $0.share.setAccess(share: .id(trip.share), access: access) }
        default:
            let milliseconds: Int64 = [1, 300_000, 600_001][Int.random(in: 0..<3, using: &random)]
            now += milliseconds
            try trip.advance(milliseconds)
        }
    }

    private mutating func post(_ trigger: HighlightEvent.ChangeTrigger) throws {
        let share = try trip.anna.share.get(.id(trip.share)).share
        let list = try trip.anna.conversation.list().conversations
        let members = list.first { $0.id == trip.conversation }?.participants ?? []
        let people = share.participants.map(\.handle)
        let isPublic = share.access == .public
        if now - (firstAt[trigger] ?? -1_000_000) > 600_000 {
            firstAt[trigger] = now
            for name in Self.names { growing[name]?[trigger] = nil }
        }
        for name in Self.names {
            let isNotified = people.contains(name) || isPublic && hasLink.contains(name)
            guard members.contains(name), isNotified else {
                growing[name]?[trigger] = nil
                continue
            }
            if let index = growing[name]?[trigger] {
                expected[name]?[index] += 1
            } else {
                growing[name]?[trigger] = expected[name]?.count
                expected[name]?.append(1)
            }
        }
        try trip.post(.change(trigger))
    }

    /// Returns the last version of each notice that a person received, by its position.
    private func delivered(to name: Handle) -> [Int64: JSONValue] {
        var delivered: [Int64: JSONValue] = [:]
        for params in clients[name]?.received("notice.posted") ?? [] {
            guard let notice = params["notice"], notice["event"]?["type"] == "change",
                let position = NoticeID(notice["id"]?.stringValue ?? "").position
            else { continue }
            delivered[position] = notice
        }
        return delivered
    }

    /// Returns the counts of the notices that a person received.
    func counts(of name: Handle) -> [Int64] {
        delivered(to: name).sorted { $0.key < $1.key }.compactMap { $0.value["count"]?.integerValue }
    }

    /// Returns the notices in the history of a person's new device; none if the person is not in the conversation.
    func history(of name: Handle) throws -> [JSONValue] {
        let device = try trip.server.person(name.rawValue)
        let request: JSONValue = ["conversation": JSONValue(trip.conversation), "limit": 200]
        guard device.refusal("conversation.history", request) == nil else { return [] }
        let entries = try device.ask("conversation.history", request)["entries"]?.arrayValue ?? []
        return entries.compactMap { $0["notice"] }.filter { $0["event"]?["type"] == "change" }
    }

    func compareHistories(_ place: String) throws {
        let id = trip.conversation
        for name in Self.names {
            guard trip.server.state.people[name]?.conversations.contains(id) == true else { continue }
            let joined = trip.server.state.conversations.joined(name, id)
            let expected = delivered(to: name).sorted { $0.key < $1.key }.filter { $0.key > joined }.map(\.value)
            #expect(try history(of: name) == expected, "\(place): \(name), history")
        }
    }
}
