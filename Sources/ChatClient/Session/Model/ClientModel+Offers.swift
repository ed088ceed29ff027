import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Requests for the ways to share links and files, before anything is sent (`collab-start-sheet`).
extension ClientModel {
    /// Asks how a link or a file can be shared.
    ///
    /// A link is looked up as a share first, and then as a document that this person owns. Any other link stays a link.
    mutating func lookUp(_ purpose: OfferPurpose) {
        guard state.connection == .connected else {
            // A staged item stays, and is requested again when the server returns.
            if case .staged = purpose { return }
            return settle(purpose, nil, obstacle: Self.isAway)
        }
        switch purpose {
        case .shareSheet(let url), .pasted(let url, _), .staged(let url, _):
            if let row = state.share(at: url) { return offer(of: row, purpose, at: url) }
            ask(.collaboration(.share(purpose, url: url)))
        case .file(let path, _):
            ask(.collaboration(.draft(purpose, .file(ActivityItem.file(path).title), url: nil)))
        case .sent: break
        }
    }

    /// Asks how a shared document can be sent on. A staged copy of a document stays one if its folder is shared.
    ///
    /// - Parameter url: the link that led to the share.
    mutating func offer(of row: CollaborationRow, _ purpose: OfferPurpose, at url: String) {
        if case .staged(_, let id) = purpose, let staged = state.view.staged[id], staged.method == .copy,
            case .document(let document) = staged.item, state.folderLinks[url] == row.url
        {
            return ask(.collaboration(.draft(purpose, .document(document), url: url)))
        }
        if let obstacle = row.obstacleToSending { return settle(purpose, nil, obstacle: obstacle) }
        // Everyone with the link of a public document can open it.
        guard row.own != nil else { return settle(purpose, nil, obstacle: nil) }
        ask(.collaboration(.draft(purpose, .share(ShareID(row.id)), url: row.url)))
    }

    /// Creates the draft that an offer allows.
    mutating func settle(
        _ purpose: OfferPurpose, _ item: OfferedItem, _ offer: CollaborationOffer, url: String?
    ) {
        meet(offer.app)
        var offer = offer
        let row = url.flatMap { state.shares[$0] }
        var obstacle = row?.obstacleToInviting
        if let place = purpose.place {
            obstacle = row?.obstacle(toSendingTo: state.threads[place]?.members ?? [])
            if obstacle != nil { offer.methods.removeAll { $0 == .collaborate } }
        }
        var draft: CollaborationDraft?
        switch (item, purpose) {
        case (.document(let id), _): draft = CollaborationDraft(.document(id), offer: offer, for: "")
        case (.share(let id), _): draft = CollaborationDraft(.share(id), offer: offer, for: "")
        case (.file, .file(let path, _)):
            draft = CollaborationDraft(
                .file(path), offer: offer, for: "", representations: [.file])
        case (.file, _): draft = nil
        }
        guard var draft else {
            let reason = "\(CleanText.line(offer.appName)) cannot share this"
            return settle(purpose, nil, obstacle: obstacle ?? reason)
        }
        draft.url = url
        // Return chooses the first conversation: it gets a copy if the link would add people (`options-set`).
        let first = state.conversations.first.flatMap { state.threads[$0.id]?.members } ?? []
        if row?.obstacle(toSendingTo: first) != nil { draft.choose(.copy) }
        if let row { draft.follow(row) }
        sign(&draft)
        settle(purpose, draft, obstacle: obstacle)
    }

    /// Asks again how a document can be shared, because its sharing changed: for the open share sheet, for an item that
    /// waits for a new conversation, and for the composers.
    mutating func askOffersAgain(at url: String) {
        let view = state.view
        let isOpen = view.sheet == .share || view.returnsTo.contains { $0.kind == .share }
        var isShown = false
        if isOpen, view.sharing?.url == url {
            state.view.sharing?.isAsking = true
            isShown = true
        }
        if view.handsOn?.url == url {
            state.view.handsOn?.isAsking = true
            isShown = true
        }
        if isShown { lookUp(.shareSheet(url: url)) }
        for (id, draft) in view.staged where draft.url == url { lookUp(.staged(url: url, conversation: id)) }
    }

    /// Notes that there is no document at a link, or why it cannot be shared.
    ///
    /// - Parameter reason: the server's reason why there is no share at the link; nil if it gave none.
    mutating func settle(_ purpose: OfferPurpose, url: String, refusedWith error: RPCError, reason: String?) {
        switch error.reason {
        case .notFound: settle(purpose, nil, obstacle: state.lostShares[url]?.sentence ?? reason)
        case .forbidden, .conflict:
            settle(purpose, nil, obstacle: error.sentence)
        // A server that supports no documents has none there.
        default: settle(purpose, nil, obstacle: nil)
        }
    }

