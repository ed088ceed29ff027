import CloudKit
import SharedWithYou
import UIKit

/// A shared note with the collaboration button in its navigation bar.
final class SharedNoteViewController: UIViewController {
    let share: CKShare
    private(set) var collaborationView: SWCollaborationView?
    private(set) var popoverEvents: [String] = []
    var allowsPopover = true

    private let container: CKContainer
    private let lastEditLabel = UILabel()

    init(share: CKShare, container: CKContainer) {
        self.share = share
        self.container = container
        super.init(nibName: nil, bundle: nil)
        title = share[CKShare.SystemFieldKey.title] as? String
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let itemProvider = NSItemProvider()
        itemProvider.registerCKShare(share, container: container)
        itemProvider.suggestedName = title

        let collaborationView = SWCollaborationView(itemProvider: itemProvider)
        collaborationView.headerTitle = title ?? "Note"
        collaborationView.activeParticipantCount = share.participants.count
        collaborationView.manageButtonTitle = "Manage Shared Note"
        collaborationView.delegate = self
        collaborationView.cloudSharingControllerDelegate = self

        lastEditLabel.text = "No edits yet"
        let content = UIStackView(arrangedSubviews: [lastEditLabel])
        content.axis = .vertical
        collaborationView.setContent(content)
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: collaborationView)
        self.collaborationView = collaborationView
    }

    func participantsDidChange(online count: Int, lastEdit: String) {
        collaborationView?.activeParticipantCount = count
        lastEditLabel.text = lastEdit
    }

    /// Asks before a person loses access.
    func confirmRemoval(of participant: CKShare.Participant) async throws {
        guard let url = share.url else { return }
        let highlight = try await SWHighlightCenter().collaborationHighlight(for: url)
        let components = participant.userIdentity.nameComponents
        let person = SWPerson(
            handle: participant.userIdentity.lookupInfo?.emailAddress,
            identity: nil,
            displayName: components?.formatted() ?? "this person",
            thumbnailImageData: nil)
        let alert = SWRemoveParticipantAlertController(participant: person, highlight: highlight)
        present(alert, animated: true)
    }
}

extension SharedNoteViewController: SWCollaborationViewDelegate {
    func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView) -> Bool {
        allowsPopover
    }

    func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView) {
        popoverEvents.append("will present")
    }

    func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView) {
        popoverEvents.append("did dismiss")
    }
}

extension SharedNoteViewController: UICloudSharingControllerDelegate {
    func itemTitle(for csc: UICloudSharingController) -> String? {
        title
    }

    func cloudSharingController(_ csc: UICloudSharingController, failedToSaveShareWithError error: any Error) {
        popoverEvents.append("failed: \(error.localizedDescription)")
    }

    func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController) {
        popoverEvents.append("stopped sharing")
    }
}
