// Written by script/contract: change the contract instead.
public import ChatProtocol

/// The numbers that decide when a person is asked if an app's links may surface: the heuristic of `auto-offer` as data.
/// Each number is a key of the configuration, `consent.` and its name.
public struct ConsentPolicy: Sendable, Equatable {
    /// The time for which a “Not Now” to an app's question is valid.
    public var postponementMilliseconds = 604_800_000
    /// The number of “Not Now” answers that count as “Never”.
    public var notNowMax = 3

    /// The usual numbers.
    public static let standard = ConsentPolicy()

    /// The usual numbers, to change some of them.
    public init() {}
}

extension ConsentPolicy: NamedNumbers {
    /// The limits by name, in the order of the wire.
    public enum Name: String, NumberName {
        case postponementMilliseconds
        case notNowMax

        /// The range that a configuration may set.
        public var range: ClosedRange<Int> {
            switch self {
                case .postponementMilliseconds: 0...31_622_400_000
                case .notNowMax: 1...1_000
            }
        }

        /// A short description for people.
        public var meaning: String {
            switch self {
                case .postponementMilliseconds: "the time for which a “Not Now” to an app's question is valid"
                case .notNowMax: "the number of “Not Now” answers that count as “Never”"
            }
        }
    }

    /// A number by its name.
    public subscript(name: Name) -> Int {
        get {
            switch name {
                case .postponementMilliseconds: postponementMilliseconds
                case .notNowMax: notNowMax
            }
        }
        set {
            switch name {
                case .postponementMilliseconds: postponementMilliseconds = newValue
                case .notNowMax: notNowMax = newValue
            }
        }
    }
}

extension ConsentPolicy: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        postponementMilliseconds = try fields.readOptional("postponementMilliseconds") ?? postponementMilliseconds
        notNowMax = try fields.readOptional("notNowMax") ?? notNowMax
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("postponementMilliseconds", postponementMilliseconds)
        json.member("notNowMax", notNowMax)
    }
}
