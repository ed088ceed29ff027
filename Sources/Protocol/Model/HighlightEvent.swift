extension HighlightEvent.ChangeTrigger {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int { self == .edit ? 1 : 2 }
}

extension HighlightEvent.MembershipTrigger {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int { self == .addedCollaborator ? 1 : 2 }
}

extension HighlightEvent.Persistence {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int {
        switch self {
        case .created: 1
        case .deleted: 2
        case .renamed: 3
        case .moved: 4
        }
    }
}

extension HighlightEvent {
    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        let trigger: String? =
            switch self {
            case .change(let trigger): trigger.rawValue
            case .membership(let trigger, _): trigger.rawValue
            case .mention: nil
            case .persistence(let persistence): persistence.kind.rawValue
            }
        return (kind.rawValue, trigger)
    }
}
