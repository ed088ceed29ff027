import ChatCore
import ChatProtocol

/// The engine's view of one client stream: its identity, its world, and its position in the log.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses (decision 4 in
///   `docs/internals/decisions`). It is sound there because one thread owns them, and an access to them calls no code
///   that could begin another access.
public final class Session {
    /// The stages of a session.
    enum State {
        /// Not logged in: only `session.hello` is accepted.
        case loggingIn
        /// Logged in to a world. While the session catches up, the last value is the position of the last event that it
        /// read; nil once it receives events as they happen.
        case joined(World, Principal, catchingUpFrom: Int64?)
        /// Ended: nothing is accepted or sent.
        case ended
    }

    /// The number of the session on this server.
    private let number: Int
    /// The owner's own number for the stream.
    package let tag: Int
    /// The world that the session has joined.
    @exclusivity(unchecked) private(set) var world: World?
    /// The identity of the session; nil before `session.hello` and after the end.
    @exclusivity(unchecked) private(set) var principal: Principal?
    /// The position of the last event that it read while it catches up; nil if it does not.
    @exclusivity(unchecked) private var caughtUpThrough: Int64?
    @exclusivity(unchecked) private var hasEnded = false
    /// True if it receives events as they happen. It is stored, because every message reads it.
    @exclusivity(unchecked) private(set) var isCurrent = false
    /// True if the session can receive notifications. A single HTTP request cannot.
    let isStream: Bool
    /// The features that the system of its device supports.
    @exclusivity(unchecked) private(set) var system = DeviceSystem.current
    /// True if an observer receives the requests of other sessions.
    @exclusivity(unchecked) private(set) var receivesRequests = false
    /// True if an observer receives events.
    private(set) var receivesEvents = true
    /// True if the notifications of the session name the trace of their request.
    private(set) var receivesTraces = false
    /// True while a long or forwarded request of the session is not answered. Its later messages wait.
    @exclusivity(unchecked) package private(set) var isBusy = false
    /// The id of the session on the wire.
    package var id: String { "session-\(number)" }
    /// True while it receives the events that it missed.
    var isCatchingUp: Bool { caughtUpThrough != nil }
    /// True from the answer to `session.hello` until the end.
    package var hasJoined: Bool { world != nil }
    var state: State {
        if hasEnded { return .ended }
        guard let world, let principal else { return .loggingIn }
        return .joined(world, principal, catchingUpFrom: caughtUpThrough)
    }
    @exclusivity(unchecked) private var bucket: RateBucket
    /// The device of the session; nil for an observer and for a session without a stream.
    private(set) var device: Device?
    /// The deliveries that faults hold back until the next notification.
    private(set) var heldBack: [Delivery] = []
    /// The number of bytes that faults hold back, until the next notification or for a time.
    private(set) var heldBytes = 0
    /// The token that came with the connection, for a login that has no token of its own.
    @exclusivity(unchecked) package private(set) var bearer: String?
    /// The address of the client; nil within the process.
    package private(set) var address: String?
    /// True if another server forwards the session. That server checks each login, so the stream has only one.
    @exclusivity(unchecked) private(set) var isForwarded = false
    /// The login or request that goes to the server that holds its world; nil if there is none.
    @exclusivity(unchecked) private(set) var forward: Forward?
    /// The token that admitted the session; nil if the server uses no tokens.
    private(set) var credential: Credential?
    /// The number of delivered messages that its world had noted when it began to catch up.
    private(set) var arrivalsKnown = 0
    /// The number of bytes that wait unsent on the stream. Its owner updates it; it paces the catch-up.
    @exclusivity(unchecked) package private(set) var unsentBytes = 0
    /// The messages that wait while the session is busy.
    private var waiting: [[UInt8]] = []
    /// True if the identities are known that the next message needs.
    private var hasIdentities = false
    /// The events that its own answers contained while it was catching up. They are left out of the catch-up, as they
    /// are of live notifications.
    private(set) var answered: Set<Int64> = []

    /// The token of a login. It is a class, so that the many sessions without a token store only an empty reference.
    final class Credential {
        let token: Token
        /// True if the token came with the connection, and not in the login.
        let isBearer: Bool

        init(_ token: Token, isBearer: Bool) { (self.token, self.isBearer) = (token, isBearer) }
    }

    init(number: Int, tag: Int, isStream: Bool, bucket: RateBucket) {
        self.number = number
        self.tag = tag
        self.isStream = isStream
        self.bucket = bucket
    }

    // MARK: The state

