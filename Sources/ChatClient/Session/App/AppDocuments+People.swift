import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The participants of the open document: the collaboration button and its panel.
extension AppDocuments {
    private static let cursorsTitle = "Participant cursors"
    private static let activityTitle = "Show All Activity"

    /// Reads the share of the open document.
    ///
    /// - Parameter then: called when the answer has arrived, if the document is still open.
    func fetchShare(_ url: String, then: @escaping () -> Void = {}) {
        openContainer()
        container?.fetchShare(url: url) { [weak self] result in
            guard let self, item?.url == url else { return }
            switch result {
            case .success(let share): show(share)
            // A person who can open a document without a share owns it: it was never shared, or they stopped sharing it.
            case .failure(.refused(.notFound, _)), .failure(.refused(.conflict, _)):
                isUnshared = true
                runtime?.update { state in
                    state.document?.isOwn = true
                    state.document?.hasPeopleScreen = hasPeopleScreen
                }
            case .failure: break
            }
            then()
        }
    }

    func show(_ share: CloudShare) {
        self.share = share
        // The owner has shared it, here, in Messages or on another device.
        if let hint = runtime?.state.view.hint, hint == Self.isUnsharedNow || hint.hasPrefix(Self.isPrivate) {
            runtime?.tell(nil)
        }
        isUnshared = false
        isOwner = share.owner?.handle == container?.person
        let view = CollaborationView(
            itemProvider: share.backend == .custom
                ? .metadata(CollaborationMetadata(collaborationIdentifier: share.collaborationIdentifier ?? ""))
                : .share(share))
        if let manageTitle { view.manageButtonTitle = manageTitle }
        self.view = view
        showPeople()
    }

    /// Updates the collaboration button and its panel.
    func showPeople() {
        guard let view, let share, let container else { return }
        let participants = share.savedParticipants
        let names = participants.map { container.names($0.handle) }
        let others = participants.map(\.handle).filter { $0 != container.person }
        let groups = share.conversations.reversed().compactMap { id in
            container.groups(id).map { (id: id, title: $0.title, photo: $0.photo) }
        }
        // The conversations in which every member has access.
        let open = container.places().map { places in
            places.filter { share.publicPermission != .none || Set($0.people).isSubset(of: others) }
        }
        let complete = open?.filter { Set(others).isSubset(of: $0.people) }
        let large = open?.filter { $0.people.count > 1 }
        // The last conversation that was sent the link (`cv-button`); one with all participants comes first.
        let group =
            groups.first { group in complete?.contains { $0.id == group.id } ?? true }
            ?? groups.first { group in large?.contains { $0.id == group.id } ?? true }
        runtime?.update { state in
            guard let document = state.document?.document, let id = item?.id else { return }
            view.headerTitle = document.title
            view.headerSubtitle = SharingConfirmation.list(names) + (document.isDeleted ? " · Deleted" : "")
            view.headerImage = state.opened(id).glyph
            view.activeParticipantCount = document.activeParticipantCount
            let isShown = hasPanelContent && !document.isDeleted
            view.contentView = isShown ? content(share, state.document?.activity, names: container.names) : []
            state.document?.people = names
            state.document?.showsEveryone = isOwner || share.publicPermission == .none
            state.document?.isOwn = isOwner
            state.document?.hasPeopleScreen = hasPeopleScreen
            state.document?.place =
                group.map { .init(conversation: $0.id, name: $0.title) }
                ?? (groups.isEmpty ? state.attributions[id]?.places.first : nil)
            state.document?.others = SharingConfirmation.list(others.map(container.names))
            state.document?.participantConversations = complete.map { Set($0.map(\.id)) }
            state.document?.openConversations = open.map { Set($0.map(\.id)) }
            state.document?.places = groups.map { .init(conversation: $0.id, name: $0.title) }
            state.document?.photo = group?.photo
            state.document?.panel = view.panel
            if share.saved == nil, state.view.sheet == .panel { state.view.sheet = nil }
        }
    }

    /// Returns the app's own part of the panel: the latest change, the participants, and the switch for their cursors
    /// (`popover-essential`, `cv-pages-example`). An app with a screen of its own to manage them has a row for it
    /// (`cv-manage-who`).
    private func content(
        _ share: CloudShare, _ activity: [String]?, names: (Handle) -> String
    ) -> [Sheet.Choice] {
        var latest = Sheet.Choice(Self.activityTitle, value: "", heading: "Latest update")
        latest.lead = activity?.prefix(1).map { $0 } ?? []
        var people = Sheet.Choice(
            Self.cursorsTitle, value: showsCursors ? "on" : "off", heading: "Current participants")
        people.lead = share.savedParticipants.filter { $0.acceptanceStatus == .accepted }.map { participant in
            let name = names(participant.handle) + (participant.handle == container?.person ? " (you)" : "")
            return "\(name) · \(participant.permission == .readOnly ? "View only" : "Can make changes")"
        }
        let own = share.backend == .custom ? ownManageTitle : nil
        return [latest, people] + (own.map { [Sheet.Choice($0, value: "", heading: "Sharing")] } ?? [])
    }

