// swift-format-ignore-file
// The Swift samples of the documentation of UICloudSharingController, word for word. Added are the imports, the
// enclosing view controllers and the record that the samples leave out.
import CloudKit
import UIKit

public final class SharingViewController: UIViewController {
    public var recordToShare: CKRecord?

    public func presentCloudSharingController(_ sender: Any) {  guard
        let barButtonItem = sender as? UIBarButtonItem,
        let rootRecord = self.recordToShare else {
        return
      }

      let cloudSharingController = UICloudSharingController { [weak self] (controller, completion: @escaping (CKShare?, CKContainer?, Error?) -> Void) in
        guard let `self` = self else {
          return
        }
        self.share(rootRecord: rootRecord, completion: completion)
      }

      if let popover = cloudSharingController.popoverPresentationController {
        popover.barButtonItem = barButtonItem
      }
      self.present(cloudSharingController, animated: true) {}
    }

    func share(rootRecord: CKRecord, completion: @escaping (CKShare?, CKContainer?, Error?) -> Void) {
      let shareRecord = CKShare(rootRecord: rootRecord)
      let recordsToSave = [rootRecord, shareRecord]
      let container = CKContainer.default()
      let privateDatabase = container.privateCloudDatabase
      let operation = CKModifyRecordsOperation(recordsToSave: recordsToSave, recordIDsToDelete: [])
      operation.perRecordCompletionBlock = { (record, error) in
        if let error = error {
          print("CloudKit error: \(error.localizedDescription)")
        }
      }

      operation.modifyRecordsCompletionBlock = { (savedRecords, deletedRecordIDs, error) in
        if let error = error {
          completion(nil, nil, error)
        } else {
          completion(shareRecord, container, nil)
        }
      }

      privateDatabase.add(operation)
    }
}

public final class EmptySharingViewController: UIViewController {
    public var recordToShare: CKRecord?

    public func presentCloudSharingController(_ sender: Any) {  guard
        let barButtonItem = sender as? UIBarButtonItem,
        let rootRecord = self.recordToShare else {
        return
      }

      let cloudSharingController = UICloudSharingController { (controller, completion: @escaping (CKShare?, CKContainer?, Error?) -> Void) in
        // Save the share and root records.
        // Call completion(share, container, error) handler.
      }

      if let popover = cloudSharingController.popoverPresentationController {
        popover.barButtonItem = barButtonItem
      }
      self.present(cloudSharingController, animated: true) {}
    }
}
