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

    /// Returns the link of the share that a link leads to: that of its document, or of the folder that its document is in.
    func shareLink(of url: CanonicalURL) -> CanonicalURL {
        let link = documentLink(of: url)
        guard state.shares[link] == nil, let document = state.documents[link], let share = share(of: document) else {
            return link
        }
        return (try? CanonicalURL(share.url)) ?? link
    }

    /// Returns the share that a document belongs to, its own or that of its folder; nil while it is not shared.
    func share(of document: DocumentID) -> Share? { state.documents[document].flatMap { share(of: $0) } }

    private func share(of document: Document) -> Share? {
        ownShare(of: document.id) ?? folder(of: document).flatMap { ownShare(of: $0.id) }
    }

    /// Returns the document that represents the shared folder in which a document is (`ck-zone-share`).
    func folder(of document: Document) -> Document? {
        guard let name = document.folder, document.covers == nil,
            let folder = state.documents.folder(named: name, of: document.owner, in: document.app),
            ownShare(of: folder.id) != nil
        else { return nil }
        return folder
    }

    /// Returns the share whose root record a document is; nil if there is none.
    func ownShare(of document: DocumentID) -> Share? {
        guard let share = state.documents.shares[document].flatMap({ state.shares[$0]?.share }),
            share.document == document
        else { return nil }
        return share
    }

    /// Returns a person's own documents, and the documents of the shares that the person is on.
    package func documents(knownTo person: Handle) -> [Document] {
        let shared = state.shares.of(person).flatMap { entry in
            state.documents[entry.share.document].map { [$0] + state.documents.documents(in: $0) } ?? []
        }
        return state.documents.owned(by: person) + shared.filter { $0.owner != person }
    }

    /// Returns true if a person can read the document: its owner, and everyone who has accepted (`ck-accept`). An app
    /// can ask for a proof of identity first.
    package func canRead(_ document: Document, _ person: Handle) -> Bool {
        document.owner == person
            || share(of: document)?.participant(person)?.acceptance == .accepted && !lacksProof(document, person)
    }

    /// Returns true if the app holds the document itself, and opens it to the person only after a proof of identity
    /// (`id-flow`). The owner and people with a public link need none, and a share from an older log has no keys.
    func lacksProof(_ document: Document, _ person: Handle) -> Bool {
        guard document.owner != person, let share = share(of: document), share.backend == .custom,
            share.access == .private, share.identitySecret != nil, state.app(share.app)?.asksForProofs == true
        else { return false }
        return state.shares[share.id]?.proved.contains(person) != true
    }

    /// Returns true if a person may change the document (`ucs-can-permission`).
    func canEdit(_ document: Document, _ person: Handle) -> Bool {
        if document.isDeleted { return false }
        if document.owner == person { return true }
        guard let participant = share(of: document)?.participant(person) else { return false }
        return participant.acceptance == .accepted && participant.permission == .readWrite
            && !lacksProof(document, person)
    }

    /// Returns the people who can read the document, the owner first.
    package func readers(of document: Document) -> [Handle] {
        let others = share(of: document)?.participants.filter { $0.acceptance == .accepted } ?? []
        return [document.owner] + others.map(\.handle).filter { $0 != document.owner }
    }

    /// Returns the document as a person sees it.
    ///
    /// - Parameter isWhole: False to leave out the content.
    package func view(_ document: Document, of person: Handle, isWhole: Bool = true) -> DocumentView {
        DocumentView(
            document, canEdit: canEdit(document, person), isWhole: isWhole, in: folder(of: document)?.id)
    }

    /// Returns the document as an app that runs as a person receives it.
    ///
    /// - Parameter isWhole: False to leave out the content.
    package func appView(_ document: Document, of person: Handle, isWhole: Bool = true) -> AppDocument {
        AppDocument(
            document, for: person, canEdit: canEdit(document, person), isWhole: isWhole, in: folder(of: document)?.id)
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
    ///
    /// - Parameter view: The link that the event carries, if it is not that of the share. A document in a shared folder
    ///   is created, renamed, moved and deleted under its own title (`ck-zone-share`).
    func titleBefore(_ event: HighlightEvent, on share: Share, view: CanonicalURL?) -> String {
        guard case .persistence(let change) = event else { return share.title }
        let inside = document(at: view, inFolderOf: share)
        let now = inside?.title ?? share.title
        guard case .renamed(let title) = change, title == now else { return now }
        return (inside ?? state.documents[share.document])?.formerTitle ?? now
    }

    /// Returns the document in a shared folder to which a link leads; nil for the share's own document.
    func document(at url: CanonicalURL?, inFolderOf share: Share) -> Document? {
        url.flatMap { state.documents[documentLink(of: $0)] }.flatMap { $0.id == share.document ? nil : $0 }
    }

    /// Returns a change of a document as an app that runs as a person receives it.
    package func appChange(_ change: DocumentChange, of document: Document, for person: Handle) -> AppDocumentChange {
        let share = share(of: document.id)
        let mentions = change.action.mentions.compactMap { mentioned in
            share.flatMap { state.identities.identity(of: mentioned, on: $0) }
        }
        return AppDocumentChange(change.kind, mentions: mentions, isMine: change.person == person)
    }

    /// Returns the notification that informs an app of its person's present access to the document of a share.
    func accessChanged(to share: Share, for person: Handle) -> AppNotification {
        let participant = self.share(of: share.document)?.participant(person)
        return .documentAccessChanged(
            share.document, url: share.url, access: DocumentAccess.access(of: participant))
    }
}

