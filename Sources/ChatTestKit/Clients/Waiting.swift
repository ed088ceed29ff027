import ChatConnection
public import ChatProtocol

/// What did not come, and what did: thrown by a wait that ended without what was waited for.
public struct NothingCame: Error, Sendable, CustomStringConvertible {
    /// Where in the test.
    public let place: String
    /// Who waited.
    public let hearer: String
    /// What was waited for, such as `notice.posted`.
    public let method: String
    /// Up to which position of the log everything that was meant for the waiting one has come (`session.fence`).
    public let cursor: Int64
    /// What only time would have brought.
    public let pending: [PendingWork]
    /// How long, by the clock on the wall, it was waited for what others do.
    public let patience: Duration
    /// The notifications of that name that came and did not match, the newest first.
    public let nearMisses: [Arrival]
    /// All that came since the session began, oldest first; what waits have handed out included.
    public let arrivals: [Arrival]
    /// Those that match and that earlier waits handed out, oldest first.
    public let handedOut: [Arrival]
    /// What others were told in its place, as an observer heard it, the newest first.
    public let others: [Arrival]
    /// Why the waiting one was not told that (`delivery.explain`), or what came nearest; nil where nothing is known.
    public let trail: DeliveryExplanation?
    /// What the trail is about.
    public let subject: String?
    /// What faults did to notifications of that name on their way to the waiting one.
    public let faults: [String]

    /// All of it, for the one who reads the failure.
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
public struct SomethingCame: Error, Sendable, CustomStringConvertible {
    /// Where in the test.
    public let place: String
    /// Who received it.
    public let hearer: String
    /// The name of the notification, such as `notice.posted`.
    public let method: String
    /// The notifications that came and match, oldest first.
    public let arrivals: [Arrival]
    /// Why the first of them was delivered (`delivery.explain`); nil where the server does not know.
    public let trail: DeliveryExplanation?

    /// All of it, for the one who reads the failure.
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
    /// What is certain after the fence: all that was meant for this session has come.
    private func fence() async throws(ClientFailure) -> Answered.Fence {
        try await answer(to: LiveRequest.sessionFence) { fields throws(InvalidField) in
            try Answered.Fence(from: &fields)
        }
    }

    /// All of one kind that came, once everything that was meant for this session has.
    func received<Value: ToldValue>() async throws(ClientFailure) -> [Value] {
        _ = try await fence()
        var all: [Value] = []
        for arrival in arrivals {
            if let value = try arrival.read(Value.self) { all.append(value) }
        }
        return all
    }

    /// Checks that none came that matches, once everything that was meant for this session has.
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

    /// Why the person of this session was told of something, or was not; nil where an observer does not learn it.
    private func explanation(of subject: String, by observer: ClientSession) async -> DeliveryExplanation? {
        guard let person else { return nil }
        let asked = Request.deliveryExplain(ExplainDelivery(person: person, about: subject))
        return try? await observer.answer(to: asked) { fields throws(InvalidField) in
            try DeliveryExplanation(from: &fields)
        }
    }

    /// What faults did to notifications of a name on their way to this session's person.
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
            // An app is not told what is pending.
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
            // Where time is real somebody must look when something is due.
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

    /// Who is meant by `person` in what an observer hears.
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
        // What others were told in its place is the best subject, then what came nearest.
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

    /// What the last request in the world was about, as far as `delivery.explain` knows it.
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
    /// Rounded down; as many as there can be where it is longer.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1000)
        return isOver ? .max : product + attoseconds / 1_000_000_000_000_000
    }
}
