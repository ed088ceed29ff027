/// A reference to one of a person's devices: by its name, or by its number in the order of login.
public enum DeviceReference: Sendable, Equatable {
    /// The name that the device gave in `session.hello`.
    case name(String)
    /// The number of the device: 1 for the first of that person's sessions, and so on.
    case number(Int)
}

extension DeviceReference: JSONCodable {
    /// The text "a device's name, or its number from 1".
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
    /// Returns the effect of the fault on a notification to a person, as a clause: `dropped a notice to Bea`.
    ///
    /// - Parameters:
    ///   - what: the words for the notification.
    ///   - time: returns the words for a number of milliseconds.
    /// - Returns: nil if the fault withheld no such notification from that person.
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
    /// True if the fault has no further effect.
    public var isSpent: Bool { target.nth != nil && fired > 0 }
}
