import ChatProtocol

/// When a person is asked whether an app's links may surface by themselves: the heuristic of `auto-offer` as data.
public struct ConsentPolicy: Sendable, Equatable {
    /// How long a "Not Now" holds, in milliseconds: seven days.
    public var postponementMilliseconds: Int64 = 7 * 86_400_000
    /// How many "Not Now" are as good as a "Never".
    public var notNowMax = 3

    /// The policy with its usual numbers.
    public init() {}

    /// What stands against asking, if anything does.
    ///
    /// - Parameters:
    ///   - isSet: whether the app's switch was ever decided.
    ///   - isWaiting: whether a question about this app waits already.
    func objection(
        isSet: Bool, everywhere: Bool, isWaiting: Bool, history: ConsentHistory, now: Instant
    ) -> Reason? {
        if isSet { return Reason("consent-levels", "the app's switch was decided already") }
        if !everywhere { return Reason("swy-master-effect", "automatic sharing is off everywhere") }
        if isWaiting { return Reason("auto-offer", "a question about this app waits already") }
        if history.saidNever { return Reason("auto-offer", "the answer was Never") }
        if history.notNowCount >= notNowMax {
            return Reason("auto-offer", "the answer was Not Now \(history.notNowCount) times")
        }
        if let last = history.lastNotNow, now <= last.advanced(byMilliseconds: postponementMilliseconds) {
            return Reason("auto-offer", "the last Not Now, at \(last), holds for seven days")
        }
        return nil
    }
}

/// What a person answered about one app so far.
struct ConsentHistory: Equatable, Sendable {
    var notNowCount = 0
    var lastNotNow: Instant?
    var saidNever = false

    mutating func take(_ answer: ConsentRequest.Answer, at now: Instant) {
        switch answer {
        case .allow: self = ConsentHistory()
        case .notNow:
            notNowCount += 1
            lastNotNow = now
        case .never: saidNever = true
        }
    }
}
