/// A check of one rule of the contract on another program.
package struct ConformanceCheck<Subject>: Sendable {
    /// The permanent name of the check, such as `retry`.
    package let name: String
    /// The rule, as a sentence.
    package let rule: String
    let look: @Sendable (Subject) throws -> Void

    init(_ name: String, _ rule: String, _ look: @escaping @Sendable (Subject) throws -> Void) {
        (self.name, self.rule, self.look) = (name, rule, look)
    }
}

/// The error that ends a check early.
struct CheckEnd: Error {
    /// The expected behaviour; nil if the check does not apply.
    let expected: String?
    /// The observed behaviour, or the reason why the check does not apply.
    let seen: String

    /// Returns the error of a failed check.
    static func failed(_ expected: String, seen: String) -> CheckEnd { CheckEnd(expected: expected, seen: seen) }

    /// Returns the error of a check that does not apply.
    static func skipped(_ why: String) -> CheckEnd { CheckEnd(expected: nil, seen: why) }
}

/// Ends a check with a failure if a condition is false. The observed behaviour is cut to 500 characters.
func expect(_ isSo: Bool, _ expected: String, seen: @autoclosure () -> String) throws {
    guard isSo else { throw CheckEnd.failed(expected, seen: String(seen().prefix(500))) }
}

/// The result of a check.
package struct CheckResult: Sendable, Equatable {
    /// The outcome of a check.
    package enum Outcome: Sendable, Equatable {
        /// The program follows the contract.
        case passed
        /// The program does not follow the contract.
        case failed(expected: String, seen: String)
        /// The check does not apply, for the given reason.
        case skipped(String)
    }

    /// The name of the check.
    package let name: String
    /// The rule, as a sentence.
    package let rule: String
    /// The outcome of the check.
    package let outcome: Outcome

    /// Creates the result of a check.
    package init(name: String, rule: String, outcome: Outcome) {
        (self.name, self.rule, self.outcome) = (name, rule, outcome)
    }

    /// True if the check failed.
    package var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }

    /// Returns the result as lines of the Test Anything Protocol, version 14.
    package func lines(number: Int) -> String {
        switch outcome {
        case .passed: "ok \(number) - \(name): \(rule)\n"
        case .skipped(let why): "ok \(number) - \(name): \(rule) # SKIP \(Self.line(why))\n"
        case .failed(let expected, let seen):
            """
            not ok \(number) - \(name): \(rule)
              ---
              expected: \(Self.line(expected))
              seen: \(Self.line(seen))
              ...

            """
        }
    }

    /// Returns a text as one line of YAML.
    private static func line(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }
}

extension ConformanceCheck {
    /// Runs the check.
    ///
    /// - Parameter subject: Creates the program to check. If it throws, the check fails.
    /// - Returns: The result of the check.
    func result(_ subject: () throws -> Subject) -> CheckResult {
        let outcome: CheckResult.Outcome
        do {
            try look(subject())
            outcome = .passed
        } catch let end as CheckEnd {
            outcome = end.expected.map { .failed(expected: $0, seen: end.seen) } ?? .skipped(end.seen)
        } catch {
            outcome = .failed(expected: "an answer", seen: "\(error)")
        }
        return CheckResult(name: name, rule: rule, outcome: outcome)
    }
}
