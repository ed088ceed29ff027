public import Foundation

/// The record type of users.
public let CKRecordTypeUserRecord = "Users"

/// The record type of shares.
public let CKRecordTypeShare = "cloudkit.share"

/// A record: named fields, and the members that the server sets with each save.
///
/// It is safe to send: its members are only used with the lock held, and stored values never change.
open class CKRecord: NSObject, NSSecureCoding, NSCopying, CKRecordKeyValueSetting, @unchecked Sendable {
    /// The identifier of a record.
    public typealias ID = CKRecordID
    /// A reference to another record.
    public typealias Reference = CKReference
    /// The name of a record type.
    public typealias RecordType = String
    /// The key of a field.
    public typealias FieldKey = String

    /// The record types of the system.
    public enum SystemType {
        /// The record type of users.
        public static let userRecord: CKRecord.RecordType = CKRecordTypeUserRecord
        /// The record type of shares.
        public static let share: CKRecord.RecordType = CKRecordTypeShare
    }

    /// The fields of the system.
    public enum SystemFieldKey {
        /// The key of the parent.
        public static let parent: CKRecord.FieldKey = "parent"
        /// The key of the share.
        public static let share: CKRecord.FieldKey = "share"
    }

    /// The members that the server sets with each save.
    struct ServerFields {
        var changeTag: String?
        var creationDate: Date?
        var modificationDate: Date?
        var creator: CKRecord.ID?
        var modifier: CKRecord.ID?
        var share: CKRecord.Reference?
    }

    private struct Content {
        var fields: [FieldKey: any NSObject & CKRecordValueProtocol] = [:]
        var changed: Set<FieldKey> = []
        var parent: CKRecord.Reference?
        var server = ServerFields()
    }

    /// The type, as the app names it.
    public let recordType: CKRecord.RecordType
    /// The identifier.
    public let recordID: CKRecord.ID
    private let lock = NSLock()
    private var content = Content()

    /// Creates a record, which exists once it is saved.
    public init(recordType: CKRecord.RecordType, recordID: CKRecord.ID = CKRecord.ID()) {
        (self.recordType, self.recordID) = (recordType, recordID)
    }

    /// Creates a record in a zone.
    public convenience init(recordType: CKRecord.RecordType, zoneID: CKRecordZone.ID) {
        self.init(recordType: recordType, recordID: CKRecord.ID(zoneID: zoneID))
    }

