import AppModel
import ChatProtocol
import Foundation

/// One save and deletion of several records. It is only used with the lock of the app held.
final class RecordModification {
    typealias Done = (CKError?) -> Void

    /// The results of the saves, by record.
    private(set) var saveResults: [CKRecord.ID: Result<CKRecord, CKError>] = [:]
    /// The results of the deletions, by record.
    private(set) var deleteResults: [CKRecord.ID: Result<Void, CKError>] = [:]

    private let model: CloudModel
    private let store: RecordStore
    private let records: [CKRecord]
    private let deletions: [CKRecord.ID]
    private let policy: CKModifyRecordsOperation.RecordSavePolicy
    private let isAtomic: Bool

    init(
        _ model: CloudModel, _ scope: CKDatabase.Scope, saving records: [CKRecord], deleting deletions: [CKRecord.ID],
        policy: CKModifyRecordsOperation.RecordSavePolicy, isAtomic: Bool
    ) {
        (self.model, store) = (model, model.store(scope))
        (self.records, self.deletions) = (records, deletions)
        (self.policy, self.isAtomic) = (policy, isAtomic)
    }

    /// The errors of the single records.
    var errors: [CKRecord.ID: CKError] {
        var errors: [CKRecord.ID: CKError] = [:]
        for (id, result) in saveResults { if case .failure(let error) = result { errors[id] = error } }
        for (id, result) in deleteResults { if case .failure(let error) = result { errors[id] = error } }
        return errors
    }

    /// Saves and deletes. The records of this device are checked first and saved last, so that a refusal of the server
    /// leaves them unchanged.
    func run(then: @escaping (RecordModification) -> Void) {
        let shares = records.compactMap { $0 as? CKShare }
        let newRoots = Set(shares.filter { $0.cloudShare.shareID == nil }.compactMap(\.rootRecordID))
        var local: [CKRecord] = []
        var steps: [(@escaping () -> Void) -> Void] = []
        for share in shares {
            let root = records.first { $0.recordID == share.rootRecordID && newRoots.contains($0.recordID) }
            steps.append { [self] next in
                save(share, root: root) { error in
                    self.note(error, share)
                    if let root { self.note(error, root) }
                    next()
                }
            }
        }
        let sharedZones = shares.filter { $0.rootRecordID == nil }.map(\.recordID.zoneID) + store.folders.keys
        for record in records where !(record is CKShare) && !newRoots.contains(record.recordID) {
            let isShared = sharedZones.contains(record.recordID.zoneID)
            guard store.documents[record.recordID]?.recordID != nil || isShared else {
                if let obstacle = store.obstacle(to: record, policy: policy) { note(obstacle, record) }
                local.append(record)
                continue
            }
            steps.append { [self] next in
                saveDocument(record) { error in
                    self.note(error, record)
                    next()
                }
            }
        }
        for id in deletions {
            steps.append { [self] next in
                delete(id) { error in
                    self.deleteResults[id] = error.map { .failure($0) } ?? .success(())
                    next()
                }
            }
        }
        run(steps[...]) { [self] in
            finish(local)
            then(self)
        }
    }

    private func run(_ steps: ArraySlice<(@escaping () -> Void) -> Void>, then: @escaping () -> Void) {
        guard let step = steps.first, !isAtomic || errors.isEmpty else { return then() }
        step { [self] in run(steps.dropFirst(), then: then) }
    }

    /// Saves the records of this device, and completes the results.
    private func finish(_ local: [CKRecord]) {
        let isFailed = isAtomic && !errors.isEmpty
        for record in local where !isFailed && saveResults[record.recordID] == nil {
            store.save(record, by: model.person, policy: policy)
            saveResults[record.recordID] = .success(record)
        }
        let other = CKError(.batchRequestFailed, "Another record of the same request failed.")
        for record in records where saveResults[record.recordID] == nil {
            saveResults[record.recordID] = .failure(other)
        }
        for id in deletions where deleteResults[id] == nil { deleteResults[id] = .failure(other) }
    }

    private func note(_ error: CKError?, _ record: CKRecord) {
        saveResults[record.recordID] = error.map { .failure($0) } ?? .success(record)
    }

