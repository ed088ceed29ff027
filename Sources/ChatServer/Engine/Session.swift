import ChatCore
import ChatProtocol

/// One stream of one client, as the engine knows it: who it is, where, and how far it has been told.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
public final class Session {
    /// How far a session has got.
    enum State {
        /// Nothing but `session.hello` is taken.
        case greeting
        /// It is someone in a world; `told` is the position up to which it was told, where it is being told what it
        /// missed, and nil once it hears everything as it happens.
        case joined(World, Principal, catchingUpFrom: Int64?)
        /// Nothing more is taken or told.
        case ended
    }

    /// Which of the server's sessions it is.
    private let number: Int
    /// The owner's own number for the stream.
    package let tag: Int
    /// The world in which it is somebody.
    @exclusivity(unchecked) private(set) var world: World?
    /// Who it is; nil before `session.hello` and after the end.
    @exclusivity(unchecked) private(set) var principal: Principal?
    /// The position up to which it was told, where it is being told what it missed.
    @exclusivity(unchecked) private var toldThrough: Int64?
    @exclusivity(unchecked) private var hasEnded = false
    /// Whether it hears things as they happen: asked for each message, and so kept.
    @exclusivity(unchecked) private(set) var isLive = false
    /// Whether there is a stream to tell things on: a single HTTP request has none.
    let isStream: Bool
    /// What its device's system knows.
    @exclusivity(unchecked) var system = DeviceSystem.current
    /// Whether it is told what others ask for.
    @exclusivity(unchecked) var hearsRequests = false
    /// Whether an observer hears what happens.
    var hearsEvents = true
    /// Whether an answer to it is on its way; what it asks meanwhile waits.
    @exclusivity(unchecked) package internal(set) var isBusy = false
    /// Its name on the wire.
    package var id: String { "session-\(number)" }
    /// Whether it is being told what it missed.
    var isCatchingUp: Bool { toldThrough != nil }
    /// Whether `session.hello` was answered.
    package var hasJoined: Bool { world != nil }
    var state: State {
        get {
            if hasEnded { return .ended }
            guard let world, let principal else { return .greeting }
            return .joined(world, principal, catchingUpFrom: toldThrough)
        }
        set {
            (world, principal, toldThrough, hasEnded) = (nil, nil, nil, false)
            switch newValue {
            case .greeting: break
            case .joined(let world, let principal, let position):
                (self.world, self.principal, toldThrough) = (world, principal, position)
            case .ended: hasEnded = true
            }
            isLive = hasJoined && !isCatchingUp && isStream
        }
    }
    @exclusivity(unchecked) var bucket: RateBucket
    /// Which of its person's devices it is; nil for an observer, and for who has no stream.
    var device: Device?
    /// What faults put behind the next thing that it is told.
    var heldBack: [Delivery] = []
    /// How many bytes faults hold back from it.
    var heldBytes = 0
    /// The token that was sent beside the stream's first bytes, for a hello that brings none itself.
    @exclusivity(unchecked) package var bearer: String?
    /// The address that the stream comes from; nil within the process.
    package var address: String?
    /// True if another server forwards it: that server checks each login, so a stream has one.
    @exclusivity(unchecked) var isForwarded = false
    /// By what it was let in, where tokens count.
    var credential: Credential?
    /// How many deliveries its world had noted when it began to catch up.
    var arrivalsKnown = 0
    /// How many bytes wait unsent on the stream: kept by its owner, read to pace what is told.
    @exclusivity(unchecked) var unsentBytes = 0
    var waiting: [[UInt8]] = []
    /// The facts that its own requests were answered with while it was being told what it missed: they are left out
    /// of that, as they are of what it hears live.
    private(set) var answered: Set<Int64> = []

    /// A token that somebody came in by. One reference, because where nobody needs one it takes no room.
    final class Credential {
        let token: Token
        /// Whether it stood beside the stream, and not in the hello.
        let isBearer: Bool

        init(_ token: Token, isBearer: Bool) { (self.token, self.isBearer) = (token, isBearer) }
    }

    init(number: Int, tag: Int, isStream: Bool, bucket: RateBucket) {
        self.number = number
        self.tag = tag
        self.isStream = isStream
        self.bucket = bucket
    }

