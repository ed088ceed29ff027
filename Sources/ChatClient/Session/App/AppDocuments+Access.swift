import AppModel
import ChatProtocol
import ChatScreens

/// The person's access to the open document, and its loss.
extension AppDocuments {
    /// Updates the page of a document for the person's present access.
    func follow(_ document: DocumentID, _ url: String, _ access: SharedDocument.Access) {
        isListStale = true
        guard let item, item.url == url, let runtime else { return }
        let page = runtime.state.document
        guard page == nil || page?.document.id == document else { return }
        switch access {
        case .lost: if page != nil { loseAccess() }
        case .readOnly, .readWrite:
            // Access that was regained opens the document again.
            guard let page, !page.isLost else {
                if page != nil { runtime.tell("It is shared with you again") }
                return openDocument(item.id, url, isKnown: true)
            }
            runtime.update { $0.followAccess(canEdit: access == .readWrite) }
            showPeople()
        }
    }

    /// Applies new shares of the person's own session. The page of a document that did not open shows them.
    ///
    /// - Parameter earlier: the shares before the change.
    func noteShares(in messages: ChatState, earlier: [String: CollaborationRow]) {
        isListStale = true
        guard let runtime else { return }
        // The link of a document that was made public opens it, without an invitation.
        let lost = (runtime.state.document?.isLost == true ? item?.url : nil) ?? reportedLoss?.url
        if let lost, earlier[lost] == nil, messages.shares[lost] != nil { tellReopening(of: lost) }
        guard let item, runtime.state.document == nil, runtime.state.view.refusal != nil else { return }
        if let row = messages.shares[item.url], !row.isDocumentDeleted {
            runtime.refuse(
                item.id, saying: "\(row.quoted) is shared with you: Return opens it.", opensAgain: true)
        } else if let why = runtime.lossOfAccess(to: item.url) {
            runtime.refuse(item.id, saying: why)
        }
    }

    /// Closes the page of a document that the person can no longer open, with the sharing screens over it. An answer
    /// that these wait for comes first.
    func loseAccess() {
        hasLostAccess = true
        guard let item, controller?.isBusy != true else { return }
        let isOpen = share.map { $0.publicPermission != .none } ?? false
        controller?.dismiss()
        (share, view, controller, management) = (nil, nil, nil, nil)
        (isChoosingPlace, closesOnceSaved) = (false, false)
        let page = runtime?.state.document
        reportedLoss = (item.url, page?.document.title ?? "", isOpen, sentence: "")
        let sentence = page?.isOwn == true ? "The server does not have it any more" : reason(ofLosing: item.url)
        reportedLoss?.sentence = sentence
        runtime?.loseDocument(saying: sentence)
        tellIfInvited(to: item.url)
    }

    /// Reports in the last row or in the open editor that the owner invited the person again, until the person joins.
    func tellIfInvited(to url: String) {
        container?.fetchShare(url: url) { [weak self] result in
            guard let self else { return }
            let share = try? result.get()
            let isInvited = share?.currentUserParticipant?.acceptanceStatus == .pending
            if isInvited {
                tellReopening(of: url)
            } else if item?.url == url, runtime?.canOpen(url) != true {
                runtime?.update { $0.document?.note(opensAgain: false) }
            }
        }
    }

    /// Reports in the last row or in the open editor that a lost document can be opened again.
    private func tellReopening(of url: String) {
        if item?.url == url { runtime?.update { $0.document?.note(opensAgain: true) } }
        // An editor shows itself what its keys can do.
        if let runtime, item?.url == url, runtime.state.view.editor != nil { return runtime.tell(nil) }
        replaceLoss(of: url, by: "It is shared with you again: its link opens it")
    }

    /// Replaces the sentence about a loss in the last row, if it is still there.
    private func replaceLoss(of url: String, by sentence: String) {
        guard let lost = reportedLoss, lost.url == url, let hint = runtime?.state.view.hint,
            hint.hasSuffix(lost.sentence)
        else { return }
        reportedLoss?.sentence = sentence
        runtime?.tell(String(hint.dropLast(lost.sentence.count)) + sentence)
    }

    private static let isLost = "It is no longer shared with you"
    static let isUnsharedNow = "It is no longer shared"

    /// Returns the sentence about a lost document, in the words of Messages if the person's own session knows the
    /// cause.
    private func reason(ofLosing url: String) -> String {
        guard let cause = losses[url], let lost = reportedLoss, lost.url == url, !lost.title.isEmpty else {
            return Self.isLost
        }
        return LostCollaboration(title: lost.title, cause: cause, isOpen: lost.isOpen).sentence
    }

    /// Notes the cause of a loss. The app's own session may have reported the loss before, without its cause.
    func note(_ cause: LostShare.Cause, ofLosing url: String) {
        losses[url] = cause
        replaceLoss(of: url, by: reason(ofLosing: url))
    }

    /// Closes the page if the access was lost while the sharing screens waited for an answer.
    func loseAccessIfGone() { if hasLostAccess { loseAccess() } }
}
