/// What a ``Fault`` names.
public typealias FaultID = Identifier<Fault>

/// A device as a person's sessions are told apart: by the name it gave, or by its place in the order of greeting.
public enum DeviceReference: Sendable, Equatable {
    /// The name that `session.hello` gave.
    case name(String)
    /// 1 for the first of that person's sessions that are here, and so on.
    case number(Int)
}

/// Which notifications a fault is about, by what they mean: whatever is left out may be anything.
public struct FaultTarget: Sendable, Equatable {
    /// Which of the matches it is.
    public enum Occurrence: Sendable, Equatable {
        /// The first, second … match from the injection on: the fault comes about once.
        case nth(Int)
        /// About so many of a hundred matches, from 1 to 100: it comes about again and again.
        case percent(Int)
    }

    /// Which notification.
    public var notification: NotificationName?
    /// Whose stream it is put on.
    public var to: Handle?
    /// Who caused it.
    public var from: Handle?
    /// Which of the reader's devices.
    public var device: DeviceReference?
    /// Which of the matches.
    public var occurrence: Occurrence

    /// Reads the object `on`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        notification = try fields.optionalWord("notification")
        to = try fields.optionalHandle("to")
        from = try fields.optionalHandle("from")
        device = try fields.optionalDevice("device")
        let nth = try fields.optionalInteger("nth", in: 1...Int64(Int32.max))
        let percent = try fields.optionalInteger("percent", in: 1...100)
        switch (nth, percent) {
        case (nil, nil): occurrence = .nth(1)
        case (let nth?, nil): occurrence = .nth(Int(nth))
        case (nil, let percent?): occurrence = .percent(Int(percent))
        case (.some, .some):
            throw fields.invalid("percent", "cannot be given beside nth: a fault has the one or the other")
        }
        if let notification, notification.isForObservers {
            throw fields.invalid(
                "notification", "cannot be \(notification.rawValue): an observer's stream has no faults")
        }
    }
}

/// What becomes of a notification that a fault is about.
public enum FaultEffect: Sendable, Equatable {
    /// It is not put on the stream; the log still has it.
    case drop
    /// It is put on the stream so many milliseconds later.
    case delay(milliseconds: Int64)
    /// It is put on the stream twice.
    case duplicate
    /// It is put on the stream behind the next one.
    case reorder
    /// The stream ends instead.
    case disconnect

    /// The word on the wire.
    public enum Word: String, CaseIterable, Sendable {
        case drop, delay, duplicate, reorder, disconnect
    }

    /// The word on the wire.
    public var word: Word {
        switch self {
        case .drop: .drop
        case .delay: .delay
        case .duplicate: .duplicate
        case .reorder: .reorder
        case .disconnect: .disconnect
        }
    }

    /// The longest delay: a hundred years, in milliseconds, as far as time can be advanced.
    public static let millisecondsMax: Int64 = 100 * 366 * 86_400_000
}

/// `fault.inject`: something is to go wrong.
public struct InjectFault: Sendable, Equatable {
    /// With what.
    public var target: FaultTarget
    /// How.
    public var effect: FaultEffect

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        var on = try fields.fields("on")
        target = try FaultTarget(from: &on)
        try on.finish()
        let word = try fields.word("do", FaultEffect.Word.self)
        let milliseconds = try fields.optionalInteger("milliseconds", in: 0...FaultEffect.millisecondsMax)
        if milliseconds != nil, word != .delay {
            throw fields.invalid("milliseconds", "belongs to delay, and this is \(word.rawValue)")
        }
        switch word {
        case .drop: effect = .drop
        case .delay:
            guard let milliseconds else {
                throw fields.invalid("milliseconds", "is missing: it must say how long the delay is")
            }
            effect = .delay(milliseconds: milliseconds)
        case .duplicate: effect = .duplicate
        case .reorder: effect = .reorder
        case .disconnect: effect = .disconnect
        }
    }
}

/// Something that goes wrong because an observer wants it to.
public struct Fault: Sendable, Equatable {
    /// Its id in its world.
    public var id: FaultID
    /// With what.
    public var target: FaultTarget
    /// How.
    public var effect: FaultEffect
    /// How often it has come about.
    public var fired: Int

    /// A fault.
    public init(id: FaultID, target: FaultTarget, effect: FaultEffect, fired: Int = 0) {
        self.id = id
        self.target = target
        self.effect = effect
        self.fired = fired
    }

    /// Whether it comes about no more.
    public var isSpent: Bool {
        if case .nth = target.occurrence { fired > 0 } else { false }
    }
}

/// That a fault came about: what is logged, and told to the observers of its world.
public struct FiredFault: Sendable, Equatable {
    /// Which fault.
    public var fault: FaultID
    /// With which notification.
    public var notification: NotificationName
    /// Whose stream it was meant for.
    public var to: Handle
    /// The device of that stream: its name, or its number where it gave none.
    public var device: DeviceReference?
    /// How.
    public var effect: FaultEffect

    /// That it came about.
    public init(
        fault: FaultID, notification: NotificationName, to: Handle, device: DeviceReference?, effect: FaultEffect
    ) {
        self.fault = fault
        self.notification = notification
        self.to = to
        self.device = device
        self.effect = effect
    }

    /// Appends the members `fault, notification, to, device?, do, milliseconds?` to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("fault", fault)
        json.member("notification", notification.rawValue)
        json.member("to", to)
        json.member("device", device)
        effect.writeMembers(to: &json)
    }
}

// MARK: JSON

extension DeviceReference: JSONWritable {
    /// Appends the name as a string, or the number.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .name(let name): json.string(name)
        case .number(let number): json.integer(Int64(number))
        }
    }
}

extension JSONFields {
    /// A device by its name or its number, or nil if it is missing.
    mutating func optionalDevice(_ key: String) throws(InvalidField) -> DeviceReference? {
        switch value(key) {
        case nil: return nil
        case .string(let name): return .name(name)
        case .integer(let number) where (1...Int64(Int32.max)).contains(number): return .number(Int(number))
        case .some: throw invalid(key, "must be a device's name, or its number from 1 on")
        }
    }
}

extension FaultEffect {
    /// Appends the members `do, milliseconds?` to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("do", word.rawValue)
        if case .delay(let milliseconds) = self { json.member("milliseconds", milliseconds) }
    }
}

extension FaultTarget: JSONWritable {
    /// Appends `{notification?, to?, from?, device?, nth | percent}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("notification", notification?.rawValue)
            $0.member("to", to)
            $0.member("from", from)
            $0.member("device", device)
            switch occurrence {
            case .nth(let number): $0.member("nth", number)
            case .percent(let percent): $0.member("percent", percent)
            }
        }
    }
}

extension Fault: JSONWritable {
    /// Appends `{id, on, do, milliseconds?, fired, spent}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", id)
            $0.member("on", target)
            effect.writeMembers(to: &$0)
            $0.member("fired", fired)
            $0.member("spent", isSpent)
        }
    }
}
