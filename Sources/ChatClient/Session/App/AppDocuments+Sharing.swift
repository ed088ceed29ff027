import AppFrameworks
import ChatProtocol
import ChatScreens

/// The sharing screens over a document: the system's, in the person's own session.
extension AppDocuments {
    /// The sharing screens: of what is shared the People screen, of what is not the Invitation screen; without a
    /// document, nothing (`ucs-guard`). Of what an app keeps with a service of its own they are the app's own, or there
    /// are none (`manage-view`).
    func manage() {
        let backend = isUnshared ? runtime?.backend : share?.backend
        if item != nil, backend == .custom { return manageItself() }
        guard let container, let controller = controller(in: container) else {
            if item != nil { runtime?.tell("Its sharing is not known yet") }
            return
        }
        controller.popoverPresentationController.sourceItem = "share"
        controller.delegate = self
        controller.availablePermissions = availablePermissions
        self.controller = controller
        isChoosingPlace = false
        attempt { () throws(SharingError) in try controller.present() }
        runtime?.update { $0.show(.sharing) }
        showSharing()
    }

    /// The app's own management of what it keeps itself.
    private func manageItself() {
        guard let runtime, let share, let container, !isUnshared else {
            runtime?.tell("In Messages, /share shares it: the app is asked first")
            return
        }
        guard let ownManageTitle else {
            return runtime.tell("\(runtime.state.name) has no screen to manage who takes part")
        }
        management = AppManagement(title: ownManageTitle, share: share, in: container) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .asked: self.runtime?.tell("Asking \(self.runtime?.state.name ?? "")…")
            case .saved:
                self.runtime?.tell("Sharing is saved")
                showPeople()
            case .failed(let error): self.runtime?.tell(error.description)
            case .ended: stopped()
            }
            showSharing()
        }
        runtime.update { $0.show(.sharing) }
        showSharing()
    }

    private func controller(in container: Container) -> CloudSharingController? {
        if let share, !isUnshared { return CloudSharingController(share: share, container: container) }
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
        // The screens name people before there is a share that brings its container along.
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

    /// - Returns: the link, where it is to be copied.
    private func perform(
        _ deed: CloudSharingSheet.Deed, on controller: CloudSharingController
    ) throws(SharingError) -> String? {
        let isNew = controller.share == nil
        switch deed {
        case .person(let handle):
            guard let permission = controller.share?.participants.first(where: { $0.handle == handle })?.permission
            else { break }
            try controller.request(.individualPermission(handle, permission == .readOnly ? .readWrite : .readOnly))
        case .administrator(let handle):
            guard let role = controller.share?.participants.first(where: { $0.handle == handle })?.role else { break }
            try controller.request(.administrator(handle, role != .administrator))
        case .access(let access):
            if isNew { try controller.choose(access) } else { try controller.request(.access(access)) }
        case .permission(let permission):
            if isNew { try controller.choose(permission) } else { try controller.request(.permission(permission)) }
        case .inviting(let isAllowed):
            if isNew {
                try controller.choose(allowsInviting: isAllowed)
            } else {
                try controller.request(.inviting(isAllowed))
            }
        case .sendsLink(let isOn): controller.sendsLink = isOn
        case .copyLink: return try controller.copyLink()
        case .leave: try controller.request(.leave)
        case .stop: try controller.request(.stop)
        case .confirm: try controller.confirm()
        case .cancel: if isChoosingPlace { isChoosingPlace = false } else { controller.cancel() }
        case .send:
            guard case .invitation(let screen) = controller.screen, screen.canSend else {
                throw SharingError.nobodyChosen
            }
            isChoosingPlace = true
        case .sendTo(let conversation):
            isChoosingPlace = false
            try controller.send(to: conversation)
        case .addPeople: break
        }
        return nil
    }

    func invite(_ words: [String]) {
        let handles = words.compactMap { Handle($0) }
        guard handles.count == words.count else {
            runtime?.tell("A handle has letters, digits and . _ - + @")
            return
        }
        attempt { () throws(SharingError) in
            if let management { return try management.add(handles) }
            guard let controller else { return }
            guard controller.share == nil else { return try controller.request(.add(handles)) }
            for handle in handles { try controller.invite(handle) }
        }
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

    /// Saves the sharing and closes its screens once that is done; what cannot be saved stays open.
    func finishSharing() -> [AppAction] {
        if isUnshared { return perform(.send) }
        guard controller?.hasUnsavedChanges == true else {
            endSharing()
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
        controller?.dismiss()
        (isChoosingPlace, closesOnceSaved) = (false, false)
        (controller, management) = (nil, nil)
        runtime?.update { $0.sharing = nil }
    }

    /// Does something on the screen that is open: the app's own, where it has one, or the system's.
    private func attempt(_ body: () throws(SharingError) -> Void) {
        do throws(SharingError) {
            try body()
        } catch {
            runtime?.tell(error.description)
        }
        showSharing()
    }

    func showSharing() {
        guard let focus = runtime?.state.view.inSheet.focus else { return }
        let drawn: CloudSharingSheet.Drawn
        if let management {
            drawn = management.drawn(focus: focus)
        } else if let controller {
            drawn =
                isChoosingPlace
                ? CloudSharingSheet.drawn(runtime?.conversations ?? [], focus: focus)
                : CloudSharingSheet.drawn(controller, focus: focus)
        } else {
            return
        }
        runtime?.update { state in
            // A question begins at its first button, and the screen behind it at the top.
            if state.sharing?.deeds.contains(.cancel) != drawn.deeds.contains(.cancel) {
                state.view.inSheet = SheetState(focus: 0)
            }
            state.sharing = drawn
        }
    }
}

extension AppDocuments {
    /// It is shared no longer, or not with this person.
    func stopped() {
        isListStale = true
        guard isOwner else { return loseAccess(saying: "It is not shared with you any more") }
        runtime?.tell("It is not shared any more")
        (share, view, isUnshared, closesOnceSaved) = (nil, nil, true, false)
        runtime?.update { $0.endSharing() }
        (controller, management) = (nil, nil)
    }
}

extension AppDocuments: CloudSharingControllerDelegate {
    func cloudSharingController(_ controller: CloudSharingController, failedToSaveShareWithError error: any Error) {
        closesOnceSaved = false
        runtime?.tell("\(error)")
        showSharing()
        // What was saved before the link could not be sent is shared all the same.
        if controller.share == nil, let url = item?.url { fetchShare(url) }
        loseAccessIfGone()
    }

    func itemTitle(for controller: CloudSharingController) -> String? {
        namesItems ? controller.share?.title ?? runtime?.state.document?.document.title : nil
    }

    func itemThumbnailData(for controller: CloudSharingController) -> String? {
        namesItems ? item.flatMap { runtime?.state.opened($0.id).glyph } : nil
    }

    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {
        if isUnshared, let share = controller.share {
            show(share)
            // Where its link stands now is in no answer so far.
            container?.refresh(share) { [weak self] _ in self?.showPeople() }
        }
        runtime?.tell("Sharing is saved")
        if closesOnceSaved { endSharing() } else { showSharing() }
        showPeople()
        loseAccessIfGone()
    }

    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {
        stopped()
    }
}
