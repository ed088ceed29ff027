import Dispatch
import Synchronization
import Testing

@testable import ChatScenario

/// Scenarios that are played in parallel.
@Suite struct ScenarioCrewTests {
    private static func event(_ number: Int) -> RunEvent {
        var counts = RunCounts()
        counts.steps[.passed] = number
        return .finished(counts)
    }

    @Test(arguments: [1, 2, 7, 64]) func allAreToldInOrder(_ jobs: Int) {
        let crew = ScenarioCrew(play: { [Self.event($0)] }, count: 300, jobs: jobs)
        var told: [RunEvent] = []
        crew.run {
            told += $0
            return true
        }
        #expect(told == (0..<300).map(Self.event))
    }

    @Test func severalArePlayedAtATime() {
        // Each of the two plays waits until the other has begun, so a serial run would never end.
        let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let crew = ScenarioCrew(
            play: { number in
                begun[number].signal()
                let isMet = begun[1 - number].wait(timeout: .now() + 60) == .success
                return [Self.event(isMet ? 1 : 0)]
            }, count: 2, jobs: 2)
        var told: [RunEvent] = []
        crew.run {
            told += $0
            return true
        }
        #expect(told == [Self.event(1), Self.event(1)])
    }

    @Test func workersStopSoonAfterTheRunEnds() {
        let played = Mutex(0)
        let crew = ScenarioCrew(
            play: { number in
                played.withLock { $0 += 1 }
                return [Self.event(number)]
            }, count: 10_000, jobs: 4)
        var told = 0
        crew.run { _ in
            told += 1
            return told < 3
        }
        #expect(told == 3)
        // The workers play only a limited number of scenarios ahead of the third.
        #expect(played.withLock { $0 } <= 3 + 4 * 8 + 4)
    }

    @Test func nothingToPlayIsNoWait() {
        ScenarioCrew(play: { _ in [] }, count: 0, jobs: 3).run { _ in true }
    }
}
