package import ChatConnection
import ChatProtocol
import ChatSystem
import Gherkin

/// A player of single scenarios in any order. The tool copies this file into the module of the player.
package final class MutantPlayer {
    private let arguments: PlayArguments
    private let table: StepTable<ScenarioContext>
    private let stage: () throws -> any Stage
    /// The scenarios of the files read so far, by place.
    private var pickles: [String: Gherkin.Pickle] = [:]
    private var files: Set<String> = []

    /// Creates a player for the scenarios of a folder.
    ///
    /// - Parameter stage: Returns a new server for one scenario.
    /// - Throws: An error if the folder has a program for own steps that cannot be used.
    package init(folder: String, stage: @escaping () throws -> any Stage) throws {
        arguments = try PlayArguments([folder])
        table = try PlayPhrases.table(try arguments.program?.definitions() ?? [])
        self.stage = stage
    }

    /// Returns the places of all scenarios of the folder, as FILE:LINE.
    package func places() throws -> [String] {
        try ScenarioFiles(paths: arguments.paths).read().pickles.map(\.place)
    }

    /// Plays a scenario.
    ///
    /// - Parameters:
    ///   - place: Its place, as FILE:LINE.
    ///   - isLinear: True if every person uses the line-by-line client.
    /// - Returns: The failure; nil if the scenario passed or cannot be played in this way.
    package func play(_ place: String, isLinear: Bool) -> String? {
        guard let pickle = pickle(at: place) else { return "no scenario at \(place)" }
        let worlds = WorldFixture(
            arguments: arguments, run: "m", open: { [stage] _ in try stage() },
            direction: ScenarioContext.Direction(wantsScenes: false, isLinear: isLinear, screensFolder: nil))
        var failure: String?
        worlds.runner(table, .init()).play(0, of: RunPlan(pickles: [pickle])) { event in
            switch event {
            case .stepFinished(let outcome) where outcome.status == .failed:
                failure = "\(outcome.step.text): \(outcome.failure?.message ?? "")"
            case .scenarioFinished(let outcome) where outcome.status == .failed:
                failure = failure ?? outcome.failure?.message ?? "failed"
            default: break
            }
        }
        return failure
    }

    private func pickle(at place: String) -> Gherkin.Pickle? {
        guard let colon = place.lastIndex(of: ":") else { return nil }
        let file = String(place[..<colon])
        if files.insert(file).inserted, let read = try? ScenarioFiles(paths: [file]).read() {
            for pickle in read.pickles { pickles[pickle.place] = pickle }
        }
        return pickles[place]
    }
}
