import ChatProtocol
import Foundation

/// The fields of a shared record as the text of its document: JSON with the record type and the fields.
///
/// Strings, numbers and lists are JSON's own. Any other value is an object with one member that names its type.
enum RecordText {
    /// Returns the text of a record.
    ///
    /// - Throws: An error of Foundation if the file of an asset cannot be read.
    static func text(of record: CKRecord) throws -> String {
        var fields: [String: Any] = [:]
        for (key, value) in record { fields[key] = try json(value) }
        let object: [String: Any] = [
            "recordType": record.recordType, "recordName": record.recordID.recordName,
            "zoneName": record.recordID.zoneID.zoneName, "fields": fields,
        ]
        let data = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the record with the fields of a document. A document that no record was saved in has its title alone.
    static func record(_ id: CKRecord.ID, of document: DocumentView) -> CKRecord {
        let object = try? JSONSerialization.jsonObject(with: Data((document.text ?? "").utf8)) as? [String: Any]
        let record = CKRecord(recordType: object?["recordType"] as? String ?? "Document", recordID: id)
        if let fields = object?["fields"] as? [String: Any] {
            for (key, field) in fields { record.setSaved(value(field), forKey: key) }
        } else {
            record.setSaved(document.title, forKey: "title")
        }
        return record
    }

    /// Returns the identifier that the record of a document has for its owner; nil if no record was saved in it.
    static func ownID(of document: DocumentView) -> CKRecord.ID? {
        let object = try? JSONSerialization.jsonObject(with: Data((document.text ?? "").utf8)) as? [String: Any]
        guard let name = object?["recordName"] as? String, let zone = object?["zoneName"] as? String else { return nil }
        return CKRecordID(recordName: name, zoneID: CKRecordZoneID(zoneName: zone))
    }

    private static func json(_ value: Any) throws -> Any {
        switch value {
        case let date as NSDate: return ["date": date.timeIntervalSinceReferenceDate]
        case let data as NSData: return ["data": data.base64EncodedString()]
        case let reference as CKReference:
            let id = reference.recordID
            let names = [id.recordName, id.zoneID.zoneName, id.zoneID.ownerName]
            return ["reference": names, "action": reference.action.rawValue]
        case let asset as CKAsset:
            let data = try asset.fileURL.map { try Data(contentsOf: $0) } ?? Data()
            return ["asset": data.base64EncodedString(), "extension": asset.fileURL?.pathExtension ?? ""]
        case let list as NSArray: return try list.map(json)
        default: return value
        }
    }

    private static func value(_ json: Any) -> (any CKRecordValueProtocol)? {
        switch json {
        case let list as [Any]: return NSArray(array: list.compactMap { value($0) })
        case let text as String: return text
        case let number as NSNumber: return number
        case let object as [String: Any]: return tagged(object)
        default: return nil
        }
    }

    private static func tagged(_ object: [String: Any]) -> (any CKRecordValueProtocol)? {
        if let seconds = object["date"] as? Double { return Date(timeIntervalSinceReferenceDate: seconds) }
        if let text = object["data"] as? String { return Data(base64Encoded: text) }
        if let names = object["reference"] as? [String], names.count == 3 {
            let zone = CKRecordZoneID(zoneName: names[1], ownerName: names[2])
            let action = (object["action"] as? UInt).flatMap(CKReference.Action.init) ?? .none
            return CKReference(recordID: CKRecordID(recordName: names[0], zoneID: zone), action: action)
        }
        guard let text = object["asset"] as? String, let data = Data(base64Encoded: text) else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(object["extension"] as? String ?? "")
        return (try? data.write(to: file)).map { CKAsset(fileURL: file) }
    }
}

extension CKRecord {
    /// The title among the app's own fields.
    var ownTitle: String? { self["title"] as? String ?? self["name"] as? String }
}
