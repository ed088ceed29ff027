package import ChatProtocol

/// The documents as people and apps see them, with their rights. The rights follow from the document's share; an
/// unshared document is its owner's alone.
package struct DocumentViews {
    private let state: CoreState

    package init(_ state: CoreState) { self.state = state }

    /// Returns the document that is named, without a check of access.
    package func document(_ reference: DocumentReference) -> Document? {
        switch reference {
        case .id(let id): state.documents[id]
        case .url(let text): (try? CanonicalURL(text)).flatMap { state.documents[documentLink(of: $0)] }
        }
    }

    /// Returns the link of the document or share that a link leads to, directly or through a view inside it
    /// (`notice-type-and-link`). Returns the link itself if there is none.
    func documentLink(of url: CanonicalURL) -> CanonicalURL {
        func isDocument(_ url: CanonicalURL) -> Bool {
            state.shares[url] != nil || state.documents[url] != nil || state.shares.stopped(at: url) != nil
        }
        return isDocument(url) ? url : url.enclosing.first(where: isDocument) ?? url
    }

    /// Returns the share of a document; nil while it is not shared.
    func share(of document: DocumentID) -> Share? {
        guard let share = state.documents.shares[document].flatMap({ state.shares[$0]?.share }),
            share.document == document
        else { return nil }
        return share
    }

    /// Returns a person's own documents, and the documents of the shares that the person is on.
    package func documents(knownTo person: Handle) -> [Document] {
        let shared = state.shares.of(person).compactMap { state.documents[$0.share.document] }
        return state.documents.owned(by: person) + shared.filter { $0.owner != person }
    }

    /// Returns true if a person can read the document: its owner, and everyone who has accepted (`ck-accept`).
    package func canRead(_ document: Document, _ person: Handle) -> Bool {
        document.owner == person || share(of: document.id)?.participant(person)?.acceptance == .accepted
    }

    /// Returns true if a person may change the document (`ucs-can-permission`).
    func canEdit(_ document: Document, _ person: Handle) -> Bool {
        if document.isDeleted { return false }
        if document.owner == person { return true }
        guard let participant = share(of: document.id)?.participant(person) else { return false }
        return participant.acceptance == .accepted && participant.permission == .readWrite
    }

    /// Returns the people who can read the document, the owner first.
    package func readers(of document: Document) -> [Handle] {
        let others = share(of: document.id)?.participants.filter { $0.acceptance == .accepted } ?? []
        return [document.owner] + others.map(\.handle).filter { $0 != document.owner }
    }

    /// Returns the document as a person sees it.
    ///
    /// - Parameter isWhole: False to leave out the content.
    package func view(_ document: Document, of person: Handle, isWhole: Bool = true) -> DocumentView {
        DocumentView(document, canEdit: canEdit(document, person), isWhole: isWhole)
    }

    /// Returns the document as an app that runs as a person receives it.
    ///
    /// - Parameter isWhole: False to leave out the content.
    package func appView(_ document: Document, of person: Handle, isWhole: Bool = true) -> AppDocument {
        AppDocument(document, for: person, canEdit: canEdit(document, person), isWhole: isWhole)
    }

    /// Returns the people whom a new text mentions more often than the old one. They are on the share and are not the
    /// author.
    ///
    /// Only new and removed lines are read. A mention in a new line counts only if no removed line had that mention.
    func mentions(in text: String, insteadOf old: String, on document: Document, by person: Handle) -> [Handle] {
        guard text.utf8.contains(UInt8(ascii: "@")), let share = share(of: document.id) else { return [] }
        let candidates = share.participants.filter { $0.handle != person }.map {
            MentionCandidate(handle: $0.handle, names: [state.name($0.handle), $0.handle.rawValue])
        }
        let detector = MentionDetector(candidates)
        var gone: [Substring: Int] = [:]
        for line in old.split(separator: "\n") { gone[line, default: 0] += 1 }
        var added: [Substring] = []
        for line in text.split(separator: "\n") {
            if let count = gone[line], count > 0 { gone[line] = count - 1 } else { added.append(line) }
        }
        var before: [Handle: Int] = [:]
        for (line, count) in gone where count > 0 {
            for mention in detector.mentions(in: String(line)) { before[mention.handle, default: 0] += count }
        }
        var mentioned: [Handle] = []
        for line in added {
            for mention in detector.mentions(in: String(line)) {
                if let count = before[mention.handle], count > 0 {
                    before[mention.handle] = count - 1
                } else if !mentioned.contains(mention.handle) {
                    mentioned.append(mention.handle)
                }
            }
        }
        return mentioned
    }

    /// Returns the title of a document for a notice. For a rename that the document service has applied already, this
    /// is the former title.
    func titleBefore(_ event: HighlightEvent, on share: Share) -> String {
        guard case .persistence(.renamed(let title)) = event, title == share.title else { return share.title }
        return state.documents[share.document]?.formerTitle ?? share.title
    }

    /// Returns a change of a document as an app that runs as a person receives it.
    package func appChange(_ change: DocumentChange, of document: Document, for person: Handle) -> AppDocumentChange {
        let share = share(of: document.id)
        return AppDocumentChange(
            change.kind, mentions: change.action.mentions.compactMap { share?.identity(of: $0) },
            isMine: change.person == person)
    }

    /// Returns the notification that informs an app of its person's present access to the document of a share.
    func accessChanged(to share: Share, for person: Handle) -> AppNotification {
        let participant = self.share(of: share.document)?.participant(person)
        return .documentAccessChanged(
            share.document, url: share.url, access: DocumentAccess.access(of: participant))
    }
}
