import ChatConnection
import ChatProtocol

/// What goes over the streams of one play, kept for a trace until it is taken.
///
/// A trace shows the story, and not the player that looks at it. So three things are left out: what is asked while
/// ``isLooking``, with its answers; the fences and pings with which the player waits, wherever it does; and, of what
/// an observer hears, all that somebody else was told anyway. The secrets of greetings are never kept.
final class WireRecorder {
    /// Whose stream it is, as its greeting says; nobody's before that.
    enum Owner: Hashable {
        case person(Handle, device: String?)
        case app(AppID, Handle)
        case observer
        case unknown
    }

    /// One message as it is kept.
    struct Noted {
        var owner: Owner
        /// Which of the streams that its owner had at once, from 1.
        var number: Int
        var direction: StepScene.WireMessage.Direction
        var bytes: [UInt8]
    }

    /// The most messages that are kept of one step; the requests of a step come before what it led to.
    static let messagesMax = 160

    /// Whether what is asked now is asked to see, and not by the story.
    var isLooking = false
    private var noted: [Noted] = []
    private var leftOut = 0
    private var live: [Owner: Set<Int>] = [:]

    /// What was noted since the last time, and how much more there was.
    func drain() -> (noted: [Noted], leftOut: Int) {
        defer { (noted, leftOut) = ([], 0) }
        return (noted, leftOut)
    }

    /// A stream was greeted: which of its owner's it is.
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
        // With what shows that the last character goes on there.
        let kept = StepScene.WireMessage.bytesMax + 1
        let message = bytes.count > kept ? Array(bytes[..<kept]) : bytes
        noted.append(Noted(owner: owner, number: number, direction: direction, bytes: message))
    }
}

/// A stream on which all that goes is noted.
final class RecordedTransport: ClientTransport {
    /// How the player waits; no story is about it.
    private static let waiting: Set<String> = [Method.sessionPing.rawValue, Method.sessionFence.rawValue]
    /// What an observer hears that nobody else does.
    private static let observersOwn: Set<String> = [NotificationName.faultFired.rawValue]

    private let inner: any ClientTransport
    private let recorder: WireRecorder
    private var owner = WireRecorder.Owner.unknown
    private var number = 1
    /// The requests whose answers are not noted.
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

    /// Notes a request, unless it is the player's own; the very bytes are sent.
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

    /// How a server begins its notifications; one that began them otherwise would only be read in full.
    private static let notification = Array(#"{"jsonrpc":"2.0","method":"#.utf8)

    /// Whether something that came is a part of the story.
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

    /// The greeting as it may be shown; nil where it has no secret.
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

/// A stage on whose streams all is noted.
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
