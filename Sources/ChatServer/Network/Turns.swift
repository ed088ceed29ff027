/// How much of the server's time somebody's requests took of late.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
class TimeTaken {
    /// Which stretch of time ``microseconds`` ends with.
    @exclusivity(unchecked) fileprivate var stretch: Int64 = 0
    /// What was taken in that stretch, with half of what was in the one before, a quarter of the one before that …
    @exclusivity(unchecked) fileprivate var microseconds: Int64 = 0
    /// Until when its requests are among those that take long one by one, by the steady clock in microseconds.
    @exclusivity(unchecked) fileprivate var longUntil: Int64 = 0
    /// How long its input took since its last rest, in microseconds, and when that rest ends.
    @exclusivity(unchecked) fileprivate var inputTaken: Int64 = 0
    @exclusivity(unchecked) fileprivate var inputRestsUntil: Int64 = 0
    /// Whether the last request seemed to be such a one: it may be the machine that was busy with something else.
    @exclusivity(unchecked) fileprivate(set) var isSuspect = false
}

/// Whose turn it is where there is more to do than can be done at once (law 14).
///
/// Who took little of the time of late comes first. The others go on in turn, a while each, and in each tick as long as
/// those may wait who come first. Where single requests take longer than that, two thirds of the time are left to who
/// comes first: while there is anyone of them, such work goes on only after a rest of twice as long as it took. The input
/// of all who have not logged in rests as long as it took, once it took more than a little.
struct Turns {
    /// How long one connection's requests go on in a tick, and all of those who do not come first, in microseconds.
    static let share: Int64 = 500
    /// The most that a tick goes on with those where the disk takes long: as long again a few times, so that what is
    /// written together is worth the wait.
    private static let shareMax: Int64 = 16_000
    /// A request of so many microseconds is a long one.
    private static let long: Int64 = 250
    /// After so many microseconds of input strangers rest: long enough that a poller can wait for the end of the rest.
    private static let inputShare: Int64 = 2_000
    /// For how long whoever made one counts as somebody who makes them, in microseconds.
    private static let memory: Int64 = 1_000_000
    /// The stretches in which time taken is counted, in microseconds, and how much of one leaves somebody among those who
    /// come first, with what counts of those before.
    private static let stretch: Int64 = 131_072
    private static let little: Int64 = stretch / 20

    /// When work that takes long may go on, where somebody comes first.
    private(set) var freeAt: Int64 = 0
    /// Until when there is somebody who comes first.
    private var othersUntil: Int64 = 0
    /// How long the last commit took.
    private var commit: Int64 = 0

    /// How long a tick goes on with those who do not come first.
    var tickShare: Int64 { max(Self.share, min(4 * commit, Self.shareMax)) }

    /// Whether whoever took that much comes first.
    func comesFirst(_ taken: TimeTaken, at now: Int64) -> Bool {
        decay(taken, at: now)
        return taken.microseconds < Self.little && !isLong(taken, at: now)
    }

    /// Whether somebody's requests are among those that take long one by one.
    func isLong(_ taken: TimeTaken, at now: Int64) -> Bool { now < taken.longUntil }

    /// Whether work that takes long may go on.
    func isFree(at now: Int64) -> Bool { now >= freeAt || now >= othersUntil }

    /// When the input of those who have not logged in may be taken again, by the steady clock in microseconds; nil if it
    /// may now.
    func inputRest(of taken: TimeTaken, at now: Int64) -> Int64? {
        now < othersUntil && now < taken.inputRestsUntil ? taken.inputRestsUntil : nil
    }

    /// Counts what it took to accept connections and to read from them, for those who have not logged in.
    mutating func noteInput(_ taken: TimeTaken, took: Int64, at now: Int64) {
        decay(taken, at: now)
        taken.microseconds += took
        guard !comesFirst(taken, at: now) else { return }
        taken.inputTaken += took
        guard taken.inputTaken >= Self.inputShare else { return }
        taken.inputRestsUntil = now + taken.inputTaken
        taken.inputTaken = 0
    }

    /// A request was handled.
    ///
    /// - Parameters:
    ///   - took: how long that took by the clock, in microseconds.
    ///   - processor: how long the processor was at it, where the one before was suspect.
    mutating func note(_ taken: TimeTaken, took: Int64, processor: Int64?, at now: Int64) {
        decay(taken, at: now)
        taken.microseconds += took
        if took < Self.long {
            taken.isSuspect = isLong(taken, at: now)
            if comesFirst(taken, at: now) { othersUntil = now + Self.memory }
        } else if let processor {
            if processor >= Self.long {
                taken.longUntil = now + Self.memory
                noteLong(took: processor, at: now)
            }
        } else {
            taken.isSuspect = true
        }
    }

    /// Work that takes long went on for a while.
    mutating func noteLong(took: Int64, at now: Int64) { freeAt = max(freeAt, now + 2 * took) }

    mutating func noteCommit(took: Int64) { commit = took }

    private func decay(_ taken: TimeTaken, at now: Int64) {
        let stretch = now / Self.stretch
        guard stretch > taken.stretch else { return }
        taken.microseconds >>= min(stretch - taken.stretch, 62)
        taken.stretch = stretch
    }
}
