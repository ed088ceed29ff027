import ChatProtocol

/// The documents of an app's screens: it opens and closes them with the pages, does what keys ask for, and keeps the
/// sharing screens, which are the system's, beside them. What was done it tells the others through
/// ``CollaborationEvents``.
final class AppDocuments {
    weak var runtime: AppRuntime?
    /// What the app calls its manage button; nil is the system's.
    var manageTitle: String?

    /// Why the last change came to nothing, where it did.
    private(set) var lastFailure: DocumentService.Failure?

    private let service: DocumentService
    private let events: CollaborationEvents
    private let makeContainer: () -> Container?
    private var container: Container?
    private var share: CloudShare?
    private var view: CollaborationView?
    private var controller: CloudSharingController?
    private var item: (id: String, url: String)?

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
        item = (id, listed.url)
        // What is listed says whether it is a document; what was opened by its link may be one's own.
        guard listed.isCollaboration || !isListed else { return }
        service.open(listed.url) { [weak self] result in
            guard let self, item?.id == id else { return }
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

    private func fetchShare(_ url: String) {
        if container == nil { container = makeContainer() }
        container?.fetchShare(url: url) { [weak self] result in
            guard let self, item?.url == url, case .success(let share) = result else { return }
            self.share = share
            let view = CollaborationView(
                itemProvider: share.backend == .custom
                    ? .metadata(CollaborationMetadata(collaborationIdentifier: share.collaborationIdentifier ?? ""))
                    : .share(share))
            if let manageTitle { view.manageButtonTitle = manageTitle }
            self.view = view
            showPeople()
        }
    }

    /// The collaboration button and its panel, as they are now.
    private func showPeople() {
        guard let view, let share, let container else { return }
        let names = share.participants.map { container.names($0.handle) }
        runtime?.update { state in
            guard let document = state.document?.document, let id = item?.id else { return }
            view.headerTitle = document.title
            view.headerSubtitle = SharingConfirmation.list(names)
            view.headerImage = state.item(id)?.glyph
            view.activeParticipantCount = document.activeParticipantCount
            view.contentView = [
                Sheet.Choice("Comments", value: "\(document.comments.count)"),
                Sheet.Choice("Here now", value: "\(document.activeParticipantCount)"),
            ]
            // An app with a service of its own brings its own button, or has none (`cv-manage-who`).
            if share.backend == .custom, let manageTitle {
                view.contentView.append(Sheet.Choice(manageTitle, value: ""))
            }
            state.document?.people = names
            state.document?.group = state.attributions[id]?.places.first?.name
            state.document?.panel = view.panel
            if share.saved == nil, state.view.sheet == .panel { state.view.sheet = nil }
        }
    }

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
                attempt { controller throws(SharingError) in try controller.request(.remove([handle])) }
            }
        case .saveSharing: attempt { controller throws(SharingError) in try controller.save() }
        case .closeSharing:
            controller?.dismiss()
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
        if let manageTitle, choice.label == manageTitle { return manage() }
        runtime?.tell("\(choice.label): \(choice.value ?? "")")
    }

    /// The sharing screens: of what is shared the People screen; without a document, nothing (`ucs-guard`).
    private func manage() {
        guard let share, let container else {
            runtime?.tell("Its sharing is not known yet")
            return
        }
        let controller = CloudSharingController(share: share, container: container)
        controller.popoverPresentationController.sourceItem = "share"
        controller.delegate = self
        self.controller = controller
        attempt { controller throws(SharingError) in try controller.present() }
        runtime?.update { _ = AppUpdate.show(.sharing, &$0) }
        showSharing()
    }

    private func perform(_ deed: CloudSharingSheet.Deed) -> [AppAction] {
        var link: String?
        attempt { controller throws(SharingError) in
            switch deed {
            case .person(let handle):
                guard let permission = controller.share?.participants.first(where: { $0.handle == handle })?.permission
                else { return }
                try controller.request(
                    .individualPermission(handle, permission == .readOnly ? .readWrite : .readOnly))
            case .access(let access): try controller.request(.access(access))
            case .permission(let permission): try controller.request(.permission(permission))
            case .inviting(let isAllowed): try controller.request(.inviting(isAllowed))
            case .copyLink: link = try controller.copyLink()
            case .leave: try controller.request(.leave)
            case .stop: try controller.request(.stop)
            case .confirm: try controller.confirm()
            case .cancel: controller.cancel()
            case .addPeople, .send: break
            }
        }
        return link.map { [.copy($0)] } ?? []
    }

    private func invite(_ words: [String]) {
        let handles = words.compactMap { Handle($0) }
        guard handles.count == words.count else {
            runtime?.tell("A handle has letters, digits and . _ - + @")
            return
        }
        attempt { controller throws(SharingError) in try controller.request(.add(handles)) }
    }

    private func attempt(_ body: (CloudSharingController) throws(SharingError) -> Void) {
        guard let controller else { return }
        do throws(SharingError) {
            try body(controller)
        } catch {
            runtime?.tell(error.description)
        }
        showSharing()
    }

    private func showSharing() {
        guard let controller, let focus = runtime?.state.view.sheetFocus else { return }
        let drawn = CloudSharingSheet.drawn(controller, focus: focus)
        runtime?.update { state in
            // A question begins at its first button, Cancel, and the screen behind it at the top.
            if state.sharing?.deeds.contains(.confirm) != drawn.deeds.contains(.confirm) { state.view.sheetFocus = 0 }
            state.sharing = drawn
        }
    }
}

extension AppDocuments: CloudSharingControllerDelegate {
    func cloudSharingController(_ controller: CloudSharingController, failedToSaveShareWithError error: any Error) {
        runtime?.tell("\(error)")
        showSharing()
    }

    func itemTitle(for controller: CloudSharingController) -> String? { controller.share?.title }

    func itemThumbnailData(for controller: CloudSharingController) -> String? {
        item.flatMap { runtime?.state.item($0.id)?.glyph }
    }

    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {
        runtime?.tell("Sharing is saved")
        showSharing()
        showPeople()
    }

    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {
        runtime?.tell("It is not shared with you any more")
        runtime?.update { state in
            state.sharing = nil
            if state.view.sheet == .sharing { state.view.sheet = nil }
        }
        self.controller = nil
    }
}
