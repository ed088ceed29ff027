import AppModel
import ChatProtocol
import Foundation

/// The zones that are shared as a whole (`ck-zone-share`). A zone is a folder of the server, and each record in it is a
/// document there.
extension CloudModel {
    /// Returns the zone that a share covers; nil for the share of one record.
    func zone(of share: CloudShare) -> CKRecordZone.ID? {
        guard let name = share.folder, let owner = share.owner?.handle else { return nil }
        return CKRecordZoneID(
            zoneName: name, ownerName: owner == person ? CKCurrentUserDefaultName : owner.rawValue)
    }

    /// Finds out the records of a shared zone that other devices saved.
    func identifyRecords(in zone: CKRecordZone.ID, of store: RecordStore, then: @escaping () -> Void) {
        guard let folder = store.folders[zone] else { return then() }
        list(after: nil, []) { [self] all in
            let known = Set(store.documents.values.compactMap(\.recordID))
            let new = all.filter { $0.parent == folder && !known.contains($0.id) }
            identify(new[...], in: zone, of: store, then: then)
        }
    }

    private func identify(
        _ documents: ArraySlice<DocumentView>, in zone: CKRecordZone.ID, of store: RecordStore,
        then: @escaping () -> Void
    ) {
        guard let document = documents.first else { return then() }
        ask(.documentGet(.id(document.id))) { [self] result in
            if case .success(let view) = result {
                // A document that no record was saved in has its own identifier.
                let name = RecordText.ownID(of: view)?.recordName ?? view.id.rawValue
                store.documents[CKRecordID(recordName: name, zoneID: zone)] = CloudRecord(
                    app: view.app, title: view.title, recordID: view.id, url: view.url)
            }
            identify(documents.dropFirst(), in: zone, of: store, then: then)
        }
    }

    /// Lists the person's documents of the app, page by page. The list ends early if the server refuses a page.
    private func list(after last: DocumentID?, _ known: [DocumentView], then: @escaping ([DocumentView]) -> Void) {
        container.ask(.documentList(.init(app: appID, after: last))) { [self] answer in
            guard case .success(let result) = answer, var fields = try? JSONFields(result),
                let page = try? fields.list("documents", of: DocumentView.self)
            else { return then(known) }
            let isWhole = (try? fields.optionalBool("more")) != true || page.isEmpty
            if isWhole { then(known + page) } else { list(after: page.last?.id, known + page, then: then) }
        }
    }
}
