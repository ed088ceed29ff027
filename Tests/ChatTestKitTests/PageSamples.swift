// The Swift listings of docs/how-to/test-in-swift.md, which script/support/listings.py compares with this file.
import ChatTestKit
import Testing

@Test func aMentionReachesOnlyTheMentionedPerson() async throws {
    let world = try await TestWorld("Anna", "Bea", "Carl")
    let plan = try await world.anna.share("Trip plan", in: world.conversation)
    try await world.anna.app().post(.mention(of: world.bea), about: plan)

    let notice = try await world.bea.wait(for: .noticePosted)
    #expect(notice.text == "Anna mentioned you in “Trip plan”")
    try await world.carl.isNotNotified(.noticePosted)
    #expect(try await world.carl.explain(notice.id).rules == ["ev-mention-private"])
}

@Suite struct PageSamples {
    @Test func aWorldOnAServerOfTheTest() async throws {
        let server = try await EmbeddedServer.start()
        let trip = try await TestWorld("Anna", "Bea", on: server)
        let choir = try await TestWorld("Anna", "Carl", app: "Photos", conversation: "Choir", on: server)
        #expect(trip.name != choir.name)
    }

    @Test func actionsOfPeople() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation

        let message = try await anna.send("Hi", to: trip)
        try await bea.react(.classic(.heart), to: message)
        let plan = try await anna.share("Trip plan", in: trip)
        try await anna.app().post(.edit, about: plan)
        try await anna.conversation.rename(conversation: trip.id, name: "Lake")

        await #expect(throws: ClientFailure.self) {
            try await bea.message.edit(message: message.id, text: "Hello")
        }
    }

    @Test func notificationsOfPeople() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let anna = try world.anna
        let bea = try world.bea
        let plan = try await anna.share("Trip plan", in: world.conversation)
        let notes = try await anna.app()
        for _ in 1...3 { try await notes.post(.edit, about: plan) }

        let notice = try await bea.wait(for: .noticePosted) { $0.count == 3 }
        #expect(notice.text == "Anna made 3 edits to “Trip plan”")
        try await anna.isNotNotified(.noticePosted)
        #expect(try await bea.received(.messagePosted).map(\.sender.rawValue) == ["anna"])
    }

    @Test func faultsAndTime() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let notes = try await world.anna.app()

        try await world.observer.inject(.delay(milliseconds: 60_000), on: .noticePosted, to: bea)
        try await notes.post(.edit, about: plan)
        try await bea.isNotNotified(.noticePosted)
        try await bea.wait(for: .noticePosted, within: .seconds(60))

        bea.disconnect()
        try await world.advance(by: .seconds(660))
        try await notes.post(.comment, about: plan)
        try await bea.reconnect()
        try await bea.wait(for: .noticePosted) { $0.text == "Anna commented on “Trip plan”" }
    }
}
