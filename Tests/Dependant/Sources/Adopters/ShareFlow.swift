import CloudKit
import SharedWithYou
import UIKit
import UniformTypeIdentifiers

/// The share sheets of the app.
@MainActor
struct ShareFlow {
    /// The options of a new board: one permission, and two switches.
    static func shareOptions() -> SWCollaborationShareOptions {
        let permission = SWCollaborationOptionsPickerGroup(
            identifier: "permission",
            options: [
                SWCollaborationOption(title: "Can make changes", identifier: "edit"),
                SWCollaborationOption(title: "View only", identifier: "view"),
            ])
        permission.title = "Permission"
        permission.footer = "People can always comment."
        permission.selectedOptionIdentifier = "edit"

        let invite = SWCollaborationOption(title: "Add people", identifier: "invite")
        invite.isSelected = true
        let download = SWCollaborationOption(title: "Download", identifier: "download")
        download.requiredOptionsIdentifiers = ["edit"]
        let switches = SWCollaborationOptionsGroup(identifier: "allow", options: [invite, download])
        switches.title = "Allow others to"
        return SWCollaborationShareOptions(
            optionsGroups: [permission, switches], summary: "Everyone can make changes.")
    }

    /// Offers a board of the app's own server.
    func boardSheet(title: String, localIdentifier: String) -> UIActivityViewController {
        let metadata = SWCollaborationMetadata(
            localIdentifier: SWLocalCollaborationIdentifier(rawValue: localIdentifier))
        metadata.title = title
        metadata.defaultShareOptions = Self.shareOptions()
        let provider = NSItemProvider()
        provider.registerObject(metadata, visibility: .all)
        provider.suggestedName = title

        let configuration = UIActivityItemsConfiguration(itemProviders: [provider])
        configuration.metadataProvider = { key in
            key == .title ? title : nil
        }
        return UIActivityViewController(activityItemsConfiguration: configuration)
    }

    /// Offers a note whose share exists.
    func sheet(for share: CKShare, in container: CKContainer) -> UIActivityViewController {
        let provider = NSItemProvider()
        provider.registerCKShare(share, container: container, allowedSharingOptions: .standard)
        return UIActivityViewController(
            activityItemsConfiguration: UIActivityItemsConfiguration(itemProviders: [provider]))
    }

    /// Offers a note that is shared as soon as a person chooses to.
    func sheet(forNoteTitled title: String, in container: CKContainer) -> UIActivityViewController {
        let provider = NSItemProvider()
        let options = CKAllowedSharingOptions(
            allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .specifiedRecipientsOnly)
        provider.registerCKShare(container: container, allowedSharingOptions: options) {
            let note = CKRecord(recordType: "Note")
            note["title"] = title
            let share = CKShare(rootRecord: note)
            share[CKShare.SystemFieldKey.title] = title
            _ = try await container.privateCloudDatabase.modifyRecords(saving: [note, share], deleting: [])
            return share
        }
        return UIActivityViewController(activityItems: [provider], applicationActivities: nil)
    }

    /// Offers a link, with a longer text for mail.
    func linkSheet(for url: URL) -> UIActivityViewController {
        let sheet = UIActivityViewController(activityItems: [LinkItemSource(url: url)], applicationActivities: nil)
        sheet.excludedActivityTypes = [.print, .addToReadingList]
        return sheet
    }
}

/// A link whose form depends on the service.
final class LinkItemSource: NSObject, UIActivityItemSource {
    private let url: URL

    init(url: URL) {
        self.url = url
        super.init()
    }

    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
        url
    }

    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? {
        activityType == .mail ? "Have a look: \(url.absoluteString)" : url
    }

    func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String {
        UTType.url.identifier
    }
}
