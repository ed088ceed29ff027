import ChatProtocol

/// The two clocks of a simulation: one that only goes on, by which lines and clients wait, and the wall's, which jumps
/// where somebody sets it, and runs ahead where nobody looks.
final class SimulatedClock {
    /// In milliseconds since the simulation began.
    var steady: Int64 = 0
    private var offset: Int64 = 1_700_000_000_000
    /// The time that was lived through, in milliseconds: what the wall shows without the jumps.
    private(set) var lived: Int64 = 0

    var wall: Instant { Instant(milliseconds: offset + steady) }

    /// Lets time pass in which no line carries anything and no client waits, as at night.
    func sleep(_ milliseconds: Int64) {
        offset += milliseconds
        lived += milliseconds
    }

    /// Somebody sets the wall clock.
    func jump(_ milliseconds: Int64) { offset += milliseconds }

    /// What a clock shows that nobody sets, and that goes on at night.
    var monotonic: Int64 { steady + lived }
}
