import Gherkin

/// The plan of a run, which its reports receive once, at the beginning.
package struct RunPlan: Hashable, Sendable {
    /// One file with scenarios of the run.
    package struct Source: Hashable, Sendable {
        /// The path, spelled as in the pickles.
        var path: String
        /// The complete text of the file.
        var text: String
        /// The parsed document.
        var document: GherkinDocument
    }

    /// The files with at least one scenario of the run, in the order in which they were named.
    var sources: [Source] = []
    /// The scenarios of one round, in the order in which they are played.
    var pickles: [Gherkin.Pickle]
    /// The scenarios from which ``pickles`` were chosen. Names that occur twice among them get their line added, so
    /// that the parts of a sharded run use the same names as the whole run.
    var all: [Gherkin.Pickle]
    /// The number of rounds, each of which plays all the scenarios.
    var rounds = 1
    /// The seed of the worlds' random numbers.
    var seed: UInt64 = 0
    /// The seed of the shuffled order; nil for the order of the files.
    var orderSeed: UInt64?
    /// True if the real durations of steps are measured.
    var isMeasured = false
    /// The part of the scenarios that this run plays; nil for all of them.
    var shard: RunShard?
    /// The number of scenarios played at a time. No report depends on it.
    var jobs = 1
    /// The command that plays scenarios on the same server with the same seed, without the path of a scenario, which is
    /// appended.
    var command = "chat-client play"
    /// The phrases that steps can use, in the order of the step table.
    var phrases: [String] = []

    /// Creates a plan that plays all of these scenarios once.
    init(pickles: [Gherkin.Pickle]) { (self.pickles, all) = (pickles, pickles) }

    /// The number of scenarios that the reports receive, over all rounds.
    var count: Int { pickles.count * rounds }

    /// Returns the shell command that plays this scenario again.
    func command(for pickle: Gherkin.Pickle) -> String { "\(command) \(ShellWord.quoted(pickle.place))" }
}
