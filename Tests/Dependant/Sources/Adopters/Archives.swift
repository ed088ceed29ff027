import CloudKit
import Foundation
import SharedWithYou
import UIKit

/// Data of the app's state between two launches.
enum Archives {
    static func data(of object: some NSObject & NSSecureCoding) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    static func highlight(from data: Data) throws -> SWHighlight? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: SWHighlight.self, from: data)
    }

    static func collaboration(from data: Data) throws -> SWCollaborationHighlight? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: SWCollaborationHighlight.self, from: data)
    }

    static func metadata(from data: Data) throws -> SWCollaborationMetadata? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: SWCollaborationMetadata.self, from: data)
    }

    // MARK: Events that wait for a connection

    static func data(of events: [any SWHighlightEvent]) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: events as NSArray, requiringSecureCoding: true)
    }

    static func events(from data: Data) throws -> [any SWHighlightEvent] {
        let classes: [AnyClass] = [
            NSArray.self, SWHighlightChangeEvent.self, SWHighlightMembershipEvent.self, SWHighlightMentionEvent.self,
            SWHighlightPersistenceEvent.self,
        ]
        let array = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSArray
        return array?.compactMap { $0 as? any SWHighlightEvent } ?? []
    }

    // MARK: Records

    /// The part of a record that belongs to the server; the app stores the fields itself.
    static func systemFields(of record: CKRecord) -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        return archiver.encodedData
    }

    static func record(fromSystemFields data: Data) throws -> CKRecord? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = true
        defer { unarchiver.finishDecoding() }
        return CKRecord(coder: unarchiver)
    }
}

/// Restores the document that a scene has shown.
extension NSUserActivity {
    static let openDocument = "com.example.open-document"

    convenience init(showing highlight: SWHighlight) throws {
        self.init(activityType: Self.openDocument)
        title = highlight.url.lastPathComponent
        userInfo = ["highlight": try Archives.data(of: highlight)]
        requiredUserInfoKeys = ["highlight"]
    }

    func restoredHighlight() throws -> SWHighlight? {
        guard activityType == Self.openDocument, let data = userInfo?["highlight"] as? Data else { return nil }
        return try Archives.highlight(from: data)
    }
}