/// A right to a document.
package enum DocumentRight {
    /// To read and comment: the right of everyone who has accepted.
    case read
    /// To change the document.
    case change
}

/// The checks of a person's rights to documents, and of the links of new ones.
struct DocumentRights {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Returns the document if the person has the right to it.
    ///
    /// - Parameter app: the app that asks; nil if the person does.
    /// - Throws: `not_found` to a person who is not on its share, `conflict` if it was deleted. `forbidden` to a person
    ///   who has not opened it, or who may only read it and asks for a change.
    func document(
        _ reference: DocumentReference, to right: DocumentRight, in app: AppID?, for me: Handle
    ) throws(RPCError) -> Document {
        let document = try visibleDocument(reference, in: app, for: me)
        try checkProof(of: me, for: document)
        let views = DocumentViews(draft.state)
        guard views.canRead(document, me) else {
            throw ShareRefusal(.forbidden, "ck-accept", "“\(document.title)” is shared with you: open it first.").error
        }
        if right == .change, !document.isDeleted, !views.canEdit(document, me) {
            throw ShareRefusal(.forbidden, "ucs-can-permission", "You can only read “\(document.title)”.").error
        }
        try checkExists(document)
        return document
    }

    /// Returns the document if the person may know of it: its owner, a participant of its share, or a person with a
    /// public link.
    ///
    /// - Throws: `not_found` to everyone else, as if no such document existed (`ucs-can-leave`). This includes former
    ///   participants and people who have its private link in a conversation.
    func visibleDocument(
        _ reference: DocumentReference, in app: AppID?, for me: Handle
    ) throws(RPCError) -> Document {
        let hidden = ShareRefusal(
            .notFound, "ucs-can-access", "there is no such document, or you have no access to it.", field: "document"
        ).error
        let views = DocumentViews(draft.state)
        guard let document = views.document(reference), app == nil || document.app == app else { throw hidden }
        if document.owner == me { return document }
        guard let share = views.share(of: document.id) else { throw hidden }
        let known: ShareReference
        switch reference {
        case .id: known = .id(share.id)
        case .url: known = .url(share.url)
        }
        guard (try? ShareDecisions(draft).share(known, for: me)) != nil else { throw hidden }
        return document
    }

    /// Checks that the app of a document opens it to the person: with a proof of identity, if it asks for one.
    ///
    /// - Throws: `forbidden` with `id-flow` if the proof is missing.
    func checkProof(of me: Handle, for document: Document) throws(RPCError) {
        guard !DocumentViews(draft.state).lacksProof(document, me) else {
            let name = draft.state.appName(document.app)
            throw ShareRefusal(
                .forbidden, "id-flow",
                "\(name) opens “\(document.title)” after a proof of identity: use identity.challenge, identity.sign and "
                    + "identity.prove."
            ).error
        }
    }

    func checkExists(_ document: Document) throws(RPCError) {
        guard !document.isDeleted else { throw ShareRefusal.deleted(document.title).error }
    }

    /// Checks that the document of a share was not deleted. A deleted document takes no more people, and cannot be sent
    /// or opened.
    ///
    /// - Throws: `conflict` if it was deleted.
    func checkExists(documentOf share: Share) throws(RPCError) {
        guard !share.isDocumentDeleted else { throw ShareRefusal.deleted(share.title).error }
    }

    /// Returns true if a new document may have that link: nothing uses it, or only a deleted document that is not
    /// shared.
    func isFree(_ url: CanonicalURL) -> Bool {
        guard draft.state.shares[url] == nil else { return false }
        return draft.state.documents[url]?.isDeleted != false
    }

    /// Returns the link of a new document or share. It must be a universal link of the app, which a custom back end
    /// (`custom-needs-links`) and Shared with You both need.
    ///
    /// - Parameter name: the id of the new document or share. A generated link ends with 128 bits that follow from this
    ///   id and the secret of the world, so that it cannot be guessed.
    /// - Throws: `invalid_params` if it is not a link that messages detect, `forbidden` if it does not open in the app.
    func documentLink(_ given: String?, of app: App, named name: String) throws(RPCError) -> CanonicalURL {
        let domain = app.domains[0].hasPrefix("*.") ? "www." + app.domains[0].dropFirst(2) : app.domains[0]
        guard let url = try? CanonicalURL(given ?? "https://\(domain)/shared/\(unguessable(name))") else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        guard LinkDetector.links(in: url.text).map(\.url) == [url] else {
            let problem =
                "must be a link as messages find it: without punctuation at its end or a comma before a link"
            throw RPCError.invalid(InvalidField(field: "url", problem: problem))
        }
        guard draft.state.app(opening: url) == app.id else {
            let remedy = given == nil ? " Give one in url that its association matches." : ""
            throw ShareRefusal(
                .forbidden, "custom-needs-links", "\(url.text) is not a link that opens in \(app.name).\(remedy)",
                field: "url"
            ).error
        }
        return url
    }