    /// Shows the draft or the obstacle that a question resulted in.
    mutating func settle(_ purpose: OfferPurpose, _ draft: CollaborationDraft?, obstacle: String?) {
        let wasStaged = purpose.conversation.flatMap { state.view.staged[$0] } != nil
        for action in ChatUpdate.run(on: &state, { $0.settle(purpose, draft, obstacle: obstacle) }) { perform(action) }
        if wasStaged, let id = purpose.conversation, state.view.staged[id] == nil, let hint = state.view.hint {
            tell(.hint(hint))
        }
        guard let id = purpose.conversation, let staged = state.view.staged[id], staged.url == draft?.url,
            draft != nil
        else { return }
        tell(.staged(staged, conversation: title(of: id)))
    }

    /// Ends the questions that were not answered when the connection was lost.
    mutating func settleUnanswered() {
        let contexts = ([state.view.sharing, state.view.handsOn] + state.view.awaited.map(\.context)).compactMap { $0 }
        for url in Set(contexts.filter(\.isAsking).map(\.item.plainText)) {
            settle(.shareSheet(url: url), nil, obstacle: Self.isAway)
        }
    }

    /// Asks how the staged documents can be shared now. Some may have been deleted, or unshared, while the server was
    /// unreachable or their conversation was gone.
    mutating func askOffersOfStaged() {
        for (id, draft) in state.view.staged {
            if let url = draft.url { lookUp(.staged(url: url, conversation: id)) }
        }
    }

    /// Asks again for share sheets and composers whose questions failed while the server was unreachable.
    mutating func askOffersLeftUnanswered() {
        askOffersOfStaged()
        for context in [state.view.sharing, state.view.handsOn] {
            guard let context, context.obstacle == Self.isAway, let url = context.url else { continue }
            askOffersAgain(at: url)
        }
    }

    /// Reports which readers of an own message cannot open the linked documents, and which documents were deleted.
    /// The server is asked whether a link without a share leads to a document of this person's.
    ///
    /// - Parameter before: the message as it was before an edit.
    mutating func warnOfLinks(in message: Message, before: Message? = nil) {
        let old = before?.links.map(\.url) ?? []
        for link in message.links where link.app != nil && !old.contains(link.url) {
            guard let row = state.share(at: link.url) else {
                ask(.collaboration(.document(.sent(url: link.url), url: link.url, reason: nil)))
                continue
            }
            guard !row.isDocumentDeleted else {
                hint("\(row.quoted) was deleted: its link opens nothing")
                continue
            }
            let members = state.threads[message.conversation]?.members ?? []
            let missing = members.filter { member in
                !member.isOwn && !row.people.contains { $0.handle == member.handle }
            }
            // Anyone of them can open a one-time link.
            let isForOne = row.openLinks.contains { $0.url == link.url }
            guard row.access == .private, row.own != nil, !missing.isEmpty, !isForOne else { continue }
            let names = SharingConfirmation.list(missing.map { CleanText.line($0.name) })
            let isBlocked = missing.allSatisfy { member in row.blocked.contains { $0.handle == member.handle } }
            let remedy = isBlocked ? ": /requests unblocks people" : ": /invite adds people"
            let way = row.obstacleToInviting == nil ? remedy : ""
            hint("\(names) cannot open \(row.quoted)\(way)")
        }
    }

    /// Reports which members of a conversation cannot open a shared document that was sent there, because they are
    /// blocked.
    mutating func warnOfBlocked(_ draft: CollaborationDraft) {
        guard draft.method == .collaborate, let row = draft.url.flatMap(state.share), row.access == .private else {
            return
        }
        let members = state.threads[draft.conversation]?.members ?? []
        let blocked = members.filter { member in row.blocked.contains { $0.handle == member.handle } }
        guard !blocked.isEmpty else { return }
        let names = SharingConfirmation.list(blocked.map { CleanText.line($0.name) })
        hint("\(names) cannot open \(row.quoted): /requests unblocks people")
    }

    /// Reports which readers of the newest own message with a link cannot open the document there.
    mutating func warnOfLink(_ url: String) {
        let own = known.messages.all.filter { $0.sender == me && $0.links.contains { $0.url == url } }
        if let sent = own.max(by: { $0.sentAt < $1.sentAt }) { warnOfLinks(in: sent) }
    }

    private static let isAway = "The server is unreachable: share it again when it is back"

    /// Restores an unsent draft in its composer, with its words.
    mutating func restore(_ draft: CollaborationDraft) {
        var draft = draft
        draft.content = nil
        let id = draft.conversation
        _ = state.view.replaceItem(in: id, with: draft)
        if state.view.drafts[id]?.isEmpty ?? true, !draft.text.isEmpty {
            state.view.drafts[id] = LineEditor(draft.text)
        }
    }

    /// Sets the sender's account on a draft, which the sender can see (`meta-fields`).
    func sign(_ draft: inout CollaborationDraft) {
        (draft.initiatorHandle, draft.initiatorName) = (me, name(me))
    }
}

extension OfferPurpose {
    /// The conversation whose composer gets a new draft; nil if none does.
    fileprivate var conversation: ConversationID? {
        switch self {
        case .shareSheet: nil
        case .pasted(_, let id), .file(_, let id): id
        // These items were staged before.
        case .staged, .sent: nil
        }
    }
}
