// Written by script/contract: change the contract instead.
public import ChatProtocol

/// The numbers for an app's answers to requested actions (`act-contract`). Each number is a key of the configuration,
/// `action.` and its name.
public struct ActionPolicy: Sendable, Equatable {
    /// The longest time for an app to answer an action; then the action fails.
    public var timeLimitMilliseconds = 10_000

    /// The usual numbers.
    public static let standard = ActionPolicy()

    /// The usual numbers, to change some of them.
    public init() {}
}

extension ActionPolicy: NamedNumbers {
    /// The limits by name, in the order of the wire.
    public enum Name: String, NumberName {
        case timeLimitMilliseconds

        /// The range that a configuration may set.
        public var range: ClosedRange<Int> {
            switch self {
                case .timeLimitMilliseconds: 100...3_600_000
            }
        }

        /// A short description for people.
        public var meaning: String {
            switch self {
                case .timeLimitMilliseconds: "the longest time for an app to answer an action; then the action fails"
            }
        }
    }

    /// A number by its name.
    public subscript(name: Name) -> Int {
        get {
            switch name {
                case .timeLimitMilliseconds: timeLimitMilliseconds
            }
        }
        set {
            switch name {
                case .timeLimitMilliseconds: timeLimitMilliseconds = newValue
            }
        }
    }
}

extension ActionPolicy: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        timeLimitMilliseconds = try fields.readOptional("timeLimitMilliseconds") ?? timeLimitMilliseconds
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("timeLimitMilliseconds", timeLimitMilliseconds)
    }
}
