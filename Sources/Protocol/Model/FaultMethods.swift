extension Fault {
    /// Returns the effect of the fault on a notification to a person, as a clause: `dropped a notice to Bea`.
    ///
    /// - Parameters:
    ///   - what: the words for the notification.
    ///   - time: returns the words for a number of milliseconds.
    /// - Returns: nil if the fault withheld no such notification from that person.
    package func action(
        on notification: NotificationName, to person: Handle, named what: String, _ time: (Int64) -> String
    ) -> String? {
        guard fired > 0, target.notification ?? notification == notification, target.to ?? person == person else {
            return nil
        }
        let action: String
        switch effect {
        case .drop: action = "dropped \(what)"
        case .delay(let milliseconds): action = "delays \(what) by \(time(milliseconds))"
        case .reorder: action = "holds \(what) back until the next one arrives"
        case .disconnect: action = "ended the stream instead of \(what)"
        case .duplicate: return nil
        }
        return action + (fired > 1 ? ", \(fired) times" : "")
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
