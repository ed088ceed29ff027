import Gherkin

/// Which of the scenarios that were read are played: each filter takes away.
struct ScenarioChoice {
    /// Only those with these tags.
    var tags: TagExpression?
    /// Only those whose name this is found in.
    var name: NamePattern?
    /// Only what failed last time, where anything did.
    var rerun: RerunList?
    /// Only this part of what is left.
    var shard: RunShard?

    /// Those that are left; none where there are fewer than shards, and this one's turn does not come.
    /// - Throws: ``PlayUsageError`` where none is, with the filter that took away the last one.
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
