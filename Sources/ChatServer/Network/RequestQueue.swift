import ChatEngine
import ChatProtocol
import ChatSystem

/// The requests that wait for a later tick, and the budgets of a tick's time and memory that clients may use.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class RequestQueue {
    /// The number of answered bytes after which all further requests wait for the next tick. Answers occupy memory
    /// until the tick sends them.
    private static let tickBudget = 16 * 1024 * 1024

    private let engine: ServerEngine
    private let registry: PollerRegistry
    private let timer: TickTimer
    /// The processing time of all connections without a login.
    let strangers = RecentTime()
    @exclusivity(unchecked) private var scheduler = Scheduler()
    /// The connections whose requests wait.
    @exclusivity(unchecked) private var waiting: [AcceptedConnection] = []
    /// The number of answered bytes before this tick.
    @exclusivity(unchecked) private var answeredBefore = 0
    /// The time when throttled work resumes, by the steady clock in microseconds; nil if no work is throttled.
    @exclusivity(unchecked) private(set) var throttledUntil: Int64?
    /// The time when connections without a login resume, by the steady clock in microseconds; nil unless they are
    /// paused.
    @exclusivity(unchecked) private(set) var loginInputResumesAt: Int64?

    init(engine: ServerEngine, registry: PollerRegistry, timer: TickTimer) {
        (self.engine, self.registry, self.timer) = (engine, registry, timer)
    }

    func beginTick() { answeredBefore = engine.answeredBytes }

    /// True if all further requests wait for the next tick.
    var isTickFull: Bool { engine.answeredBytes &- answeredBefore > Self.tickBudget }

    /// Returns true if the client of a connection used little time recently.
    func hasPriority(_ connection: AcceptedConnection, at now: Int64) -> Bool {
        scheduler.hasPriority(connection.taken, at: now)
    }

    /// Adds the time of one request.
    ///
    /// - Parameters:
    ///   - took: The duration by the clock, in microseconds.
    ///   - processor: The processor time in microseconds; nil if the client was not suspect.
    func note(_ connection: AcceptedConnection, took: Int64, processor: Int64?, at now: Int64) {
        scheduler.note(connection.taken, took: took, processor: processor, at: now)
    }

    // MARK: Waiting requests

    /// Makes a connection's requests wait for a later tick. Reading pauses as well if the client sent a long request
    /// recently.
    func wait(_ connection: AcceptedConnection) {
        guard !connection.hasMore else { return }
        connection.postpone()
        waiting.append(connection)
        if scheduler.isLong(connection.taken, at: Clocks.steadyMicroseconds()) { throttle(connection, true) }
    }

    /// Makes the requests wait that a client pipelined after a request that is answered now.
    func waitIfPipelined(_ connection: AcceptedConnection) {
        if connection.wire.bufferedBytes > 0 || connection.hasPeerEnded { wait(connection) }
    }

    /// Lets a connection's requests continue, once its session has finished a long one.
    func resume(_ connection: AcceptedConnection) {
        if connection.hasMore { waiting.append(connection) }
    }

    /// Handles waiting requests for as long as the tick has time for them, and at least one.
    func handleWaiting(_ handle: (AcceptedConnection) -> Void) {
        guard !waiting.isEmpty else { return }
        let began = Clocks.steadyMicroseconds()
        let postponed = waiting
        waiting.removeAll(keepingCapacity: true)
        var (remaining, hasGoneOn) = ([AcceptedConnection](), false)
        for connection in postponed where !connection.isClosed {
            let now = Clocks.steadyMicroseconds()
            let isTooLate = hasGoneOn && (isTickFull || now - began >= scheduler.tickBudget)
            if isTooLate || scheduler.isLong(connection.taken, at: now) && !scheduler.isFree(at: now) {
                remaining.append(connection)
                continue
            }
            hasGoneOn = true
            connection.endPostponement()
            if connection.isThrottled { throttle(connection, false) }
            countingInput(of: connection) { handle(connection) }
        }
        waiting = remaining + waiting
    }

    private func throttle(_ connection: AcceptedConnection, _ isThrottled: Bool) {
        connection.throttle(isThrottled)
        registry.update(connection)
    }

    // MARK: Connections without a login

    /// True if connections without a login are paused.
    var pausesLoginInput: Bool { loginInputResumesAt != nil }

    /// Ends the pause of connections without a login if its time is over.
    func endLoginInputPause() {
        if let end = loginInputResumesAt, end <= Clocks.steadyMicroseconds() { loginInputResumesAt = nil }
    }

    /// Returns true if a connection has no login and is paused.
    func pauses(_ connection: AcceptedConnection) -> Bool { pausesLoginInput && connection.taken === strangers }

    /// Runs work for a connection, and counts its time as input if the connection has no login.
    func countingInput(of connection: AcceptedConnection, _ work: () -> Void) {
        guard connection.taken === strangers else { return work() }
        countingLoginInput { _ in work() }
    }

    /// Runs work for connections without a login. Counts its time, and pauses them if they used too much.
    func countingLoginInput(_ work: (_ began: Int64) -> Void) {
        let began = Clocks.steadyMicroseconds()
        work(began)
        let now = Clocks.steadyMicroseconds()
        scheduler.noteInput(strangers, took: now - began, at: now)
        loginInputResumesAt = scheduler.inputPauseEnd(of: strangers, at: now)
    }

    // MARK: The end of a tick

    func noteCommit(took: Int64) { scheduler.noteCommit(took: took) }

    /// Continues the engine's long work if it may run now.
    ///
    /// - Returns: True if long work remains.
    func continueLongWork() -> Bool {
        guard engine.canContinue else { return false }
        guard scheduler.isFree(at: Clocks.steadyMicroseconds()) else { return true }
        let began = Clocks.thread()
        let goesOn = engine.continueWork()
        scheduler.noteLong(took: Clocks.thread() - began, at: Clocks.steadyMicroseconds())
        return goesOn
    }

    /// Schedules the tick in which waiting work continues.
    ///
    /// - Parameter goesOn: True if long work remains.
    func scheduleNextTurn(goesOn: Bool) {
        throttledUntil = nil
        guard goesOn || !waiting.isEmpty else { return }
        let now = Clocks.steadyMicroseconds()
        if scheduler.isFree(at: now) || waiting.contains(where: { !scheduler.isLong($0.taken, at: now) }) {
            timer.scheduleTick()
        } else {
            throttledUntil = scheduler.longWorkResumesAt
        }
    }
}

