import ChatProtocol

/// Checks that have time: whether something comes to be so, or stays so, while the clock of the world goes from one
/// thing that is due to the next. Nothing waits on the wall.
extension ScenarioContext {
    /// Checks that something is so now, or comes to be so before that much time has passed.
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

    /// Checks that something is so now, and stays so until that much time has passed.
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

    /// Lets time pass to the next moment at which something is due; how much it was, in milliseconds, is at least 1.
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

    /// A moment that an answer tells, in milliseconds.
    func moment(_ key: String, of answer: JSONValue) throws(StepFailure) -> Int64 {
        if let moment = answer.text(key).flatMap({ Instant($0) }) { return moment.milliseconds }
        throw StepFailure("the time cannot be read", actual: answer.text(key))
    }
}

extension Duration {
    /// In milliseconds, without what is less than one.
    package var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