    func openPanel() {
        // The panel that was open before was closed by its keys.
        view?.dismissPopover()
        guard view?.presentPopover() == true else { return }
        showPeople()
        runtime?.update { $0.show(.panel) }
        readActivityIfShown()
    }

    /// Opens a conversation with the other participants of the open document.
    func messagePeople() {
        var others: [Handle] = []
        for participant in share?.participants ?? [] where participant.handle != container?.person {
            others.append(participant.handle)
        }
        if others.isEmpty { runtime?.tell("No other participants yet") } else { runtime?.message(others) }
    }

    func chooseContent(_ index: Int) {
        guard let view, view.contentView.indices.contains(index) else { return }
        switch view.contentView[index].label {
        case Self.cursorsTitle:
            showsCursors.toggle()
            showPeople()
            runtime?.tell("\(Self.cursorsTitle): \(showsCursors ? "on" : "off")")
        case Self.activityTitle:
            runtime?.update { $0.show(.activity) }
            readActivityIfShown()
        default: manage()
        }
    }

    /// Requests the activity of the document while it is on the screen. It names people, so that the system requests
    /// it.
    func readActivityIfShown() {
        guard let sheet = runtime?.state.view.sheet, sheet == .panel || sheet == .activity, let url = item?.url else {
            return
        }
        openContainer()
        container?.fetchDocument(url: url) { [weak self] view in
            guard let self, item?.url == url, let container else { return }
            runtime?.update { state in
                state.document?.activity = DocumentActivity(view, names: container.subject).lines
            }
            showPeople()
        }
    }
}

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
        if let lost, let row = messages.share(at: lost), earlier[row.url] == nil { tellReopening(of: lost) }
        guard let item, runtime.state.document == nil, runtime.state.view.refusal != nil else { return }
        let isNew = messages.shares.keys.contains { earlier[$0] == nil }
        if let row = messages.share(at: item.url) {
            if !row.isDocumentDeleted { offerOpening(of: item, in: row.quoted) }
        } else if isNew {
            // Messages may not know that the link leads into a folder that is shared now.
            openContainer()
            container?.fetchShare(url: item.url) { [weak self] result in
                guard let self, case .success(let share) = result, self.item?.id == item.id,
                    runtime.state.document == nil, runtime.state.view.refusal != nil
                else { return }
                offerOpening(of: item, in: "“\(CleanText.line(share.title))”")
            }
        } else if let why = runtime.lossOfAccess(to: item.url) {
            runtime.refuse(item.id, saying: why)
        }
    }

    /// Shows on the page of a document that did not open that it is shared with the person now.
    private func offerOpening(of item: (id: String, url: String), in title: String) {
        runtime?.refuse(item.id, saying: "\(title) is shared with you: Return opens it.", opensAgain: true)
        // The last row may have the reason of the earlier refusal.
        runtime?.tell(nil)
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
        if item?.url == url, runtime?.state.document?.isLost == false { return }
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
    static let isPrivate = "Only you can see it"

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

/// The activity of a document in sentences, the newest first (`popover-essential`).
struct DocumentActivity: Equatable {
    /// The sentences, one for each entry.
    let lines: [String]

    /// Creates the sentences for a document.
    ///
    /// - Parameter names: returns the name of a person in sentences.
    init(_ document: DocumentView, names: (Handle) -> String) {
        let author = names(document.changedBy)
        let comments = document.comments ?? []
        let changes = document.changes ?? []
        var entries = comments.map { (at: $0.at, line: "\(names($0.author)) commented: \($0.text)") }
        entries += changes.map { (at: $0.at, line: Self.line($0, by: names($0.by))) }
        // Entries with the same time keep the order of their list.
        let sorted = entries.enumerated().sorted { ($0.element.at, $0.offset) > ($1.element.at, $1.offset) }
        var lines = sorted.map(\.element.line) + ["\(names(document.owner)) created it"]
        // An older server does not store changes. Changes of one person at one moment count as one.
        let newest = comments.last.map { ($0.at, $0.author) } ?? (document.createdAt, document.owner)
        if changes.isEmpty, newest != (document.changedAt, document.changedBy) {
            lines.insert("\(author) changed it", at: 0)
        }
        self.lines = lines.map { CleanText.line($0) }
    }

    private static func line(_ change: Document.PastChange, by author: String) -> String {
        switch change.kind {
        case .change(.edit): "\(author) edited it"
        case .change(.comment): "\(author) commented"
        case .persistence(.created): "\(author) created it"
        case .persistence(.renamed(let title)): "\(author) renamed it to “\(title)”"
        case .persistence(.moved): "\(author) moved it"
        case .persistence(.deleted): "\(author) deleted it"
        }
    }
}

extension Container {
    /// Returns the name of the actor in sentences: “You” for the reader.
    func subject(_ handle: Handle) -> String { handle == person ? "You" : names(handle) }
}
