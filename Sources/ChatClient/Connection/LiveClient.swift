package import ChatProtocol

/// A person's session that outlives its connections, without I/O: it takes messages and times, and returns actions and
/// reports.
///
/// A request that changes data has a client id. Changes wait in order, and only one is sent at a time, until it is
/// answered. If the connection is lost, the change is sent again under the same id, so that it is neither lost nor done
/// twice. A request that only reads is dropped with its connection. Its owner sends it again after the next
/// ``Report/welcome(isFresh:isNew:now:)``.
///
/// The owner opens a stream at ``LiveAction/open`` and calls ``opened()``, ``received(_:at:)`` and ``lost(_:at:)``. It
/// calls ``passed(to:)`` at each ``deadline``. Times are milliseconds of a clock that is never set.
package struct LiveClient<Request: SessionRequest>: Sendable {
    /// A change without an answer.
    private struct Change: Sendable {
        var request: Request
        let clientID: String
        var isSent = false
    }

    /// The silence after which the server is pinged. With ``pongMilliseconds``, a dead server is noticed within 10 s.
    private static var quietMilliseconds: Int64 { 5_000 }
    /// The deadline for the answer to that ping.
    private static var pongMilliseconds: Int64 { 5_000 }
    /// The age below which the end of a session counts as early.
    private static var earlyMilliseconds: Int64 { 5_000 }
    /// The number of early ends in a row after which the person is informed, and the pauses grow.
    private static var earlyEndsMax: Int { 3 }
    /// The first deadline of connecting, and of the login, if another server can be tried; it grows with the pauses.
    private static var briefMilliseconds: Int64 { 1_000 }
    /// The deadline of connecting, and of the login, at the only server.
    private let timeoutMilliseconds: Int64

    /// The phase of the session.
    package private(set) var phase = LivePhase.connecting
    /// The reason for which the last stream ended or could not be opened.
    package private(set) var lastProblem = ""
    /// The position in the log up to which everything has arrived; nil before the first login.
    package private(set) var cursor: Int64?
    /// The end of the log at the last login: notifications up to it are about events before that login.
    private(set) var endAtLogin: Int64 = 0
    private let hello: Hello
    private let me: Handle?
    private let clientIDPrefix: String
    private let serverCount: Int
    private var actions: [LiveAction] = []
    private var reports: [Report] = []
    private var lastID: Int64 = 0
    private var lastClientID = 0
    private var helloID: Int64?
    private var wasWelcome = false
    private var asked: [(id: Int64, request: Request?)] = []
    private var changes: [Change] = []
    private var changeID: Int64?
    /// The requests that are larger than the server reads. It would end the connection, so that they are refused here,
    /// at the next deadline.
    private var oversized: [(request: Request, clientID: String?)] = []
    private var messageBytes = Limits.standard.messageBytes
    private var pausedUntil: Int64?
    private var backoff = Backoff()
    /// The number of servers that were lost since a session lasted for a while.
    private var lostServers = 0
    private var liveSince: Int64?
    /// The number of sessions in a row that the server ended soon after their login.
    private var earlyEnds = 0
    /// The address of the server that held the world at the last login; nil after it was tried.
    private var holder: String?
    private var triesHolder = false
    private var heardAt: Int64 = 0
    private var signAskedAt: Int64?

    /// Creates a session that is not connected.
    ///
    /// - Parameters:
    ///   - hello: The login of every connection; the session sets its `after`.
    ///   - clientIDPrefix: A prefix that no other run of a client uses.
    ///   - serverCount: The number of servers to which the owner opens streams in turn. Each is tried before a pause.
    ///   - timeoutMilliseconds: The deadline of connecting, and of the login.
    package init(
        hello: Hello, clientIDPrefix: String, serverCount: Int = 1, timeoutMilliseconds: Int64 = 10_000
    ) {
        self.hello = hello
        self.clientIDPrefix = clientIDPrefix
        self.serverCount = serverCount
        self.timeoutMilliseconds = timeoutMilliseconds
        cursor = hello.after
        switch hello.identity {
        case .person(let handle, _), .app(_, let handle): me = handle
        case .observer(let handle): me = handle
        }
    }

    /// The changes without an answer, in order.
    package var unanswered: [(request: Request, clientID: String)] {
        oversized.compactMap { refused in refused.clientID.map { (refused.request, $0) } }
            + changes.map { ($0.request, $0.clientID) }
    }

    /// True if the session is live and no request waits for an answer.
    package var isIdle: Bool { phase == .live && asked.isEmpty && changes.isEmpty && oversized.isEmpty }

    /// True if no server is available: each was tried, or one refused the session.
    package var isAway: Bool {
        switch phase {
        case .connecting, .greeting, .live: false
        case .waiting: lostServers == 0
        case .refused: true
        }
    }

    /// True if the person must learn why no session lasts: after every third early end in a row.
    package var tellsEarlyEnds: Bool { earlyEnds > 0 && earlyEnds % Self.earlyEndsMax == 0 }

    /// The time at which ``passed(to:)`` must be called; nil if the session was refused.
    package var deadline: Int64? {
        switch phase {
        case .connecting, .greeting: heardAt + patience
        case .live where !oversized.isEmpty: heardAt
        case .live:
            min(
                signAskedAt.map { $0 + Self.pongMilliseconds } ?? heardAt + Self.quietMilliseconds,
                pausedUntil ?? .max)
        case .waiting(let until): until
        case .refused: nil
        }
    }

    /// The deadline of connecting, and then of the login, in milliseconds.
    private var patience: Int64 {
        guard triesHolder || serverCount > 1 else { return timeoutMilliseconds }
        return min(max(Self.briefMilliseconds, 2 * backoff.upcoming), timeoutMilliseconds)
    }

    /// Returns the actions since the last call, in order.
    package mutating func takeActions() -> [LiveAction] {
        defer { actions = [] }
        return actions
    }

    /// Returns the reports since the last call, in order.
    package mutating func takeReports() -> [Report] {
        defer { reports = [] }
        return reports
    }

    /// Returns the address of the server that held the world at the last login, to connect to instead of the next
    /// server; nil if that is the server that was tried last. If it cannot be reached, the other servers forward to the
    /// new holder.
    ///
    /// - Parameter isOther: Returns true if an address is not the one that was tried last.
    package mutating func takeHolder(where isOther: (String) -> Bool) -> String? {
        let found = holder.flatMap { isOther($0) ? $0 : nil }
        (holder, triesHolder) = (nil, found != nil)
        return found
    }

    // MARK: Events

    /// Begins to connect.
    package mutating func start(at now: Int64) {
        heardAt = now
        actions.append(.open)
    }

    /// Sends the login, because the stream is open.
    package mutating func opened(at now: Int64) {
        guard phase == .connecting else { return }
        heardAt = now
        var hello = hello
        hello.after = cursor
        helloID = say(LiveRequest.sessionHello(hello))
        move(to: .greeting)
    }

    /// Processes a message.
    package mutating func received(_ message: [UInt8], at now: Int64) { received(HeardMessage(message), at: now) }

    /// Processes a decoded message; nil if it could not be decoded.
    mutating func received(_ message: HeardMessage?, at now: Int64) {
        heardAt = now
        signAskedAt = nil
        switch message {
        case .notification(let notification):
            reports.append(.notification(notification))
            if let seen = notification.cursor { cursor = max(cursor ?? 0, seen) }
        case .answer(.integer(let id), .success(let result)): answered(id, result, at: now)
        case .answer(.integer(let id), .failure(let error)): refused(id, error, at: now)
        // The last message before a server closes a stream: the server that holds the world may be gone.
        case .answer(nil, .failure): holder = nil
        // If one side cannot read the other's messages, the server closes the stream if necessary.
        case .answer, nil: break
        }
    }

    /// Processes the end of a stream, or a failure to open it.
    ///
    /// - Parameter why: The reason; nil if this side closed the stream.
    package mutating func lost(at now: Int64, _ why: String? = nil) {
        switch phase {
        case .connecting, .greeting, .live: break
        case .waiting, .refused: return
        }
        if let since = liveSince {
            earlyEnds = why != nil && now - since < Self.earlyMilliseconds ? earlyEnds + 1 : 0
        }
        lastProblem = why ?? "The connection ended."
        if tellsEarlyEnds {
            lastProblem = "The server ended \(earlyEnds) sessions in a row soon after their login: \(lastProblem)"
        }
        actions.append(.close)
        helloID = nil
        changeID = nil
        for case (_, let request?) in asked { reports.append(.unanswered(request)) }
        asked = []
        refuseOversized()
        signAskedAt = nil
        pausedUntil = nil
        for index in changes.indices { changes[index].isSent = false }  // Sometimes(D7): A change will be sent again.
        // A server that ends each stream directly after the login counts as lost, so that the pauses apply to it too.
        if let since = liveSince, now - since >= Backoff.firstMilliseconds { lostServers = 0 }
        liveSince = nil
        lostServers = (lostServers + 1) % serverCount
        move(to: .waiting(until: lostServers == 0 ? now + backoff.next() : now))
    }

    /// Processes the time that has passed.
    package mutating func passed(to now: Int64) {
        guard let deadline, now >= deadline else { return }
        switch phase {
        case .connecting: lost(at: now, "The connection was not accepted within \(seconds(patience)) s.")
        case .greeting:
            lost(at: now, "The server did not answer session.hello within \(seconds(patience)) s.")
        case .waiting:
            heardAt = now
            move(to: .connecting)
            actions.append(.open)
        case .live:
            refuseOversized()
            if let pause = pausedUntil, now >= pause {
                pausedUntil = nil
                sendNextChange()
            }
            if let signAskedAt, now >= signAskedAt + Self.pongMilliseconds {
                // The server may only forward, and the silence may be that of the server that holds the world.
                holder = nil
                return lost(at: now, "The server has not answered for \(seconds(now - heardAt)) s.")
            }
            if signAskedAt == nil, now >= heardAt + Self.quietMilliseconds {
                signAskedAt = now
                ask(LiveRequest.sessionPing)
            }
        case .refused: break
        }
    }

    private func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 500) / 1_000 }

    // MARK: Requests

    /// Sends a request.
    ///
    /// - Parameter known: The client id that the change had in an earlier run.
    /// - Returns: The client id of a change, which its answer names; nil for a request that only reads.
    @discardableResult
    package mutating func request(_ request: Request, clientID known: String? = nil) -> String? {
        guard request.changesTheLog else {
            guard phase == .live else { return nil }
            let id = say(request.call(me: me))
            if let id { asked.append((id, request)) } else { oversized.append((request, nil)) }
            return nil
        }
        lastClientID += 1
        let clientID = known ?? request.ownClientID ?? "\(clientIDPrefix)-\(lastClientID)"
        changes.append(Change(request: request, clientID: clientID))
        sendNextChange()
        return clientID
    }

    /// Sends a request only for its answer: when the answer arrives, all earlier messages of the server have arrived.
    package mutating func ask(_ sign: LiveRequest) {
        if phase == .live, let id = say(sign) { asked.append((id, nil)) }
    }

    private mutating func sendNextChange() {
        while phase == .live, pausedUntil == nil, let first = changes.first, !first.isSent {
            if let id = say(first.request.call(me: me), clientID: first.clientID) {
                (changes[0].isSent, changeID) = (true, id)
            } else {
                changes.removeFirst()
                oversized.append((first.request, first.clientID))  // Sometimes(D6): A change is too large.
            }
        }
    }

    /// Sends a request.
    ///
    /// - Returns: Its id; nil if it is larger than the server reads, and was not sent.
    private mutating func say(_ call: any MethodCall, clientID: String? = nil) -> Int64? {
        lastID += 1
        let message = Envelope.request(id: .integer(lastID), method: call.method.rawValue) {
            call.writeMembers(to: &$0)
            $0.member("clientID", clientID)
        }
        guard message.count <= messageBytes else { return nil }
        actions.append(.send(message))
        return lastID
    }

    private mutating func refuseOversized() {
        let error = RPCError.tooLarge("This message is too long", limit: "messageBytes", messageBytes)
        for (request, clientID) in oversized { reports.append(.refusal(request, clientID: clientID, error)) }
        oversized = []
    }

    private mutating func move(to next: LivePhase) {
        phase = next
        reports.append(.phase(next))
    }
}

