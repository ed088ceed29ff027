public import Foundation

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
