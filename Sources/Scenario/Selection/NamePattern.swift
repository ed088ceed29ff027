import Dispatch
import Gherkin
import Synchronization

/// Which names a scenario may have: a regular expression that is found anywhere in the name.
struct NamePattern: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    let description: String

    /// Reads a pattern.
    /// - Throws: ``NamePatternError`` when it is no regular expression.
    init(_ pattern: String) throws(NamePatternError) {
        description = pattern
        do { _ = try Regex(pattern) } catch {
            throw NamePatternError(pattern: pattern, problem: "is not a regular expression: \(error)")
        }
    }

    /// The scenarios whose name it is found in.
    ///
    /// - Parameter limitMilliseconds: How long one name may take.
    /// - Throws: ``NamePatternError`` when a name takes longer: `(a+)+$` tries every way to divide a word.
    func filter(
        _ pickles: [Gherkin.Pickle], limitMilliseconds: Int = 5_000
    ) throws(NamePatternError) -> [Gherkin.Pickle] {
        let names = pickles.map(\.name)
        let search = NameSearch()
        // Nothing ends a search but its end, so another thread does it.
        DispatchQueue(label: "names").async { [description] in
            search.begun.signal()
            // A Regex is not Sendable, so it is made here again; the initialiser has shown that it can be.
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

/// A search in names that another thread does.
private final class NameSearch: Sendable {
    /// Whether the pattern was found, of each name that was searched.
    let found = Mutex<[Bool]>([])
    let begun = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
}

/// A pattern for names that is no regular expression, or takes too long.
struct NamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    let pattern: String
    /// What is wrong with it.
    let problem: String

    /// One line.
    var description: String { "\"\(pattern)\" \(problem)" }
}
