/// One thing that the contract says, looked at on somebody's own program.
package struct ConformanceCheck<Subject>: Sendable {
    /// What names it for good: `retry`.
    package let name: String
    /// What must be so, as a sentence.
    package let rule: String
    let look: @Sendable (Subject) throws -> Void

    init(_ name: String, _ rule: String, _ look: @escaping @Sendable (Subject) throws -> Void) {
        (self.name, self.rule, self.look) = (name, rule, look)
    }
}

/// Why a check did not come to its end.
struct CheckEnd: Error {
    /// What was to be seen; nil where the check does not apply.
    let expected: String?
    /// What was seen, or why it does not apply.
    let seen: String

    /// It is not as it must be.
    static func failed(_ expected: String, seen: String) -> CheckEnd { CheckEnd(expected: expected, seen: seen) }

    /// It cannot be looked at here.
    static func skipped(_ why: String) -> CheckEnd { CheckEnd(expected: nil, seen: why) }
}

/// Ends a check unless something is so.
func expect(_ isSo: Bool, _ expected: String, seen: @autoclosure () -> String) throws {
    guard isSo else { throw CheckEnd.failed(expected, seen: String(seen().prefix(500))) }
}

/// What became of a check.
package struct CheckResult: Sendable, Equatable {
    /// How it ended.
    package enum Outcome: Sendable, Equatable {
        /// It is as the contract has it.
        case passed
        /// It is not: what was expected, and what was seen instead.
        case failed(expected: String, seen: String)
        /// It does not apply, and why.
        case skipped(String)
    }

    /// The name of the check.
    package let name: String
    /// What must be so.
    package let rule: String
    /// How it ended.
    package let outcome: Outcome

    /// How a check of that name ended.
    package init(name: String, rule: String, outcome: Outcome) {
        (self.name, self.rule, self.outcome) = (name, rule, outcome)
    }

    /// Whether it failed.
    package var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }

    /// Its lines in the Test Anything Protocol, version 14.
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

    /// Text as one line of YAML.
    private static func line(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }
}

extension ConformanceCheck {
    /// Looks.
    ///
    /// - Parameter subject: makes what is looked at; one that cannot be made fails the check.
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