    /// Enters a world.
    ///
    /// - Parameters:
    ///   - position: The position of the last event that the session read; nil if it receives events as they happen.
    ///   - arrivals: The number of delivered messages that the world has noted.
    func join(
        _ world: World, as principal: Principal, on device: Device?, catchingUpFrom position: Int64?, arrivals: Int
    ) {
        (self.world, self.principal, self.device, hasEnded) = (world, principal, device, false)
        catchUp(from: position, arrivals: arrivals)
    }

    /// Makes the session read the log from a position on; with nil, it receives events as they happen.
    func catchUp(from position: Int64?, arrivals: Int) {
        arrivalsKnown = arrivals
        noteRead(through: position)
    }

    /// Notes how far a session has read that catches up; with nil, it receives events as they happen from now on.
    func noteRead(through position: Int64?) {
        caughtUpThrough = position
        isCurrent = hasJoined && !isCatchingUp && isStream
    }

    /// Returns the session to the state before its login.
    func logOut() {
        (world, principal, hasEnded, forward, credential) = (nil, nil, false, nil, nil)
        noteRead(through: nil)
    }

    /// Ends the session for good.
    func end() {
        (world, principal, hasEnded) = (nil, nil, true)
        noteRead(through: nil)
    }

    // MARK: The connection and the login

    /// Sets the token and the address that came with the connection.
    package func noteConnection(bearer: String?, from address: String?) {
        (self.bearer, self.address) = (bearer, address)
    }

    /// Sets the token that came with the last request of the connection.
    func note(bearer: String?) { self.bearer = bearer }

    /// Notes that another server forwards the session of a client at this address.
    func noteForwarded(from address: String?) { (self.address, isForwarded) = (address, true) }

    /// Sets what a login states about its client.
    func note(_ hello: Hello) {
        (system, receivesEvents, receivesRequests) = (hello.system, hello.receivesEvents, hello.receivesRequests)
        receivesTraces = hello.receivesTraces || hello.identity.kind == .observer
    }

    /// Sets the token that admitted the session.
    ///
    /// - Parameter isBearer: True if the token came with the connection, and not in the login.
    func noteCredential(_ token: Token?, isBearer: Bool) {
        credential = token.map { Credential($0, isBearer: isBearer) }
    }

    // MARK: Requests

    /// Counts a request against the rate limit.
    ///
    /// - Returns: Nil if the request is accepted; if not, the milliseconds after which it would be.
    func countRequest(limits: Limits, at now: Instant) -> Int64? { bucket.spend(limits: limits, at: now) }

    /// Makes the later messages of the session wait.
    func pause() { isBusy = true }

    /// Adds a message to those that wait.
    func postpone(_ message: [UInt8]) { waiting.append(message) }

    /// Puts a message before all others that wait.
    func postponeFirst(_ message: [UInt8]) { waiting.insert(message, at: 0) }

    /// Notes that the identities are known that the next message needs.
    func noteIdentities() { hasIdentities = true }

    /// Returns true if the identities are known that this message needs, and forgets it.
    func takeIdentities() -> Bool {
        defer { hasIdentities = false }
        return hasIdentities
    }

    /// Ends the waiting.
    ///
    /// - Returns: The messages that waited.
    func resume() -> [[UInt8]] {
        defer { (isBusy, waiting) = (false, []) }
        return waiting
    }

    /// Sets the login or request that goes to another server.
    func begin(_ forward: Forward) { self.forward = forward }

    /// Notes that nothing goes to another server any more.
    func endForward() { forward = nil }

    // MARK: Deliveries

    /// Holds a delivery back until the next notification. ``noteHeld(_:)`` counts its bytes.
    func holdBack(_ delivery: Delivery) { heldBack.append(delivery) }

    /// Changes the number of bytes that faults hold back.
    func noteHeld(_ change: Int) { heldBytes += change }

    /// Returns the deliveries that were held back until the next notification, and holds them no longer.
    func releaseHeldBack() -> [Delivery] {
        defer { heldBack = [] }
        heldBytes -= heldBack.reduce(0) { $0 + $1.byteCount }
        return heldBack
    }

    /// Sets the number of bytes that wait unsent on the stream.
    ///
    /// - Returns: The previous number.
    @discardableResult package func noteUnsent(_ count: Int) -> Int {
        defer { unsentBytes = count }
        return unsentBytes
    }

    /// A person in a world.
    package struct PersonKey: Hashable {
        let world: WorldName
        let handle: Handle
    }

    /// The person whose limits the session counts against, also for an app; nil for an observer and before the login.
    package var person: PersonKey? {
        guard let world, let handle = principal?.addressee else { return nil }
        return PersonKey(world: world.name, handle: handle)
    }

    /// Notes that an answer contains this event.
    func noteAnswered(_ position: Int64) {
        if isCatchingUp { answered.insert(position) }
    }

