import Dispatch
import Gherkin
import Synchronization

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
