import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The system's sharing screens over a document, in the person's own session.
extension AppDocuments {
    /// Opens the sharing screens: the People screen of a shared document, or the Invitation screen of an unshared one.
    /// Without a document, nothing opens (`ucs-guard`). A document that the app's own service stores has the app's own
    /// screen, or none (`manage-view`).
    func manage() {
        if item != nil, backend == .custom { return manageItself() }
        if isUnshared, runtime?.state.document?.document.isDeleted == true {
            runtime?.tell("This document was deleted")
            return
        }
        guard let container, let controller = controller(in: container) else { return manageOnceKnown() }
        controller.popoverPresentationController.sourceItem = "share"
        controller.delegate = self
        controller.availablePermissions = availablePermissions
        self.controller = controller
        (isChoosingPlace, coveredRow) = (false, nil)
        attempt { () throws(SharingError) in try controller.present() }
        runtime?.update { $0.show(.sharing) }
        showSharing()
    }

    /// The service that stores the open document, or will store it once it is shared.
    private var backend: Share.Backend? { isUnshared ? runtime?.backend : share?.backend }

    /// True if ``manage()`` has a screen to show.
    var hasPeopleScreen: Bool { backend != .custom || !isUnshared && ownManageTitle != nil }

    /// Reads the share of the open document again, and shows the screens when it is known.
    private func manageOnceKnown() {
        guard let item, runtime?.state.document != nil else { return }
        runtime?.tell("Still loading its sharing")
        fetchShare(item.url) { [weak self] in
            guard let self, share != nil || isUnshared, runtime?.state.isBare == true else { return }
            runtime?.tell(nil)
            manage()
        }
    }

    /// Opens the app's own screen for a document that its service stores.
    private func manageItself() {
        guard let runtime, let share, let container, !isUnshared else {
            runtime?.tell("In Messages, /share shares it: the app is asked first")
            return
        }
        guard let ownManageTitle else {
            return runtime.tell("\(runtime.state.name) has no screen for its participants")
        }
        management = AppManagement(title: ownManageTitle, share: share, in: container) {
            [weak self] management, outcome in
            guard let self else { return }
            guard management === self.management else { return finish(outcome, of: management) }
            switch outcome {
            case .asked: self.runtime?.tell("Asking \(self.runtime?.state.name ?? "")…")
            case .saved:
                askedLine = nil
                self.runtime?.tell(Self.isSaved)
                showPeople()
            case .failed(let error):
                // The line returns, so that the person can name the people again.
                if let line = askedLine { self.runtime?.update { $0.addPeople(line) } }
                askedLine = nil
                self.runtime?.tell(error.description)
            case .ended: stopped()
            }
            showSharing()
        }
        runtime.update { $0.show(.sharing) }
        showSharing()
    }

    /// Shows the People screen in place of an Invitation if there is a share by now. Named people who are not on the
    /// share are added.
    func replaceInvitation() {
        guard let controller, controller.share == nil, !controller.isBusy, let url = item?.url else { return }
        let people = controller.invitedPeople
        fetchShare(url) { [weak self, weak controller] in
            guard let self, let share, let controller, self.controller === controller, !controller.isBusy else {
                return
            }
            manage()
            let missing = people.filter { handle in !share.participants.contains { $0.handle == handle } }
            if !missing.isEmpty { try? self.controller?.request(.add(missing)) }
            if runtime?.state.view.hint == nil { runtime?.tell("It is already shared: check who can open it") }
            showSharing()
        }
    }

    private func controller(in container: Container) -> CloudSharingController? {
        if let share, !isUnshared {
            share.allowedSharingOptions.allowsAccessRequests = true
            return CloudSharingController(share: share, container: container)
        }
        guard isUnshared, let document = runtime?.state.document?.document, let app = runtime?.session.app else {
            return nil
        }
        let record = CloudRecord(app: app, title: document.title, recordID: document.id, url: document.url)
        let controller = CloudSharingController { _, completion in
            let operation = ModifyRecordsOperation(share: CloudShare(rootRecord: record))
            operation.modifyRecordsResultBlock = { result in
                switch result {
                case .success(let share): completion(share, container, nil)
                case .failure(let error): completion(nil, nil, error)
                }
            }
            container.add(operation)
        }
        // The screens name people before the share and its container exist.
        controller.container = container
        return controller
    }