    /// Forgets the answered events after a position, because their commit failed or the session has caught up.
    func forgetAnswered(after position: Int64) {
        if !answered.isEmpty { answered = answered.filter { $0 <= position } }
    }
}

/// The rate limit of a session: a bucket that fills steadily and loses one request at a time.
struct RateBucket {
    /// The content, in thousandths of a request. Each millisecond adds a whole number of them. A client that waits
    /// exactly as long as the error asks is therefore accepted.
    private var thousandths: Int64
    private var filledAt: Instant

    init(limits: Limits, at now: Instant) {
        thousandths = Int64(limits.requestBurst) * 1_000
        filledAt = now
    }

    /// Spends one request.
    ///
    /// - Returns: Nil if the request is accepted; if not, the milliseconds after which it would be.
    mutating func spend(limits: Limits, at now: Instant) -> Int64? {
        let rate = Int64(max(limits.requestsPerSecond, 1))
        if now > filledAt {
            let elapsed = now.milliseconds - filledAt.milliseconds
            let (gained, overflow) = elapsed.multipliedReportingOverflow(by: rate)
            let full = Int64(limits.requestBurst) * 1_000
            thousandths = overflow || gained >= full - thousandths ? full : thousandths + gained
            filledAt = now
        }
        guard thousandths >= 1_000 else { return (1_000 - thousandths + rate - 1) / rate }
        thousandths -= 1_000
        return nil
    }
}

/// A message for one or more streams, or the end or the forwarding of one stream.
package struct Delivery {
    /// The stream; for several streams, the first of them.
    package let session: Session
    /// True if the delivery is for a single stream.
    package let isForOne: Bool
    /// All streams of a shared delivery. Those at the indices `leftOut` do not receive it.
    private let all: [Session]
    private let leftOut: Range<Int>
    package let content: Content
    /// The subject of a notification; nil once no fault and no receipt depends on it.
    var context: NotificationContext?

    /// The kinds of deliveries.
    package enum Content {
        /// One JSON-RPC message.
        case message([UInt8])
        /// The end of the stream, after everything that was enqueued before.
        case end(SessionEnd)
        /// The login or the request goes to the server that holds the world.
        case forward(Forward)
    }

    init(session: Session, content: Content, context: NotificationContext? = nil) {
        (self.session, self.content, self.context) = (session, content, context)
        (isForOne, all, leftOut) = (true, [], 0..<0)
    }

    /// Creates one message for several streams. At least one of them must not be left out.
    init(_ message: [UInt8], to sessions: [Session], except leftOut: Range<Int>) {
        session = sessions[leftOut.lowerBound == 0 ? leftOut.upperBound : 0]
        content = .message(message)
        (isForOne, all, self.leftOut) = (false, sessions, leftOut)
    }

    /// Returns the notification for one stream with the trace of its request, if there is one and the session receives
    /// traces.
    func naming(_ trace: TraceParent?) -> Delivery {
        guard let trace, session.receivesTraces, case .message(let message) = content else { return self }
        return Delivery(
            session: session, content: .message(Envelope.adding(trace, toNotification: message)), context: context)
    }

    /// The number of bytes of the message.
    var byteCount: Int {
        if case .message(let message) = content { message.count } else { 0 }
    }

    /// Calls a closure with each stream.
    package func forEachSession(_ body: (Session) -> Void) {
        guard !isForOne else { return body(session) }
        for index in 0..<leftOut.lowerBound { body(all[index]) }
        for index in leftOut.upperBound..<all.count { body(all[index]) }
    }

    /// Returns true if both deliveries are for the same streams, which share one list in memory.
    @inline(__always) package func isToSame(as other: Delivery) -> Bool {
        guard !isForOne, all.count == other.all.count, leftOut == other.leftOut else { return false }
        return all.withUnsafeBufferPointer { own in
            other.all.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }

    /// Returns true if the delivery is for several streams, and this one is left out.
    @inline(__always) package func leavesOut(_ session: Session) -> Bool {
        !isForOne && all[leftOut].contains { $0 === session }
    }

    /// The same delivery for each stream alone.
    var each: [Delivery] {
        var each: [Delivery] = []
        forEachSession { each.append(Delivery(session: $0, content: content, context: context)) }
        return each
    }
}

/// The reasons for the server to end a stream.
package enum SessionEnd: Sendable, Equatable {
    /// The world was reset or deleted.
    case worldEnded
    /// The server stops.
    case shuttingDown
    /// Another server holds the world.
    case worldMoved
    /// A fault that an observer injected breaks the connection.
    case faultInjected
    /// Faults hold back more bytes than a session may have unsent.
    case tooMuchHeldBack
    /// The token of the login is not valid any more.
    case tokenRevoked
    /// The login was refused, and another server forwards the session.
    case loginRefused
}
