import ChatConnection
import ChatProtocol
package import Synchronization

/// A session of a ``TypedClient`` with a server. It stores all received notifications and accepts answers in any order.
///
/// No method blocks a thread, and several tasks may use the session at a time.
public final class ClientSession: Sendable {
    private struct State {
        var line: (any ClientLine)?
        /// The number of lines that were opened.
        var lineCount = 0
        /// The error of a request while there is no line.
        var ended: TransportError
        var lastID: Int64 = 0
        var unanswered: [Int64: CheckedContinuation<Result<JSONValue, ClientFailure>, Never>] = [:]
        var arrivals: [Arrival] = []
        /// The indexes in `arrivals` of the notifications that waits have returned.
        var taken: Set<Int> = []
        /// The largest received cursor; nil before the first login.
        var cursor: Int64?
        var clock = ClockKind.virtual
        var lastSleeper = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    package let host: any ClientHost
    let hello: Hello
    /// The name that a failed test shows.
    let name: String
    /// The apps that run on this device, by their identifiers. They end with the session.
    package let runningApps = Mutex<[AppID: any AnyObject & Sendable]>([:])
    private let state: Mutex<State>

    init(host: any ClientHost, hello: Hello, name: String) {
        self.host = host
        self.hello = hello
        self.name = name
        state = Mutex(State(ended: .closed("\(name) has not connected yet")))
    }

    deinit { close() }

