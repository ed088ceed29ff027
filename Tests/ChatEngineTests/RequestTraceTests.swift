import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The `traceparent` of a request: in the log, in the journal, and in the notifications of sessions that ask for it.
struct RequestTraceTests {
    private static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let trace = "00-\(traceID)-00f067aa0ba902b7-01"
    private let trip: TripFixture
    private var server: EngineFixture { trip.server }

    init() throws { trip = try TripFixture() }

    /// Makes a request with a trace and returns its result.
    @discardableResult
    private func ask(
        _ client: EngineClient, _ method: String, _ params: JSONValue, trace: String = trace, id: String = "traced"
    ) throws -> JSONValue {
        client.post(line: line(method, params, trace: trace, id: id))
        server.flush()
        return try client.answer(.string(id))
    }

    private func line(_ method: String, _ params: JSONValue, trace: String = trace, id: String = "traced") -> String {
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params,
            "traceparent": .string(trace),
        ]
        return String(decoding: JSONWriter.bytes(of: request), as: UTF8.self)
    }

    @discardableResult
    private func send(_ text: String, id: String = "traced") throws -> JSONValue {
        try ask(
            trip.anna, "message.send", ["conversation": JSONValue(trip.conversation), "text": .string(text)], id: id)
    }

    /// Returns the notifications of a method that a client received, whole.
    private func notifications(_ client: EngineClient, _ method: String) -> [JSONValue] {
        client.raw.filter { $0["method"]?.stringValue == method }
    }

    private func traces(_ client: EngineClient, _ method: String) -> [String?] {
        notifications(client, method).map { $0["traceparent"]?.stringValue }
    }

    private func person(_ handle: String, after: Int64? = nil) throws -> EngineClient {
        let hello: JSONValue = ["role": "person", "handle": .string(handle), "traces": true]
        return try server.join(after.map { with(hello, "after", .integer($0)) } ?? hello)
    }

    @Test("observers and the sessions that ask for traces see the trace of a message, and no other session does")
    func onlySessionsThatAskSeeTheTrace() throws {
        let curious = try person("bea")
        try send("Who drives?")
        #expect(traces(curious, "message.posted") == [Self.trace])
        #expect(traces(trip.observer, "message.posted").last == Self.trace)
        for client in [trip.bea, trip.carl] {
            #expect(traces(client, "message.posted").last == .some(nil))
        }
        for client in [trip.anna, trip.bea, trip.carl, trip.app, try server.person("dora")] {
            #expect(!client.raw.contains { "\($0)".contains(Self.traceID) })
        }
        #expect(
            notifications(curious, "message.posted")[0]["params"]
                == notifications(trip.bea, "message.posted").last?["params"])
    }

    @Test("an app that asks for traces sees those of its own notifications, and another app session sees none")
    func appSeesTheTraceOfItsNotifications() throws {
        let hello: JSONValue = ["role": "app", "app": "com.example.notes", "handle": "bea"]
        let (plain, curious) = (try server.join(hello), try server.join(with(hello, "traces", true)))
        let stranger = try person("dora")
        let url = "https://notes.example/d/2"
        try trip.anna.message.send(conversation: trip.conversation, text: "Look: \(url)")
        try ask(trip.bea, "link.pin", ["conversation": JSONValue(trip.conversation), "url": .string(url)])
        #expect(traces(curious, "highlights.changed") == [Self.trace])
        #expect(traces(plain, "highlights.changed") == [nil])
        #expect(stranger.raw.allSatisfy { $0["method"] == nil })
    }

    @Test("a request without a trace stores and sends no byte more, also after one with a trace")
    func untracedRequestIsUnchanged() throws {
        let curious = try person("bea")
        try send("one")
        try trip.anna.message.send(conversation: trip.conversation, text: "two")
        #expect(traces(curious, "message.posted") == [Self.trace, nil])
        let rows = try server.log.read(after: 0, limit: .max)
        let traced = rows.filter { String(decoding: $0.body, as: UTF8.self).contains("traceparent") }
        #expect(traced.count == 1)
        #expect(try EventRecord(traced[0]).trace?.description == Self.trace)
    }

    @Test("the journal has the trace of a request, of its effects and of a refusal, and is filtered by it")
    func journalHasTheTrace() throws {
        try trip.observer.journal.list(.init())
        try trip.anna.message.send(conversation: trip.conversation, text: "before")
        try send("traced")
        #expect(throws: RPCError.self) {
            try ask(trip.bea, "message.send", ["conversation": "c999", "text": "Hi"], id: "refused")
        }
        let entries = try trip.observer.journal.list(.init(trace: Self.traceID)).entries
        #expect(entries.map(\.kind) == [.request, .notification, .notification, .notification, .refusal])
        #expect(entries.allSatisfy { $0.traceparent?.description == Self.trace })
        #expect(entries[0].request?.trace?.description == Self.trace)
        let other = String(Self.traceID.reversed())
        #expect(try trip.observer.journal.list(.init(trace: other)).entries.isEmpty)
        let posted = JournalFilter(person: "bea", event: "message.posted", trace: Self.traceID)
        #expect(try trip.observer.journal.verify(posted, count: .init(exactly: 1)).holds == true)
        var wrong = posted
        wrong.trace = other
        let verdict = try trip.observer.journal.verify(wrong, count: .init(exactly: 1))
        #expect(verdict.holds == false)
        #expect(verdict.nearMisses.last?.what.hasSuffix("was sent to bea in trace \(Self.traceID)") == true)
        #expect(verdict.nearMisses.contains { $0.what.hasSuffix("was sent to bea in no trace") })
    }

    @Test(
        "a filter by a text that is no trace id is refused",
        arguments: ["", "x", "00000000000000000000000000000000", "4BF92F3577B34DA6A3CE929D0E0E4736", trace])
    func invalidTraceFilterIsRefused(text: String) throws {
        #expect(trip.observer.refusal("journal.list", ["trace": .string(text)]) == .invalidParams)
    }

    @Test("after a restart, the journal and a session that resumes still have the trace")
    func traceOutlivesARestart() throws {
        let before = server.log.end
        try send("Who drives?")
        try server.restart()
        let observer = try server.observer()
        let entries = try observer.journal.list(.init(trace: Self.traceID)).entries
        #expect(entries.map(\.event) == ["message.posted", "message.posted", "message.posted"])
        let (curious, plain) = (try person("bea", after: before), try server.person("bea", after: before))
        server.flush()
        #expect(traces(curious, "message.posted") == [Self.trace])
        #expect(traces(plain, "message.posted") == [nil])
    }

    @Test("an observer of requests sees the trace of each, and of transient notifications")
    func observerSeesTheTraceOfRequests() throws {
        let listener = try server.join(["role": "observer", "requests": true])
        try ask(trip.anna, "conversation.typing", ["conversation": JSONValue(trip.conversation), "typing": true])
        let done = try #require(listener.received("request.done").last)
        #expect(done["traceparent"]?.stringValue == Self.trace && done["params"]?["traceparent"] == nil)
        #expect(traces(listener, "typing") == [Self.trace])
        #expect(traces(trip.bea, "typing") == [nil])
        try trip.advance(60_000)
        #expect(traces(listener, "typing") == [Self.trace, nil], "time ends it, not the request")
    }

    @Test("the effects of an advanced clock have the trace of clock.advance, and not of the request before")
    func effectsOfTheClockHaveItsTrace() throws {
        try trip.post(.change(.edit))
        _ = trip.observer.takeReceived()
        let other = "00-\(Self.traceID.replacing("4b", with: "99"))-00f067aa0ba902b7-00"
        try send("Hi")
        try ask(trip.observer, "clock.advance", ["milliseconds": 1_000], trace: other, id: "clock")
        let last = try #require(try server.log.read(after: 0, limit: .max).last)
        #expect(try EventRecord(last).event == .timePassed)
        #expect(try EventRecord(last).trace?.description == other)
    }

    @Test("a retry keeps the trace of the first request")
    func retryKeepsTheFirstTrace() throws {
        let params: JSONValue = [
            "conversation": JSONValue(trip.conversation), "text": "once", "clientID": "a-1",
        ]
        let first = try ask(trip.anna, "message.send", params, id: "first")
        let end = server.log.end
        let other = Self.trace.replacing("4b", with: "99")
        #expect(try ask(trip.anna, "message.send", params, trace: other, id: "second") == first)
        #expect(server.log.end == end)
        #expect(traces(trip.observer, "message.posted").last == Self.trace)
    }

    @Test("an invalid trace refuses the request and changes nothing")
    func invalidTraceIsRefused() throws {
        let end = server.log.end
        trip.anna.post(
            line: line("message.send", ["conversation": JSONValue(trip.conversation), "text": "x"], trace: "00-1-2-3"))
        server.flush()
        let error = try #require(trip.anna.raw.last?["error"])
        #expect(error["code"] == -32600 && error["message"]?.stringValue?.contains("traceparent must be") == true)
        #expect(server.log.end == end)
    }

    @Test("faults act on traced notifications, which keep their trace")
    func delayedNotificationKeepsItsTrace() throws {
        let curious = try person("bea")
        try trip.observer.fault.inject(
            target: .init(notification: .messagePosted, to: "bea", percent: 100), effect: .delay(milliseconds: 5_000))
        try send("late")
        #expect(traces(curious, "message.posted").isEmpty)
        try trip.advance(5_000)
        #expect(traces(curious, "message.posted") == [Self.trace])
        #expect(traces(trip.bea, "message.posted").last == .some(nil))
    }
}