    /// Decodes a record, or its system fields alone; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let type = coder.decodeObject(of: NSString.self, forKey: "RecordType"),
            let id = coder.decodeObject(of: CKRecordID.self, forKey: "RecordID")
        else { return nil }
        (recordType, recordID) = (type as String, id)
        super.init()
        content.server.changeTag = coder.decodeObject(of: NSString.self, forKey: "ETag") as String?
        content.server.creationDate = coder.decodeObject(of: NSDate.self, forKey: "RecordCtime") as Date?
        content.server.modificationDate = coder.decodeObject(of: NSDate.self, forKey: "RecordMtime") as Date?
        content.server.creator = coder.decodeObject(of: CKRecordID.self, forKey: "CreatorUserRecordID")
        content.server.modifier = coder.decodeObject(of: CKRecordID.self, forKey: "LastModifiedUserRecordID")
        content.server.share = coder.decodeObject(of: CKReference.self, forKey: "ShareReference")
        content.parent = coder.decodeObject(of: CKReference.self, forKey: "ParentReference")
        // System fields alone have no values.
        guard coder.containsValue(forKey: "Values") else { return }
        let values = coder.decodeObject(of: StoredValue.classes, forKey: "Values") as? NSDictionary
        for (key, value) in values ?? [:] {
            if let key = key as? String { content.fields[key] = StoredValue.decoded(value) }
        }
        let changed = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "ChangedKeys") as? [String]
        content.changed = Set(changed ?? [])
    }

    open class var supportsSecureCoding: Bool { true }

    /// Archives the record with all fields.
    open func encode(with coder: NSCoder) {
        encodeSystemFields(with: coder)
        let content = currentContent
        coder.encode(content.fields as NSDictionary, forKey: "Values")
        coder.encode(content.changed.sorted() as NSArray, forKey: "ChangedKeys")
    }

    /// Archives the identifier and the members that the server has set, without the app's fields. Apps store this
    /// with their own data.
    open func encodeSystemFields(with coder: NSCoder) {
        let content = currentContent
        coder.encode(recordType as NSString, forKey: "RecordType")
        coder.encode(recordID, forKey: "RecordID")
        coder.encode(content.server.changeTag as NSString?, forKey: "ETag")
        coder.encode(content.server.creationDate as NSDate?, forKey: "RecordCtime")
        coder.encode(content.server.modificationDate as NSDate?, forKey: "RecordMtime")
        coder.encode(content.server.creator, forKey: "CreatorUserRecordID")
        coder.encode(content.server.modifier, forKey: "LastModifiedUserRecordID")
        coder.encode(content.server.share, forKey: "ShareReference")
        coder.encode(content.parent, forKey: "ParentReference")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKRecord(recordType: recordType, recordID: recordID)
        copy.takeContent(of: self)
        return copy
    }

    open override var description: String { "\(recordType) \(recordID)" }

    private var currentContent: Content { lock.withLock { content } }

    // MARK: Fields

    /// Returns the value of a field; nil if the record has none.
    open func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
        lock.withLock { content.fields[key] }
    }

    /// Sets the value of a field; nil removes it.
    open func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
        let stored = object.flatMap(StoredValue.of)
        lock.withLock {
            content.fields[key] = stored
            content.changed.insert(key)
        }
    }

    /// Returns the keys of all fields, sorted.
    open func allKeys() -> [CKRecord.FieldKey] { lock.withLock { content.fields.keys.sorted() } }

    /// Returns the keys of the fields that changed since the last save, sorted.
    open func changedKeys() -> [CKRecord.FieldKey] { lock.withLock { content.changed.sorted() } }

    /// The record above this one in a hierarchy.
    open var parent: CKRecord.Reference? {
        get { lock.withLock { content.parent } }
        set { lock.withLock { content.parent = newValue } }
    }

    /// Sets the record above this one in a hierarchy.
    open func setParent(_ parent: CKRecord?) { setParent(parent?.recordID) }

    /// Sets the record above this one in a hierarchy.
    open func setParent(_ parentID: CKRecord.ID?) {
        parent = parentID.map { CKReference(recordID: $0, action: .none) }
    }

    // MARK: Members that the server sets

    /// The share whose root the record is; nil if it is not shared.
    open var share: CKRecord.Reference? { lock.withLock { content.server.share } }
    /// The tag of the last save; nil before it.
    open var recordChangeTag: String? { lock.withLock { content.server.changeTag } }
    /// The time of the first save; nil before it.
    open var creationDate: Date? { lock.withLock { content.server.creationDate } }
    /// The time of the last save; nil before it.
    open var modificationDate: Date? { lock.withLock { content.server.modificationDate } }
    /// The person who saved the record first; nil before that.
    open var creatorUserRecordID: CKRecord.ID? { lock.withLock { content.server.creator } }
    /// The person who saved the record last; nil before that.
    open var lastModifiedUserRecordID: CKRecord.ID? { lock.withLock { content.server.modifier } }

    /// Sets the members of the server after a save. The record has no unsaved changes then.
    func didSave(_ server: ServerFields) {
        lock.withLock {
            content.server = server
            content.changed = []
        }
    }

    /// Notes the share whose root the record is.
    func didShare(_ share: CKRecord.Reference?) { lock.withLock { content.server.share = share } }

    /// Sets a field without a change that must be saved.
    func setSaved(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
        let stored = object.flatMap(StoredValue.of)
        lock.withLock {
            content.fields[key] = stored
            content.changed.remove(key)
        }
    }

    /// Copies the fields and the members of the server from another record.
    func takeContent(of other: CKRecord) {
        let taken = other.lock.withLock { other.content }
        lock.withLock { content = taken }
    }
}

extension CKRecord: Sequence {
    /// Returns an iterator over the fields, in the order of ``allKeys()``.
    public func makeIterator() -> CKRecordKeyValueIterator { CKRecordKeyValueIterator(self) }
}

/// An iterator over the fields of a record.
public struct CKRecordKeyValueIterator: IteratorProtocol {
    private var keys: ArraySlice<CKRecord.FieldKey>
    private let record: CKRecord

