import ChatSystem
import Testing

@testable import ChatTestKit

/// The command line of the simulation, and its report of a history that breaks an invariant.
@Suite struct SimulationCommandTests {
    @Test(arguments: [["--seed", "x"], ["--seeds", "5..1"], ["--steps", "1,b"], ["--defect", "none"], ["--what"]])
    func badWordsAreRefused(_ words: [String]) { #expect(SimulationCommand.run(words) == 2) }

    @Test func aFailureIsShortAndReplayedByOneCommand() throws {
        var run = SimulationRun()
        (run.seeds, run.defect, run.length) = (1...5, .deafClient, 60)
        var said: [String] = []
        #expect(run.run { said.append($0) } == 1)
        let last = try #require(said.last?.split(separator: "\n").last)
        let command = try #require(last.firstRange(of: "script/simulate "))
        let words = last[command.upperBound...].split(separator: " ").map(String.init)
        #expect(words.starts(with: ["--seed"]) && words.contains("--steps") && words.contains("deafClient"))
        let failures = said.filter { $0.hasPrefix("after step") }
        #expect(failures.count == 1)
        // The replay command reports the same failure.
        var again: [String] = []
        let replay = try #require(SimulationRun(OptionWords(words, of: SimulationCommand.description)))
        #expect(replay.run { again.append($0) } == 1)
        #expect(again.first?.contains(failures[0]) == true)
    }
}
