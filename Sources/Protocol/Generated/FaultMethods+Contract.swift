// Written by script/contract: change the contract instead.

extension FaultEffect {
    /// The name of an effect on the wire.
    public enum Word: String, CaseIterable, Sendable {
        case `drop`
        case `delay`
        case `duplicate`
        case `reorder`
        case `disconnect`
    }
}

extension FaultEffect.Word: JSONWord {}

/// The notifications that a fault affects: the first match, a later one, or a percentage.
public struct FaultTarget: Sendable, Equatable {
    /// Only this notification.
    public var notification: NotificationName?
    /// Only for this person.
    public var to: Handle?
    /// Only events caused by this person.
    public var from: Handle?
    /// Only for this device of the person.
    public var device: DeviceReference?
    /// The number of the affected match; the first if left out.
    public var nth: Int?
    /// The probability for each match in percent, instead of `nth`.
    public var percent: Int?

    /// Creates a value from its members.
    public init(notification: NotificationName? = nil, to: Handle? = nil, from: Handle? = nil, device: DeviceReference? = nil, nth: Int? = nil, percent: Int? = nil) {
        self.notification = notification
        self.to = to
        self.from = from
        self.device = device
        self.nth = nth
        self.percent = percent
    }
}

extension FaultTarget: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        notification = try fields.readOptional("notification")
        to = try fields.readOptional("to")
        from = try fields.readOptional("from")
        device = try fields.readOptional("device")
        nth = try fields.readOptional("nth", in: 1...2147483647)
        percent = try fields.readOptional("percent", in: 1...100)
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let notification { json.member("notification", notification) }
        if let to { json.member("to", to) }
        if let from { json.member("from", from) }
        if let device { json.member("device", device) }
        if let nth { json.member("nth", nth) }
        if let percent { json.member("percent", percent) }
    }
}

/// The effect on the notification.
public enum FaultEffect: Sendable, Equatable {
    /// The notification is not delivered.
    case drop
    /// The notification is delivered later, by the world's clock.
    case delay(milliseconds: Int64)
    /// The notification is delivered twice.
    case duplicate
    /// The notification is delivered after the next one.
    case reorder
    /// The connection closes instead of the delivery.
    case disconnect
}

extension FaultEffect: JSONRecord {
    /// The words of `do`.
    public enum Kind: String, CaseIterable, Sendable, JSONWord {
        case `drop`
        case `delay`
        case `duplicate`
        case `reorder`
        case `disconnect`
    }

    /// Its word of `do`.
    public var kind: Kind {
        switch self {
            case .drop: .drop
            case .delay: .delay
            case .duplicate: .duplicate
            case .reorder: .reorder
            case .disconnect: .disconnect
        }
    }

    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("do") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        let kind: Kind = try fields.read("do")
        switch kind {
            case .drop:
                self = .drop
            case .delay:
                self = .delay(milliseconds: try fields.read("milliseconds", in: 0...3162240000000))
            case .duplicate:
                self = .duplicate
            case .reorder:
                self = .reorder
            case .disconnect:
                self = .disconnect
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("do", kind)
        switch self {
            case .drop: break
            case .delay(let milliseconds):
                json.member("milliseconds", milliseconds)
            case .duplicate: break
            case .reorder: break
            case .disconnect: break
        }
    }
}

/// `fault.inject`: injects a fault into the delivery of notifications.
public struct InjectFault: Sendable, Equatable {
    /// The affected notifications.
    public var target: FaultTarget
    /// The effect.
    public var effect: FaultEffect

    /// Creates a value from its members.
    public init(target: FaultTarget, effect: FaultEffect) {
        self.target = target
        self.effect = effect
    }
}

extension InjectFault: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("on") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        target = try fields.read("on")
        effect = try FaultEffect(from: &fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("on", target)
        effect.writeMembers(to: &json)
    }
}

/// A fault of a world.
public struct Fault: Sendable, Equatable {
    /// The id.
    public var id: FaultID
    /// The affected notifications.
    public var target: FaultTarget
    /// The effect.
    public var effect: FaultEffect
    /// The number of times that the fault occurred.
    public var fired: Int

    /// Creates a value from its members.
    public init(id: FaultID, target: FaultTarget, effect: FaultEffect, fired: Int = 0) {
        self.id = id
        self.target = target
        self.effect = effect
        self.fired = fired
    }
}

extension Fault: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("id") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        target = try fields.read("on")
        effect = try FaultEffect(from: &fields)
        fired = try fields.readOptional("fired", in: 0...Int.max) ?? 0
        _ = fields.value("spent")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("on", target)
        effect.writeMembers(to: &json)
        json.member("fired", fired)
        json.member("spent", isSpent)
    }
}

/// A fault that occurred.
public struct FiredFault: Sendable, Equatable {
    /// The fault.
    public var fault: FaultID
    /// The affected notification.
    public var notification: NotificationName
    /// The recipient.
    public var to: Handle
    /// The recipient's device.
    public var device: DeviceReference?
    /// The effect.
    public var effect: FaultEffect

    /// Creates a value from its members.
    public init(fault: FaultID, notification: NotificationName, to: Handle, device: DeviceReference? = nil, effect: FaultEffect) {
        self.fault = fault
        self.notification = notification
        self.to = to
        self.device = device
        self.effect = effect
    }
}

extension FiredFault: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("fault") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        fault = try fields.read("fault")
        notification = try fields.read("notification")
        to = try fields.read("to")
        device = try fields.readOptional("device")
        effect = try FaultEffect(from: &fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("fault", fault)
        json.member("notification", notification)
        json.member("to", to)
        if let device { json.member("device", device) }
        effect.writeMembers(to: &json)
    }
}

/// A fault, by its id.
public struct FaultReference: Sendable, Equatable {
    /// The fault; all if left out.
    public var fault: FaultID?

    /// Creates a value from its members.
    public init(fault: FaultID? = nil) {
        self.fault = fault
    }
}

extension FaultReference: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        fault = try fields.readOptional("fault")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let fault { json.member("fault", fault) }
    }
}