    init(_ record: CKRecord) { (self.record, keys) = (record, record.allKeys()[...]) }

    /// Returns the next field; nil after the last one.
    public mutating func next() -> (CKRecord.FieldKey, any CKRecordValueProtocol)? {
        while let key = keys.popFirst() {
            if let value = record.object(forKey: key) { return (key, value) }
        }
        return nil
    }
}

/// A type of the values that a record can hold.
public protocol CKRecordValueProtocol {}

/// A value of a record.
public typealias CKRecordValue = CKRecordValueProtocol

extension String: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {}
extension NSString: CKRecordValueProtocol {}
extension NSDate: CKRecordValueProtocol {}
extension NSData: CKRecordValueProtocol {}
extension NSNumber: CKRecordValueProtocol {}
extension NSArray: CKRecordValueProtocol {}
extension CKReference: CKRecordValueProtocol {}
extension CKAsset: CKRecordValueProtocol {}

/// The access to the fields of a record by their keys.
public protocol CKRecordKeyValueSetting: AnyObject {
    /// Returns the value of a field; nil if the record has none.
    func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)?
    /// Sets the value of a field; nil removes it.
    func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey)
    /// Returns the keys of all fields.
    func allKeys() -> [CKRecord.FieldKey]
    /// Returns the keys of the fields that changed since the last save.
    func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecordKeyValueSetting {
    /// The value of a field, as the type that the context asks for; nil if it is of another type.
    public subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? {
        get { object(forKey: key) as? Value }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field.
    public subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }
}

/// A file that is a value of a record.
///
/// It is safe to send: it never changes.
open class CKAsset: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The file; nil if its content could not be written on this device.
    public let fileURL: URL?

    /// Creates an asset of a file.
    public init(fileURL: URL) { self.fileURL = fileURL }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "FileURL") else { return nil }
        fileURL = url as URL
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(fileURL as NSURL?, forKey: "FileURL") }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKAsset else { return false }
        return fileURL == other.fileURL
    }

    open override var hash: Int { fileURL.hashValue }
}

/// The stored form of a field: an object of Foundation or of this module that never changes.
enum StoredValue {
    /// The classes of stored values, for archives.
    static let classes: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, CKReference.self,
        CKAsset.self, CKRecordID.self, CKRecordZoneID.self, NSURL.self,
    ]

    /// Returns the stored form of a value; nil for a type of an app's own.
    static func of(_ value: any CKRecordValueProtocol) -> (any NSObject & CKRecordValueProtocol)? {
        switch value {
        case let value as String: NSString(string: value)
        case let value as Date: value as NSDate
        case let value as Data: value as NSData
        case let value as Bool: NSNumber(value: value)
        case let value as Double: NSNumber(value: value)
        case let value as Float: NSNumber(value: value)
        case let value as any BinaryInteger & CKRecordValueProtocol: number(value)
        case let value as NSArray: list(Array(value))
        case let value as any NSObject & CKRecordValueProtocol: value.copyIfMutable
        case let value as [any CKRecordValueProtocol]: list(value)
        default: nil
        }
    }

    /// Returns the stored form of a value of an archive. Foundation gives a list of it as an array of any values.
    static func decoded(_ value: Any) -> (any NSObject & CKRecordValueProtocol)? {
        if let list = value as? [Any] { return NSArray(array: list.compactMap(decoded)) }
        return (value as? any CKRecordValueProtocol).flatMap(of)
    }

    private static func number(_ value: any BinaryInteger) -> NSNumber {
        if let small = Int64(exactly: value) { return NSNumber(value: small) }
        return NSNumber(value: UInt64(truncatingIfNeeded: value))
    }

    private static func list(_ values: [Any]) -> NSArray {
        NSArray(array: values.compactMap { ($0 as? any CKRecordValueProtocol).flatMap(of) })
    }
}

extension NSObject {
    /// A copy of a mutable string or data, and every other value itself.
    fileprivate var copyIfMutable: (any NSObject & CKRecordValueProtocol)? {
        switch self {
        case let text as NSMutableString: NSString(string: String(describing: text))
        case let data as NSMutableData: Data(referencing: data) as NSData
        default: self as? any NSObject & CKRecordValueProtocol
        }
    }
}