    /// Returns the address of a one-time link: the link of the share with a fragment that cannot be guessed.
    ///
    /// - Throws: `conflict` if the link of the share has a fragment or is too long for another one.
    func oneTimeLink(_ id: String, to share: Share) throws(RPCError) -> String {
        let text = "\(share.url)#once=\(unguessable("\(share.id) \(id)"))"
        guard !share.url.contains("#"), let url = try? CanonicalURL(text) else {
            throw ShareRefusal(
                .conflict, "ck-one-time-url", "The link of “\(share.title)” takes no one-time links.", field: "share"
            ).error
        }
        return url.text
    }

    /// Returns 128 bits that follow from an id and the secret of the world, as lowercase letters and digits.
    private func unguessable(_ id: String) -> String {
        let code = HMACSHA256.code(of: Array("link \(id)".utf8), key: draft.secret)
        let halves = [code[..<8], code[8..<16]].map { $0.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
        return halves.map { String($0, radix: 36) }.joined()
    }

    /// Returns the document of a new share (`ucs-root-record`): the named one, or an unshared document of the caller.
    ///
    /// Without an id, it is the caller's document at that link, or of that app and title. So a document that is shared
    /// again keeps its link (`ck-url`).
    ///
    /// - Returns: nil if the first save of the share makes a new document.
    /// - Throws: `not_found` if the document is not the caller's or not of that app. `conflict` if it is shared or
    ///   deleted, or if the link is another one or leads to another person's document.
    func rootDocument(
        _ id: DocumentID? = nil, of app: AppID, title: String, url: String?, by me: Handle
    ) throws(RPCError) -> Document? {
        let views = DocumentViews(draft.state)
        let link = url.flatMap { try? CanonicalURL($0) }
        if let id {
            guard let document = draft.state.documents[id], document.owner == me, document.app == app else {
                throw RPCError(.notFound, "document: you have no such document in this app.", .field("document"))
            }
            if let share = views.share(of: id) {
                let rule = share.document == id ? "ucs-init-new" : "ck-zone-share"
                throw ShareRefusal(
                    .conflict, rule, "this document is already shared, as \(share.id).", field: "document"
                ).error
            }
            guard link == nil || link?.text == document.url else {
                throw RPCError(.conflict, "url: the link of this document is \(document.url).", .field("url"))
            }
            try checkExists(document)
            return document
        }
        if url != nil {
            guard let document = link.flatMap({ draft.state.documents[$0] }), views.ownShare(of: document.id) == nil
            else {
                return nil
            }
            if document.owner == me, let folder = views.folder(of: document) {
                throw ShareRefusal(
                    .conflict, "ck-zone-share", "this document is already shared, in the folder “\(folder.title)”.",
                    field: "url"
                ).error
            }
            // The link of a deleted document is free for another one.
            if document.isDeleted { return nil }
            guard document.owner == me, document.app == app else { throw ShareRefusal.taken.error }
            return document
        }
        return draft.state.documents.owned(by: me).first {
            $0.app == app && $0.title == title && !$0.isDeleted && $0.covers == nil && views.share(of: $0.id) == nil
        }
    }

    /// Returns the document that represents a folder of the caller (`ck-zone-share`).
    ///
    /// - Returns: nil if the first save of the share makes it.
    /// - Throws: `conflict` if the folder is shared, or has a document that is.
    func rootDocument(of folder: String, in app: AppID, by me: Handle) throws(RPCError) -> Document? {
        try checkFolder(folder, in: app, of: me)
        guard let known = draft.state.documents.folder(named: folder, of: me, in: app) else { return nil }
        if let share = DocumentViews(draft.state).ownShare(of: known.id) {
            throw ShareRefusal(
                .conflict, "ucs-init-new", "this folder is already shared, as \(share.id).", field: "folder"
            ).error
        }
        return known
    }

    /// Checks that no document in a folder is shared by itself (`ck-zone-share`).
    func checkFolder(_ folder: String, in app: AppID, of me: Handle) throws(RPCError) {
        try TextChecks(draft.limits).checkName(folder, "folder")
        let (views, documents) = (DocumentViews(draft.state), draft.state.documents)
        let shared = documents.owned(by: me).first {
            $0.app == app && $0.folder == folder && !$0.isDeleted && views.ownShare(of: $0.id) != nil
        }
        guard let shared else { return }
        throw ShareRefusal(
            .conflict, "ck-zone-share", "“\(shared.title)” in this folder is already shared: stop that first.",
            field: "folder"
        ).error
    }
}
