import ChatProtocol

/// When a person is asked whether an app's links may surface by themselves: the heuristic of `auto-offer` as data.
///
/// Each number is a key of the configuration, `consent.` and its name. A new one is a member here and a case of
/// ``Name``: the compiler then asks for the rest.
public struct ConsentPolicy: Sendable, Equatable {
    /// How long a "Not Now" holds, in milliseconds: seven days.
    public var postponementMilliseconds = 604_800_000
    /// How many "Not Now" are as good as a "Never".
    public var notNowMax = 3

    /// The policy with its usual numbers.
    public init() {}

    /// What stands against asking, if anything does.
    ///
    /// - Parameters:
    ///   - state: how the person stands to the app.
    ///   - everywhere: whether automatic sharing is on at all.
    func objection(to state: ConsentState, everywhere: Bool, now: Instant) -> Reason? {
        switch state {
        case .on, .revoked: return Reason("consent-levels", "the app's switch was decided already")
        case .unset, .offered, .postponed, .never: break
        }
        guard everywhere else { return Reason("swy-master-effect", "automatic sharing is off everywhere") }
        switch state {
        case .unset, .on, .revoked: return nil
        case .offered: return Reason("auto-offer", "a question about this app waits already")
        case .never: return Reason("auto-offer", "the answer was Never")
        case .postponed(let postponement):
            if postponement.count >= notNowMax {
                return Reason("auto-offer", "the answer was Not Now \(times(postponement.count))")
            }
            let end = postponement.last.advanced(byMilliseconds: Int64(postponementMilliseconds))
            return now <= end
                ? Reason("auto-offer", "the last Not Now, at \(postponement.last), holds until \(end)") : nil
        }
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

extension ConsentPolicy {
    /// The numbers by their names in the configuration.
    public enum Name: String, CaseIterable, Sendable {
        case postponementMilliseconds, notNowMax

        fileprivate var place: WritableKeyPath<ConsentPolicy, Int> {
            switch self {
            case .postponementMilliseconds: \.postponementMilliseconds
            case .notNowMax: \.notNowMax
            }
        }

        /// What a configuration may set it to.
        public var range: ClosedRange<Int> {
            switch self {
            case .postponementMilliseconds: 0...31_622_400_000
            case .notNowMax: 1...1_000
            }
        }

        /// What it holds, for people.
        public var meaning: String {
            switch self {
            case .postponementMilliseconds: "how long a “Not Now” to an app's question holds"
            case .notNowMax: "how many “Not Now” are as good as a “Never”"
            }
        }
    }

    /// One of its numbers by its name.
    public subscript(name: Name) -> Int {
        get { self[keyPath: name.place] }
        set { self[keyPath: name.place] = newValue }
    }
}
