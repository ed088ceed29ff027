import ChatProtocol
import Testing

@testable import ChatCore

/// The limit on the links that one person can pin.
struct PinsMaxTests {
    @Test("a person at the limit of pins can pin a link only after another is unpinned")
    func personCannotPinMoreLinksThanTheLimit() throws {
        let draft = Draft()
        let core = Core(draft)
        let (anna, bea) = (try #require(Handle("anna")), try #require(Handle("bea")))
        let now = Instant(milliseconds: 1)
        let created = try core.handle(
            .conversationCreate(CreateConversation(participants: [bea])), from: .person(anna), at: now)
        guard case .conversation(let conversation, _) = created else {
            Issue.record("no conversation")
            return
        }
        for number in 0..<PinDecisions.pinsMax {
            draft.decide(
                .linkPinned(by: anna, conversation.id, url: "https://a.example/\(number)"), at: now)
        }
        let last = "https://a.example/last"
        for person in [anna, bea] {
            _ = try core.handle(
                .messageSend(SendMessage(conversation: conversation.id, text: last)), from: .person(person), at: now)
        }
        let pin = Request.linkPin(LinkReference(conversation: conversation.id, url: last))
        let end = core.state.position
        let refusal = #expect(throws: RPCError.self) { try core.handle(pin, from: .person(anna), at: now) }
        #expect(refusal?.reason == .tooLarge && core.state.position == end)
        _ = try core.handle(pin, from: .person(bea), at: now)
        draft.decide(.linkUnpinned(by: anna, url: "https://a.example/0"), at: now)
        _ = try core.handle(pin, from: .person(anna), at: now)
        _ = try core.handle(pin, from: .person(anna), at: now)
        #expect(core.state.people[anna]?.pins.count == PinDecisions.pinsMax)
    }
}
