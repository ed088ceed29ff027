// The examples of docs/reference/swift.md. Written by script/docs from clients/swift/examples.txt: change them there.
import ChatTestKit
import Testing

@Suite struct ReferenceMethodTests {
    @Test("the example of session runs") func sessionExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        let notes = try await anna.app()
        try await anna.send("Hi", to: trip)
        #expect(try await anna.session.fence().pending.isEmpty)
        #expect(try await observer.session.fence().cursor > 0)
        try await notes.session.ping()
    }

    @Test("the example of conversation runs") func conversationExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let dan = try world.dan
        let observer = world.observer
        let group = try await anna.conversation.create(participants: world.people.map(\.handle), name: "Lake").conversation
        #expect(group.name == "Lake" && group.participants.contains(dan.handle))
        try await bea.conversation.mute(conversation: group.id, muted: true)
        try await carl.conversation.leave(conversation: group.id)
        #expect(try await observer.conversation.history(conversation: group.id).more == false)
    }

    @Test("the example of message runs") func messageExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        let message = try await anna.message.send(conversation: trip.id, text: "Who drives?")
        let reply = try await bea.message.send(conversation: trip.id, text: "Me", replyTo: message.id)
        #expect(reply.replyTo == message.id)
        #expect(try await anna.message.thread(message: message.id).messages.count == 2)
        #expect(try await observer.message.search(text: "drives").messages.first?.sender == anna.handle)
    }

    @Test("the example of link runs") func linkExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await anna.send("https://notes.example/d/1", to: trip)
        let pin = try await bea.link.pin(conversation: trip.id, url: "https://notes.example/d/1")
        #expect(pin.pinned)
        let answer = try await observer.link.explain(url: "https://other.example/")
        #expect(answer.steps.last?.outcome == .noApp)
    }

    @Test("the example of contact runs") func contactExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let carl = try world.carl
        let dan = try world.dan
        let observer = world.observer
        try await anna.contact.block(handle: dan.handle)
        #expect(try await anna.contact.list().blocked.map(\.handle) == [dan.handle])
        try await observer.contact.remove(handle: dan.handle, person: carl.handle)
    }

    @Test("the example of settings runs") func settingsExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let settings = try await anna.settings.set(receipts: .init(everywhere: true), mentionAlerts: false)
        #expect(settings.receipts.everywhere && !settings.mentionAlerts)
        try await anna.allow(world.app, false)
        #expect(try await observer.settings.audit(person: anna.handle, app: world.app).changes.count > 0)
    }

    @Test("the example of consent runs") func consentExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.register("com.example.maps", named: "Maps", domains: "maps.example")
        try await anna.send("https://maps.example/lake", to: trip)
        try await bea.pin("https://maps.example/lake", in: trip)
        let question = try await bea.wait(for: .consentRequested)
        let settings = try await bea.consent.answer(consent: question.id, answer: .allow)
        #expect(settings.consents.isEmpty)
    }

    @Test("the example of highlight runs") func highlightExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        let notes = try await anna.app()
        try await bea.send("https://notes.example/d/1", to: trip)
        let highlight = try #require(try await notes.highlight.list().highlights.first)
        try await notes.highlight.display(highlight: highlight.id, context: .detail)
        try await anna.highlight.hide(highlight: highlight.id)
        #expect(try await observer.highlight.list(person: anna.handle).highlights.isEmpty)
    }

    @Test("the example of highlightCenter runs") func highlightCenterExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        let highlight = try await notes.highlightCenter.getCollaborationHighlight(url: plan.url)
        #expect(highlight.collaboration?.title == "Trip plan")
        let posted = try await notes.highlightCenter.postNotice(url: plan.url, event: .mention(of: bea))
        #expect(try await bea.wait(for: .noticePosted).id == posted.first)
    }

    @Test("the example of attribution runs") func attributionExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let notes = try await anna.app()
        try await bea.send("https://notes.example/d/1", to: trip)
        let highlight = try #require(try await notes.highlights().first)
        let token = try await notes.attribution.attach(highlight: highlight.id)
        #expect(try await anna.attribution.show(attribution: token).sharers.map(\.name) == ["Bea"])
    }

    @Test("the example of identity runs") func identityExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        let challenge = try await board.identity.challenge()
        #expect(try await challenge.expiresAt > board.clock.now().now)
        let proof = try await notes.identity.sign(document: .url(plan.url), data: challenge.challenge)
        #expect(!proof.signatureData.isEmpty)
    }

    @Test("the example of notice runs") func noticeExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        let id = try #require(try await notes.post(.mention(of: bea), about: plan).first)
        #expect(try await bea.notice.dismiss(notice: id).id == id)
    }

    @Test("the example of share runs") func shareExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let budget = try #require(try await anna.share.create(app: world.app, title: "Budget").share)
        try await anna.share.addParticipant(share: .id(budget.id), people: .one(bea.handle), permission: .readOnly)
        let shared = try await bea.share.get(.url(budget.url))
        #expect(shared.role == .privateUser)
        try await bea.share.leave(.id(budget.id))
        #expect(try await observer.share.list(person: bea.handle).shares.isEmpty)
    }

    @Test("the example of collaboration runs") func collaborationExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        let offer = try await anna.collaboration.offer(item: .app(world.app))
        #expect(offer.methods == [.collaborate])
        let start = try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
        #expect(start.state == .waiting)
        #expect(try await anna.collaboration.cancel(start: start.id).state == .cancelled)
    }

    @Test("the example of action runs") func actionExample() async throws {
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
        #expect(try await bea.wait(for: .messagePosted).text == url)
    }

    @Test("the example of app runs") func appExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let notes = try await anna.app()
        let maps = try await observer.app.register(app: AppID("com.example.maps"), name: "Maps", domains: ["maps.example"])
        #expect(maps.app.backends == [.cloudRecord, .file, .custom])
        #expect(try await notes.app.get().domains == ["notes.example"])
        #expect(try await anna.app.get(app: world.app).name == "Notes")
    }

    @Test("the example of activity runs") func activityExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.activity.offer(activities: [AppActivity(type: "com.example.archive", title: "Archive")])
        try await anna.activity.choose(app: world.app, type: "com.example.archive", url: plan.url)
        #expect(try await notes.wait(for: .activityChosen).url == plan.url)
    }

    @Test("the example of site runs") func siteExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let observer = world.observer
        let association: JSONValue = ["applinks": ["details": [["appID": "com.example.notes", "paths": ["/d/*"]]]]]
        try await observer.site.publish(domain: "notes.example", association: association)
    }

    @Test("the example of clock runs") func clockExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let notes = try await anna.app()
        let before = try await anna.clock.now().now
        #expect(try await notes.clock.now().clock == .virtual)
        #expect(try await observer.clock.advance(.milliseconds(60_000)).now > before)
    }

    @Test("the example of world runs") func worldExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let observer = world.observer
        try await observer.world.create(world: WorldName("second"), seed: 7)
        #expect(try await observer.world.list().contains { $0.world == WorldName("second") })
        try await observer.world.delete(world: WorldName("second"))
    }

    @Test("the example of fault runs") func faultExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.fault.inject(target: FaultTarget(notification: .messagePosted, to: bea.handle), effect: .drop)
        try await anna.send("Hi", to: trip)
        try await bea.isNotNotified(.messagePosted)
        try await observer.fault.clear()
        #expect(try await observer.fault.list().isEmpty)
    }

    @Test("the example of delivery runs") func deliveryExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let observer = world.observer
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        let id = try #require(try await notes.post(.mention(of: bea), about: plan).first)
        #expect(try await !carl.delivery.explain(person: carl.handle, about: id.rawValue).delivered)
        #expect(try await observer.delivery.explain(person: bea.handle, about: id.rawValue).delivered)
    }

    @Test("the example of journal runs") func journalExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let carl = try world.carl
        let dan = try world.dan
        let observer = world.observer
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        let page = try await observer.journal.list(JournalFilter(event: "message.posted"))
        #expect(page.entries.map(\.person) == [anna.handle, bea.handle, carl.handle, dan.handle])
        let filter = JournalFilter(person: bea.handle, event: "message.posted")
        #expect(try await observer.journal.verify(filter, count: JournalCount(exactly: 1)).holds == true)
    }

    @Test("the example of person runs") func personExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let observer = world.observer
        #expect(try await observer.person.list().people.map(\.person.name) == ["Anna", "Bea", "Carl", "Dan"])
    }

    @Test("the example of document runs") func documentExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await bea.open(plan)
        let edited = try await bea.document.edit(document: .url(plan.url), text: "Leave at 8", revision: 0).document
        let again = try await notes.document.edit(document: .url(plan.url), text: "Leave at 9", revision: edited.revision)
        #expect(again.document.text == "Leave at 9")
        #expect(try await observer.document.get(.url(plan.url)).document.title == "Trip plan")
    }

    @Test("the example of .messagePosted runs") func messagePostedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        #expect(try await bea.wait(for: .messagePosted).text == "Hi")
    }

    @Test("the example of .messageChanged runs") func messageChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let message = try await anna.send("Dinner?", to: trip)
        try await bea.react(.classic(.heart), to: message)
        let changed = try await anna.wait(for: .messageChanged)
        #expect(changed.change == .reacted(by: bea.handle, .classic(.heart)))
    }

    @Test("the example of .receipt runs") func receiptExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let pair = try await anna.createConversation(with: bea)
        try await bea.settings.set(receipts: .init(everywhere: true))
        let message = try await anna.send("Hi", to: pair)
        try await bea.read(pair)
        #expect(try await anna.wait(for: .receipt).message == message.id)
    }

    @Test("the example of .delivered runs") func deliveredExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let pair = try await anna.createConversation(with: bea)
        let message = try await anna.send("Hi", to: pair)
        #expect(try await anna.wait(for: .delivered).message == message.id)
    }

    @Test("the example of .typing runs") func typingExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let pair = try await anna.createConversation(with: bea)
        try await anna.conversation.typing(conversation: pair.id, isTyping: true)
        #expect(try await bea.wait(for: .typing).isTyping)
    }

    @Test("the example of .conversationChanged runs") func conversationChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await anna.conversation.rename(conversation: trip.id, name: "Lake")
        #expect(try await bea.wait(for: .conversationChanged).name == "Lake")
    }

    @Test("the example of .deletionChanged runs") func deletionChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let tablet = try await bea.device("iPad")
        try await anna.send("Hi", to: trip)
        try await bea.conversation.delete(conversation: trip.id)
        #expect(try await tablet.wait(for: .deletionChanged).change.whole)
    }

    @Test("the example of .noticePosted runs") func noticePostedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.post(.mention(of: bea), about: plan)
        #expect(try await bea.wait(for: .noticePosted).text == "Anna mentioned you in “Trip plan”")
    }

    @Test("the example of .noticeCleared runs") func noticeClearedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        let ids = try await notes.post(.mention(of: bea), about: plan)
        try await bea.open(plan)
        #expect(try await bea.wait(for: .noticeCleared).notices == ids)
    }

    @Test("the example of .consentRequested runs") func consentRequestedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.register("com.example.maps", named: "Maps", domains: "maps.example")
        try await anna.send("https://maps.example/lake", to: trip)
        try await bea.pin("https://maps.example/lake", in: trip)
        #expect(try await bea.wait(for: .consentRequested).app == AppID("com.example.maps"))
    }

    @Test("the example of .highlightsChanged runs") func highlightsChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        try await bea.send("https://notes.example/d/1", to: trip)
        #expect(try await anna.wait(for: .highlightsChanged).added.first?.url == "https://notes.example/d/1")
    }

    @Test("the example of .appHighlightsChanged runs") func appHighlightsChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let theirs = try await bea.app()
        try await anna.send("https://notes.example/d/1", to: trip)
        #expect(try await theirs.wait(for: .appHighlightsChanged).added.first?.url == "https://notes.example/d/1")
    }

    @Test("the example of .shareChanged runs") func shareChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let budget = try #require(try await anna.share.create(app: world.app, title: "Budget").share)
        try await anna.share.addParticipant(share: .id(budget.id), people: .one(bea.handle))
        #expect(try await bea.wait(for: .shareChanged).title == "Budget")
    }

    @Test("the example of .shareLost runs") func shareLostExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        try await anna.share.stop(.id(plan.id))
        #expect(try await bea.wait(for: .shareLost).cause == .stopped)
    }

    @Test("the example of .settingsChanged runs") func settingsChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let bea = try world.bea
        let tablet = try await bea.device("iPad")
        try await bea.settings.set(mentionAlerts: false)
        #expect(try await !tablet.wait(for: .settingsChanged).mentionAlerts)
    }

    @Test("the example of .collaborationChanged runs") func collaborationChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
        let start = try await board.wait(for: .actionRequested)
        try await board.action.fail(action: start.id)
        #expect(try await anna.wait(for: .collaborationChanged).state == .failed)
    }

    @Test("the example of .actionRequested runs") func actionRequestedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
        #expect(try await board.wait(for: .actionRequested).kind == .startCollaboration)
    }

    @Test("the example of .actionEnded runs") func actionEndedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        try await observer.app.register(
            app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],
            asksForProofs: true)
        let board = try await anna.app(AppID("com.example.board"))
        let start = try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
        try await board.wait(for: .actionRequested)
        try await anna.collaboration.cancel(start: start.id)
        #expect(try await board.wait(for: .actionEnded).outcome == .cancelled)
    }

    @Test("the example of .identitiesRemoved runs") func identitiesRemovedExample() async throws {
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
        try await board.action.fulfill(action: board.wait(for: .actionRequested).id)
        try await bea.share.leave(.url(url))
        #expect(try await board.wait(for: .identitiesRemoved).identities.count == 1)
    }

    @Test("the example of .userActivity runs") func userActivityExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let notes = try await anna.app()
        try await anna.link.open(url: "https://notes.example/d/1")
        #expect(try await notes.wait(for: .userActivity).webpageURL == "https://notes.example/d/1")
    }

    @Test("the example of .activitiesChanged runs") func activitiesChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let notes = try await anna.app()
        let theirs = try await anna.app()
        try await notes.activity.offer(activities: [AppActivity(type: "com.example.archive", title: "Archive")])
        #expect(try await theirs.wait(for: .activitiesChanged).activities.first?.title == "Archive")
    }

    @Test("the example of .activityChosen runs") func activityChosenExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await notes.activity.offer(activities: [AppActivity(type: "com.example.archive", title: "Archive")])
        try await anna.activity.choose(app: world.app, type: "com.example.archive", url: plan.url)
        #expect(try await notes.wait(for: .activityChosen).type == "com.example.archive")
    }

    @Test("the example of .personNamed runs") func personNamedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        _ = try await world.host.person("BEA", world: world.name)
        #expect(try await anna.wait(for: .personNamed).name == "BEA")
    }

    @Test("the example of .faultFired runs") func faultFiredExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let observer = world.observer
        let trip = try world.conversation
        try await observer.inject(.drop, on: .messagePosted, to: bea)
        try await anna.send("Hi", to: trip)
        #expect(try await observer.wait(for: .faultFired).to == bea.handle)
    }

    @Test("the example of .requestDone runs") func requestDoneExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let trip = try world.conversation
        try await anna.send("Hi", to: trip)
        let done = try await observer.wait(for: .requestDone) { $0.method.rawValue == "message.send" }
        #expect(done.owner.person == anna.handle)
    }

    @Test("the example of .sessionEnded runs") func sessionEndedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let observer = world.observer
        let notes = try await anna.app()
        notes.disconnect()
        let ended = try await observer.wait(for: .sessionEnded) { $0.role == .app }
        #expect(ended.app == notes.id)
    }

    @Test("the example of .documentChanged runs") func documentChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        try await bea.open(plan)
        try await bea.document.edit(document: .url(plan.url), text: "Leave at 8", revision: 0)
        #expect(try await anna.wait(for: .documentChanged).text == "Leave at 8")
    }

    @Test("the example of .appDocumentChanged runs") func appDocumentChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await bea.open(plan)
        try await bea.document.edit(document: .url(plan.url), text: "Leave at 8", revision: 0)
        #expect(try await notes.wait(for: .appDocumentChanged).text == "Leave at 8")
    }

    @Test("the example of .documentAccessChanged runs") func documentAccessChangedExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        try await bea.open(plan)
        let theirs = try await bea.app()
        try await anna.share.setPermission(share: .id(plan.id), permission: .readOnly)
        #expect(try await theirs.wait(for: .documentAccessChanged).access == .readOnly)
    }

    @Test("the example of .documentPresence runs") func documentPresenceExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        try await bea.document.open(.url(plan.url))
        #expect(try await anna.wait(for: .documentPresence).active == [bea.handle])
    }

    @Test("the example of .appDocumentPresence runs") func appDocumentPresenceExample() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl", "Dan")
        let anna = try world.anna
        let bea = try world.bea
        let trip = try world.conversation
        let plan = try await anna.share("Trip plan", in: trip)
        let notes = try await anna.app()
        try await bea.document.open(.url(plan.url))
        #expect(try await notes.wait(for: .appDocumentPresence).activeParticipantCount == 1)
    }
}