    // MARK: Shares

    private func save(_ share: CKShare, root: CKRecord?, done: @escaping Done) {
        guard store.scope != .public else {
            return done(CKError(.invalidArguments, "The public database has no shares."))
        }
        do throws(SharingError) {
            try share.prepareSave()
        } catch {
            return done(CKError(error))
        }
        guard share.cloudShare.shareID == nil else { return perform(share, root: nil, done: done) }
        guard let rootID = share.rootRecordID else { return saveZone(share, done: done) }
        guard store.folders[rootID.zoneID] == nil else {
            return done(CKError(.alreadyShared, "The zone of the record is shared."))
        }
        let record = share.cloudShare.rootRecord
        if let known = store.documents[rootID] { (record.recordID, record.url) = (known.recordID, known.url) }
        if record.recordID != nil {
            store.documents[rootID] = record
            guard let root else { return perform(share, root: nil, done: done) }
            return saveDocument(root) { [self] error in
                if let error { done(error) } else { perform(share, root: root, done: done) }
            }
        }
        guard let root = root ?? store.records[rootID] else {
            return done(CKError(.invalidArguments, "Save the root record before its share, or together with it."))
        }
        if root !== store.records[rootID], let obstacle = store.obstacle(to: root, policy: policy) {
            return done(obstacle)
        }
        create(root, of: share, done: done)
    }

    /// Creates the document of a root record, and then its share: both or neither (`ucs-handler-steps`).
    private func create(_ root: CKRecord, of share: CKShare, done: @escaping Done) {
        let record = share.cloudShare.rootRecord
        guard let text = text(of: root, done) else { return }
        let request = CreateDocument(app: record.app, title: share.cloudShare.title, text: text)
        model.ask(.documentCreate(request)) { [self] result in
            switch result {
            case .failure(let error): done(error)
            case .success(let view):
                (record.recordID, record.url) = (view.id, view.url)
                perform(share, root: root) { [self] error in
                    guard let error else {
                        root.didSave(store.serverFields(view))
                        return done(nil)
                    }
                    model.ask(.documentDelete(.id(view.id))) { _ in
                        (record.recordID, record.url) = (nil, nil)
                        done(error)
                    }
                }
            }
        }
    }

    private func perform(_ share: CKShare, root: CKRecord?, done: @escaping Done) {
        let operation = ModifyRecordsOperation(share: share.cloudShare)
        operation.keepsChanges = true
        operation.modifyRecordsResultBlock = { [self] result in
            switch result {
            case .success(let saved):
                model.container.unwatch(saved)
                model.remember(saved, share.recordID, root: share.rootRecordID, in: store)
                share.didReadShare()
                root?.didShare(CKReference(recordID: share.recordID, action: .none))
                done(nil)
            case .failure(let error):
                let error = operation.refusal.map { CKError($0) } ?? CKError(error)
                guard error.code == .serverRecordChanged, let id = share.cloudShare.shareID else { return done(error) }
                model.fetchShare(.id(id)) { done(.changed(share, server: try? $0.get())) }
            }
        }
        model.container.add(operation)
    }

    // MARK: Zones

    /// Shares a zone: all of its records, or nothing (`ck-zone-share`).
    private func saveZone(_ share: CKShare, done: @escaping Done) {
        let zone = share.recordID.zoneID
        guard store.scope == .private, zone.zoneName != CKRecordZoneDefaultName else {
            return done(CKError(.invalidArguments, "Only a zone of your own in the private database can be shared."))
        }
        guard store.zones[zone] != nil else {
            return done(CKError(.zoneNotFound, "There is no zone \(zone). Save it first."))
        }
        guard !store.shares.keys.contains(where: { $0.zoneID == zone }) else {
            return done(CKError(.alreadyShared, "The zone, or a record in it, is shared."))
        }
        perform(share, root: nil) { [self] error in
            guard error == nil, let folder = store.folders[zone] else { return done(error) }
            let records = store.records.values.filter { $0.recordID.zoneID == zone }
            create(records[...], in: folder) { [self] error in
                guard let error, let id = share.cloudShare.shareID else { return done(error) }
                model.container.ask(.shareStop(.id(id))) { [self] _ in
                    (store.folders[zone], store.shares[share.recordID]) = (nil, nil)
                    done(error)
                }
            }
        }
    }

