import ChatSystem

/// The time of the next tick: at once if work is left, or else when the next work is due.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class TickTimer {
    /// The interval between two sweeps, in milliseconds.
    private static let sweepPause: Int64 = 1_000

    @exclusivity(unchecked) private var isTickScheduled = false
    /// The time of the next sweep, by the steady clock in milliseconds.
    @exclusivity(unchecked) private var sweepAt = Clocks.steady() + sweepPause

    /// Schedules another tick without a pause. It serves all ready connections too.
    func scheduleTick() { isTickScheduled = true }

    /// Begins the tick that was scheduled.
    func beginTick() { isTickScheduled = false }

    /// Returns true if the sweep is due, and schedules the next one.
    func takeSweep(at now: Int64) -> Bool {
        guard sweepAt <= now else { return false }
        sweepAt = now + Self.sweepPause
        return true
    }

    /// Returns the time until the next tick, in milliseconds. The sweep notices a wall clock that was set forward.
    ///
    /// - Parameters:
    ///   - acceptsAt: The time when accepting resumes, by the steady clock in milliseconds; nil unless it is paused.
    ///   - throttledUntil: The time when throttled work resumes, by the steady clock in microseconds.
    ///   - loginInputResumesAt: The time when connections without a login resume, by the steady clock in microseconds.
    ///   - engineDueIn: Returns the time until the engine's next work, in milliseconds; nil if it has none.
    func timeout(
        acceptsAt: Int64?, throttledUntil: Int64?, loginInputResumesAt: Int64?, engineDueIn: () -> Int64?
    ) -> Int32 {
        guard !isTickScheduled else { return 0 }
        let now = Clocks.steady()
        var timeout = max(0, min(sweepAt, acceptsAt ?? sweepAt) - now)
        // Rounded down, because a pause is usually shorter than the poller's millisecond.
        if let throttledUntil { timeout = min(timeout, max(0, (throttledUntil - Clocks.steadyMicroseconds()) / 1_000)) }
        if let loginInputResumesAt {
            timeout = min(timeout, max(0, loginInputResumesAt - Clocks.steadyMicroseconds() + 999) / 1_000)
        }
        if let due = engineDueIn() { timeout = min(timeout, max(1, due)) }
        return Int32(clamping: timeout)
    }
}
