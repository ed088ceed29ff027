import ChatConnection
import ChatProtocol

/// The recorder of the messages on the streams of one run, for a trace.
///
/// A trace shows the scenario, not the player that observes it. Three kinds of messages are therefore left out:
/// requests while ``isLooking`` with their responses, fences and pings, and notifications of an observer that people
/// receive too. The tokens in logins are never stored.
final class WireRecorder {
    /// The owner of a stream, from its login; unknown before that.
    enum Owner: Hashable {
        case person(Handle, device: String?)
        case app(AppID, Handle)
        case observer
        case unknown
    }

    /// One recorded message.
    struct Noted {
        var owner: Owner
        /// The number of the stream among those that its owner had at the same time, from 1.
        var number: Int
        var direction: StepScene.WireMessage.Direction
        var bytes: [UInt8]
    }

    /// The largest number of messages stored for one step. The requests of a step precede its effects.
    static let messagesMax = 160

    /// True while the player makes requests to observe the scenario.
    var isLooking = false
    private var noted: [Noted] = []
    private var leftOut = 0
    private var live: [Owner: Set<Int>] = [:]

    /// Returns the messages since the last call and the number of omitted ones, and clears both.
    func drain() -> (noted: [Noted], leftOut: Int) {
        defer { (noted, leftOut) = ([], 0) }
        return (noted, leftOut)
    }

    /// Registers a stream after its login.
    /// - Returns: Its number among the streams of its owner.
    fileprivate func open(_ owner: Owner) -> Int {
        var number = 1
        while live[owner]?.contains(number) == true { number += 1 }
        live[owner, default: []].insert(number)
        return number
    }

    fileprivate func close(_ owner: Owner, _ number: Int) { live[owner]?.remove(number) }

    fileprivate func record(
        _ bytes: [UInt8], _ direction: StepScene.WireMessage.Direction, on owner: Owner, _ number: Int
    ) {
        guard noted.count < Self.messagesMax else {
            leftOut += 1
            return
        }
        // One byte more shows whether a character is cut at the limit.
        let kept = StepScene.WireMessage.bytesMax + 1
        let message = bytes.count > kept ? Array(bytes[..<kept]) : bytes
        noted.append(Noted(owner: owner, number: number, direction: direction, bytes: message))
    }
}

/// A stream that records all of its messages.
final class RecordedTransport: ClientTransport {
    /// The methods with which the player waits, which are not part of a scenario.
    private static let waiting: Set<String> = [Method.sessionPing.rawValue, Method.sessionFence.rawValue]
    /// The notifications that only an observer receives.
    private static let observersOwn: Set<String> = [NotificationName.faultFired.rawValue]

    private let inner: any ClientTransport
    private let recorder: WireRecorder
    private var owner = WireRecorder.Owner.unknown
    private var number = 1
    /// The requests whose responses are not recorded.
    private var hidden: [RequestID] = []
    private var isOpen = true

    init(_ inner: any ClientTransport, _ recorder: WireRecorder) {
        self.inner = inner
        self.recorder = recorder
    }

    func send(_ message: [UInt8]) throws(TransportError) { try inner.send(noting(message)) }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let message = try inner.receive(waitingMilliseconds: milliseconds)
        if let message, isStory(message) { recorder.record(message, .fromServer, on: owner, number) }
        return message
    }

    func close() {
        end()
        inner.close()
    }

    func leave() {
        end()
        inner.leave()
    }

    private func end() {
        if isOpen { recorder.close(owner, number) }
        isOpen = false
    }

    /// Records a request unless it is the player's own. Returns the unchanged bytes to send.
    private func noting(_ message: [UInt8]) -> [UInt8] {
        guard let value = try? JSONReader.read(message).value else { return message }
        let method = value.text("method") ?? ""
        var shown = message
        if method == Method.sessionHello.rawValue {
            owner = WireRecorder.Owner(greeting: value["params"])
            number = recorder.open(owner)
            shown = Self.withoutSecret(value) ?? message
        }
        if recorder.isLooking || Self.waiting.contains(method) {
            if let id = RequestID(value["id"]) { hidden.append(id) }
        } else {
            recorder.record(shown, .toServer, on: owner, number)
        }
        return message
    }

    /// The beginning of a server's notifications, for a quick test. Any other message is decoded in full.
    private static let notification = Array(#"{"jsonrpc":"2.0","method":"#.utf8)

    /// Returns true if a received message is a part of the scenario.
    private func isStory(_ message: [UInt8]) -> Bool {
        if owner != .observer, hidden.isEmpty || message.starts(with: Self.notification) { return true }
        switch ServerMessage.read(message) {
        case .result(let id, _), .failure(.some(let id), _):
            guard let index = hidden.firstIndex(of: id) else { return true }
            hidden.remove(at: index)
            return false
        case .notification(let method, _): return owner != .observer || Self.observersOwn.contains(method)
        case .failure(nil, _), nil: return true
        }
    }

    /// Returns the login without its token; nil if it has none.
    private static func withoutSecret(_ greeting: JSONValue) -> [UInt8]? {
        guard let params = greeting["params"], params["token"] != nil else { return nil }
        return JSONWriter.bytes(of: greeting.replacing("params", by: params.replacing("token", by: "(secret)")))
    }
}

extension JSONValue {
    fileprivate func replacing(_ key: String, by value: JSONValue) -> JSONValue {
        let members = objectValue?.members ?? []
        return .object(JSONObject(members.map { $0.key == key ? JSONObject.Member(key: key, value: value) : $0 }))
    }
}

extension WireRecorder.Owner {
    fileprivate init(greeting params: JSONValue?) {
        switch (params?.text("role"), params?.handle("handle")) {
        case ("person", let handle?): self = .person(handle, device: params?.text("device"))
        case ("app", let handle?): self = .app(AppID(params?.text("app") ?? ""), handle)
        case ("observer", _): self = .observer
        default: self = .unknown
        }
    }
}

/// A stage that records all of its streams.
final class RecordedStage: Stage {
    private let inner: any Stage
    private let recorder: WireRecorder

    init(_ inner: any Stage, _ recorder: WireRecorder) {
        self.inner = inner
        self.recorder = recorder
    }

    var world: String { inner.world }
    var hasSeveralServers: Bool { inner.hasSeveralServers }
    var address: ServerEndpoint? { inner.address }
    var canRestart: Bool { inner.canRestart }
    var credentials: Credentials { inner.credentials }

    func connect() throws(TransportError) -> any ClientTransport { RecordedTransport(try inner.connect(), recorder) }

    func connect(for person: String) throws(TransportError) -> any ClientTransport {
        RecordedTransport(try inner.connect(for: person), recorder)
    }

    func restart() throws(TransportError) { try inner.restart() }

    var canStepClock: Bool { inner.canStepClock }

    func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.stepClock(byMilliseconds: milliseconds)
    }

    func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.passTime(byMilliseconds: milliseconds)
    }

    func close() { inner.close() }
}
