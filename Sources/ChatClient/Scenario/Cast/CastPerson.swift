import ChatProtocol

/// One person of a scenario on one of their devices: their session, once they have one, and what they were told on it.
final class CastPerson {
    /// The name in the steps, which is the display name.
    let name: String
    /// The name in lower case.
    let handle: Handle
    /// Whether this is not the device that they do everything on of which nothing else is said.
    let isSecondDevice: Bool
    /// What the second device of everybody is called.
    static let secondDevice = "second"
    /// What they were told.
    var notebook = Notebook() { didSet { notebookChanges += 1 } }
    /// How often that changed.
    private(set) var notebookChanges = 0
    /// What became of their last request; nil before the first.
    var lastRequest: Result<JSONValue, RPCError>?
    /// What their device's system knows; a new one is greeted with at the next login.
    var system = DeviceSystem.current
    /// All that came on their streams, as it came.
    private(set) var told: [JSONValue] = []
    /// Whether a step sent them offline.
    private(set) var isAway = false
    /// Whether a step let something go wrong on the way to them: then what comes twice or late is borne, as a client
    /// bears it.
    var bearsFaults = false

    /// The revisions of shares that stand on the screen of a second device, by their links.
    var revisionsLookedAt: [String: Int64] = [:]

    private var client: ScriptedClient?
    /// The largest cursor that came: where a new session goes on.
    private var cursor: Int64 = 0
    /// The cursors that came.
    private var seen: Set<Int64> = []
    private var requestCount = 0

    /// Whether there ever was a session.
    private(set) var hasBeenHere = false
    /// Whether there is a session now.
    var isOnline: Bool { client != nil }
    /// The session as it is now, if there is one: who only looks logs nobody in.
    var openSession: ScriptedClient? { client }

    init?(name: String, isSecondDevice: Bool = false) {
        guard let handle = Handle(name.lowercased().replacingBytes(of: "’", with: "'")) else { return nil }
        self.name = name
        self.handle = handle
        self.isSecondDevice = isSecondDevice
    }

    /// The session; logs in if there is none. Who logs in is told everything that happened since they were last here,
    /// or since the world began.
    func session(on stage: any Stage, world: WorldName) throws(ClientFailure) -> ScriptedClient {
        if let client { return client }
        let client = ScriptedClient(try Troupe.open(stage))
        // No cursor means the beginning of the world: who logs in late is told what was meant for them.
        let device = isSecondDevice ? Self.secondDevice : nil
        var hello = Hello(.person(handle, name: name), device: device, world: world, after: cursor)
            .with(stage.credentials)
        hello.system = system
        try client.hello(hello)
        self.client = client
        hasBeenHere = true
        return client
    }

    /// A new id for a request, so that a retry is known as one.
    func nextClientID() -> String {
        requestCount += 1
        return isSecondDevice ? "\(handle)-second-\(requestCount)" : "\(handle)-\(requestCount)"
    }

    /// Leaves, keeping the place: what comes from now on is told when they are back.
    func goAway() {
        // Whether the others are told that somebody is gone must not depend on when the server notices.
        client?.leave()
        leave()
        isAway = true
    }

    /// Is back: the next that is asked of them logs in.
    func comeBack() {
        isAway = false
    }

    /// Loses the stream, as when a server goes; the next request logs in again.
    func leave() {
        client?.close()
        client = nil
        // Who types is told to whoever is there, and not again.
        notebook.forgetTyping()
    }

    /// Notes what stands on the stream, up to now.
    ///
    /// - Throws: ``StepFailure`` if it is unreadable, or if anything came twice or out of order.
    func read(_ client: ScriptedClient) throws(StepFailure) {
        for notified in client.takeInbox() {
            if let position = notified.params["cursor"]?.integerValue {
                let isNew = seen.insert(position).inserted
                if bearsFaults, !isNew { continue }
                guard position > cursor || bearsFaults else {
                    throw StepFailure(
                        "\(name) was told something twice or out of order", expected: "a cursor above \(cursor)",
                        actual: "\(notified.method) with the cursor \(position)")
                }
                cursor = max(cursor, position)
            }
            told.append(notified.params)
            do throws(InvalidField) { try notebook.take(notified) } catch {
                throw StepFailure(
                    "what \(name) was told cannot be read", actual: "\(notified.method): \(error.message)")
            }
        }
    }
}
