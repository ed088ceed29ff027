import AppModel
import ChatProtocol
import Foundation
import UnderstudyRuntime

/// The records of an app on one device, and the shares of its person. It is only used with the lock of the app held.
///
/// A root record and its share are the document and the share of the server. All other records are stored here.
final class CloudModel {
    /// The person's shares.
    let container: Container
    private weak let app: RunningApp?
    private let stores: [CKDatabase.Scope: RecordStore]

    private init(_ container: Container, _ app: RunningApp?) {
        (self.container, self.app) = (container, app)
        stores = [.private: RecordStore(.private), .shared: RecordStore(.shared), .public: RecordStore(.public)]
    }

    /// Returns the records of an app.
    static func of(_ sessions: AppSessions.Guarded, _ app: RunningApp?) -> CloudModel {
        sessions.object { CloudModel(sessions.container, app) }
    }

    /// The person.
    var person: Handle { container.person }

    /// The app; nil once it ended.
    var appID: AppID? { app?.binding.app }

    /// Returns the store of a database.
    func store(_ scope: CKDatabase.Scope) -> RecordStore { stores[scope] ?? RecordStore(scope) }

    /// Returns the document of a root record, or a new one for a record that was never shared.
    func cloudRecord(_ id: CKRecord.ID, titled title: String) -> CloudRecord {
        store(.private).documents[id] ?? CloudRecord(app: appID ?? AppID(""), title: title)
    }

    // MARK: Reading

    /// Returns the object for a share that the server sent, and remembers its records.
    func show(_ share: CloudShare) -> CKShare {
        // An object of CloudKit shows the share as it was read.
        container.unwatch(share)
        let isOwn = share.owner?.handle == person
        let store = store(isOwn ? .private : .shared)
        if let zone = zone(of: share) {
            let id = CKRecordID(recordName: CKRecordNameZoneWideShare, zoneID: zone)
            store.zones[zone] = CKRecordZone(zoneID: zone)
            remember(share, id, root: nil, in: store)
            return CKShare(share, id, root: nil, of: app)
        }
        let owner = isOwn ? CKCurrentUserDefaultName : share.owner?.handle.rawValue ?? CKCurrentUserDefaultName
        let zone = CKRecordZoneID(zoneName: CKRecordZoneDefaultName, ownerName: owner)
        let document = share.rootRecord.recordID
        let root =
            store.documents.first { $0.value.recordID == document }?.key
            ?? CKRecordID(recordName: document?.rawValue ?? share.rootRecord.title, zoneID: zone)
        let id =
            store.shares.first { $0.value.share == share.shareID }?.key
            ?? CKRecordID(recordName: "Share-\(root.recordName)", zoneID: root.zoneID)
        remember(share, id, root: root, in: store)
        return CKShare(share, id, root: root == id ? nil : root, of: app)
    }

    /// Remembers the records of a share.
    func remember(_ share: CloudShare, _ id: CKRecord.ID, root: CKRecord.ID?, in store: RecordStore) {
        store.documents[root ?? id] = share.rootRecord
        store.records[root ?? id] = nil
        guard let shareID = share.shareID, let document = share.rootRecord.recordID else { return }
        store.shares[id] = RecordStore.StoredShare(share: shareID, document: document)
        if share.folder != nil { store.folders[id.zoneID] = document }
    }

    /// Fetches a record. If this device does not know it, all shares of the person are read first.
    func fetch(
        _ id: CKRecord.ID, in store: RecordStore, then: @escaping (Result<CKRecord, CKError>) -> Void
    ) {
        let isKnown = store.shares[id] != nil || store.documents[id] != nil || store.records[id] != nil
        guard !isKnown, store.scope != .public else { return fetchKnown(id, in: store, then: then) }
        container.fetchAllShares { [self] result in
            identify((try? result.get()) ?? []) { shares in
                for share in shares { _ = self.show(share) }
                self.identifyRecords(in: id.zoneID, of: store) { self.fetchKnown(id, in: store, then: then) }
            }
        }
    }

    /// Finds out the identifiers that the person's own root records have on the device that shared them.
    private func identify(_ shares: [CloudShare], then: @escaping ([CloudShare]) -> Void) {
        let store = store(.private)
        let unknown = shares.filter { share in
            share.owner?.handle == person
                && !store.documents.values.contains { $0.recordID == share.rootRecord.recordID }
        }
        func next(_ rest: ArraySlice<CloudShare>) {
            guard let share = rest.first else { return then(shares) }
            guard let document = share.rootRecord.recordID else { return next(rest.dropFirst()) }
            ask(.documentGet(.id(document))) { result in
                if case .success(let view) = result, let id = RecordText.ownID(of: view) {
                    store.documents[id] = share.rootRecord
                }
                next(rest.dropFirst())
            }
        }
        next(unknown[...])
    }

    private func fetchKnown(
        _ id: CKRecord.ID, in store: RecordStore, then: @escaping (Result<CKRecord, CKError>) -> Void
    ) {
        if let stored = store.shares[id] {
            fetchShare(.id(stored.share)) { then($0.map { $0 }) }
        } else if let document = store.documents[id]?.recordID {
            ask(.documentGet(.id(document))) { [self] result in
                then(result.map { record(id, of: $0, in: store) })
            }
        } else if let record = store.records[id] {
            then(.success(record.clone))
        } else {
            then(.failure(CKError(.unknownItem, "There is no record \(id).")))
        }
    }

    /// Fetches a share.
    func fetchShare(_ reference: ShareReference, then: @escaping (Result<CKShare, CKError>) -> Void) {
        share(.shareGet(reference), then: then)
    }

