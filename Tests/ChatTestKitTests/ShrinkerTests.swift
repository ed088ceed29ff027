import Testing

@testable import ChatTestKit

/// The shrinker shortens a failing history.
@Suite struct ShrinkerTests {
    @Test func nothingIsLeftThatCouldBeLeftOut() {
        let history = History(seed: 1, steps: 100)
        var shrinker = Shrinker { Set($0.steps.map(\.number)).isSuperset(of: [3, 17, 42]) }
        let short = shrinker.shortest(of: history, failingAfter: 60)
        #expect(short.steps.map(\.number) == [3, 17, 42])
        #expect(shrinker.runs < 100)
    }

    @Test func theShortestStillFailsInTheSameWayEachTime() throws {
        let defect = Defect.deafClient
        let history = History(seed: 1)
        let failure = try #require(Simulation(history, defect: defect).run())
        var shrinker = Shrinker { Simulation($0, defect: defect).run() != nil }
        let short = shrinker.shortest(of: history, failingAfter: failure.step, runsMax: 60)
        #expect(short.steps.count < 15)
        let once = try #require(Simulation(short, defect: defect).run())
        #expect(Simulation(short, defect: defect).run() == once)
        #expect(Simulation(short).run() == nil)
    }
}