/// The processing time that one client used recently. A client is a person, a relayed connection, or all connections
/// without a login together.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
class RecentTime {
    /// The number of the period that ``microseconds`` ends with.
    @exclusivity(unchecked) fileprivate var stretch: Int64 = 0
    /// The time used in that period, plus half of the period before, a quarter of the one before that, and so on.
    @exclusivity(unchecked) fileprivate var microseconds: Int64 = 0
    /// The time until which its requests count as long, by the steady clock in microseconds.
    @exclusivity(unchecked) fileprivate var longUntil: Int64 = 0
    /// The input time since its last pause, in microseconds, and the end of that pause.
    @exclusivity(unchecked) fileprivate var inputTaken: Int64 = 0
    @exclusivity(unchecked) fileprivate var inputThrottledUntil: Int64 = 0
    /// True if a recent request took long by the clock. The next request is then measured in processor time too,
    /// because the machine may have been busy with other work.
    @exclusivity(unchecked) fileprivate(set) var isSuspect = false
}

/// The fair scheduler: clients that used little time recently have priority, so that costs are bounded by work.
///
/// The other clients take turns, each for a short time. In each tick they run only as long as clients with priority may
/// wait. Long requests leave two thirds of the time to clients with priority. While such a client is active, long work
/// pauses for twice its duration. Input of connections without a login pauses for its own duration, once it exceeds a
/// small budget.
struct Scheduler {
    /// The time in a tick for one connection's requests, and for all clients without priority, in microseconds.
    static let budget: Int64 = 500
    /// The maximum time in a tick for clients without priority, in microseconds. A slow disk extends the time up to
    /// this maximum, so that one commit covers more requests.
    private static let budgetMax: Int64 = 16_000
    /// The duration from which a request is long, in microseconds.
    private static let long: Int64 = 250
    /// The input time after which connections without a login pause, in microseconds. The pause is as long, and a
    /// poller can wait no less than a millisecond.
    private static let inputBudget: Int64 = 2_000
    /// The time for which a long request, or activity of a client with priority, is remembered, in microseconds.
    private static let memory: Int64 = 1_000_000
    /// The length of a period, in microseconds, and the time below which a client has priority. The time includes the
    /// decayed time of earlier periods.
    private static let stretch: Int64 = 131_072
    private static let little: Int64 = stretch / 20