    /// Notes how many bytes wait unsent on the stream.
    ///
    /// - Returns: how many did before.
    @discardableResult package func noteUnsent(_ count: Int) -> Int {
        defer { unsentBytes = count }
        return unsentBytes
    }

    /// A person in a world.
    package struct Person: Hashable {
        let world: WorldName
        let handle: Handle
    }

    /// The person who answers for what it costs, an app's too; nil for an observer, and for nobody.
    package var person: Person? {
        guard let world, let handle = principal?.addressee else { return nil }
        return Person(world: world.name, handle: handle)
    }

    /// Notes that an answer says this fact already.
    func noteAnswered(_ position: Int64) {
        if isCatchingUp { answered.insert(position) }
    }

    /// Forgets what was answered with facts that did not come to be, or all of it.
    func forgetAnswered(after position: Int64) {
        if !answered.isEmpty { answered = answered.filter { $0 <= position } }
    }
}

/// How many requests a session may make: a bucket that fills steadily and empties by one a request.
struct RateBucket {
    /// Thousandths of a request: a whole number of them comes in every millisecond, so that who waits as long as they
    /// are told is let in.
    private var thousandths: Int64
    private var filledAt: Instant

    init(limits: Limits, at now: Instant) {
        thousandths = Int64(limits.requestBurst) * 1_000
        filledAt = now
    }

    /// Takes one request.
    ///
    /// - Returns: nil if it may be made, or after how many milliseconds it may.
    mutating func take(limits: Limits, at now: Instant) -> Int64? {
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

/// What the engine wants put on a stream.
package struct Delivery {
    /// The stream; where the same is put on several, the first of them.
    package let session: Session
    /// Whether it is for one stream alone.
    package let isForOne: Bool
    /// All of them, where there are several, but for those that are left out.
    private let all: [Session]
    private let leftOut: Range<Int>
    /// What.
    package let content: Content
    /// What a notification is about, where that still matters.
    var context: NotificationContext?

    /// The kinds of things that come on a stream.
    package enum Content {
        /// One JSON-RPC message.
        case message([UInt8])
        /// Nothing more: the stream ends after what was put on it before.
        case end(SessionEnd)
        /// Its login, or its request, goes to the server that holds the world.
        case forward(Forward)
    }

    init(session: Session, content: Content, context: NotificationContext? = nil) {
        (self.session, self.content, self.context) = (session, content, context)
        (isForOne, all, leftOut) = (true, [], 0..<0)
    }

    /// The same message on each of some streams, which are more than are left out.
    init(_ message: [UInt8], to sessions: [Session], except leftOut: Range<Int>) {
        session = sessions[leftOut.lowerBound == 0 ? leftOut.upperBound : 0]
        content = .message(message)
        (isForOne, all, self.leftOut) = (false, sessions, leftOut)
    }

    /// Goes through the streams.
    package func forEachSession(_ body: (Session) -> Void) {
        guard !isForOne else { return body(session) }
        for index in 0..<leftOut.lowerBound { body(all[index]) }
        for index in leftOut.upperBound..<all.count { body(all[index]) }
    }

    /// Whether both are for the same streams, by where the list of them stands.
    @inline(__always) package func isToSame(as other: Delivery) -> Bool {
        guard !isForOne, all.count == other.all.count, leftOut == other.leftOut else { return false }
        return all.withUnsafeBufferPointer { own in
            other.all.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }

    /// Whether it is for many, and a stream of theirs is left out.
    @inline(__always) package func leavesOut(_ session: Session) -> Bool {
        !isForOne && all[leftOut].contains { $0 === session }
    }

    /// The same for each stream.
    var each: [Delivery] {
        var each: [Delivery] = []
        forEachSession { each.append(Delivery(session: $0, content: content, context: context)) }
        return each
    }
}

/// Why the server ends a stream.
package enum SessionEnd: Sendable, Equatable {
    /// Its world was reset or deleted.
    case worldEnded
    /// The server stops.
    case shuttingDown
    /// Another server serves its world.
    case worldMoved
    /// An observer wanted the connection to break here.
    case faultInjected
    /// Faults hold back more from it than may wait for one session.
    case tooMuchHeldBack
    /// The token that it came in with holds no longer.
    case tokenRevoked
    /// Its login was refused, and another server forwards it.
    case loginRefused
}
