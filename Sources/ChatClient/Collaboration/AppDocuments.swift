import ChatProtocol

/// The documents of an app's screens: it opens and closes them with the pages, does what keys ask for, and keeps the
/// sharing screens, which are the system's, beside them. What was done it tells the others through
/// ``CollaborationEvents``.
final class AppDocuments {
    weak var runtime: AppRuntime?
    /// What the app calls its manage button; nil is the system's.
    var manageTitle: String?
    /// Which choices of sharing the app offers.
    var availablePermissions = CloudSharingController.PermissionOptions.standard
    /// Whether the app says what it shares; without, the sharing screens have a generic title.
    var namesItems = true

    /// Whether the app tells the others of what its person does (`notice-optional`).
    var tellsOthers: Bool {
        get { events.isOn }
        set { events.isOn = newValue }
    }
    /// Why the last opening or change came to nothing, where it did.
    private(set) var lastFailure: DocumentService.Failure?

    private let service: DocumentService
    private let events: CollaborationEvents
    private let makeContainer: () -> Container?
    private(set) var container: Container?
    var share: CloudShare?
    /// Whether nobody but the person has it: then sharing begins with whom to ask.
    var isUnshared = false
    var isOwner = false
    private var showsCursors = true
    var isChoosingPlace = false
    var view: CollaborationView?
    var controller: CloudSharingController?
    var item: (id: String, url: String)?

    init(_ session: AppSession, center: HighlightCenter, container: @escaping () -> Container?) {
        service = DocumentService(session)
        events = CollaborationEvents(center, of: service)
        makeContainer = container
        service.onChange = { [weak self] in self?.show($0) }
        service.onPresence = { [weak self] url, count in self?.show(url, active: count) }
    }

    /// Takes what came to the person's own session.
    func turn() -> Bool {
        guard container?.turn() == true else { return false }
        showSharing()
        showPeople()
        return true
    }

    // MARK: Pages

    /// The page of an item is on the screen: where it is a document, it is opened.
    func open(_ id: String, _ listed: AppItem, isListed: Bool) {
        forget()
        lastFailure = nil
        item = (id, listed.url)
        // What is listed says whether it is a document; what was opened by its link may be one's own.
        guard listed.isCollaboration || !isListed else { return }
        service.open(listed.url) { [weak self] result in
            guard let self, item?.id == id else { return }
            if case .failure(let failure) = result { lastFailure = failure }
            switch result {
            case .success(let document):
                item = (id, document.url)
                show(document)
                fetchShare(document.url)
            case .failure(.refused(.forbidden, let why)), .failure(.refused(.conflict, let why)):
                if listed.isCollaboration { runtime?.tell(why) }
            case .failure: break
            }
        }
    }

    /// The page was left.
    func close(_ id: String) {
        guard let open = item, open.id == id else { return }
        if runtime?.state.document != nil { service.close(open.url) }
        forget()
    }

    private func forget() {
        controller?.dismiss()
        (item, share, view, controller) = (nil, nil, nil, nil)
        (isUnshared, isChoosingPlace) = (false, false)
        runtime?.update { state in
            (state.document, state.sharing, state.view.editor) = (nil, nil, nil)
            if state.view.sheet == .panel || state.view.sheet == .sharing { state.view.sheet = nil }
        }
    }

    private func show(_ document: SharedDocument) {
        guard let item, item.url == document.url else { return }
        runtime?.update { state in
            if state.document?.item == item.id {
                state.document?.document = document
            } else {
                state.document = AppDocumentPage(item: item.id, document: document)
            }
        }
        showPeople()
    }

    private func show(_ url: String, active: Int) {
        guard item?.url == url else { return }
        runtime?.update { $0.document?.document.activeParticipantCount = active }
        showPeople()
    }

    // MARK: People

    func fetchShare(_ url: String) {
        if container == nil { container = makeContainer() }
        container?.fetchShare(url: url) { [weak self] result in
            guard let self, item?.url == url else { return }
            switch result {
            case .success(let share): take(share)
            // Who can open what nobody shares is its owner.
            case .failure(.refused(.notFound, _)): isUnshared = true
            case .failure: break
            }
        }
    }

