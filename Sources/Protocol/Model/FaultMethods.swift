/// A device as a person's sessions are told apart: by the name it gave, or by its place in the order of greeting.
public enum DeviceReference: Sendable, Equatable {
    /// The name that `session.hello` gave.
    case name(String)
    /// 1 for the first of that person's sessions that are here, and so on.
    case number(Int)
}

extension DeviceReference: JSONCodable {
    /// "a device's name, or its number from 1".
    public static var expected: String { "a device's name, or its number from 1" }

    /// Reads a name or a number.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        switch value {
        case .string(let name): self = .name(name)
        case .integer(let number) where (1...Int64(Int32.max)).contains(number): self = .number(Int(number))
        case .null, .bool, .integer, .number, .array, .object: throw place.invalid("must be \(Self.expected)")
        }
    }

    /// Appends the name as a string, or the number.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .name(let name): json.string(name)
        case .number(let number): json.integer(Int64(number))
        }
    }
}

extension Fault {
    /// What the fault did to a notification on its way to a person, as a clause: `dropped a notice to Bea`.
    ///
    /// - Parameters:
    ///   - what: the words for the notification.
    ///   - time: the words for a number of milliseconds.
    /// - Returns: nil if the fault kept nothing of the kind from that person.
    package func deed(
        on notification: NotificationName, to person: Handle, named what: String, _ time: (Int64) -> String
    ) -> String? {
        guard fired > 0, target.notification ?? notification == notification, target.to ?? person == person else {
            return nil
        }
        let deed: String
        switch effect {
        case .drop: deed = "dropped \(what)"
        case .delay(let milliseconds): deed = "delays \(what) by \(time(milliseconds))"
        case .reorder: deed = "holds \(what) back until the next one arrives"
        case .disconnect: deed = "ended the stream instead of \(what)"
        case .duplicate: return nil
        }
        return deed + (fired > 1 ? ", \(fired) times" : "")
    }
}

extension FaultTarget {
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if nth != nil, percent != nil {
            throw fields.invalid("percent", "cannot be combined with nth: give one of them")
        }
        if percent == nil { nth = nth ?? 1 }
        if let notification, notification.isForObservers {
            throw fields.invalid(
                "notification", "cannot be \(notification.rawValue): an observer's stream has no faults")
        }
    }
}

extension Fault {
    /// Whether it does nothing any more.
    public var isSpent: Bool { target.nth != nil && fired > 0 }
}
