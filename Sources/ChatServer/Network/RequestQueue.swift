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
