extension JournalFilter {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard let event else { return }
        if let name = NotificationName(rawValue: event) {
            guard !name.isNeverStored else {
                throw fields.invalid("event", "cannot be \(event): it is sent only to open sessions, and is not stored")
            }
        } else if Method(rawValue: event) == nil {
            let names = NotificationName.allCases.filter { !$0.isNeverStored }.map(\.rawValue)
            let nearest = Spelling.nearest(to: event, among: names + Method.allCases.map(\.rawValue))
            let hint = nearest.map { "; did you mean “\($0)”" } ?? ""
            throw fields.invalid("event", "must be the name of a notification or of a method\(hint)")
        }
    }
}

extension JournalCount {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard exactly != nil || atLeast != nil || atMost != nil else {
            throw fields.invalid("count", "must have exactly, atLeast or atMost")
        }
        if exactly != nil, atLeast != nil || atMost != nil {
            throw fields.invalid("count", "cannot have atLeast or atMost together with exactly")
        }
        if let atLeast, let atMost, atLeast > atMost {
            throw fields.invalid("count", "cannot be at least \(atLeast) and at most \(atMost)")
        }
    }

    /// Returns true if a number of matches meets the expectation.
    ///
    /// - Parameter mayBeMore: true if there may be unknown matches in addition.
    /// - Returns: nil if unknown matches could change the result.
    public func holds(for count: Int, mayBeMore: Bool) -> Bool? {
        if let most = exactly ?? atMost {
            if count > most { return false }
            if mayBeMore { return nil }
        }
        if let least = exactly ?? atLeast, count < least { return mayBeMore ? nil : false }
        return true
    }
}
