import ChatConnection
public import ChatProtocol

/// The failure of a wait for a notification, with the reasons and the notifications that did arrive.
///
/// ```swift
/// try await notes.post(.mention(of: bea), about: plan)
/// let thrown = await #expect(throws: NothingCame.self) { try await carl.wait(for: .noticePosted) }
/// let failure = try #require(thrown)
/// #expect(failure.hearer == "Carl" && failure.method == "notice.posted")
/// #expect(failure.trail?.rules == ["ev-mention-private"])
/// #expect(failure.subject == failure.others.first?.subject)
/// #expect(failure.nearMisses.isEmpty && failure.handedOut.isEmpty && failure.faults.isEmpty)
/// #expect(failure.patience == .zero && failure.cursor > 0)
/// #expect(failure.pending.first?.what == "coalescing window of notice \(failure.subject ?? "")")
/// #expect(failure.arrivals.map(\.method).contains("message.posted"))
/// #expect(failure.description.hasPrefix(failure.place))
/// ```
public struct NothingCame: Error, Sendable, CustomStringConvertible {
    /// The file and the line in the test.
    public let place: String
    /// The name of the waiting client.
    public let hearer: String
    /// The method of the expected notification, such as `notice.posted`.
    public let method: String
    /// The position in the log up to which all notifications for the waiting client have arrived (`session.fence`).
    public let cursor: Int64
    /// The work that waits only for time to pass in the world.
    public let pending: [PendingWork]
    /// The real time that other tasks and programs had.
    public let patience: Duration
    /// The received notifications of this method, newest first, including those in ``handedOut``.
    public let nearMisses: [Arrival]
    /// All notifications received since the session began, oldest first, including those that waits have returned.
    public let arrivals: [Arrival]
    /// The matching notifications that earlier waits have returned, oldest first.
    public let handedOut: [Arrival]
    /// The matching notifications that other people received, newest first, as an observer received them.
    public let others: [Arrival]
    /// The decision about ``subject`` for the waiting client (`delivery.explain`); nil if it is not known.
    public let trail: DeliveryExplanation?
    /// The id or the link of the item that the decision is about.
    public let subject: String?
    /// The effects of faults on notifications of this method to the waiting client.
    public let faults: [String]

    /// The complete report, for the reader of the failed test.
    public var description: String {
        var lines = ["\(place): \(hearer) received no matching \(method), and nothing more is on its way:"]
        lines[0] += " everything up to cursor \(cursor) has arrived (session.fence)."
        if let last = handedOut.last {
            let count = handedOut.count == 1 ? "One match arrived" : "\(handedOut.count) matches arrived"
            lines.append("\(count), but earlier waits returned them; the last was: \(last)")
        } else if let near = nearMisses.first {
            lines.append("Nearest: \(near)")
        }
        for other in others.prefix(3) {
            let alerted = other.params["alerted"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let who = other.person.map { [$0.rawValue] } ?? alerted
            lines.append("\(who.isEmpty ? "Others" : who.joined(separator: ", ")) received: \(other)")
        }
        if let trail, let subject {
            lines.append("Decision about \(subject): " + (trail.delivered ? "it is delivered" : "it is not delivered"))
            lines += trail.reasons.map { "  \($0.rule): \($0.text)" }
        }
        lines += faults
        if arrivals.isEmpty {
            lines.append("\(hearer) received nothing.")
        } else {
            lines.append("Everything that \(hearer) received, oldest first:")
            lines += arrivals.suffix(20).map { "  \($0)" }
            if arrivals.count > 20 { lines.append("  and \(arrivals.count - 20) earlier") }
        }
        lines += pending.prefix(5).map { "Pending until \($0.dueAt): \($0.what); `within:` advances the clock." }
        lines.append(
            patience == .zero
                ? "To wait for another task or program, use `patience: .seconds(5)`."
                : "Another task or program had \(patience) to do it; `patience:` gives it longer.")
        return lines.joined(separator: "\n")
    }
}

/// A notification that must not arrive, thrown by ``TypedClient/isNotNotified(_:file:line:where:)``.
///
/// ```swift
/// try await anna.send("Hi", to: trip)
/// let thrown = await #expect(throws: SomethingCame.self) { try await bea.isNotNotified(.messagePosted) }
/// let failure = try #require(thrown)
/// #expect(failure.hearer == "Bea" && failure.method == "message.posted")
/// #expect(failure.arrivals.count == 1 && failure.trail?.delivered == true)
/// #expect(failure.description.hasPrefix(failure.place))
/// ```
public struct SomethingCame: Error, Sendable, CustomStringConvertible {
    /// The file and the line in the test.
    public let place: String
    /// The name of the client that received it.
    public let hearer: String
    /// The name of the notification, such as `notice.posted`.
    public let method: String
    /// The matching notifications, oldest first.
    public let arrivals: [Arrival]
    /// The reason why the first of them was delivered (`delivery.explain`); nil if the server does not know.
    public let trail: DeliveryExplanation?

