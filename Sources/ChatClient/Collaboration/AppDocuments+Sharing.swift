import ChatProtocol

/// The sharing screens over a document: the system's, in the person's own session.
extension AppDocuments {
    /// The sharing screens: of what is shared the People screen, of what is not the Invitation screen; without a
    /// document, nothing (`ucs-guard`).
    func manage() {
        guard let container, let controller = controller(in: container) else {
            if item != nil { runtime?.tell("Its sharing is not known yet") }
            return
        }
        controller.popoverPresentationController.sourceItem = "share"
        controller.delegate = self
        controller.availablePermissions = availablePermissions
        self.controller = controller
        isChoosingPlace = false
        attempt { controller throws(SharingError) in try controller.present() }
        runtime?.update { _ = AppUpdate.show(.sharing, &$0) }
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
        attempt { controller throws(SharingError) in
            let isNew = controller.share == nil
            switch deed {
            case .person(let handle):
                guard let permission = controller.share?.participants.first(where: { $0.handle == handle })?.permission
                else { return }
                try controller.request(
                    .individualPermission(handle, permission == .readOnly ? .readWrite : .readOnly))
            case .administrator(let handle):
                guard let role = controller.share?.participants.first(where: { $0.handle == handle })?.role
                else { return }
                try controller.request(.administrator(handle, role != .administrator))
            case .access(let access):
                if isNew { try controller.choose(access) } else { try controller.request(.access(access)) }
            case .permission(let permission):
                if isNew { try controller.choose(permission) } else { try controller.request(.permission(permission)) }
            case .inviting(let isAllowed): try controller.request(.inviting(isAllowed))
            case .copyLink: link = try controller.copyLink()
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
        }
        return link.map { [.copy($0)] } ?? []
    }

    func invite(_ words: [String]) {
        let handles = words.compactMap { Handle($0) }
        guard handles.count == words.count else {
            runtime?.tell("A handle has letters, digits and . _ - + @")
            return
        }
        attempt { controller throws(SharingError) in
            guard controller.share == nil else { return try controller.request(.add(handles)) }
            for handle in handles { try controller.invite(handle) }
        }
    }

    func attempt(_ body: (CloudSharingController) throws(SharingError) -> Void) {
        guard let controller else { return }
        do throws(SharingError) {
            try body(controller)
        } catch {
            runtime?.tell(error.description)
        }
        showSharing()
    }

    func showSharing() {
        guard let controller, let focus = runtime?.state.view.sheetFocus else { return }
        let drawn =
            isChoosingPlace
            ? CloudSharingSheet.drawn(runtime?.conversations ?? [], focus: focus)
            : CloudSharingSheet.drawn(controller, focus: focus)
        runtime?.update { state in
            // A question begins at its first button, and the screen behind it at the top.
            if state.sharing?.deeds.contains(.cancel) != drawn.deeds.contains(.cancel) { state.view.sheetFocus = 0 }
            state.sharing = drawn
        }
    }
}

extension AppDocuments: CloudSharingControllerDelegate {
    func cloudSharingController(_ controller: CloudSharingController, failedToSaveShareWithError error: any Error) {
        runtime?.tell("\(error)")
        showSharing()
        // What was saved before the link could not be sent is shared all the same.
        if controller.share == nil, let url = item?.url { fetchShare(url) }
    }

    func itemTitle(for controller: CloudSharingController) -> String? {
        namesItems ? controller.share?.title ?? runtime?.state.document?.document.title : nil
    }

    func itemThumbnailData(for controller: CloudSharingController) -> String? {
        namesItems ? item.flatMap { runtime?.state.item($0.id)?.glyph } : nil
    }

    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {
        if isUnshared, let share = controller.share { take(share) }
        runtime?.tell("Sharing is saved")
        showSharing()
        showPeople()
    }

    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {
        runtime?.tell(isOwner ? "It is not shared any more" : "It is not shared with you any more")
        if isOwner { (share, view, isUnshared) = (nil, nil, true) }
        runtime?.update { state in
            state.sharing = nil
            state.document?.people = nil
            state.document?.panel = nil
            if state.view.sheet == .sharing { state.view.sheet = nil }
        }
        self.controller = nil
    }
}
