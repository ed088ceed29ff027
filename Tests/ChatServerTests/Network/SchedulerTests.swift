import Testing

@testable import ChatServer

/// The fair scheduler. The tests pass all times as arguments, because the scheduler reads no clock.
struct SchedulerTests {
    private var scheduler = Scheduler()
    private let anna = RecentTime()
    private let bea = RecentTime()

    /// Records a number of consecutive requests and returns the end of the last one. All times are in microseconds.
    private mutating func make(
        _ count: Int, of took: Int64, by taken: RecentTime, processor: Int64? = nil, from start: Int64
    ) -> Int64 {
        var now = start
        for _ in 0..<count {
            now += took
            scheduler.note(taken, took: took, processor: processor, at: now)
        }
        return now
    }

    @Test("D28: a client that used little time has priority, and one that used much regains it later")
    mutating func lightClientHasPriority() {
        let now = make(1_000, of: 20, by: anna, from: 1_000_000)
        #expect(!scheduler.hasPriority(anna, at: now), "20 of 20 ms were taken")
        #expect(scheduler.hasPriority(bea, at: now))
        #expect(!scheduler.isLong(anna, at: now), "many short ones are none that are long")
        #expect(scheduler.hasPriority(anna, at: now + 1_000_000))
        // A request of 25 µs each 2 ms is an eightieth of the time.
        var later = now
        for _ in 0..<2_000 {
            later += 2_000
            scheduler.note(bea, took: 25, processor: nil, at: later)
            #expect(scheduler.hasPriority(bea, at: later))
        }
    }

    @Test("D28: long requests leave two thirds of the time to other clients, if any are active")
    mutating func longRequestsAreThrottledForTwiceTheirTime() {
        var now = make(1, of: 5_000, by: anna, from: 1_000_000)
        #expect(anna.isSuspect && !scheduler.isLong(anna, at: now), "the machine may have been busy")
        now = make(1, of: 5_000, by: anna, processor: 4_000, from: now)
        #expect(scheduler.isLong(anna, at: now) && !scheduler.hasPriority(anna, at: now))
        #expect(scheduler.isFree(at: now), "nobody else is there")
        now = make(1, of: 10, by: bea, from: now)
        now = make(1, of: 5_000, by: anna, processor: 4_000, from: now)
        #expect(!scheduler.isFree(at: now) && !scheduler.isFree(at: now + 7_999) && scheduler.isFree(at: now + 8_000))
        #expect(scheduler.isLong(anna, at: now + 900_000) && !scheduler.isLong(anna, at: now + 1_000_000))
    }

    @Test("D28: the input of strangers is throttled for as long as it took, and a session has priority")
    mutating func inputOfStrangersIsThrottled() {
        let strangers = RecentTime()
        var now: Int64 = 1_000_000
        for _ in 0..<100 {
            now += 100
            scheduler.noteInput(strangers, took: 100, at: now)
        }
        #expect(!scheduler.hasPriority(strangers, at: now))
        #expect(scheduler.inputPauseEnd(of: strangers, at: now) == nil, "nobody else is there")
        now = make(1, of: 10, by: bea, from: now)
        #expect(scheduler.hasPriority(bea, at: now) && scheduler.inputPauseEnd(of: bea, at: now) == nil)
        scheduler.noteInput(strangers, took: 5_000, at: now)
        let end = scheduler.inputPauseEnd(of: strangers, at: now)
        #expect((end.map { $0 - now }).map { (5_000...7_000).contains($0) } == true, "\(String(describing: end))")
        #expect(end.flatMap { scheduler.inputPauseEnd(of: strangers, at: $0) } == nil)
        scheduler.noteInput(strangers, took: 50, at: now + 1_000_000)
        #expect(scheduler.inputPauseEnd(of: strangers, at: now + 1_000_000) == nil, "a little is no burden")
    }

    @Test("D28: a request that waited for the processor is not a long request")
    mutating func waitForTheProcessorMakesNoLongRequest() {
        var now = make(1, of: 9_000, by: anna, from: 1_000_000)
        now = make(1, of: 9_000, by: anna, processor: 30, from: now)
        #expect(!scheduler.isLong(anna, at: now))
        now = make(1, of: 30, by: anna, from: now)
        #expect(!anna.isSuspect)
    }

    @Test("D28: a tick is longer after slow commits, up to 16 ms")
    mutating func tickIsLongerAfterSlowCommits() {
        #expect(scheduler.tickBudget == 500)
        scheduler.noteCommit(took: 2_000)
        #expect(scheduler.tickBudget == 8_000)
        scheduler.noteCommit(took: 1_000_000)
        #expect(scheduler.tickBudget == 16_000)
    }
}
