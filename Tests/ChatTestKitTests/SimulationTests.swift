import ChatProtocol
import Foundation
import TestExtent
import Testing

@testable import ChatTestKit

/// Simulated histories keep all invariants, and are the same for the same seed.
@Suite struct SimulationTests {
    /// Short histories, because most defects show early. `script/simulate` runs long ones, and thousands of them, in a
    /// release build.
    @Test(arguments: 0..<4)
    func livesAreAsTheyMustBe(_ share: UInt64) {
        let count: UInt64 = TestExtent.isWhole ? 250 : 10
        for seed in share * count + 1...(share + 1) * count {
            let failure = Simulation(History(seed: seed, steps: 30)).run()
            #expect(failure == nil, "seed \(seed): script/simulate --seed \(seed) --length 30")
        }
    }

    @Test func aRealFileWhoseDiskFailsIsAsItMustBe() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed: UInt64 in 1...(TestExtent.isWhole ? 200 : 3) {
            let path = folder.appending(path: "\(seed).sqlite").path(percentEncoded: false)
            let failure = try Simulation(History(seed: seed, steps: 50), path: path).run()
            #expect(failure == nil, "seed \(seed): script/simulate --seed \(seed) --length 50 --folder DIR")
        }
    }

    @Test func severalServersOnOneLogAreAsTheyMustBe() {
        for seed: UInt64 in 1...(TestExtent.isWhole ? 150 : 3) {
            let failure = Simulation(History(seed: seed, steps: 50, nodes: 2, worlds: 2)).run()
            #expect(failure == nil, "seed \(seed): script/simulate --seed \(seed) --length 50 --nodes 2")
        }
    }

    /// Histories that found a defect. In the first, typing with an end that failed to commit stayed due. In the second,
    /// a list was answered before its app was notified of a commit of unknown outcome that was stored.
    @Test(
        arguments: [
            (7_149, [7, 8, 9, 34, 44, 45, 69, 74, 75, 82]), (11_597, [46, 48, 50, 51, 60, 61, 65]),
        ] as [(UInt64, Set<Int>)])
    func formerFailuresStayFixed(_ seed: UInt64, _ steps: Set<Int>) {
        #expect(Simulation(History(seed: seed).keeping(steps)).run() == nil)
    }

    /// Regression: a fence got no answer if it was given up in the tick that refused the next request of its session.
    @Test func aFormerFailureOnSeveralServersStaysFixed() {
        let history = History(seed: 485, steps: 50, nodes: 2).keeping([21, 29, 30, 31, 32, 34, 35, 36])
        #expect(Simulation(history).run() == nil)
    }

    /// Regression: a fence assumed that a server without contact for 10 s has no streams, although it had some.
    @Test func aServerThatIsAwayForLongHasNoStreams() {
        let history = History(seed: 214, steps: 60, nodes: 3)
            .keeping([6, 7, 14, 15, 17, 19, 33, 34, 37, 38, 40, 41])
        #expect(Simulation(history).run() == nil)
    }

    @Test func oneSeedIsOneLife() {
        func life(_ seed: UInt64) -> (print: UInt64, trace: [String]) {
            let simulation = Simulation(History(seed: seed, steps: 80))
            var trace: [String] = []
            simulation.trace = { trace.append($0) }
            #expect(simulation.run() == nil)
            return (simulation.fingerprint, trace)
        }
        let (once, again, other) = (life(11), life(11), life(12))
        #expect(once.print == again.print)
        #expect(once.trace == again.trace)
        #expect(once.print != other.print)
    }

    @Test func aHistoryIsDataAndKeepsItsNumbers() {
        let history = History(seed: 5, steps: 50)
        #expect(history == History(seed: 5, steps: 50))
        #expect(history.steps.map(\.number) == Array(1...50))
        let rest = history.keeping([3, 17, 42])
        #expect(rest.steps == [history.steps[2], history.steps[16], history.steps[41]])
    }

    @Test func weeksAreLived() {
        var lived: Int64 = 0
        for seed: UInt64 in 1...2 {
            let simulation = Simulation(History(seed: seed))
            #expect(simulation.run() == nil)
            lived += simulation.lived
        }
        #expect(lived > 7 * 86_400_000)
    }
}
