public import ChatProtocol

/// A record of an app: what is shared, the root of its share (`ucs-root-record`). The simulator's `CKRecord`, as far as
/// sharing needs it.
public final class CloudRecord {
    /// The app whose record it is.
    public let app: AppID
    /// What it is called.
    public package(set) var title: String
    /// Its id at the document service; nil before it is saved.
    public package(set) var recordID: DocumentID?
    /// Its link, by which it is shared again under the same one; nil before it is saved.
    public package(set) var url: String?
    /// Whether it is shared, as far as this object knows.
    public internal(set) var isShared = false

    /// A record that is not saved yet, or, with an id and a link, one that is.
    public init(app: AppID, title: String, recordID: DocumentID? = nil, url: String? = nil) {
        self.url = url
        self.app = app
        self.title = title
        self.recordID = recordID
    }
}
