import AppModel
import ChatProtocol
import ChatScreens

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
        // The owner has shared it again, here, in Messages or on another device.
        if runtime?.state.view.hint == Self.isUnsharedNow { runtime?.tell(nil) }
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
                group.map { .init(conversation: $0.id.rawValue, name: $0.title) }
                ?? (groups.isEmpty ? state.attributions[id]?.places.first : nil)
            state.document?.others = SharingConfirmation.list(others.map(container.names))
            state.document?.participantConversations = complete.map { Set($0.map(\.id.rawValue)) }
            state.document?.openConversations = open.map { Set($0.map(\.id.rawValue)) }
            state.document?.places = groups.map { .init(conversation: $0.id.rawValue, name: $0.title) }
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