    /// The complete report, for the reader of the failed test.
    public var description: String {
        var lines = ["\(place): \(hearer) received \(method), which must not arrive:"]
        lines += arrivals.prefix(5).map { "  \($0)" }
        if arrivals.count > 5 { lines.append("  and \(arrivals.count - 5) more") }
        if let trail {
            lines.append("Reasons for the first delivery:")
            lines += trail.reasons.map { "  \($0.rule): \($0.text)" }
        }
        return lines.joined(separator: "\n")
    }
}

extension ClientSession {
    /// Waits until all notifications of earlier events have arrived at this session.
    private func fence() async throws(ClientFailure) -> Answered.Fence {
        try await answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in
            try Answered.Fence(from: &fields)
        }
    }

    /// Returns all received notifications of one kind, once those of all earlier events have arrived.
    func received<Value: ToldValue>() async throws(ClientFailure) -> [Value] {
        _ = try await fence()
        var all: [Value] = []
        for arrival in arrivals {
            if let value = try arrival.read(Value.self) { all.append(value) }
        }
        return all
    }

    /// Checks that no matching notification has arrived, once those of all earlier events have.
    nonisolated(nonsending) func checkNone<Value: ToldValue>(
        place: String, where matches: (Value) throws -> Bool
    ) async throws {
        _ = try await fence()
        let found = try arrivals.filter { arrival in try arrival.read(Value.self).map(matches) ?? false }
        guard let first = found.first else { return }
        var trail: DeliveryExplanation?
        if let subject = first.subject { trail = await explanation(of: subject, by: try await harness()) }
        throw SomethingCame(
            place: place, hearer: name, method: Value.name.rawValue, arrivals: found, trail: trail)
    }

    /// Returns the reasons why this session's person did or did not receive an item; nil for an observer's session.
    private func explanation(of subject: String, by observer: ClientSession) async -> DeliveryExplanation? {
        guard let person else { return nil }
        let asked = Request.deliveryExplain(ExplainDelivery(person: person, about: subject))
        return try? await observer.answer(to: asked) { fields throws(InvalidField) in
            try DeliveryExplanation(from: &fields)
        }
    }

    /// Returns the effects of faults on notifications of a method to this session's person.
    private func faults(on name: NotificationName, by observer: ClientSession) async -> [String] {
        guard let person else { return [] }
        let faults = try? await observer.answer(to: LiveRequest.faultList) { fields throws(InvalidField) -> [Fault] in
            try fields.read("faults")
        }
        return (faults ?? []).compactMap { fault in
            fault.action(on: name, to: person, named: "\(name.rawValue) to \(self.name)") { "\($0) ms" }.map {
                "\(fault.id): this fault \($0)"
            }
        }
    }

