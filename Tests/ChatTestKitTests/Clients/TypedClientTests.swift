import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// The typed clients of people, apps and observers, also when several tasks use them.
struct TypedClientTests {
    @Test func aServerIsSpokenToWithoutAWorld() async throws {
        let server = try await EmbeddedServer.start()
        let (anna, bea) = (try await server.person("Anna"), try await server.person("bea@example.com"))
        let conversation = try await anna.createConversation(with: bea)
        let message = try await anna.send("Hi", to: conversation)
        #expect(message.text == "Hi" && message.sequence == 1)
        #expect(try await bea.wait(for: .messagePosted).message == message)
        #expect(try await bea.texts(in: conversation) == ["Hi"])
        #expect(try await anna.edit(message, to: "Hello").text == "Hello")
        #expect(try await bea.wait(for: .messageChanged).text == "Hello")
        #expect(bea.handle.rawValue == "bea@example.com")
    }

    @Test func aRefusalSaysWhy() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let pair = try await world.anna.createConversation(with: world.bea)
        let carl = try world.carl
        let failure = await #expect(throws: ClientFailure.self) { try await carl.send("Hi", to: pair) }
        #expect(failure?.refusal?.reason == .notFound)
        await #expect(throws: ClientFailure.self) { try await carl.call("message.sent", ["text": "Hi"]) }
        await #expect(throws: ClientFailure.self) { try await world.host.person("not a handle") }
        let stranger = await #expect(throws: ClientFailure.self) { try await world.dora.send("Hi", to: pair) }
        #expect(
            stranger?.description == "This world has no person “dora”; it has anna, bea, carl. "
                + #"TestWorld("Anna", "Bea", "Carl", "Dora") has all of them."#)
    }

    @Test func anAppIsToldOfItsHighlightsAndNothingElse() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let notes = try await world.bea.app()
        try await world.anna.send("Look: https://notes.example/d/1", to: world.conversation)
        let change = try await notes.wait(for: .appHighlightsChanged)
        #expect(change.added.map(\.url) == ["https://notes.example/d/1"])
        #expect(try await notes.highlights().map(\.url) == ["https://notes.example/d/1"])
        #expect(notes.arrivals.map(\.method) == ["highlights.changed"])
        // An observer receives the person's notification, from which the app's is derived, and does not count it as the
        // app's.
        #expect(try await world.observer.received(.highlightsChanged).map(\.arrival.person).contains(notes.person))
        #expect(try await world.observer.received(.appHighlightsChanged).isEmpty)
    }

    @Test func aDeviceOfTheSamePersonStaysInStep() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let tablet = try await world.anna.device("iPad")
        try await world.anna.send("Hi", to: world.conversation)
        #expect(try await tablet.wait(for: .messagePosted).text == "Hi")
        #expect(try await world.anna.received(.messagePosted).isEmpty)
    }

    @Test func aLineThatAFaultEndsIsTakenUpWhereItWas() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        try await world.observer.inject(.disconnect, on: .messagePosted, to: bea, nth: 2)
        for text in ["One", "Two", "Three"] { try await world.anna.send(text, to: world.conversation) }
        await #expect(throws: ClientFailure.self) { try await bea.received(.messagePosted) }
        try await bea.reconnect()
        #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two", "Three"])
    }

    @Test func aServerThatRestartsIsFoundAgain() async throws {
        let server = try await EmbeddedServer.start()
        let (anna, bea) = (try await server.person("anna"), try await server.person("bea"))
        let conversation = try await anna.createConversation(with: bea)
        try await anna.send("One", to: conversation)
        try server.restart()
        await #expect(throws: ClientFailure.self) { try await anna.send("Two", to: conversation) }
        try await anna.reconnect()
        try await anna.send("Two", to: conversation)
        try await bea.reconnect()
        #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two"])
    }

    /// A person who receives from several tasks gets each notification once and in order.
    @Test func manyTasksAtATime() async throws {
        let server = try await EmbeddedServer.start()
        try await withThrowingTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    let world = try await TestWorld("Anna", "Bea", "Carl", on: server)
                    try await withThrowingTaskGroup { group in
                        for person in world.people {
                            group.addTask {
                                for number in 1...50 { try await person.send("\(number)", to: world.conversation) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    let observed = try await world.observer.received(.messagePosted)
                    #expect(observed.count == 150)
                    for person in world.people {
                        let heard = try await person.received(.messagePosted)
                        #expect(heard.count == 100)
                        #expect(heard.map(\.sequence) == heard.map(\.sequence).sorted())
                        let cursors = heard.compactMap(\.arrival.cursor)
                        #expect(cursors == cursors.sorted() && Set(cursors).count == 100)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aSequenceEndsWithItsSession() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let bea = try world.bea
        try await world.anna.send("Hi", to: world.conversation)
        async let methods = bea.notifications.reduce(into: []) { $0.append($1.method) }
        try await world.anna.send("Bye", to: world.conversation)
        _ = try await bea.received(.messagePosted)
        bea.disconnect()
        #expect(try await methods.filter { $0 == "message.posted" }.count == 2)
    }

    @Test func worldsOfOneServerKnowNothingOfEachOther() async throws {
        let server = try await EmbeddedServer.start()
        let (one, other) = (
            try await TestWorld("Anna", "Bea", on: server), try await TestWorld("Anna", "Bea", on: server)
        )
        try await one.anna.send("Hi", to: one.conversation)
        #expect(one.name != other.name)
        #expect(try one.conversation.id == other.conversation.id)
        #expect(try await other.bea.received(.messagePosted).isEmpty)
        #expect(try await one.bea.received(.messagePosted).count == 1)
    }

    @Test func overASocketItIsTheSame() async throws {
        let local = try LocalServer()
        defer { local.stop() }
        let server = RemoteServer(local.endpoint)
        let world = try await TestWorld("Anna", "Bea", on: server)
        let (anna, bea) = (try world.anna, try world.bea)
        async let sequence = bea.notifications(.messagePosted).prefix(2).reduce(into: []) { $0.append($1.text) }
        try await world.observer.inject(.delay(milliseconds: 60_000), on: .messagePosted, to: bea, nth: 2)
        for text in ["One", "Two"] { try await anna.send(text, to: world.conversation) }
        try await bea.wait(for: .messagePosted) { $0.text == "One" }
        await #expect(throws: NothingCame.self) { try await bea.wait(for: .messagePosted) }
        #expect(try await bea.wait(for: .messagePosted, within: .seconds(60)).text == "Two")
        #expect(try await sequence == ["One", "Two"])
        bea.disconnect()
        try await anna.send("Three", to: world.conversation)
        try await bea.reconnect()
        #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two", "Three"])
        local.stop()
        await #expect(throws: ClientFailure.self) { try await anna.send("Four", to: world.conversation) }
        await #expect(throws: ClientFailure.self) { try await server.person("Dora") }
    }
}
