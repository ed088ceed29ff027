package import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The documents of an app's screens. It opens and closes them with the pages, performs the person's actions, and keeps
/// the sharing screens, which are the system's. It sends notices of changes to the others by ``CollaborationEvents``.
package final class AppDocuments {
    weak var runtime: AppRuntime?
    /// The app's title for its manage button; nil for the system's.
    var manageTitle: String?
    /// The choices of sharing that the app offers.
    package var availablePermissions = CloudSharingController.PermissionOptions.standard
    /// True if the app gives the shared item's title and glyph. If false, the sharing screens have a generic title.
    package var namesItems = true
    /// True if the app adds its own content to the panel (`popover-essential`).
    package var hasPanelContent = true

    /// True if the app sends the others notices of its person's changes (`notice-optional`).
    package var tellsOthers: Bool {
        get { events.isOn }
        set { events.isOn = newValue }
    }
    /// The reason why the last opening or change failed; nil if it succeeded.
    package private(set) var lastFailure: DocumentService.Failure?
    /// The name of the person who caused the last edit conflict, once it is known.
    package private(set) var changer: String?

    let service: DocumentService
    private let events: CollaborationEvents
    private let makeContainer: () -> Container?
    private(set) var container: Container?
    var share: CloudShare?
    /// True if only the person has the document: sharing then begins with the choice of people.
    var isUnshared = false
    var isOwner = false
    var showsCursors = true
    var isChoosingPlace = false
    /// The line of Add People about which the app's own service decides.
    var askedLine: String?
    /// The state of the sharing screen while a question covers it, and the label of its focused row.
    var coveredRow: (sheet: SheetState, label: String?)?
    /// True if the sharing screens close as soon as the share is saved.
    var closesOnceSaved = false
    var view: CollaborationView?
    var controller: CloudSharingController?
    /// The sharing screens that were closed before the server answered, the oldest first. They report their end.
    var finishing: [FinishingSharing] = []
    /// The titles of the documents that the server has not deleted yet, by link.
    var deleting: [String: String] = [:]
    /// The app's own screen to manage participants, while it is open.
    var management: AppManagement?
    var item: (id: String, url: String)?
    /// True if the access to the open document was lost while the sharing screens wait for an answer.
    var hasLostAccess = false
    /// The causes of lost documents, by link, as far as the person's own session received them.
    var losses: [String: LostShare.Cause] = [:]
    /// The lost document that the screen reported last, with the sentence about it.
    var reportedLoss: (url: String, title: String, isOpen: Bool, sentence: String)?
    /// True if the list of documents may differ from the one that was read.
    var isListStale = true
    var isReadingList = false
    var lastDocument: DocumentID?

    init(_ session: AppSession, center: HighlightCenter, container: @escaping () -> Container?) {
        service = DocumentService(session)
        events = CollaborationEvents(center, of: service)
        makeContainer = container
        service.onChange = { [weak self] in
            self?.isListStale = true
            if $0.isDeleted, self?.runtime?.sharedLink == $0.url {
                self?.runtime?.endShareSheet(saying: "“\(CleanText.line($0.title))” was deleted")
            }
            self?.runtime?.retitle($0)
            self?.show($0)
        }
        service.onPresence = { [weak self] url, count in self?.show(url, active: count) }
        service.onAccessChange = { [weak self] in self?.follow($0, $1, $2) }
        session.listen { [weak self] event in
            if case .welcome = event { self?.isListStale = true }
        }
    }

    /// The app's own title for managing participants; nil if it has no screen of its own for that (`manage-view`).
    var ownManageTitle: String? { manageTitle == CollaborationView.defaultManageButtonTitle ? nil : manageTitle }

    func openContainer() {
        guard container == nil else { return }
        container = makeContainer()
        container?.onLoss = { [weak self] in self?.note($1, ofLosing: $0) }
        container?.onChange = { [weak self] url in
            guard let self else { return }
            isListStale = true
            // A document in a shared folder has the share of the folder, whose link is another one.
            let isOfFolder =
                runtime?.state.document?.document.folder != nil && (share == nil || share?.url == url)
            let isOpen = item?.url == url || isOfFolder
            let isLost = isOpen ? runtime?.state.document?.isLost == true : reportedLoss?.url == url
            if isLost { return tellIfInvited(to: isOpen ? item?.url ?? url : url) }
            guard isOpen, let url = item?.url else { return }
            if controller?.isBusy != true, controller?.hasUnsavedChanges == true, !isUnshared, share?.isBehind == true {
                runtime?.tell("Another person or device changed it: Esc shows the new version")
            }
            if isUnshared {
                // The unshared document was shared on another screen of the person.
                if controller == nil { fetchShare(url) } else { replaceInvitation() }
            } else if let share, share.shareID == nil {
                // The owner stopped sharing on another device, and keeps the document.
                if isOwner { stopped() } else { loseAccess() }
            } else if share == nil, runtime?.state.document != nil {
                fetchShare(url)
            }
        }
    }

    /// Applies what the person's own session received.
    ///
    /// - Returns: true if it received something.
    func turn() -> Bool {
        let wasAsking = controller?.confirmation != nil
        guard container?.turn() == true else { return false }
        if wasAsking, let controller, controller.confirmation == nil {
            // Return was meant for the question: the focus goes to the first row, where it does no harm.
            coveredRow = (SheetState(focus: 0), nil)
            runtime?.tell("This question no longer applies: the people or their rights have changed")
        }
        showSharing()
        showPeople()
        return true
    }

    // MARK: Pages

    /// Opens the page of an item, and its document if it is one.
    func open(_ id: String, _ listed: AppItem, isListed: Bool) {
        forget()
        lastFailure = nil
        item = (id, listed.url)
        // A listed item shows whether it is a document. An item that was opened by its link may be the person's own
        // document.
        guard listed.isCollaboration || !isListed else { return showLoss(of: id, listed.url) }
        openDocument(id, listed.url, isKnown: listed.isCollaboration)
    }

    /// - Parameter isKnown: true if the item is known to be a shared document.
    func openDocument(_ id: String, _ url: String, isKnown: Bool) {
        runtime?.update { $0.view.isOpening = true }
        service.open(url) { [weak self] result in
            guard let self, item?.id == id else { return }
            runtime?.update { $0.view.isOpening = false }
            if case .failure(let failure) = result { lastFailure = failure }
            switch result {
            case .success(let document):
                item = (id, document.url)
                if url != document.url, url.hasPrefix(document.url) {
                    runtime?.update { $0.view.part = String(url.dropFirst(document.url.count)) }
                }
                showOpened(document)
            case .failure(let failure):
                isListStale = true
                showRefusal(failure, of: id, url, isKnown: isKnown)
            }
        }
    }

    private func showOpened(_ document: SharedDocument) {
        hasLostAccess = false
        losses[document.url] = nil
        if reportedLoss?.url == document.url { reportedLoss = nil }
        // The hint about the loss no longer applies.
        if runtime?.state.view.refusal != nil { runtime?.tell(nil) }
        show(document)
        fetchShare(document.url)
        runtime?.update { $0.hintUnsavedTexts(of: document.url) }
    }

    /// Opens the document of the page again after its access was lost: to save the person's text, or because the page
    /// offers it.
    private func openAgain() {
        if let item, runtime?.state.view.opensAgain == true { return openDocument(item.id, item.url, isKnown: true) }
        guard let item, runtime?.state.document?.isLost == true else { return }
        service.open(item.url) { [weak self] result in
            guard let self, self.item?.id == item.id, case .success(let document) = result else { return }
            showOpened(document)
        }
    }

    /// Reports that a lost document is open again under the text that the person writes, which is not saved.
    private func tellOpenedAgain(_ document: SharedDocument) {
        let kind = runtime?.state.view.editor?.kind
        let obstacle = runtime?.state.editorObstacle
        let rest = (kind == .person ? Self.isClosed : obstacle).map { ". " + $0 } ?? ": Ctrl-S saves your text"
        runtime?.tell("“\(CleanText.line(document.title))” is shared with you again\(rest)")
    }

    private static let isClosed = "The sharing screens were closed: Esc, then s opens them"

    /// Shows on the page of an item why it does not open.
    private func showRefusal(_ failure: DocumentService.Failure, of id: String, _ url: String, isKnown: Bool) {
        guard let runtime else { return }
        let isDocument = isKnown || runtime.state.documents.contains { $0.url == url }
        switch failure {
        case .refused(.forbidden, let why), .refused(.conflict, let why):
            if isDocument { runtime.tell(why) }
            runtime.refuse(id, saying: why)
        case .refused(.notFound, _) where !isDocument: showLoss(of: id, url)
        case .refused(let reason, let why):
            if isDocument { runtime.tell(why) }
            if reason == .notFound { runtime.refuse(id, saying: Self.noAccess) }
        case .stale, .unreadable: break
        }
    }

    /// Shows how the person lost the document of an item, if it was shared with them. The service treats such a
    /// document as if there were none; the person's own session knows more (law 7).
    private func showLoss(of id: String, _ url: String) {
        guard let runtime else { return }
        if let why = runtime.lossOfAccess(to: url) { return runtime.refuse(id, saying: why) }
        openContainer()
        container?.fetchShare(url: url) { [weak self] result in
            guard let self, item?.id == id else { return }
            switch result {
            case .failure(.refused(.conflict, let why)), .failure(.refused(.forbidden, let why)):
                return self.runtime?.refuse(id, saying: why) ?? ()
            case .failure(.refused(.notFound, _)): break
            case .success, .failure: return
            }
            container?.fetchTitles(ofSent: url) { [weak self] titles in
                guard let self, let runtime = self.runtime, item?.id == id, runtime.state.document == nil else {
                    return
                }
                if let title = titles.first(where: { $0 != runtime.previewTitle(of: url) }) {
                    runtime.refuse(id, saying: "“\(title)” is not shared with you.")
                } else if !runtime.hasContent(id) {
                    runtime.refuse(id, saying: Self.noAccess)
                }
            }
        }
    }

    private static let noAccess = "The document cannot be opened: it does not exist, or you no longer have access."

    /// Closes the page of an item, if it is the open one.
    func close(_ id: String) {
        guard let open = item, open.id == id else { return }
        if let page = runtime?.state.document, !page.isLost { service.close(open.url) }
        isListStale = true
        forget()
    }

    private func forget() {
        dismissSharing()
        (item, share, view) = (nil, nil, nil)
        (isUnshared, isChoosingPlace) = (false, false)
        (closesOnceSaved, hasLostAccess, askedLine) = (false, false, nil)
        runtime?.update { state in
            (state.document, state.sharing, state.view.editor) = (nil, nil, nil)
            state.view.isOpening = false
            switch state.view.sheet {
            case .panel?, .activity?, .sharing?: state.view.sheet = nil
            case .content?, .attribution?, .places?, .recipients?, .jobs?, .help?, nil: break
            }
        }
    }

    private static let textIsSaved = "Saved"

    private func show(_ document: SharedDocument) {
        guard let item, item.url == document.url else { return }
        let known = runtime?.state.view.editor?.current
        let (text, wasLost) = (runtime?.state.document?.document.text, runtime?.state.document?.isLost == true)
        runtime?.update { $0.show(document, as: item.id) }
        if wasLost, runtime?.state.view.editor != nil { tellOpenedAgain(document) }
        // The text on the page is no longer the one that was saved.
        if let text, text != document.text, runtime?.state.view.hint == Self.textIsSaved { runtime?.tell(nil) }
        if let editor = runtime?.state.view.editor, editor.current != known { nameWhoChanged(document.url) }
        showPeople()
        readActivityIfShown()
    }

    private func show(_ url: String, active: Int) {
        guard item?.url == url else { return }
        runtime?.update { $0.document?.document.activeParticipantCount = active }
        showPeople()
    }

    // MARK: Actions of keys

    /// Performs the action of a key.
    ///
    /// - Returns: the actions for the terminal.
    func perform(_ action: AppAction) -> [AppAction] {
        lastFailure = nil
        switch action {
        case .edit(let text, let base):
            service.edit(base, text: text) { [weak self] in self?.finish($0, Self.textIsSaved, of: base) }
        case .comment(let text, let document):
            service.comment(document, text: text) { [weak self] in self?.finish($0, "Commented", of: document) }
        case .rename(let title, let document):
            service.rename(document, title: title) { [weak self] in self?.finish($0, "Renamed", of: document) }
        case .delete(let document):
            let title = CleanText.line(document.title)
            deleting[document.url] = title
            service.delete(document) { [weak self] in
                self?.deleting[document.url] = nil
                self?.finish($0, "“\(title)” was deleted", of: document)
            }
        case .openAgain: openAgain()
        case .create(let title, let folder): create(title, in: folder)
        case .readMoreDocuments: readMoreDocuments()
        case .openPanel: openPanel()
        case .messagePeople: messagePeople()
        case .chooseContent(let index): chooseContent(index)
        case .share: manage()
        case .sharing(let deed): return perform(deed)
        case .invite(let words): invite(words)
        case .removePerson(let handle): Handle(handle).map(remove)
        case .saveSharing: return saveSharing()
        case .finishSharing: return finishSharing()
        case .closeSharing: closeSharing()
        default: break
        }
        return []
    }

    /// Shows the result of a change.
    ///
    /// - Parameters:
    ///   - word: the text for a success.
    ///   - changed: the document, whose page may be closed when the answer comes; nil for a new one.
    func finish(
        _ result: Result<SharedDocument, DocumentService.Failure>, _ word: String, of changed: SharedDocument? = nil
    ) {
        if case .failure(let failure) = result { lastFailure = failure }
        if let changed, item?.url != changed.url {
            let sentence =
                switch result {
                case .success: word
                case .failure(.stale): "Someone changed it. Your text was not saved"
                case .failure(let failure): failure.description
                }
            isListStale = true
            return report(sentence, on: changed.url, changed.title)
        }
        switch result {
        case .success(let document):
            isListStale = true
            show(document)
            runtime?.tell(closeSent() ? "\(word). Your newer text is not saved yet" : word)
        case .failure(.stale(let now)):
            show(now)
            runtime?.update { state in
                state.view.editor?.isSending = false
                state.view.editor?.base = now
                state.view.editor?.current = now.text
                state.view.editor?.changedBy = nil
            }
            runtime?.tell("Someone changed it: \(AppEditor.Kind.text.replaces)")
            nameWhoChanged(now.url)
        case .failure(let failure):
            // The typed text stays, so that the person can copy it.
            runtime?.update {
                $0.view.editor?.isSending = false
                $0.noteEdit()
            }
            runtime?.tell(failure.description)
        }
    }

    /// Names the person who changed the document in an edit conflict. The person's own session knows it, the app's does
    /// not (law 7).
    private func nameWhoChanged(_ url: String) {
        openContainer()
        container?.fetchDocument(url: url) { [weak self] view in
            guard let self, let container, item?.url == url else { return }
            let name = container.subject(view.changedBy)
            changer = name
            guard let editor = runtime?.state.view.editor, editor.current != nil else { return }
            runtime?.update { $0.view.editor?.changedBy = name }
            // A person who can no longer save the text reads why.
            guard runtime?.state.editorObstacle == nil else { return }
            runtime?.tell("\(name) changed it: \(editor.kind.replaces)")
        }
    }

    /// Closes the editor of a sent text. Text that the person wrote since stays.
    ///
    /// - Returns: true if they wrote something.
    @discardableResult
    func closeSent() -> Bool {
        var stays = false
        runtime?.update { stays = $0.closeSentEditor() }
        return stays
    }
}
