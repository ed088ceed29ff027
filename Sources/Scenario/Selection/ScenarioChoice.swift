import Gherkin

/// The filters that choose the scenarios to play. A scenario must pass all of them.
struct ScenarioChoice {
    /// The filter by tags.
    var tags: TagExpression?
    /// The filter by name.
    var name: NamePattern?
    /// The list of failed scenarios, which filters only if it is not empty.
    var rerun: RerunList?
    /// The part of the remaining scenarios to play.
    var shard: RunShard?

    /// Returns the chosen scenarios. The result is empty only if this shard has none, because fewer scenarios than
    /// shards remain.
    /// - Throws: ``PlayUsageError`` if no scenario is left before the shard is chosen, or if the name pattern takes too
    ///   long.
    func chosen(of all: [Gherkin.Pickle]) throws(PlayUsageError) -> [Gherkin.Pickle] {
        var pickles = all
        if let tags { pickles = pickles.filter { tags.matches($0.tags.map(\.name)) } }
        if let name {
            do throws(NamePatternError) { pickles = try name.filter(pickles) } catch {
                throw PlayUsageError("--name: \(error)")
            }
        }
        guard !pickles.isEmpty else {
            throw PlayUsageError("no scenario is left to play: the paths and filters choose none")
        }
        if let rerun, !rerun.entries.isEmpty {
            pickles = rerun.chosen(of: pickles)
            guard !pickles.isEmpty else {
                throw PlayUsageError("none of these scenarios failed last time; play without --rerun")
            }
        }
        return shard?.part(of: pickles) ?? pickles
    }
}
