import ChatTestKit
import Testing

@Test func anEditNotifiesTheOtherParticipants() async throws {
    let world = try await TestWorld("Anna", "Bea", "Carl")
    let plan = try await world.anna.share("Trip plan", in: world.conversation)
    try await world.anna.app().post(.edit, about: plan)
    let notice = try await world.bea.wait(for: .noticePosted)
    #expect(notice.text == "Anna edited “Trip plan”")
}
