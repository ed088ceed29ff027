import Dispatch
import Gherkin
import Synchronization

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

/// A filter for the names of scenarios: a regular expression that matches anywhere in the name.
struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as given.
    let description: String

    /// Reads a pattern.
    /// - Throws: ``NamePatternError`` if it is not a regular expression.
    init(_ pattern: String) throws(NamePatternError) {
        description = pattern
        do { _ = try Regex(pattern) } catch {
            throw NamePatternError(pattern: pattern, problem: "is not a regular expression: \(error)")
        }
    }

    /// Returns the scenarios whose names match.
    ///
    /// - Parameter limitMilliseconds: The time limit for one name.
    /// - Throws: ``NamePatternError`` if a name takes longer. For example, `(a+)+$` tries every way to divide a word.
    func filter(
        _ pickles: [Gherkin.Pickle], limitMilliseconds: Int = 5_000
    ) throws(NamePatternError) -> [Gherkin.Pickle] {
        let names = pickles.map(\.name)
        let search = NameSearch()
        // A search cannot be cancelled, so another thread does it.
        DispatchQueue(label: "names").async { [description] in
            search.begun.signal()
            // A Regex is not Sendable, so it is created here again. The initialiser has checked that the pattern is
            // valid.
            let regex = try? Regex(description)
            for name in names {
                let isFound = regex.map { name.firstMatch(of: $0) != nil } ?? false
                search.found.withLock { $0.append(isFound) }
            }
            search.done.signal()
        }
        search.begun.wait()
        var count = -1
        while search.done.wait(timeout: .now() + .milliseconds(limitMilliseconds)) == .timedOut {
            let now = search.found.withLock(\.count)
            guard now > count else {
                let name = now < names.count ? names[now] : ""
                throw NamePatternError(
                    pattern: description, problem: "takes too long to find in “\(name)”: simplify it")
            }
            count = now
        }
        return zip(pickles, search.found.withLock { $0 }).filter(\.1).map(\.0)
    }
}

/// A search in names on another thread.
private final class NameSearch: Sendable {
    /// For each name that was searched, true if the pattern matches.
    let found = Mutex<[Bool]>([])
    let begun = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
}

/// A name pattern that is not a regular expression or takes too long.
struct NamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pattern as given.
    let pattern: String
    /// The end of the message, after the pattern.
    let problem: String

    /// The message in one line.
    var description: String { "\"\(pattern)\" \(problem)" }
}
