import AppModel
import ChatProtocol
import ChatScreens

/// The screen on which an app with its own service manages participants, in place of the system's People screen
/// (`manage-view`). Changes are saved at once.
///
/// The share decides the rights of each person, as everywhere.
final class AppManagement {
    private enum Question {
        case remove(RemoveParticipantAlertController)
        case end(SharingConfirmation)
    }

    /// The progress of a change.
    enum Outcome {
        /// The change is requested: the app's own service decides, which may take a while.
        case asked
        /// The change is saved.
        case saved
        /// The document is no longer shared, or not with this person.
        case ended
        /// The change failed, and the share is unchanged.
        case failed(SharingError)
    }

    private let title: String
    private let share: CloudShare
    private let highlight: CollaborationHighlight
    private let container: Container
    private var question: Question?
    /// True if the added people get the link.
    private var sendsLink = true
    /// True while a change has no answer.
    private(set) var isAsking = false
    private let reports: (AppManagement, Outcome) -> Void

    /// - Parameters:
    ///   - title: the app's title for the screen.
    ///   - report: receives the progress of a change. All but ``Outcome/asked`` arrive during ``Container/turn()``.
    init?(title: String, share: CloudShare, in container: Container, report: @escaping (AppManagement, Outcome) -> Void)
    {
        guard let highlight = CollaborationHighlight(share) else { return nil }
        (self.title, self.share, self.highlight) = (title, share, highlight)
        (self.container, reports) = (container, report)
    }

    private func report(_ outcome: Outcome) { reports(self, outcome) }

    private var screen: PeopleScreen {
        PeopleScreen(
            of: share, header: (title, ""), choices: OfferedChoices(.standard, share.allowedSharingOptions),
            names: container.names)
    }

    /// Returns the screen, or the question over it.
    func drawn(focus: Int) -> CloudSharingSheet.Drawn {
        switch question {
        case .remove(let alert)?:
            var sheet = alert.sheet
            sheet.focus = min(1, max(0, focus))
            return CloudSharingSheet.Drawn(sheet: sheet, deeds: [.cancel, .confirm])
        case .end(let confirmation)?: return CloudSharingSheet.drawn(confirmation, focus: focus)
        case nil: break
        }
        let screen = screen
        var drawn = CloudSharingSheet.Drawn(
            sheet: Sheet(title: title, leading: "Close"), deeds: [])
        drawn.add(screen.rows)
        for row in screen.rows where row.isRemovable { drawn.personKeys[row.handle] = ["↵ remove", "x remove"] }
        for action in screen.actions {
            switch action {
            case .addPeople:
                drawn.add("Add People…", .addPeople)
                drawn.add("Send the link to those you add", .sendsLink(!sendsLink), value: sendsLink ? "on" : "off")
            case .copyLink: drawn.add(action.title, .copyLink, below: "Document")
            case .leave: drawn.add(action.title, .leave)
            case .stop: drawn.add(action.title, .stop)
            case .removePeople, .changeAccess, .changePermission, .changeIndividualPermission, .changeRole,
                .changeInviting, .changeAccessRequests, .answerRequests:
                break
            }
        }
        drawn.focus(on: focus)
        return drawn
    }

    /// Performs the deed of a row or a button.
    ///
    /// - Returns: the link to copy; nil if there is none.
    /// - Throws: ``SharingError/notOffered`` if the screen does not have the deed, ``SharingError/busy`` while a change has no
    ///   answer.
    func perform(_ deed: CloudSharingSheet.Deed) throws(SharingError) -> String? {
        switch deed {
        case .person(let handle): try remove(handle)
        case .copyLink: return share.url
        case .sendsLink(let isOn):
            guard !isAsking else { throw .busy }
            sendsLink = isOn
        case .leave: ask(.leave)
        case .stop: ask(.stop)
        case .cancel:
            if case .remove(let alert)? = question { alert.cancel() }
            question = nil
        case .confirm: try confirm()
        case .addPeople, .access, .permission, .inviting, .accessRequests, .answer, .administrator, .options,
            .choosePlace, .send, .sendTo:
            throw .notOffered
        }
        return nil
    }

    /// Adds people to the share.
    ///
    /// - Throws: ``SharingError`` if the screen does not offer that, a change has no answer, or the share refuses a person.
    func add(_ handles: [Handle]) throws(SharingError) {
        guard screen.actions.contains(.addPeople) else { throw .notOffered }
        guard !isAsking else { throw .busy }
        for handle in handles { try share.addParticipant(CloudShare.Participant(handle)) }
        let operation = ModifyRecordsOperation(share: share)
        operation.sendsLink = sendsLink
        operation.modifyRecordsResultBlock = { [weak self] in self?.finish($0) }
        isAsking = true
        report(.asked)
        container.add(operation)
    }

    /// Asks whether to remove a person.
    ///
    /// - Throws: ``SharingError/notOffered`` if this person may not remove them.
    func remove(_ handle: Handle) throws(SharingError) {
        guard let row = screen.rows.first(where: { $0.handle == handle }), row.isRemovable else { throw .notOffered }
        question = .remove(
            RemoveParticipantAlertController(
                participant: DisplayedPerson(handle: handle, displayName: row.name), highlight: highlight))
    }

    private func ask(_ change: SharingChange) {
        question = SharingConfirmation(change, to: share, titled: share.title, names: container.names).map(Question.end)
    }

    private func confirm() throws(SharingError) {
        guard let asked = question else { throw .notOffered }
        guard !isAsking else { throw .busy }
        question = nil
        switch asked {
        case .remove(let alert):
            isAsking = true
            report(.asked)
            alert.remove(in: container) { [weak self] in self?.finish($0) }
        case .end(let confirmation):
            guard let id = share.shareID else { throw .notSaved }
            isAsking = true
            report(.asked)
            container.ask(confirmation.change == .stop ? .shareStop(.id(id)) : .shareLeave(.id(id))) {
                [weak self] answer in
                guard let self else { return }
                isAsking = false
                if case .failure(let refusal) = answer { return report(.failed(SharingError(refusal))) }
                share.end()
                report(.ended)
            }
        }
    }

    private func finish(_ result: Result<CloudShare, SharingError>) {
        switch result {
        case .failure(let error):
            isAsking = false
            report(.failed(error))
        // The alert reads the share by its link, so that the share on the screen needs an update.
        case .success:
            container.refresh(share) { [weak self] _ in
                self?.isAsking = false
                self?.report(.saved)
            }
        }
    }
}