    /// Waits for a notification that no earlier wait has returned.
    nonisolated(nonsending) func wait<Value: ToldValue>(
        within time: Duration, patience: Duration, place: String, where matches: (Value) throws -> Bool
    ) async throws -> Value {
        let isVirtual = clock == .virtual
        let deadline = ContinuousClock.now + (isVirtual ? patience : patience + time)
        var left = time.wholeMilliseconds
        while true {
            if let value = try takeFirst(matches) { return value }
            let fence = try await fence()
            let count = arrivals.count
            if let value = try takeFirst(matches) { return value }
            // An app does not receive the pending work.
            if isVirtual, left > 0 {
                let observer = try await harness()
                let pending = try await observer.fence().pending
                let now = try await observer.now()
                if let due = pending.map(\.dueAt).min(), due.milliseconds - now.milliseconds <= left {
                    let step = max(1, due.milliseconds - now.milliseconds)
                    left -= step
                    try await observer.request(LiveRequest.clockAdvance(.milliseconds(step)))
                    continue
                }
            }
            let rest = deadline - .now
            guard rest > .zero else {
                throw try await nothingCame(fence, patience, place, where: matches)
            }
            // With a real clock, this client must ask the host again when work is due.
            _ = await more(than: count, within: isVirtual ? rest : min(rest, .milliseconds(20)))
            try Task.checkCancellation()
            host.settle()
        }
    }

    private func harness() async throws(ClientFailure) -> ClientSession {
        role == .observer ? self : try await host.harnesses.observer(of: world, on: host)
    }

    private func now() async throws(ClientFailure) -> Instant {
        try await answer(to: LiveRequest.clockNow) { fields throws(InvalidField) in try fields.read("now") }
    }

    /// The person in the notifications of an observer that concern this session; nil for an observer's session.
    private var person: Handle? {
        switch hello.identity {
        case .person(let handle, _), .app(_, let handle): handle
        case .observer: nil
        }
    }

    nonisolated(nonsending) private func nothingCame<Value: ToldValue>(
        _ fence: Answered.Fence, _ patience: Duration, _ place: String, where matches: (Value) throws -> Bool
    ) async throws -> NothingCame {
        let observer = try await harness()
        let pending = try await observer.fence().pending
        let nearMisses = arrivals.filter { $0.method == Value.name.rawValue }
        // The best subject is a notification that another person received. The second choice is the nearest miss.
        var others: [Arrival] = []
        let own = Set(nearMisses.compactMap(\.cursor))
        for arrival in observer.arrivals.reversed() where observer !== self && arrival.person != person {
            if let cursor = arrival.cursor, own.contains(cursor) { continue }
            if let value = try arrival.read(Value.self), (try? matches(value)) != false { others.append(arrival) }
        }
        let subject = others.lazy.compactMap(\.subject).first ?? nearMisses.last?.subject ?? observer.lastSubject
        var trail: DeliveryExplanation?
        if let subject { trail = await explanation(of: subject, by: observer) }
        let faults = await faults(on: Value.name, by: observer)
        let handedOut = try handedOut(matches)
        return NothingCame(
            place: place, hearer: name, method: Value.name.rawValue, cursor: fence.cursor, pending: pending,
            patience: patience, nearMisses: nearMisses.reversed(), arrivals: arrivals,
            handedOut: handedOut, others: others, trail: trail, subject: subject, faults: faults)
    }

    /// The subject of the last request in the world that `delivery.explain` can explain.
    private var lastSubject: String? {
        for arrival in arrivals.reversed() where arrival.method == NotificationName.requestDone.rawValue {
            guard arrival.params["method"]?.stringValue != Method.deliveryExplain.rawValue else { continue }
            let (params, result) = (arrival.params["params"], arrival.params["result"])
            if let id = result?["notices"]?.arrayValue?.first?.stringValue ?? result?["message"]?["id"]?.stringValue
                ?? params?["url"]?.stringValue
            {
                return id
            }
        }
        return nil
    }
}

extension Duration {
    /// The whole milliseconds, rounded down; the maximum if the duration is longer.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        return isOver ? .max : product + attoseconds / 1_000_000_000_000_000
    }
}
