import ChatProtocol

/// The document service. Each edit names the revision that it is based on: an edit of an older text is refused with the
/// present document, so that no text is lost silently.
struct DocumentDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    private func answer(
        _ document: Document, _ change: DocumentChange? = nil, in app: AppID?, for me: Handle
    ) -> Answer {
        let views = DocumentViews(draft.state)
        return app == nil
            ? .document(views.view(document, of: me), change?.action)
            : .appDocument(
                views.appView(document, of: me), change.map { views.appChange($0, of: document, for: me).action })
    }

    func create(
        _ request: CreateDocument, in caller: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let id = request.app ?? caller else {
            throw RPCError.invalid(InvalidField(field: "app", problem: "is missing: the document's owner"))
        }
        try checkOwn(id, caller)
        guard let app = draft.state.app(id) else {
            throw RPCError(.notFound, "app: there is no app \(id).", .field("app"))
        }
        try TextChecks(draft.limits).checkName(request.title, "title")
        try checkLength(request.text)
        if let name = request.covers { try checkFolder(named: name, request, of: app, by: me) }
        let folder = try request.parent.map { id throws(RPCError) in try self.folder(id, of: app, in: caller, by: me) }
        var new = try newDocument(
            of: app, title: request.title, text: request.text, url: request.url, by: folder?.owner ?? me, at: now)
        (new.folder, new.covers, new.changedBy) = (folder?.covers, request.covers, me)
        let change = DocumentChange(.persistence(.created), by: me)
        let readers = DocumentViews(draft.state).readers(of: new)
        draft.decide(.documentSaved(new, change, recipients: readers), at: now)
        return answer(new, change, in: caller, for: me)
    }

    /// Returns the document that represents a folder in which the person may make documents (`ck-zone-share`).
    private func folder(
        _ id: DocumentID, of app: App, in caller: AppID?, by me: Handle
    ) throws(RPCError) -> Document {
        let folder = try DocumentRights(draft).document(.id(id), to: .change, in: caller ?? app.id, for: me)
        guard folder.covers != nil else {
            throw RPCError.invalid(InvalidField(field: "parent", problem: "must represent a folder"))
        }
        return folder
    }

    /// Checks that a new document may represent a folder of the person (`ck-zone-share`).
    private func checkFolder(
        named name: String, _ request: CreateDocument, of app: App, by me: Handle
    ) throws(RPCError) {
        try TextChecks(draft.limits).checkName(name, "covers")
        guard request.parent == nil, request.text.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "covers", problem: "names a folder, which has no content"))
        }
        guard app.backends.contains(.cloudRecord) else {
            throw ShareRefusal(.conflict, "ck-zone-share", "\(app.name) has no records in the cloud.").error
        }
        guard draft.state.documents.folder(named: name, of: me, in: app.id) == nil else {
            throw ShareRefusal(.conflict, "ck-zone-share", "You have the folder “\(name)” already.").error
        }
    }

    /// Returns a new document of a person, checked so that it can be saved.
    ///
    /// - Parameter url: the app's own link for it; nil for a generated link on the app's first domain.
    /// - Throws: `too_large` if the person has too many documents, `conflict` if the link is taken.
    func newDocument(
        of app: App, title: String, text: String, url: String?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Document {
        try checkMakingDocument(by: me)
        let id = DocumentID("d", at: draft.nextPosition)
        let url = try DocumentRights(draft).documentLink(url, of: app, named: id.rawValue)
        guard DocumentRights(draft).isFree(url) else { throw ShareRefusal.taken.error }
        let document = Document(
            id: id, app: app.id, url: url.text, title: title, owner: me, text: text, revision: 1,
            createdAt: max(now, draft.state.lastAt))
        try RoomChecks(draft).checkRoom(for: document.storedBytes, of: me)
        return document
    }

    /// Checks that a person may make one more document.
    ///
    /// - Throws: `too_large` if they own too many.
    func checkMakingDocument(by me: Handle) throws(RPCError) {
        guard draft.state.documents.count(ownedBy: me) < draft.limits.documents else {
            throw RPCError.tooLarge("You have too many documents", limit: "documents", draft.limits.documents)
        }
    }

    /// Returns the documents that the person can read, the last changed first; at most as many as one answer can hold.
    func list(
        _ request: ListDocuments, in caller: AppID?, for me: Handle
    ) throws(RPCError) -> Answer {
        let views = DocumentViews(draft.state)
        if let wanted = request.app { try checkOwn(wanted, caller) }
        let app = request.app ?? caller
        var known = views.documents(knownTo: me).filter {
            (app == nil || $0.app == app) && !$0.isDeleted && views.canRead($0, me)
        }
        known.sort { ($1.changedAt, $0.id) < ($0.changedAt, $1.id) }
        if let after = request.after {
            guard let index = known.firstIndex(where: { $0.id == after }) else {
                throw RPCError(.notFound, "after: there is no such document on your list.", .field("after"))
            }
            known.removeFirst(index + 1)
        }
        var bytesLeft = draft.limits.unsentBytes / 2
        let fitting = known.prefix { document in
            bytesLeft -= 1_024 + 6 * (document.title.utf8.count + document.url.utf8.count)
            bytesLeft -= 6 * (document.folder?.utf8.count ?? 0)
            return bytesLeft >= 0
        }
        return caller == nil
            ? .documents(
                fitting.map { views.view($0, of: me, isWhole: false) }, more: fitting.count < known.count)
            : .appDocuments(
                fitting.map { views.appView($0, of: me, isWhole: false) }, more: fitting.count < known.count)
    }

    func get(
        _ reference: DocumentReference, in app: AppID?, for me: Handle
    ) throws(RPCError) -> Answer {
        answer(try DocumentRights(draft).document(reference, to: .read, in: app, for: me), in: app, for: me)
    }

    /// Returns the share of a document that the person cannot read yet; nil if they can, or if it is not shared.
    private func unacceptedShare(of document: Document, _ me: Handle) -> Share? {
        let views = DocumentViews(draft.state)
        return views.canRead(document, me) ? nil : views.share(of: document.id)
    }

    /// Opens a document. This accepts the person's invitation and clears the waiting notices about the document.
    func open(
        _ reference: DocumentReference, in app: AppID?, for me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let document = try DocumentRights(draft).visibleDocument(reference, in: app, for: me)
        try DocumentRights(draft).checkExists(document)
        try DocumentRights(draft).checkProof(of: me, for: document)
        if let share = unacceptedShare(of: document, me) {
            switch reference {
            case .id: _ = try ShareDecisions(draft).accept(.id(share.id), by: me, at: now)
            case .url: _ = try ShareDecisions(draft).accept(.url(share.url), by: me, at: now)
            }
        }
        let url = DocumentViews(draft.state).share(of: document.id)?.url ?? document.url
        WaitingNoticeDecisions(draft).clearNotices(about: url, of: me, at: now)
        return answer(document, in: app, for: me)
    }

    func edit(
        _ edit: EditDocument, in app: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var document = try DocumentRights(draft).document(edit.document, to: .change, in: app, for: me)
        try checkLength(edit.text)
        guard document.covers == nil else {
            throw ShareRefusal(.conflict, "ck-zone-share", "“\(document.title)” is a folder: it has no content.").error
        }
        guard edit.revision >= document.textRevision, edit.revision <= document.revision else {
            throw RPCError(
                .conflict,
                "“\(document.title)” was changed by another person or device: merge your change into revision \(document.revision).",
                .document(current(document, in: app, for: me)))
        }
        guard edit.text != document.text else { return answer(document, in: app, for: me) }
        try RoomChecks(draft).checkRoom(for: edit.text.utf8.count - document.text.utf8.count, of: document.owner)
        let mentions = DocumentViews(draft.state).mentions(
            in: edit.text, insteadOf: document.text, on: document, by: me)
        document.text = edit.text
        document.textRevision = document.revision + 1
        return save(document, .change(.edit), mentions: mentions, in: app, by: me, at: now)
    }

    func comment(
        _ request: CommentOnDocument, in app: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let text = request.text
        var document = try DocumentRights(draft).document(request.document, to: .read, in: app, for: me)
        guard !text.isBlank else {
            throw RPCError.invalid(InvalidField(field: "text", problem: "must not be empty"))
        }
        try checkLength(text)
        guard document.comments.count < Document.commentsMax else {
            throw RPCError.tooLarge(
                "“\(document.title)” has too many comments", limit: "comments", Document.commentsMax)
        }
        let bytes = document.comments.reduce(text.utf8.count) { $0 + $1.text.utf8.count }
        guard bytes <= Document.commentBytesMax else {
            throw RPCError.tooLarge(
                "The comments of “\(document.title)” would have \(bytes) bytes", limit: "commentBytes",
                Document.commentBytesMax)
        }
        try RoomChecks(draft).checkRoom(for: Usage.Size.comment + text.utf8.count, of: document.owner)
        let mentions = DocumentViews(draft.state).mentions(in: text, insteadOf: "", on: document, by: me)
        document.comments.append(
            Document.Comment(
                id: CommentID("k", at: draft.nextPosition), author: me, text: text, at: max(now, draft.state.lastAt)))
        return save(document, .change(.comment), mentions: mentions, in: app, by: me, at: now)
    }

    func rename(
        _ request: RenameDocument, in app: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let title = request.title
        var document = try DocumentRights(draft).document(request.document, to: .change, in: app, for: me)
        try TextChecks(draft.limits).checkName(title, "title")
        guard title != document.title else { return answer(document, in: app, for: me) }
        document.formerTitle = document.title
        document.title = title
        let answer = save(document, .persistence(.renamed(to: title)), in: app, by: me, at: now)
        if var share = DocumentViews(draft.state).ownShare(of: document.id) {
            share.title = title
            saveShare(share, at: now)
        }
        return answer
    }

    func move(
        _ request: MoveDocument, in app: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let folder = request.folder
        var document = try DocumentRights(draft).document(request.document, to: .change, in: app, for: me)
        try TextChecks(draft.limits).checkName(folder, "folder")
        guard folder != document.folder else { return answer(document, in: app, for: me) }
        try checkMoving(document, to: folder)
        document.folder = folder
        return save(document, .persistence(.moved(to: folder)), in: app, by: me, at: now)
    }

    /// Checks that a document may be moved to another folder. Records of a shared zone stay in their zone
    /// (`ck-zone-share`).
    private func checkMoving(_ document: Document, to folder: String) throws(RPCError) {
        let views = DocumentViews(draft.state)
        var moved = document
        moved.folder = folder
        guard let shared = views.folder(of: document) ?? views.folder(of: moved) else { return }
        throw ShareRefusal(
            .conflict, "ck-zone-share", "“\(shared.title)” is a shared folder: documents do not move in or out of it.",
            field: "folder"
        ).error
    }

    /// Deletes a document and its content. Its share remains, but its link opens nothing and takes no more people
    /// (`ucs-root-record`), and the banner offers it no more to the person who deleted it.
    func delete(
        _ reference: DocumentReference, in app: AppID?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var document = try DocumentRights(draft).document(reference, to: .change, in: app, for: me)
        document.text = ""
        document.comments = []
        document.isDeleted = true
        let answer = save(document, .persistence(.deleted), in: app, by: me, at: now)
        if var share = DocumentViews(draft.state).ownShare(of: document.id) {
            share.isDocumentDeleted = true
            saveShare(share, at: now)
            WaitingNoticeDecisions(draft).clearNotices(about: share.url, of: me, at: now)
        }
        return answer
    }

    // MARK: Saving

    private func save(
        _ changed: Document, _ kind: DocumentChange.Kind, mentions: [Handle] = [], in app: AppID?, by me: Handle,
        at now: Instant
    ) -> Answer {
        var document = changed
        document.revision += 1
        document.changedAt = max(now, draft.state.lastAt)
        document.changedBy = me
        document.note(kind)
        let change = DocumentChange(kind, mentions: mentions, by: me)
        draft.decide(
            .documentSaved(document, change, recipients: DocumentViews(draft.state).readers(of: document)), at: now)
        return answer(document, change, in: app, for: me)
    }

    private func saveShare(_ share: Share, at now: Instant) {
        guard let before = draft.state.shares[share.id]?.share else { return }
        ShareSavingDecisions(draft).decideSaved(share, insteadOf: before, by: share.owner, at: now)
    }

    // MARK: Checks

    private func checkLength(_ text: String) throws(RPCError) {
        try TextChecks(draft.limits).check(text, "text", max: draft.limits.textCharacters, limit: "textCharacters")
    }

    private func checkOwn(_ app: AppID, _ caller: AppID?) throws(RPCError) {
        guard caller == nil || caller == app else {
            throw RPCError(.forbidden, "app: an app can only use its own documents.", .field("app"))
        }
    }

    /// Returns the present document, as JSON for the refusal of an edit that is based on an older text.
    private func current(_ document: Document, in app: AppID?, for me: Handle) -> JSONValue {
        let views = DocumentViews(draft.state)
        let bytes =
            app == nil
            ? JSONWriter.bytes(of: views.view(document, of: me))
            : JSONWriter.bytes(of: views.appView(document, of: me))
        return (try? JSONReader.read(bytes).value) ?? .null
    }
}
