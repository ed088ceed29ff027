package import ChatProtocol

/// Who may do what with a document: what its share says, and to nobody but its owner where it is not shared.
extension CoreState {
    /// The share of a document; nil while it is not shared.
    func share(of document: DocumentID) -> Share? {
        guard let share = documents.shares[document].flatMap({ shares[$0]?.share }), share.document == document
        else { return nil }
        return share
    }

    /// Somebody's own documents, and those of the shares that they are on.
    package func documents(knownTo person: Handle) -> [Document] {
        let shared = shares.of(person).compactMap { documents[$0.share.document] }
        return documents.owned(by: person) + shared.filter { $0.owner != person }
    }

    /// Whether somebody sees what stands in it: the owner, and who has accepted (`ck-accept`).
    package func canRead(_ document: Document, _ person: Handle) -> Bool {
        document.owner == person || share(of: document.id)?.participant(person)?.acceptance == .accepted
    }

    /// Whether somebody may change it (`ucs-can-permission`).
    func canEdit(_ document: Document, _ person: Handle) -> Bool {
        if document.isDeleted { return false }
        if document.owner == person { return true }
        guard let participant = share(of: document.id)?.participant(person) else { return false }
        return participant.acceptance == .accepted && participant.permission == .readWrite
    }

    /// Everyone who sees what stands in it, the owner first.
    package func readers(of document: Document) -> [Handle] {
        let others = share(of: document.id)?.participants.filter { $0.acceptance == .accepted } ?? []
        return [document.owner] + others.map(\.handle).filter { $0 != document.owner }
    }

    /// The document as a person sees it.
    package func view(_ document: Document, of person: Handle, isWhole: Bool = true) -> DocumentView {
        DocumentView(document, canEdit: canEdit(document, person), isWhole: isWhole)
    }

    /// The document as an app is told it that runs as a person.
    package func appView(_ document: Document, of person: Handle, isWhole: Bool = true) -> AppDocument {
        AppDocument(document, for: person, canEdit: canEdit(document, person), isWhole: isWhole)
    }

    /// Whom a text mentions that was not in the text before: people on the share, but not who wrote it.
    ///
    /// Only the lines that are new are read, and whom the lines that went mentioned as often is not mentioned anew.
    func mentions(in text: String, insteadOf old: String, on document: Document, by person: Handle) -> [Handle] {
        guard text.utf8.contains(UInt8(ascii: "@")), let share = share(of: document.id) else { return [] }
        let candidates = share.participants.filter { $0.handle != person }.map {
            MentionCandidate(handle: $0.handle, names: [name($0.handle), $0.handle.rawValue])
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

    /// What a document is called where a renaming is told: of one that the document service has renamed already the
    /// title before it.
    func titleBefore(_ event: HighlightEvent, on share: Share) -> String {
        guard case .persistence(.renamed(let title)) = event, title == share.title else { return share.title }
        return documents[share.document]?.formerTitle ?? share.title
    }

    /// A change as an app is told it that runs as a person.
    package func appChange(_ change: DocumentChange, of document: Document, for person: Handle) -> AppDocumentChange {
        let share = share(of: document.id)
        return AppDocumentChange(
            change.kind, mentions: change.deed.mentions.compactMap { share?.identity(of: $0) },
            isMine: change.person == person)
    }
}