    func take(_ share: CloudShare) {
        self.share = share
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

    /// The collaboration button and its panel, as they are now.
    func showPeople() {
        guard let view, let share, let container else { return }
        let names = share.participants.map { container.names($0.handle) }
        runtime?.update { state in
            guard let document = state.document?.document, let id = item?.id else { return }
            view.headerTitle = document.title
            view.headerSubtitle = SharingConfirmation.list(names)
            view.headerImage = state.item(id)?.glyph
            view.activeParticipantCount = document.activeParticipantCount
            view.contentView = content(of: document, share, names: container.names)
            // An app with a service of its own brings its own button, or has none (`cv-manage-who`).
            if share.backend == .custom, let ownManageTitle {
                view.contentView.append(Sheet.Choice(ownManageTitle, value: ""))
            }
            state.document?.people = names
            state.document?.group = state.attributions[id]?.places.first?.name
            state.document?.panel = view.panel
            if share.saved == nil, state.view.sheet == .panel { state.view.sheet = nil }
        }
    }

    /// The app's own part of the panel: who takes part, and whether their cursors show (`cv-pages-example`).
    private func content(
        of document: SharedDocument, _ share: CloudShare, names: (Handle) -> String
    ) -> [Sheet.Choice] {
        let there = share.participants.filter { $0.acceptanceStatus == .accepted }
        var rows = there.map { participant in
            Sheet.Choice(
                participant.handle == container?.person
                    ? "\(names(participant.handle)) (you)" : names(participant.handle),
                value: participant.permission == .readOnly ? "View only" : "Can make changes")
        }
        if !rows.isEmpty { rows[0].heading = "Current participants" }
        return rows + [
            Sheet.Choice(Self.cursorsTitle, value: showsCursors ? "on" : "off", heading: "Document"),
            Sheet.Choice("Comments", value: "\(document.comments.count)"),
            Sheet.Choice("Here now", value: "\(document.activeParticipantCount)"),
        ]
    }

    /// What the app calls its own way to manage; nil where it only has the system's word.
    private var ownManageTitle: String? {
        manageTitle == CollaborationView.defaultManageButtonTitle ? nil : manageTitle
    }

    private static let cursorsTitle = "Participant cursors"

    // MARK: What keys ask for

    /// Does what a key asked for.
    ///
    /// - Returns: what is the terminal's to do.
    func perform(_ action: AppAction) -> [AppAction] {
        lastFailure = nil
        switch action {
        case .edit(let text, let base): service.edit(base, text: text) { [weak self] in self?.finish($0, "Saved") }
        case .comment(let text, let document):
            service.comment(document, text: text) { [weak self] in self?.finish($0, "Commented") }
        case .rename(let title, let document):
            service.rename(document, title: title) { [weak self] in self?.finish($0, "Renamed") }
        case .openPanel:
            // The panel that was open before was closed by its keys.
            view?.dismissPopover()
            guard view?.presentPopover() == true else { break }
            showPeople()
            runtime?.update { _ = AppUpdate.show(.panel, &$0) }
        case .chooseContent(let index): chooseContent(index)
        case .share: manage()
        case .sharing(let deed): return perform(deed)
        case .invite(let words): invite(words)
        case .removePerson(let handle):
            if let handle = Handle(handle) {
                attempt { controller throws(SharingError) in
                    if controller.share == nil {
                        try controller.uninvite(handle)
                    } else {
                        try controller.request(.remove([handle]))
                    }
                }
            }
        case .saveSharing:
            if isUnshared { return perform(.send) }
            attempt { controller throws(SharingError) in try controller.save() }
        case .closeSharing:
            controller?.dismiss()
            isChoosingPlace = false
            controller = nil
            runtime?.update { $0.sharing = nil }
        default: break
        }
        return []
    }

    private func finish(_ result: Result<SharedDocument, DocumentService.Failure>, _ word: String) {
        if case .failure(let failure) = result { lastFailure = failure }
        switch result {
        case .success(let document):
            show(document)
            runtime?.update { $0.view.editor = nil }
            runtime?.tell(word)
        case .failure(.stale(let now)):
            show(now)
            runtime?.update { state in
                state.view.editor?.isSending = false
                state.view.editor?.base = now
                state.view.editor?.current = now.text
            }
            runtime?.tell("Somebody changed it meanwhile; Ctrl-S saves yours in its place")
        case .failure(let failure):
            // What was typed stays, so that it can be copied somewhere else.
            runtime?.update { $0.view.editor?.isSending = false }
            runtime?.tell(failure.description)
        }
    }

    private func chooseContent(_ index: Int) {
        guard let choice = view?.contentView.indices.contains(index) == true ? view?.contentView[index] : nil else {
            return
        }
        if let ownManageTitle, choice.label == ownManageTitle { return manage() }
        if choice.label == Self.cursorsTitle {
            showsCursors.toggle()
            showPeople()
            runtime?.tell("\(Self.cursorsTitle): \(showsCursors ? "on" : "off")")
            return
        }
        runtime?.tell("\(choice.label): \(choice.value ?? "")")
    }
}
