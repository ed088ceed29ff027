package import ChatProtocol

/// The documents of a world, with indexes by link and by owner.
package struct DocumentTable: Equatable, Sendable {
    private var documents: [DocumentID: Document] = [:]
    private var byLink: [String: DocumentID] = [:]
    /// The documents of each owner, in the order of their creation.
    private var owned: [Handle: [DocumentID]] = [:]
    private var bytesOwned: [Handle: Int] = [:]
    /// The last share of each document. The share table knows if it still exists.
    private(set) var shares: [DocumentID: ShareID] = [:]
    /// The documents that represent folders, by owner.
    private var folders: [Handle: [DocumentID]] = [:]

    package subscript(id: DocumentID) -> Document? { documents[id] }

    /// The document with that link.
    subscript(url: CanonicalURL) -> Document? { byLink[url.text].flatMap { documents[$0] } }

    package var ids: [DocumentID] { documents.keys.sorted() }

    /// Returns a person's own documents, in the order of their creation.
    func owned(by person: Handle) -> [Document] { (owned[person] ?? []).compactMap { documents[$0] } }

    /// Returns the number of documents that a person owns.
    func count(ownedBy person: Handle) -> Int { owned[person]?.count ?? 0 }

    /// Returns the approximate bytes of memory of a person's documents.
    func bytes(ownedBy person: Handle) -> Int { bytesOwned[person] ?? 0 }

    /// Returns the document that represents a folder of a person; nil if the folder was never shared.
    func folder(named folder: String, of owner: Handle, in app: AppID) -> Document? {
        folders[owner]?.lazy.compactMap { documents[$0] }.first {
            $0.covers == folder && $0.app == app && !$0.isDeleted
        }
    }

    /// Returns the documents in the folder that a document represents, in the order of their creation.
    func documents(in folder: Document) -> [Document] {
        guard let name = folder.covers else { return [] }
        return owned(by: folder.owner).filter { $0.folder == name && $0.app == folder.app && $0.id != folder.id }
    }

    /// Stores a document in its present form.
    mutating func save(_ document: Document) {
        let before = documents.updateValue(document, forKey: document.id)
        bytesOwned[document.owner, default: 0] += document.storedBytes - (before?.storedBytes ?? 0)
        if before == nil {
            owned[document.owner, default: []].append(document.id)
            byLink[document.url] = document.id
            if document.covers != nil { folders[document.owner, default: []].append(document.id) }
        }
    }

    /// Records the share of a document, and gives the document the share's title. A share without a document gets an
    /// empty one, because logs from before the document service have such shares.
    mutating func note(_ share: Share) {
        var document = documents[share.document] ?? Document(rootOf: share)
        if document.title != share.title {
            document.formerTitle = document.title
            document.title = share.title
        }
        save(document)
        shares[document.id] = share.id
        byLink[share.url] = document.id
    }

    /// Restores the content of a document from its newest event in the log. The title, the folder and the deletion come
    /// from the events that are folded at each start.
    package mutating func restoreContent(of newest: Document) {
        guard let known = documents[newest.id], newest.revision > known.revision else { return }
        var document = newest
        document.title = known.title
        document.formerTitle = known.formerTitle
        document.folder = known.folder
        document.covers = known.covers
        document.isDeleted = known.isDeleted
        save(document)
    }
}

extension Document {
    /// The largest number of changes in the activity.
    private static let changesMax = 10

    /// Adds the latest change to the activity. Comments are not added, because they have a list of their own.
    /// Successive edits of one person count as one change.
    mutating func note(_ kind: DocumentChange.Kind) {
        if kind == .change(.comment) { return }
        if let last = changes.last, kind == .change(.edit), last.kind == kind, last.by == changedBy {
            changes.removeLast()
        }
        changes = (changes + [PastChange(kind: kind, by: changedBy, at: changedAt)]).suffix(Self.changesMax)
    }

    /// The approximate bytes of memory of the document.
    var storedBytes: Int {
        comments.reduce(Usage.Size.document + title.utf8.count + url.utf8.count + text.utf8.count) {
            $0 + Usage.Size.comment + $1.text.utf8.count
        }
    }
}