    func perform(_ deed: CloudSharingSheet.Deed) -> [AppAction] {
        var link: String?
        attempt { () throws(SharingError) in
            if let management {
                link = try management.perform(deed)
            } else if let controller {
                link = try perform(deed, on: controller)
            }
        }
        return link.map { [.copy($0)] } ?? []
    }

    /// - Returns: the link to copy; nil if there is none.
    private func perform(
        _ deed: CloudSharingSheet.Deed, on controller: CloudSharingController
    ) throws(SharingError) -> String? {
        switch deed {
        case .cancel where isChoosingPlace: isChoosingPlace = false
        case .choosePlace: isChoosingPlace = true
        case .sendTo: isChoosingPlace = false
        default: break
        }
        return try controller.perform(deed)
    }

    func invite(_ words: [String]) {
        if let wrong = words.first(where: { Handle(typed: $0) == nil }) {
            let word = CleanText.line(String(wrong.prefix(40)))
            runtime?.tell("“\(word)” is not a valid handle: \(Handle.rule)")
            return
        }
        guard controller != nil || management != nil else {
            runtime?.tell("No one was added: the sharing screens were closed")
            return
        }
        let handles = words.compactMap { Handle(typed: $0) }
        guard !handles.contains(where: { $0 == container?.person }) else {
            runtime?.tell("The handle must name another person")
            return
        }
        let isAdded = attempt(refusedBecause: obstacleToAdding) { () throws(SharingError) in
            if let management { return try management.add(handles) }
            guard let controller else { return }
            guard controller.share == nil else { return try controller.request(.add(handles)) }
            for handle in handles { try controller.invite(handle) }
        }
        guard isAdded else { return }
        askedLine = management == nil ? nil : words.joined(separator: " ")
        runtime?.update { $0.endAddingPeople() }
    }

    /// The reason why the person cannot add people to the share; nil if they can, or if there is no share. Their rights can
    /// change while they write the names.
    private var obstacleToAdding: String? {
        guard let share, let own = share.currentUserParticipant else { return nil }
        if share.isRootRecordDeleted { return "“\(CleanText.line(share.title))” was deleted: no one can be added" }
        if share.publicPermission != .none { return SharingError.publicShare.description }
        let isManager = own.role == .owner || own.role == .administrator
        return isManager || share.allowsInviting ? nil : "Only the owner and administrators can add people."
    }

    func remove(_ handle: Handle) {
        attempt { () throws(SharingError) in
            if let management { return try management.remove(handle) }
            guard controller?.share == nil else { return try controller?.request(.remove([handle])) ?? () }
            try controller?.uninvite(handle)
        }
    }

    func saveSharing() -> [AppAction] {
        if isUnshared { return perform(.send) }
        attempt { () throws(SharingError) in try controller?.save() }
        return []
    }

    /// Saves the sharing, and closes its screens after a success.
    func finishSharing() -> [AppAction] {
        if isUnshared {
            closesOnceSaved = true
            return perform(.send)
        }
        // Without a change there is no Done: letters after one that closes the screens would act on the document.
        guard controller?.hasUnsavedChanges == true else {
            let hasDone = runtime?.state.sharing?.sheet.trailing != nil
            if hasDone { endSharing() } else { runtime?.tell("Nothing has changed: Esc closes") }
            return []
        }
        closesOnceSaved = true
        return saveSharing()
    }

    private func endSharing() {
        closeSharing()
        runtime?.update { if $0.view.sheet == .sharing { $0.view.sheet = nil } }
    }

    func closeSharing() {
        dismissSharing()
        // A version that another person saved shows after the choices here are discarded.
        showPeople()
        (isChoosingPlace, closesOnceSaved) = (false, false)
        coveredRow = nil
        runtime?.update { $0.sharing = nil }
    }

    /// Performs a change on the open screen: the app's own, or the system's.
    ///
    /// - Parameter obstacle: the reason why the screen does not offer the change; nil for the general one.
    /// - Returns: false if it was refused, and the person was shown why.
    @discardableResult
    private func attempt(refusedBecause obstacle: String? = nil, _ body: () throws(SharingError) -> Void) -> Bool {
        defer { showSharing() }
        do throws(SharingError) {
            let wasBusy = controller?.isBusy == true
            try body()
            if !wasBusy, controller?.isBusy == true { runtime?.tell(Self.isSaving) }
            return true
        } catch {
            closesOnceSaved = false
            runtime?.tell(error == .notOffered ? obstacle ?? error.description : error.description)
            return false
        }
    }