    /// Accepts a share, or joins a public one.
    func acceptShare(_ reference: ShareReference, then: @escaping (Result<CKShare, CKError>) -> Void) {
        share(.shareAccept(reference), then: then)
    }

    private func share(_ request: Request, then: @escaping (Result<CKShare, CKError>) -> Void) {
        container.ask(request) { [self] answer in
            if case .failure(let refusal) = answer { return then(.failure(CKError(refusal))) }
            switch container.share(answer, nil) {
            case .failure(let error): then(.failure(CKError(error)))
            case .success(let share): identify([share]) { _ in then(.success(self.show(share))) }
            }
        }
    }

    /// Sends a request whose answer is a document.
    func ask(_ request: Request, then: @escaping (Result<DocumentView, CKError>) -> Void) {
        container.ask(request) { answer in
            switch answer {
            case .failure(let refusal): then(.failure(CKError(refusal, refusal.currentDocument)))
            case .success(let result):
                guard var fields = try? JSONFields(result), let view: DocumentView = try? fields.read("document") else {
                    return then(.failure(CKError(.internalError, "The answer has no document.")))
                }
                then(.success(view))
            }
        }
    }

    /// Returns the record of a document.
    func record(_ id: CKRecord.ID, of view: DocumentView, in store: RecordStore) -> CKRecord {
        let record = RecordText.record(id, of: view)
        record.didSave(store.serverFields(view))
        return record
    }
}

/// The records of one database on one device.
final class RecordStore {
    /// A share of the server, with its document.
    struct StoredShare {
        var share: ShareID
        var document: DocumentID
    }

    /// The database.
    let scope: CKDatabase.Scope
    /// The saved records that are no root of a share.
    var records: [CKRecord.ID: CKRecord] = [:]
    /// The documents of the root records.
    var documents: [CKRecord.ID: CloudRecord] = [:]
    /// The shares.
    var shares: [CKRecord.ID: StoredShare] = [:]
    /// The documents that represent the zones that are shared as a whole.
    var folders: [CKRecordZone.ID: DocumentID] = [:]
    /// The zones.
    var zones: [CKRecordZone.ID: CKRecordZone] = [.default: CKRecordZone(zoneID: .default)]

    init(_ scope: CKDatabase.Scope) { self.scope = scope }

    /// Returns the members that the server sets, for the record of a document.
    func serverFields(_ view: DocumentView) -> CKRecord.ServerFields {
        let share = shares.first { $0.value.document == view.id }?.key
        return CKRecord.ServerFields(
            changeTag: String(view.revision), creationDate: Date(view.createdAt),
            modificationDate: Date(view.changedAt), creator: CKRecordID(recordName: view.owner.rawValue),
            modifier: CKRecordID(recordName: view.changedBy.rawValue),
            share: share.map { CKReference(recordID: $0, action: .none) })
    }

    /// Saves a record, which was checked.
    func save(_ record: CKRecord, by person: Handle, policy: CKModifyRecordsOperation.RecordSavePolicy) {
        let stored = records[record.recordID]
        if policy == .changedKeys, let merged = stored?.clone {
            for key in record.changedKeys() { merged.setObject(record.object(forKey: key), forKey: key) }
            merged.parent = record.parent
            record.takeContent(of: merged)
        }
        let (now, name) = (Date(), CKRecordID(recordName: person.rawValue))
        record.didSave(
            CKRecord.ServerFields(
                changeTag: String((stored?.recordChangeTag.flatMap { Int($0) } ?? 0) + 1),
                creationDate: stored?.creationDate ?? now, modificationDate: now,
                creator: stored?.creatorUserRecordID ?? name, modifier: name))
        records[record.recordID] = record.clone
    }

    /// Returns the reason why a record cannot be saved; nil if it can.
    func obstacle(to record: CKRecord, policy: CKModifyRecordsOperation.RecordSavePolicy) -> CKError? {
        if scope == .shared {
            return CKError(
                .permissionFailure, "The shared database of the simulator takes root records and shares only.")
        }
        if scope == .private, zones[record.recordID.zoneID] == nil {
            return CKError(.zoneNotFound, "There is no zone \(record.recordID.zoneID). Save it first.")
        }
        guard policy == .ifServerRecordUnchanged else { return nil }
        guard let stored = records[record.recordID] else {
            guard record.recordChangeTag != nil else { return nil }
            return CKError(.unknownItem, "The record \(record.recordID) was deleted.")
        }
        guard stored.recordChangeTag != record.recordChangeTag else { return nil }
        return .changed(record, server: stored.clone)
    }
}

extension CKError {
    /// Returns the error for a record that another device saved after its read.
    static func changed(_ record: CKRecord, server: CKRecord?) -> CKError {
        var info: [String: Any] = [CKRecordChangedErrorClientRecordKey: record]
        info[CKRecordChangedErrorServerRecordKey] = server
        return CKError(.serverRecordChanged, "The record \(record.recordID) was saved since it was read.", info)
    }

    /// The document in a refusal, under this key.
    static let documentKey = "Understudy.document"
}

extension RPCError {
    /// The current document, if the request was based on an older one.
    fileprivate var currentDocument: [String: Any] {
        guard case .document(let value) = detail, var fields = try? JSONFields(value),
            let view = try? DocumentView(from: &fields)
        else { return [:] }
        return [CKError.documentKey: view]
    }
}

extension CKRecord {
    /// A copy with the type of the record.
    var clone: CKRecord {
        let clone = CKRecord(recordType: recordType, recordID: recordID)
        clone.takeContent(of: self)
        return clone
    }
}

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