    /// The time when long work may resume while a client with priority is active, by the steady clock in microseconds.
    private(set) var longWorkResumesAt: Int64 = 0
    /// The time until which a client with priority counts as active.
    private var priorityActiveUntil: Int64 = 0
    /// The duration of the last commit, in microseconds.
    private var commit: Int64 = 0

    /// The time in a tick for clients without priority, in microseconds.
    var tickBudget: Int64 { max(Self.budget, min(4 * commit, Self.budgetMax)) }

    /// Returns true if the client has priority.
    func hasPriority(_ taken: RecentTime, at now: Int64) -> Bool {
        decay(taken, at: now)
        return taken.microseconds < Self.little && !isLong(taken, at: now)
    }

    /// Returns true if the client sent a long request recently.
    func isLong(_ taken: RecentTime, at now: Int64) -> Bool { now < taken.longUntil }

    /// Returns true if long work may run.
    func isFree(at now: Int64) -> Bool { now >= longWorkResumesAt || now >= priorityActiveUntil }

    /// Returns the time when input of connections without a login may be read again, by the steady clock in
    /// microseconds; nil if it need not pause.
    func inputPauseEnd(of taken: RecentTime, at now: Int64) -> Int64? {
        now < priorityActiveUntil && now < taken.inputThrottledUntil ? taken.inputThrottledUntil : nil
    }

    /// Adds the time of accepting connections without a login and of reading from them.
    mutating func noteInput(_ taken: RecentTime, took: Int64, at now: Int64) {
        decay(taken, at: now)
        taken.microseconds += took
        guard !hasPriority(taken, at: now) else { return }
        taken.inputTaken += took
        guard taken.inputTaken >= Self.inputBudget else { return }
        taken.inputThrottledUntil = now + taken.inputTaken
        taken.inputTaken = 0
    }

    /// Adds the time of one request.
    ///
    /// - Parameters:
    ///   - took: The duration by the clock, in microseconds.
    ///   - processor: The processor time in microseconds; nil if the client was not suspect.
    mutating func note(_ taken: RecentTime, took: Int64, processor: Int64?, at now: Int64) {
        decay(taken, at: now)
        taken.microseconds += took
        if took < Self.long {
            taken.isSuspect = isLong(taken, at: now)
            if hasPriority(taken, at: now) { priorityActiveUntil = now + Self.memory }
        } else if let processor {
            if processor >= Self.long {
                taken.longUntil = now + Self.memory
                noteLong(took: processor, at: now)
            }
        } else {
            taken.isSuspect = true
        }
    }

    /// Delays long work by twice the duration of the work that just ran.
    mutating func noteLong(took: Int64, at now: Int64) { longWorkResumesAt = max(longWorkResumesAt, now + 2 * took) }

    mutating func noteCommit(took: Int64) { commit = took }

    private func decay(_ taken: RecentTime, at now: Int64) {
        let stretch = now / Self.stretch
        guard stretch > taken.stretch else { return }
        taken.microseconds >>= min(stretch - taken.stretch, 62)
        taken.stretch = stretch
    }
}
