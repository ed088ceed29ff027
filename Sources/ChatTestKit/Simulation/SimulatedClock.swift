import ChatProtocol

/// The clocks of a simulation. Lines and clients use a steady clock. The servers also have a wall clock, which can
/// jump, and which advances alone while nothing is active.
final class SimulatedClock {
    /// The time of lines and clients, in milliseconds since the simulation began.
    var steady: Int64 = 0
    private var offset: Int64 = 1_700_000_000_000
    /// The time that passed without any activity, in milliseconds. The jumps of the wall clock are not included.
    private(set) var lived: Int64 = 0

    var wall: Instant { Instant(milliseconds: offset + steady) }

    /// Lets time pass without any activity of lines and clients, as at night.
    func sleep(_ milliseconds: Int64) {
        offset += milliseconds
        lived += milliseconds
    }

    /// Sets the wall clock forward, or back by a negative time.
    func jump(_ milliseconds: Int64) { offset += milliseconds }

    /// The steady time in milliseconds, including the time without any activity.
    var monotonic: Int64 { steady + lived }
}