// MARK: - Answers

extension LiveClient {
    private mutating func answered(_ id: Int64, _ result: JSONValue, at now: Int64) {
        if id == helloID { return welcomed(result, at: now) }
        if id == changeID, !changes.isEmpty {
            changeID = nil
            let change = changes.removeFirst()
            for index in changes.indices { changes[index].request.follow(change.request, answeredWith: result) }
            reports.append(.result(change.request, clientID: change.clientID, result))
            return sendNextChange()
        }
        guard let index = asked.firstIndex(where: { $0.id == id }) else { return }
        if let request = asked.remove(at: index).request { reports.append(.result(request, clientID: nil, result)) }
    }

    private mutating func welcomed(_ welcome: JSONValue, at now: Int64) {
        helloID = nil
        liveSince = now
        let wasThere = wasWelcome
        wasWelcome = true
        (holder, triesHolder) = (welcome["holder"]?.stringValue, false)
        let position = welcome["cursor"]?.integerValue ?? 0
        endAtLogin = position
        // A position before ours belongs to another log: the server was reset.
        let isFresh = cursor.map { position < $0 } ?? true
        if isFresh { cursor = position }
        if isFresh, wasThere { changes.removeAll { !$0.request.outlivesItsLog } }
        if earlyEnds < Self.earlyEndsMax { backoff.reset() }
        move(to: .live)
        let limits = Limits(ofWelcome: welcome)
        messageBytes = limits.messageBytes
        reports.append(
            .terms(limits, isClockReal: welcome["clock"]?["kind"]?.stringValue != "virtual"))
        reports.append(.support(welcome["isSystemCollaborationSupportAvailable"]?.boolValue ?? false))
        reports.append(
            .welcome(
                isFresh: isFresh, isNew: welcome["isNew"]?.boolValue ?? false,
                now: welcome["clock"]?["now"]?.stringValue.flatMap(Instant.init), end: position))
        // The actions that waited for the app before it started (`coord-singleton`).
        for action in welcome["actions"]?.arrayValue ?? [] {
            let method = NotificationName.actionRequested.rawValue
            reports.append(.notification(HeardNotification(method: method, params: ["action": action])))
        }
        sendNextChange()
    }

    private mutating func refused(_ id: Int64, _ error: RPCError, at now: Int64) {
        if id == helloID {
            switch error.reason {
            case .rateLimited, .unavailable: return lost(at: now, error.message)
            // A server that was reset knows the app again as soon as it is registered again.
            case .notFound where wasWelcome: return lost(at: now, error.message)
            // A server that was reset does not know the position up to which this client has its log.
            case .conflict where wasWelcome && error.detail == .field("after"):
                cursor = nil  // Sometimes(D9): Its log lost its end.
                phase = .connecting
                return opened(at: now)
            default:
                helloID = nil
                actions.append(.close)
                return move(to: .refused(error))
            }
        }
        if id == changeID, !changes.isEmpty {
            changeID = nil
            if let pause = error.pauseBeforeRetry {
                changes[0].isSent = false  // Sometimes(D7): A change waits for a failed log.
                pausedUntil = now + pause
                return
            }
            let change = changes.removeFirst()
            reports.append(.refusal(change.request, clientID: change.clientID, error))
            return sendNextChange()
        }
        guard let index = asked.firstIndex(where: { $0.id == id }) else { return }
        if let request = asked.remove(at: index).request { reports.append(.refusal(request, clientID: nil, error)) }
    }
}
