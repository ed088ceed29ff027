import ChatProtocol

/// Checks over a period: a condition becomes true, or stays true, while the clock of the world advances from one due
/// event to the next. On a virtual clock, no check waits in real time.
extension ScenarioContext {
    /// Checks that a condition is true now or becomes true within the duration.
    func within(_ duration: Duration, _ check: () throws(StepFailure) -> Void) throws(StepFailure) {
        let end = duration.wholeMilliseconds
        var passed: Int64 = 0
        while true {
            do throws(StepFailure) {
                return try check()
            } catch {
                guard !error.isForSkipping, passed < end else {
                    var failure = error
                    failure.message = "not within \(DurationReader.counted(end) ?? "no time"): \(failure.message)"
                    throw failure
                }
            }
            passed += try passToNextDue(atMost: end - passed)
        }
    }

    /// Checks that a condition is true now and stays true for the duration.
    func throughout(_ duration: Duration, _ check: () throws(StepFailure) -> Void) throws(StepFailure) {
        let end = duration.wholeMilliseconds
        var passed: Int64 = 0
        while true {
            do throws(StepFailure) {
                try check()
            } catch {
                var failure = error
                if passed > 0 { failure.message += ", after \(DurationReader.counted(passed) ?? "no time")" }
                throw failure
            }
            guard passed < end else { return }
            passed += try passToNextDue(atMost: end - passed)
        }
    }

    /// Advances the clock to the next due event, by at most this many milliseconds.
    /// - Returns: The milliseconds that passed, at least 1.
    private func passToNextDue(atMost milliseconds: Int64) throws(StepFailure) -> Int64 {
        let clock = try observe(.clockNow)
        guard setsServerClock || clock["clock"]?.stringValue == ClockKind.virtual.rawValue else {
            try pass(.milliseconds(milliseconds))
            return milliseconds
        }
        let now = try moment("now", of: clock)
        var wait = milliseconds
        for value in try observe(.sessionFence).list("pending") {
            let rest = try moment("dueAt", of: value) - now
            if rest > 0 { wait = min(wait, rest) }
        }
        try pass(.milliseconds(wait))
        return wait
    }

    /// Returns a time in a response, in milliseconds.
    /// - Throws: ``StepFailure`` if it cannot be read.
    func moment(_ key: String, of answer: JSONValue) throws(StepFailure) -> Int64 {
        if let moment = answer.text(key).flatMap({ Instant($0) }) { return moment.milliseconds }
        throw StepFailure("the time cannot be read", actual: answer.text(key))
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded toward zero.
    package var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
