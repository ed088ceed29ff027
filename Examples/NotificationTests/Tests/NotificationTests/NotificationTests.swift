import ChatTestKit
import Testing

/// The notifications about a shared document. Each test has its own world, on a server inside the process. All run in
/// parallel.
@Suite struct NotificationTests {
    @Test func anEditNotifiesTheOtherParticipants() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.anna.app().post(.edit, about: plan)
        for person in [try world.bea, try world.carl] {
            let notice = try await person.wait(for: .noticePosted)
            #expect(notice.text == "Anna edited “Trip plan”")
        }
    }

    @Test func aMentionNotifiesOnlyTheMentionedPerson() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let notices = try await world.anna.app().post(.mention(of: world.bea), about: plan)
        try await world.bea.wait(for: .noticePosted) { $0.text == "Anna mentioned you in “Trip plan”" }
        // No time-out: the server's fence proves that nothing is pending.
        try await world.carl.isNotNotified(.noticePosted)
        #expect(try await world.carl.explain(notices[0]).rules == ["ev-mention-private"])
    }

    @Test func aPinPutsTheLinkIntoSharedWithYou() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (anna, bea, link) = (try world.anna, try world.bea, "https://notes.example/d/1")
        try await bea.allow(world.app, false)
        try await anna.send("Look: \(link)", to: world.conversation)
        #expect(try await bea.highlights().isEmpty)
        try await bea.pin(link, in: world.conversation)
        #expect(try await bea.highlights().map(\.url) == [link])
    }

    @Test func aLostConnectionResumesWithoutDuplicates() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (anna, bea) = (try world.anna, try world.bea)
        try await anna.send("One", to: world.conversation)
        try await bea.wait(for: .messagePosted)
        bea.disconnect()
        for _ in 1...2 { try await anna.send("Two", to: world.conversation, clientID: "a-retry") }
        try await bea.reconnect()
        #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two"])
    }

    @Test func carlReceivesNoMessageOfAnotherConversation() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let pair = try await world.anna.createConversation(with: world.bea)
        try await world.anna.send("Carl has birthday", to: pair)
        try await world.bea.wait(for: .messagePosted)
        try await world.carl.isNotNotified(.messagePosted)
    }
}
