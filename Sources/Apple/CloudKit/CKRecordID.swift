@_exported public import Foundation

/// The owner name of the zones that belong to the current person.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// The name of the default zone.
public let CKRecordZoneDefaultName = "_defaultZone"

/// The record name of the share of a whole zone (`ck-zone-share`).
public let CKRecordNameZoneWideShare = "cloudkit.zoneshare"

/// The identifier of a record: `CKRecord.ID`.
///
/// It is safe to send: it never changes.
open class CKRecordID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The name, which is unique within the zone.
    public let recordName: String
    /// The zone.
    public let zoneID: CKRecordZone.ID

    /// Creates an identifier.
    public init(recordName: String = UUID().uuidString, zoneID: CKRecordZone.ID = .default) {
        (self.recordName, self.zoneID) = (recordName, zoneID)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "RecordName"),
            let zone = coder.decodeObject(of: CKRecordZoneID.self, forKey: "ZoneID")
        else { return nil }
        (recordName, zoneID) = (name as String, zone)
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(recordName as NSString, forKey: "RecordName")
        coder.encode(zoneID, forKey: "ZoneID")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordID else { return false }
        return recordName == other.recordName && zoneID == other.zoneID
    }

    open override var hash: Int { recordName.hashValue }

    open override var description: String { "\(recordName) in \(zoneID)" }
}

/// The identifier of a zone: `CKRecordZone.ID`.
///
/// It is safe to send: it never changes.
open class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The default zone of the current person.
    public static let `default` = CKRecordZoneID()
    /// The name of the default zone.
    public static let defaultZoneName = CKRecordZoneDefaultName

    /// The name, which is unique among the zones of the owner.
    public let zoneName: String
    /// The record name of the owner.
    public let ownerName: String

    /// Creates an identifier.
    public init(zoneName: String = CKRecordZoneDefaultName, ownerName: String = CKCurrentUserDefaultName) {
        (self.zoneName, self.ownerName) = (zoneName, ownerName)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "ZoneName"),
            let owner = coder.decodeObject(of: NSString.self, forKey: "OwnerName")
        else { return nil }
        (zoneName, ownerName) = (name as String, owner as String)
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(zoneName as NSString, forKey: "ZoneName")
        coder.encode(ownerName as NSString, forKey: "OwnerName")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordZoneID else { return false }
        return zoneName == other.zoneName && ownerName == other.ownerName
    }

    open override var hash: Int { zoneName.hashValue }

    open override var description: String { "\(zoneName) of \(ownerName)" }
}

/// A zone of a database: a group of records that an app creates together.
///
/// It is safe to send: it never changes.
open class CKRecordZone: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The identifier of a zone.
    public typealias ID = CKRecordZoneID

    /// The identifier.
    public let zoneID: CKRecordZone.ID

    /// Creates a zone of the current person, which exists once it is saved.
    public convenience init(zoneName: String) { self.init(zoneID: CKRecordZoneID(zoneName: zoneName)) }

    /// Creates a zone with an identifier.
    public init(zoneID: CKRecordZone.ID) { self.zoneID = zoneID }

    /// Returns the default zone, which always exists.
    public static func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let id = coder.decodeObject(of: CKRecordZoneID.self, forKey: "ZoneID") else { return nil }
        zoneID = id
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(zoneID, forKey: "ZoneID") }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CKRecordZone)?.zoneID == zoneID }

    open override var hash: Int { zoneID.hash }
}

/// A reference from one record to another: `CKRecord.Reference`.
///
/// It is safe to send: it never changes.
open class CKReference: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The effect that the deletion of the other record has on the referring one.
    public enum Action: UInt, Sendable {
        /// No effect.
        case none = 0
        /// The referring record is deleted as well.
        case deleteSelf = 1
    }

    /// The identifier of the other record.
    public let recordID: CKRecord.ID
    /// The effect of its deletion.
    public let action: Action

    /// Creates a reference to the record with an identifier.
    public init(recordID: CKRecord.ID, action: Action) { (self.recordID, self.action) = (recordID, action) }

    /// Creates a reference to a record.
    public convenience init(record: CKRecord, action: Action) {
        self.init(recordID: record.recordID, action: action)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let id = coder.decodeObject(of: CKRecordID.self, forKey: "RecordID") else { return nil }
        recordID = id
        action = Action(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "ReferenceAction"))) ?? .none
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(recordID, forKey: "RecordID")
        coder.encode(Int(bitPattern: action.rawValue), forKey: "ReferenceAction")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKReference else { return false }
        return recordID == other.recordID && action == other.action
    }

    open override var hash: Int { recordID.hash }
}
