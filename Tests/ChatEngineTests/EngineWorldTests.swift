import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

struct EngineWorldTests {
    @Test func requestWithoutAStreamIsNotFoundInADeletedWorld() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        try observer.world.create(world: "other")
        let request = server.connect(isStream: false)
        try request.ask("session.hello", ["role": "person", "handle": "anna", "world": "other"])
        try observer.world.delete(world: "other")
        #expect(request.refusal { try $0.conversation.create(participants: ["bea"]) } == .notFound)
    }

    @Test func worldsHaveIndependentStatesClocksAndSessions() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        try observer.world.create(world: "other")
        #expect(observer.refusal { try $0.world.create(world: "other") } == .conflict)
        for name in ["", String(repeating: "w", count: 201)] {
            #expect(observer.refusal { try $0.world.create(world: WorldName(name)) } == .invalidParams)
        }
        let watcher = try server.observer(world: "other")
        let anna = try server.person("anna")
        let twin = try server.person("anna", world: "other")
        let bea = try server.person("bea", world: "other")
        let here = try anna.conversation.create(participants: ["bea"]).id
        let there = try twin.conversation.create(participants: ["bea"]).id
        try twin.message.send(conversation: there, text: "there", clientID: "x")
        try anna.message.send(conversation: here, text: "here", clientID: "x")
        #expect(bea.received("message.posted").map { $0["message"]?["text"] } == ["there"])
        #expect(anna.received("message.posted").isEmpty && observer.received("message.posted").count == 1)
        try observer.clock.advance(.milliseconds(5))
        #expect(try observer.clock.now().now != watcher.clock.now().now)
        try observer.world.reset(world: "other")
        #expect(twin.end == .worldEnded && bea.end == .worldEnded)
        #expect(watcher.end == nil && anna.end == nil)
        let again = try server.person("anna", world: "other")
        #expect(try again.conversation.list().conversations.isEmpty)
        #expect(watcher.received("message.posted").count == 1)
        let created = try again.conversation.create(participants: ["bea"])
        #expect(watcher.received.last?.params["conversation"]?["id"] == JSONValue(created.id))
        try watcher.world.delete(world: "other")
        #expect(watcher.end == .worldEnded && again.end == .worldEnded)
        #expect(server.connect().refusal("session.hello", ["role": "observer", "world": "other"]) == .notFound)
        #expect(observer.refusal { try $0.world.delete(world: "other") } == .notFound)
        #expect(observer.refusal { try $0.world.delete(world: "main") } == .conflict)
        #expect(try anna.conversation.list().conversations.count == 1)
    }

    @Test func requestAfterTheDeletionOfItsWorldGetsNoAnswer() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        try observer.world.create(world: "w")
        let anna = try server.person("anna", world: "w")
        let ids = (
            anna.post(.contactAdd(.init(handle: "bea"))), observer.post(.worldDelete(.init(world: "w"))),
            anna.post(.contactAdd(.init(handle: "carl")))
        )
        server.flush()
        _ = try anna.answer(ids.0)
        _ = try observer.answer(ids.1)
        #expect(anna.answers[ids.2] == nil && anna.end == .worldEnded)
    }

    @Test func observerResumingDuringAResetReadsTheNewWorld() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        let anna = try server.person("anna")
        try anna.conversation.create(participants: ["bea"])
        let late = server.connect()
        late.post("session.hello", ["role": "observer", "after": 1])
        observer.post(.worldReset(.init(world: "main")))
        server.flush()
        #expect(late.received.isEmpty)
        let again = try server.person("anna")
        try again.conversation.create(participants: ["bea"])
        #expect(late.received("conversation.changed").count == observer.received("conversation.changed").count - 2)
    }

    @Test func onlyObserversAdvanceTheVirtualClock() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        let start = try observer.ask("clock.now")
        #expect(start == ["clock": "virtual", "now": "2022-09-12T09:00:00.000Z"])
        let later = try observer.clock.advance(.milliseconds(86_400_001))
        #expect(later.now == Instant("2022-09-13T09:00:00.001Z"))
        for bad in [-1, .integer(.max), .integer(.min), .number(1.5), "1"] as [JSONValue] {
            #expect(observer.refusal("clock.advance", ["milliseconds": bad]) == .invalidParams)
        }
        try server.restart()
        #expect(try server.observer().clock.now().now == later.now)
        let century = try server.observer()
        for _ in 0..<120 { try century.clock.advance(.milliseconds(100 * 366 * 86_400_000)) }
        #expect(try century.clock.now().now == Instant("9999-12-31T23:59:59.999Z"))
        let anna = try server.person("anna")
        #expect(anna.refusal { try $0.clock.advance(.milliseconds(1)) } == .forbidden)
    }

    @Test func advancingARealClockIsAConflict() throws {
        let server = try EngineFixture { $0.clock = .real }
        let observer = try server.observer()
        #expect(observer.refusal { try $0.clock.advance(.milliseconds(1)) } == .conflict)
        #expect(try observer.clock.now().clock == .real)
    }

    @Test("D16: the answer to a fence follows the notifications of all earlier requests")
    func fenceFollowsEarlierNotifications() throws {
        let trip = try TripFixture()
        let late = trip.server.connect()
        late.post("session.hello", ["role": "person", "handle": "carl", "after": 0])
        trip.anna.post(.messageSend(.init(conversation: trip.conversation, text: "hi")))
        let fence = trip.bea.post(.sessionFence)
        let tick = trip.server.tick()
        let position = tick.deliveries.lastIndex {
            guard $0.session === trip.bea.engineSession, case .message(let bytes) = $0.content else { return false }
            return RequestID((try? JSONReader.read(bytes))?.value["id"]) == fence
        }
        let earlier = tick.deliveries[..<(position ?? 0)]
        for session in [trip.bea.engineSession, trip.carl.engineSession, late.engineSession] {
            #expect(
                earlier.contains { delivery in
                    guard delivery.session === session, case .message(let bytes) = delivery.content else {
                        return false
                    }
                    return String(decoding: bytes, as: UTF8.self).contains("message.posted")
                })
        }
    }

    /// The log nests the value of a request more deeply, and must still be readable.
    @Test func requestWithTheDeepestNestingIsReadBack() throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        let rest = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let association: JSONValue = [
            "applinks": ["details": .array([])], "deep": try JSONReader.read(Array(rest.utf8)).value,
        ]
        let first = try observer.app.register(
            app: "deep", name: "Deep", domains: ["deep.example"], association: association, clientID: "x")
        try server.restart()
        let again = try server.observer()
        let result = try again.app.register(app: "deep", name: "Deep", domains: ["deep.example"], clientID: "x")
        #expect(result == first)
    }
}
