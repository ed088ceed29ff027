package import ChatProtocol

/// All documents of a world, with what they are found by.
package struct DocumentTable: Equatable, Sendable {
    private var documents: [DocumentID: Document] = [:]
    private var byLink: [String: DocumentID] = [:]
    /// In the order in which they came into being.
    private var owned: [Handle: [DocumentID]] = [:]
    private var bytesOwned: [Handle: Int] = [:]
    /// The share that each was last shared by; whether it still is, the shares know.
    private(set) var shares: [DocumentID: ShareID] = [:]

    package subscript(id: DocumentID) -> Document? { documents[id] }

    /// The document that a link leads to.
    subscript(url: CanonicalURL) -> Document? { byLink[url.text].flatMap { documents[$0] } }

    package var ids: [DocumentID] { documents.keys.sorted() }

    /// Somebody's own, in the order in which they came into being.
    func owned(by person: Handle) -> [Document] { (owned[person] ?? []).compactMap { documents[$0] } }

    /// How many documents somebody has.
    func count(ownedBy person: Handle) -> Int { owned[person]?.count ?? 0 }

    /// The bytes of somebody's documents.
    func bytes(ownedBy person: Handle) -> Int { bytesOwned[person] ?? 0 }

    /// Keeps a document as it is now.
    mutating func save(_ document: Document) {
        let before = documents.updateValue(document, forKey: document.id)
        bytesOwned[document.owner, default: 0] += document.storedBytes - (before?.storedBytes ?? 0)
        if before == nil {
            owned[document.owner, default: []].append(document.id)
            byLink[document.url] = document.id
        }
    }

    /// Takes in that a document is shared. A share whose root is not known yet, as all of them were before there was
    /// a document service, brings an empty one into being; and a document is called what its share is called.
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

    /// Puts back what the log says last of what stands in a document; what it is called, and where it is, the facts
    /// that are folded at every start have said already.
    package mutating func restoreContent(of newest: Document) {
        guard let known = documents[newest.id], newest.revision > known.revision else { return }
        var document = newest
        document.title = known.title
        document.formerTitle = known.formerTitle
        document.folder = known.folder
        document.isDeleted = known.isDeleted
        save(document)
    }
}

extension Document {
    /// The largest number of changes in the activity.
    private static let changesMax = 10

    /// Adds the change that was just made to the activity. Comments are listed by themselves.
    mutating func note(_ kind: DocumentChange.Kind) {
        if kind == .change(.comment) { return }
        if let last = changes.last, kind == .change(.edit), last.kind == kind, last.by == changedBy {
            changes.removeLast()
        }
        changes = (changes + [PastChange(kind: kind, by: changedBy, at: changedAt)]).suffix(Self.changesMax)
    }

    /// The bytes that it takes in memory, about.
    var storedBytes: Int {
        comments.reduce(Usage.Size.document + title.utf8.count + url.utf8.count + text.utf8.count) {
            $0 + Usage.Size.comment + $1.text.utf8.count
        }
    }
}