    private func create(_ records: ArraySlice<CKRecord>, in folder: DocumentID, done: @escaping Done) {
        guard let record = records.first else { return done(nil) }
        create(record, in: folder) { [self] error in
            if let error { done(error) } else { create(records.dropFirst(), in: folder, done: done) }
        }
    }

    /// Creates the document of a record in a shared zone.
    private func create(_ record: CKRecord, in folder: DocumentID, done: @escaping Done) {
        guard let app = model.appID, let text = text(of: record, done) else { return }
        let document = CloudRecord(app: app, title: record.ownTitle ?? record.recordType)
        let request = CreateDocument(app: app, title: document.title, text: text, parent: folder)
        model.ask(.documentCreate(request)) { [self] result in
            switch result {
            case .failure(let error): done(error)
            case .success(let view):
                (document.recordID, document.url) = (view.id, view.url)
                store.documents[record.recordID] = document
                store.records[record.recordID] = nil
                record.didSave(store.serverFields(view))
                done(nil)
            }
        }
    }

    // MARK: Documents

    private func saveDocument(_ record: CKRecord, done: @escaping Done) {
        if store.documents[record.recordID]?.recordID == nil, let folder = store.folders[record.recordID.zoneID] {
            return create(record, in: folder, done: done)
        }
        guard let document = store.documents[record.recordID]?.recordID else {
            return done(CKError(.unknownItem, "There is no record \(record.recordID)."))
        }
        guard policy != .ifServerRecordUnchanged else {
            return edit(document, record, from: record.recordChangeTag.flatMap { Int64($0) } ?? 0, done: done)
        }
        model.ask(.documentGet(.id(document))) { [self] result in
            switch result {
            case .failure(let error): done(error)
            case .success(let view):
                if policy == .changedKeys {
                    let merged = RecordText.record(record.recordID, of: view)
                    for key in record.changedKeys() { merged.setObject(record.object(forKey: key), forKey: key) }
                    record.takeContent(of: merged)
                }
                edit(document, record, from: view.revision, done: done)
            }
        }
    }

    private func edit(_ document: DocumentID, _ record: CKRecord, from revision: Int64, done: @escaping Done) {
        guard let text = text(of: record, done) else { return }
        let request = EditDocument(document: .id(document), text: text, revision: revision)
        model.ask(.documentEdit(request)) { [self] result in
            switch result {
            case .success(let view):
                record.didSave(store.serverFields(view))
                done(nil)
            case .failure(let error):
                guard error.code == .serverRecordChanged else { return done(error) }
                let view = error.userInfo[CKError.documentKey] as? DocumentView
                done(.changed(record, server: view.map { model.record(record.recordID, of: $0, in: store) }))
            }
        }
    }

    private func text(of record: CKRecord, _ done: Done) -> String? {
        do {
            return try RecordText.text(of: record)
        } catch {
            done(CKError(.assetFileNotFound, "The file of an asset cannot be read: \(error)."))
            return nil
        }
    }

    // MARK: Deletions

    private func delete(_ id: CKRecord.ID, done: @escaping Done) {
        if let stored = store.shares[id] {
            // The owner stops sharing; a participant leaves (`ucs-can-stop`, `ucs-can-leave`).
            let end: Request = store.scope == .shared ? .shareLeave(.id(stored.share)) : .shareStop(.id(stored.share))
            model.container.ask(end) { [self] answer in
                if case .failure(let refusal) = answer { return done(CKError(refusal)) }
                if store.folders[id.zoneID] == stored.document { store.folders[id.zoneID] = nil }
                store.shares[id] = nil
                done(nil)
            }
        } else if let document = store.documents[id]?.recordID {
            model.ask(.documentDelete(.id(document))) { [self] result in
                if case .failure(let error) = result { return done(error) }
                store.documents[id] = nil
                done(nil)
            }
        } else {
            store.records[id] = nil
            done(nil)
        }
    }
}
