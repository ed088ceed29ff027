import Gherkin

/// What a run is about to play, as its reports are told once, at the beginning.
package struct RunPlan: Hashable, Sendable {
    /// One file whose scenarios are played.
    package struct Source: Hashable, Sendable {
        /// As the pickles name it.
        var path: String
        /// All of its text.
        var text: String
        /// What was read from it.
        var document: GherkinDocument
    }

    /// The files, in the order in which they were named. Only those of which a scenario is played.
    var sources: [Source] = []
    /// The scenarios in the order in which they are played, once for each round.
    var pickles: [Gherkin.Pickle]
    /// The scenarios that these were chosen from: what is called alike is told apart by its line whichever of them is
    /// played, so that the parts of a run have the names of the whole.
    var all: [Gherkin.Pickle]
    /// How often all of them are played, one round after the other.
    var rounds = 1
    /// What the worlds' randomness starts from.
    var seed: UInt64 = 0
    /// What the order was made from; nil where it is that of the files.
    var orderSeed: UInt64?
    /// Whether the real times of steps are measured.
    var isMeasured = false
    /// Which part of the scenarios is played here; nil for all of them.
    var shard: RunShard?
    /// How many scenarios are played at a time. No report depends on it.
    var jobs = 1
    /// What plays scenarios in the same place and with the same chance again: the place of one goes behind it.
    var command = "chat-client play"
    /// The phrases that a step may say, in the order of the table.
    var phrases: [String] = []

    /// A plan.
    init(pickles: [Gherkin.Pickle]) { (self.pickles, all) = (pickles, pickles) }

    /// How many scenarios will be told of.
    var count: Int { pickles.count * rounds }

    /// What plays one scenario again, as a shell takes it.
    func command(for pickle: Gherkin.Pickle) -> String { "\(command) \(ShellWord.quoted(pickle.place))" }
}
