// The examples of docs/reference/swift.md. Written by script/docs from the doc comments of ChatTestKit: change them there.
import ChatTestKit
import Testing

@Suite struct ReferenceNameTests {
    @Test("the example of TestWorld runs") func testWorldExample() async throws {
        let server = try await EmbeddedServer.start()
        let choir = try await TestWorld("Anna", "Bea", app: "Photos", on: server)
        try await choir.anna.send("Hi", to: choir.conversation)
        try await choir.bea.wait(for: .messagePosted)
        #expect(choir.app == AppID("com.example.photos"))
        #expect(choir.people.map(\.handle.rawValue) == ["anna", "bea"])
        #expect(try await choir.observer.received(.messagePosted).count == 1)
        #expect(try await choir.host.observer().world.list().contains { $0.world == WorldName(choir.name) })
    }

    @Test("the example of TestWorld.subscript runs") func testWorldSubscriptExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let trip = try world.conversation
        try await world.anna.send("Hi", to: trip)
    }

    @Test("the example of TestWorld.person runs") func testWorldPersonExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let bea = try world.bea
        #expect(try world.person("Bea").handle == bea.handle)
    }

    @Test("the example of TestWorld.advance runs") func testWorldAdvanceExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let observer = world.observer
        let before = try await observer.clock.now().now
        try await world.advance(by: .seconds(600))
        #expect(try await observer.clock.now().now > before)
    }

    @Test("the example of EmbeddedServer runs") func embeddedServerExample() async throws {
        let server = try await EmbeddedServer.start(seed: 7)
        let anna = try await server.person("Anna")
        try server.restart()
        try await anna.reconnect()
        server.close()
    }

    @Test("the example of EmbeddedServer.stepClock runs") func embeddedServerStepClockExample() async throws {
        let server = try await EmbeddedServer.start(clock: .real)
        let before = try await server.observer().clock.now().now
        try server.stepClock(byMilliseconds: -3_600_000)
        // Time never goes back.
        #expect(try await server.observer().clock.now().now >= before)
    }

    @Test("the example of LocalServer runs") func localServerExample() async throws {
        let server = try LocalServer()
        #expect(server.endpoint.port == server.port)
        let anna = try await RemoteServer(server.endpoint).person("Anna")
        try server.restart()
        try await anna.reconnect()
        server.stop()
    }

    @Test("the example of RemoteServer runs") func remoteServerExample() async throws {
        let server = try LocalServer()
        let choir = try await TestWorld("Anna", "Bea", on: RemoteServer("127.0.0.1:\(server.port)"))
        try await choir.anna.send("Hi", to: choir.conversation)
        try await choir.bea.wait(for: .messagePosted, patience: .seconds(5))
        server.stop()
    }

    @Test("the example of ClientHost runs") func clientHostExample() async throws {
        let server = try await EmbeddedServer.start()
        let observer = try await server.observer()
        try await observer.register("com.example.board", named: "Board", domains: "board.example")
        let anna = try await server.person("Anna")
        let board = try await server.app("com.example.board", as: "anna")
        #expect(board.person == anna.handle)
    }

    @Test("the example of TypedClient runs") func typedClientExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        bea.disconnect()
        try await anna.send("Hi", to: trip)
        #expect(bea.arrivals.isEmpty)
        try await bea.reconnect()
        #expect(bea.arrivals.map(\.method) == ["message.posted"])
    }

    @Test("the example of TypedClient.notifications runs") func typedClientNotificationsExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        for text in ["One", "Two"] { try await anna.send(text, to: trip) }
        var texts: [String] = []
        for try await posted in bea.notifications(.messagePosted).prefix(2) { texts.append(posted.text) }
        #expect(texts == ["One", "Two"])
    }

    @Test("the example of TypedClient.received runs") func typedClientReceivedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        for text in ["One", "Two"] { try await anna.send(text, to: trip) }
        #expect(try await bea.received(.messagePosted).map(\.text) == ["One", "Two"])
    }

    @Test("the example of TypedClient.wait runs") func typedClientWaitExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.inject(.delay(milliseconds: 60_000), on: .messagePosted, to: bea)
        try await anna.send("Hi", to: trip)
        let posted = try await bea.wait(for: .messagePosted, within: .seconds(60)) { $0.sender == anna.handle }
        #expect(posted.text == "Hi")
    }

    @Test("the example of TypedClient.isNotNotified runs") func typedClientIsNotNotifiedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.mention(of: bea), about: plan)
        try await carl.isNotNotified(.noticePosted)
    }

    @Test("the example of TypedClient.call runs") func typedClientCallExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let trip = try world.conversation
        let result = try await anna.call("message.send", ["conversation": .string(trip.id.rawValue), "text": "Hi"])
        #expect(result["message"]?["text"] == "Hi")
    }

    @Test("the example of PersonClient runs") func personClientExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let message = try await anna.send("Hi", to: trip)
        try await bea.react(.classic(.heart), to: message)
        let group = try await anna.conversation.rename(conversation: trip.id, name: "Lake").conversation
        #expect(group.participants.contains(bea.handle))
    }

    @Test("the example of PersonClient.createConversation runs") func personClientCreateConversationExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let pair = try await anna.createConversation(with: bea)
        let group = try await anna.createConversation(with: bea, carl, named: "Lake")
        #expect(pair.participants.count == 2 && group.name == "Lake")
    }

    @Test("the example of PersonClient.send runs") func personClientSendExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let question = try await anna.send("Who drives?", to: trip)
        try await bea.send("Me", to: trip, replyingTo: question)
        #expect(try await anna.texts(in: trip) == ["Who drives?", "Me"])
        #expect(try await anna.history(of: trip, limit: 1).count == 1)
    }

    @Test("the example of PersonClient.edit runs") func personClientEditExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let trip = try world.conversation
        let message = try await anna.send("See you at 8", to: trip)
        #expect(try await anna.edit(message, to: "See you at 9").text == "See you at 9")
    }

    @Test("the example of PersonClient.unsend runs") func personClientUnsendExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let message = try await anna.send("Oops", to: trip)
        try await anna.unsend(message)
        #expect(try await bea.wait(for: .messageChanged).change == .unsent)
    }

    @Test("the example of PersonClient.read runs") func personClientReadExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        #expect(try await bea.read(trip).unread == 0)
    }

    @Test("the example of PersonClient.pin runs") func personClientPinExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("https://notes.example/d/1", to: trip)
        try await bea.pin("https://notes.example/d/1", in: trip)
        #expect(try await bea.highlights(of: world.app).map(\.pinned) == [true])
    }

    @Test("the example of PersonClient.allow runs") func personClientAllowExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("https://notes.example/d/1", to: trip)
        try await bea.allow(world.app, false)
        #expect(try await bea.highlights().isEmpty)
    }

    @Test("the example of PersonClient.share runs") func personClientShareExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let budget = try await anna.share("Budget", in: trip)
        #expect(try await bea.open(budget).title == "Budget")
    }

    @Test("the example of PersonClient.app runs") func personClientAppExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let bea = try world.bea
        let theirs = try await bea.app()
        #expect(theirs.person == bea.handle)
    }

    @Test("the example of PersonClient.device runs") func personClientDeviceExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let trip = try world.conversation
        let tablet = try await anna.device("iPad")
        try await anna.send("Hi", to: trip)
        #expect(try await tablet.wait(for: .messagePosted).text == "Hi")
    }

    @Test("the example of PersonClient.explain runs") func personClientExplainExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.mention(of: bea), about: plan)
        let notice = try await bea.wait(for: .noticePosted)
        #expect(try await carl.explain(notice.id).rules == ["ev-mention-private"])
        #expect(try await bea.explain(notice).delivered)
    }

    @Test("the example of AppClient runs") func appClientExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.edit, about: plan)
        let theirs = try await bea.app()
        #expect(theirs.id == world.app && theirs.person == bea.handle)
        #expect(try await theirs.highlights().map(\.url) == [plan.url])
        #expect(try await theirs.clearNotices(about: plan).count == 1)
    }

    @Test("the example of ObserverClient runs") func observerClientExample() async throws {
        let server = try await EmbeddedServer.start()
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan", on: server)
        let anna = try world.anna
        let observer = world.observer
        let maps = try await observer.register("com.example.maps", named: "Maps", domains: "maps.example")
        #expect(maps.domains == ["maps.example"])
        let emil = try await server.person("Emil", world: world.name)
        try await observer.introduce([anna, emil])
        try await observer.advance(by: .seconds(60))
    }

    @Test("the example of ObserverClient.removeEntitlement runs") func observerClientRemoveEntitlementExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await observer.removeEntitlement(of: world.app)
        await #expect(throws: ClientFailure.self) { try await notes.post(.edit, about: plan) }
    }

    @Test("the example of ObserverClient.inject runs") func observerClientInjectExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.inject(.drop, on: .messagePosted, to: bea)
        try await anna.send("Hi", to: trip)
        try await bea.isNotNotified(.messagePosted)
    }

    @Test("the example of ObserverClient.explain runs") func observerClientExplainExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        let message = try await anna.send("Hi", to: trip)
        #expect(try await observer.explain(message.id, to: bea).delivered)
    }

    @Test("the example of Referable runs") func referableExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let message = try await anna.send("Hi", to: trip)
        try await bea.react(.classic(.heart), to: message.id)
        try await bea.send("Hello", to: trip.id)
    }

    @Test("the example of ShareView.id runs") func shareViewIdExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let budget = try await anna.share("Budget", in: trip)
        #expect(budget.title == "Budget" && budget.participants.first?.handle == anna.handle)
        #expect(try await bea.share.get(.id(budget.id)).url == budget.url)
    }

    @Test("the example of PostNotice.Event.edit runs") func postNoticeEventEditExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let dan = try world.dan
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.edit, about: plan)
        try await notes.post(.comment, about: plan)
        try await notes.post(.mention(of: bea), about: plan)
        try await notes.post(.added(dan), about: plan)
        try await anna.share.removeParticipant(share: .id(plan.id), people: .one(dan.handle))
        try await notes.post(.removed(dan), about: plan)
        try await notes.post(.rename(to: "Lake plan"), about: plan)
        #expect(try await bea.received(.noticePosted).contains { $0.text == "Anna mentioned you in “Trip plan”" })
    }

    @Test("the example of Arrival runs") func arrivalExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        let message = try await anna.send("https://notes.example/d/1", to: trip)
        let arrival = try await bea.wait(for: .messagePosted).arrival
        #expect(arrival.method == "message.posted" && arrival.hearer == .person)
        #expect(arrival.params["message"]?["text"] == "https://notes.example/d/1")
        #expect(arrival.cursor != nil && arrival.subject == message.id.rawValue)
        #expect(arrival.description.hasPrefix("message.posted {"))

        let seen = try await observer.wait(for: .highlightsChanged) { $0.arrival.person == bea.handle }
        #expect(seen.arrival.hearer == .observer)
    }

    @Test("the example of ToldValue runs") func toldValueExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        let posted = try await bea.wait(for: .messagePosted)
        #expect(posted.arrival.method == "message.posted")
        #expect(posted.description == posted.arrival.description)
    }

    @Test("the example of NotificationKind runs") func notificationKindExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.mention(of: bea), about: plan)
        try await bea.wait(for: .noticePosted)
        #expect(try await bea.received(.noticePosted).count == 1)
    }

    @Test("the example of Notifications runs") func notificationsExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        let first = try await bea.notifications.first { _ in true }
        #expect(first?.method == "message.posted")
    }

    @Test("the example of DeliveryExplanation.rules runs") func deliveryExplanationRulesExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        let id = try #require(try await notes.post(.mention(of: bea), about: plan).first)
        #expect(try await carl.explain(id).rules == ["ev-mention-private"])
    }

    @Test("the example of NothingCame runs") func nothingCameExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.mention(of: bea), about: plan)
        let thrown = await #expect(throws: NothingCame.self) { try await carl.wait(for: .noticePosted) }
        let failure = try #require(thrown)
        #expect(failure.hearer == "Carl" && failure.method == "notice.posted")
        #expect(failure.trail?.rules == ["ev-mention-private"])
        #expect(failure.subject == failure.others.first?.subject)
        #expect(failure.nearMisses.isEmpty && failure.handedOut.isEmpty && failure.faults.isEmpty)
        #expect(failure.patience == .zero && failure.cursor > 0)
        #expect(failure.pending.first?.what == "coalescing window of notice \(failure.subject ?? "")")
        #expect(failure.arrivals.map(\.method).contains("message.posted"))
        #expect(failure.description.hasPrefix(failure.place))
    }

    @Test("the example of SomethingCame runs") func somethingCameExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        let thrown = await #expect(throws: SomethingCame.self) { try await bea.isNotNotified(.messagePosted) }
        let failure = try #require(thrown)
        #expect(failure.hearer == "Bea" && failure.method == "message.posted")
        #expect(failure.arrivals.count == 1 && failure.trail?.delivered == true)
        #expect(failure.description.hasPrefix(failure.place))
    }

    @Test("the example of ClientFailure runs") func clientFailureExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let pair = try await anna.createConversation(with: bea)
        let failure = await #expect(throws: ClientFailure.self) { try await carl.send("Hi", to: pair) }
        #expect(failure?.refusal?.reason == .notFound)
        #expect(failure?.description.hasPrefix("not_found: ") == true)
    }

    @Test("the example of IdentityVerifier runs") func identityVerifierExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        let url = "https://board.example/ideas"
        try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
        let start = try await board.wait(for: .actionRequested)
        try await board.action.fulfill(action: start.id, url: url, collaborationIdentifier: "ideas")
        let people = try await board.wait(for: .actionRequested)
        try await board.action.fulfill(action: people.id)
        let verifier = IdentityVerifier(identities: people.addedIdentities ?? [])

        let theirs = try await bea.app(board.id)
        let proof = try await theirs.identity.sign(document: .url(url), data: "aGVsbG8=")
        let signed = try #require(SignedIdentityProof(proof))
        try verifier.verify(signed, challenge: Array("hello".utf8))
        #expect(throws: IdentityVerifier.Refusal.wrongSignature) {
            try verifier.verify(signed, challenge: Array("goodbye".utf8))
        }
    }
}
