import ChatProtocol

/// How apps are asked for what they have to answer (`act-contract`): each number is a key of the configuration,
/// `action.` and its name.
public struct ActionPolicy: Sendable, Equatable {
    /// How long an app may take for an action, in milliseconds: ten seconds.
    public var timeLimitMilliseconds = 10_000

    /// How many actions may wait for the apps of one person.
    static let waitingMax = 20

    /// The policy with its usual numbers.
    public init() {}
}

extension ActionPolicy {
    /// The numbers by their names in the configuration.
    public enum Name: String, CaseIterable, Sendable {
        case timeLimitMilliseconds

        fileprivate var place: WritableKeyPath<ActionPolicy, Int> {
            switch self {
            case .timeLimitMilliseconds: \.timeLimitMilliseconds
            }
        }

        /// What a configuration may set it to.
        public var range: ClosedRange<Int> {
            switch self {
            case .timeLimitMilliseconds: 100...3_600_000
            }
        }

        /// What it holds, for people.
        public var meaning: String {
            switch self {
            case .timeLimitMilliseconds: "how long an app may take to answer an action; then it has failed"
            }
        }
    }

    /// One of its numbers by its name.
    public subscript(name: Name) -> Int {
        get { self[keyPath: name.place] }
        set { self[keyPath: name.place] = newValue }
    }
}