    func showSharing() {
        guard let focus = runtime?.state.view.inSheet.focus else { return }
        let drawn: CloudSharingSheet.Drawn
        if let management {
            drawn = management.drawn(focus: focus)
        } else if let controller {
            drawn =
                isChoosingPlace
                ? CloudSharingSheet.drawn(
                    runtime?.conversations ?? [], people: controller.invitedPeople.map { container?.names($0) ?? "" },
                    focus: focus)
                : CloudSharingSheet.drawn(controller, focus: focus)
        } else {
            return
        }
        if case .invitation(let screen)? = controller?.screen, !screen.isPlaceGone {
            let isGone = SharingError.conversationGone.description
            runtime?.update { if $0.view.hint == isGone { $0.view.hint = nil } }
        }
        runtime?.update { state in
            // A question begins at its first button. The screen that it covers keeps the row that had the focus.
            let wasQuestion = state.sharing?.deeds.contains(.cancel) == true
            let isQuestion = drawn.deeds.contains(.cancel)
            if isQuestion, !wasQuestion {
                let rows = state.sharing?.sheet.choices ?? []
                let focus = state.view.inSheet.focus ?? 0
                coveredRow = (state.view.inSheet, rows.indices.contains(focus) ? rows[focus].label : nil)
                state.view.inSheet = SheetState(focus: 0)
            } else if !isQuestion, let (sheet, label) = coveredRow {
                state.view.inSheet = sheet
                // The answer may have removed rows: the focus goes to the row with the same label.
                state.view.inSheet.focus = drawn.sheet.choices.firstIndex { $0.label == label } ?? sheet.focus
                coveredRow = nil
            }
            state.sharing = drawn
        }
    }
}

extension AppDocuments {
    /// Notes that a document is not shared any more, or not with this person. Another page may be open.
    func stopped(_ subject: FinishingSharing) {
        if subject.url == item?.url { return stopped() }
        isListStale = true
        if !subject.isOwner { note(.left, ofLosing: subject.url) }
        var lost = LostCollaboration(title: subject.title, cause: .left, isOpen: subject.isOpen)
        lost.isOwn = subject.isOwner
        runtime?.tell(lost.sentence)
    }

    /// Notes that the open document is not shared any more, or not with this person.
    func stopped() {
        isListStale = true
        guard isOwner else {
            if let url = item?.url { note(.left, ofLosing: url) }
            return loseAccess()
        }
        runtime?.tell(Self.isUnsharedNow)
        (share, view, isUnshared, closesOnceSaved) = (nil, nil, true, false)
        runtime?.update { $0.endSharing() }
        (controller, management) = (nil, nil)
    }
}

extension AppDocuments: CloudSharingControllerDelegate {
    func cloudSharingController(_ controller: CloudSharingController, failedToSaveShareWithError error: any Error) {
        let subject = takeSubject(of: controller)
        guard subject.url == item?.url else { return report("\(error)", on: subject.url, subject.title) }
        closesOnceSaved = false
        runtime?.tell("\(error)")
        showSharing()
        // If the share was saved although its link could not be sent, the People screen opens.
        if controller === self.controller { replaceInvitation() }
        loseAccessIfGone()
    }

    func itemTitle(for controller: CloudSharingController) -> String? {
        namesItems ? controller.share?.title ?? runtime?.state.document?.document.title : nil
    }

    func itemThumbnailData(for controller: CloudSharingController) -> String? {
        namesItems ? item.flatMap { runtime?.state.opened($0.id).glyph } : nil
    }

    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {
        let subject = takeSubject(of: controller)
        guard subject.url == item?.url else { return report(Self.isSaved, on: subject.url, subject.title) }
        // Another answer may have brought the share as it was before the save.
        if let share = controller.share, isUnshared || share !== self.share {
            show(share)
            // No answer so far contains the conversations that have its link.
            container?.refresh(share) { [weak self] _ in self?.showPeople() }
        }
        runtime?.tell(Self.isSaved)
        if closesOnceSaved { endSharing() } else { showSharing() }
        showPeople()
        loseAccessIfGone()
    }

    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {
        stopped(takeSubject(of: controller))
    }
}
