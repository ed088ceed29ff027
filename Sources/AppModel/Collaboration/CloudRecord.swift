public import ChatProtocol

/// A record of an app, the root of its share (`ucs-root-record`): the simulator's `CKRecord`, as far as sharing needs
/// it.
public final class CloudRecord {
    /// The app that owns the record.
    public let app: AppID
    /// The title of the record.
    public package(set) var title: String
    /// The id of the record at the document service; nil before it is saved.
    public package(set) var recordID: DocumentID?
    /// The link of the record; nil before it is saved. A record that is shared again keeps its link.
    public package(set) var url: String?
    /// True if the record is shared, as of the last update of this object.
    public internal(set) var isShared = false

    /// Creates a record. With an id and a link it is a saved record, and without them an unsaved one.
    public init(app: AppID, title: String, recordID: DocumentID? = nil, url: String? = nil) {
        self.url = url
        self.app = app
        self.title = title
        self.recordID = recordID
    }
}
