import ChatProtocol

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
                throw ShareRefusal(
                    .conflict, "ucs-init-new", "this document is already shared, as \(share.id).", field: "document"
                ).error
            }
            guard link == nil || link?.text == document.url else {
                throw RPCError(.conflict, "url: the link of this document is \(document.url).", .field("url"))
            }
            try checkExists(document)
            return document
        }
        if url != nil {
            guard let document = link.flatMap({ draft.state.documents[$0] }), views.share(of: document.id) == nil
            else {
                return nil
            }
            // The link of a deleted document is free for another one.
            if document.isDeleted { return nil }
            guard document.owner == me, document.app == app else { throw ShareRefusal.taken.error }
            return document
        }
        return draft.state.documents.owned(by: me).first {
            $0.app == app && $0.title == title && !$0.isDeleted && views.share(of: $0.id) == nil
        }
    }
}