    package var world: WorldName { hello.world }
    /// The name of the device, if it has one.
    package var device: String? { hello.device }
    var role: Role {
        switch hello.identity {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }
    /// The kind of clock in its world.
    var clock: ClockKind { state.withLock { $0.clock } }
    /// True if the session has no line, so that every request fails.
    var hasEnded: Bool { state.withLock { $0.line == nil } }
    /// All received notifications, oldest first.
    var arrivals: [Arrival] { state.withLock { $0.arrivals } }

    // MARK: The line

    /// Opens a line and logs in. After an earlier login it passes the cursor, so that the server sends the missed
    /// notifications.
    func connect() async throws(ClientFailure) {
        let line: any ClientLine
        do throws(TransportError) {
            line = try host.openLine { [weak self] in self?.hear() }
        } catch {
            throw .transport(error)
        }
        var hello = hello.with(host.credentials)
        // The old line may end only now. Its requests fail, and the new line stays.
        end(.closed("\(name) has reconnected"))
        hello.after = state.withLock { state in
            state.line = line
            state.lineCount += 1
            return state.cursor
        }
        let welcome = try await request(LiveRequest.sessionHello(hello))
        state.withLock { state in
            state.clock = welcome["clock"]?["kind"]?.stringValue == ClockKind.real.rawValue ? .real : .virtual
            state.cursor = max(state.cursor ?? 0, hello.after ?? welcome["cursor"]?.integerValue ?? 0)
        }
        // The missed notifications precede the answer to this request.
        if hello.after != nil { try await request(LiveRequest.sessionPing) }
    }

    func close() { end(.closed("\(name) has disconnected; call reconnect()")) }

    /// Ends the line.
    ///
    /// - Parameter number: The number of the line, which ``connect()`` may have replaced by now; nil for any.
    private func end(_ why: TransportError, ofLine number: Int? = nil) {
        let ended = state.withLock { state -> State? in
            guard number == nil || number == state.lineCount else { return nil }
            let before = state
            if state.line != nil { state.ended = why }
            (state.line, state.unanswered, state.sleepers) = (nil, [:], [:])
            return before
        }
        guard let ended else { return }
        ended.line?.close()
        for asked in ended.unanswered.values { asked.resume(returning: .failure(.transport(why))) }
        for sleeper in ended.sleepers.values { sleeper.resume() }
    }

    // MARK: Requests

    @discardableResult
    func request(_ call: any MethodCall, clientID: String? = nil) async throws(ClientFailure) -> JSONValue {
        try await request(call.method.rawValue) {
            call.writeMembers(to: &$0)
            $0.member("clientID", clientID)
        }
    }

    /// Sends a request, valid or invalid, and returns the result object.
    @discardableResult
    func request(_ method: String, _ params: (inout JSONWriter) -> Void) async throws(ClientFailure) -> JSONValue {
        let (id, line, ended) = state.withLock { state in
            state.lastID += 1
            return (state.lastID, state.line, state.ended)
        }
        guard let line else { throw .transport(ended) }
        let message = Envelope.request(id: .integer(id), method: method, params: params)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.unanswered[id] = continuation }
                do throws(TransportError) {
                    try line.put(message)
                } catch {
                    settle(id, .failure(.transport(error)))
                }
                if Task.isCancelled { settle(id, .failure(.transport(.closed("the task was cancelled")))) }
            }
        } onCancel: {
            settle(id, .failure(.transport(.closed("the task was cancelled"))))
        }
        return try answer.get()
    }

    func answer<Answer>(
        to call: any MethodCall, clientID: String? = nil,
        _ read: (inout JSONFields) throws(InvalidField) -> Answer
    ) async throws(ClientFailure) -> Answer {
        let result = try await request(call, clientID: clientID)
        do throws(InvalidField) {
            var fields = try JSONFields(result)
            return try read(&fields)
        } catch {
            throw .unreadable("\(call.method.rawValue): \(error)")
        }
    }

    private func settle(_ id: Int64, _ result: Result<JSONValue, ClientFailure>) {
        state.withLock { $0.unanswered.removeValue(forKey: id) }?.resume(returning: result)
    }

    // MARK: Arrivals

    /// Processes the messages that have arrived.
    private func hear() {
        var answers: [(Int64, Result<JSONValue, ClientFailure>)] = []
        var ended: (line: Int, why: TransportError)?
        // The lock is held while the line is read. Without it, two concurrent calls could change the order of messages.
        let sleepers = state.withLock { state in
            let before = state.arrivals.count
            do throws(TransportError) {
                while let message = try state.line?.take() {
                    switch ServerMessage.read(message) {
                    case .result(.integer(let id), let result): answers.append((id, .success(result)))
                    case .failure(.some(.integer(let id)), let error): answers.append((id, .failure(.refused(error))))
                    case .notification(let method, let params):
                        if let seen = params["cursor"]?.integerValue { state.cursor = max(state.cursor ?? 0, seen) }
                        state.arrivals.append(Arrival(method: method, params: params, hearer: role))
                    // The message answers no request of this session.
                    case .result, .failure, nil: break
                    }
                }
            } catch {
                ended = (state.lineCount, error)
            }
            guard state.arrivals.count > before else { return [CheckedContinuation<Void, Never>]() }
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.resume() }
        for (id, answer) in answers { settle(id, answer) }
        if let ended { end(named(ended.why), ofLine: ended.line) }
    }

    /// Returns the error of the line with the name of the session.
    private func named(_ failure: TransportError) -> TransportError {
        switch failure {
        case .unreachable(let why): .unreachable("\(why) (\(name))")
        case .closed(let why): .closed("\(why) (\(name))")
        }
    }

    /// Waits until the session has received more notifications than a number.
    ///
    /// - Returns: True if it has; false if the line or the task ended first.
    func more(than count: Int) async -> Bool {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.arrivals.count > count || state.line == nil || Task.isCancelled { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
        return state.withLock { $0.arrivals.count > count }
    }

    /// Waits until the session has received more notifications than a number, for at most the given time.
    func more(than count: Int, within patience: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.more(than: count) }
            group.addTask {
                try? await Task.sleep(for: patience)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Returns the matching notifications that waits have returned, oldest first.
    func handedOut<Value: ToldValue>(_ matches: (Value) throws -> Bool) throws -> [Arrival] {
        let (arrivals, taken) = state.withLock { ($0.arrivals, $0.taken) }
        return try taken.sorted().map { arrivals[$0] }.filter { arrival in
            try arrival.read(Value.self).map(matches) ?? false
        }
    }

    /// Returns the first notification that matches and that no earlier wait has returned.
    func takeFirst<Value: ToldValue>(_ matches: (Value) throws -> Bool) throws -> Value? {
        let (arrivals, taken) = state.withLock { ($0.arrivals, $0.taken) }
        for (place, arrival) in arrivals.enumerated() where !taken.contains(place) {
            guard let value = try arrival.read(Value.self), try matches(value) else { continue }
            // Another task may have returned it first.
            if state.withLock({ $0.taken.insert(place).inserted }) { return value }
        }
        return nil
    }
}
