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
