import AppModel
import ChatProtocol
import ChatScreens

/// The screen on which an app with a service of its own manages who takes part: the app's, and not the system's People
/// screen (`manage-view`). What is changed on it is saved at once.
///
/// Who may do what follows from the share, as everywhere.
final class AppManagement {
    private enum Question {
        case remove(RemoveParticipantAlertController)
        case end(SharingConfirmation)
    }

    /// How far something got.
    enum Outcome {
        /// It was asked for: the app's own service decides, and may take a while.
        case asked
        /// It is saved.
        case saved
        /// It is shared no longer, or not with this person.
        case ended
        /// It is as it was.
        case failed(SharingError)
    }

    private let title: String
    private let share: CloudShare
    private let highlight: CollaborationHighlight
    private let container: Container
    private var question: Question?
    /// True if the people who are added are sent the link.
    private var sendsLink = true
    /// True while a change is not answered.
    private(set) var isAsking = false
    private let reports: (AppManagement, Outcome) -> Void

    /// - Parameters:
    ///   - title: what the app calls it.
    ///   - report: told how far a change got; but for that it was asked for, out of ``Container/turn()``.
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

    /// The screen, or the question that stands over it.
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
                .changeInviting:
                break
            }
        }
        drawn.focus(on: focus)
        return drawn
    }

    /// Does what a row or a button says.
    ///
    /// - Returns: the link, where it is to be copied.
    /// - Throws: ``SharingError/notOffered`` for what the screen does not have.
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
        case .addPeople, .access, .permission, .inviting, .administrator, .options, .choosePlace, .send, .sendTo:
            throw .notOffered
        }
        return nil
    }

    /// Puts people on it.
    ///
    /// - Throws: ``SharingError`` where that is not offered.
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

    /// Asks whether somebody's access is to be taken.
    ///
    /// - Throws: ``SharingError/notOffered`` where this person may not.
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
        // The alert reads the share by its link: what is on the screen is brought up to it.
        case .success:
            container.refresh(share) { [weak self] _ in
                self?.isAsking = false
                self?.report(.saved)
            }
        }
    }
}
