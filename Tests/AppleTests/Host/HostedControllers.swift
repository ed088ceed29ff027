import CloudKit
import SharedWithYou
import UIKit

/// A record that is shared.
@MainActor enum Plan {
    /// Saves a record and its share.
    static func share(with address: String? = nil) async throws -> CKShare {
        let record = CKRecord(recordType: "Plan")
        record["title"] = "Plan"
        let share = CKShare(rootRecord: record)
        share[CKShare.SystemFieldKey.title] = "Plan"
        let container = CKContainer.default()
        if let address {
            let participant = try await container.shareParticipant(forEmailAddress: address)
            participant.permission = .readWrite
            share.addParticipant(participant)
        }
        _ = try await container.privateCloudDatabase.modifyRecords(saving: [record, share], deleting: [])
        return share
    }
}

/// A screen with one button, which presents a controller.
class ButtonController: UIViewController {
    private let make: () -> UIViewController
    private(set) var share: CKShare?

    init(_ make: @escaping () -> UIViewController) {
        self.make = make
        super.init(nibName: nil, bundle: nil)
        title = "Plan"
    }

    /// Creates a screen with the people of a share in its bar.
    convenience init(people share: CKShare) {
        self.init { UIViewController() }
        self.share = share
        let provider = NSItemProvider()
        provider.suggestedName = "Plan"
        provider.registerCKShare(share, container: .default())
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: SWCollaborationView(itemProvider: provider))
    }

    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        guard share == nil else { return }
        view.addSubview(
            UIButton(
                type: .system,
                primaryAction: UIAction(title: "Present") { [unowned self] _ in present(make(), animated: true) }))
    }
}

/// A screen whose button shares a record, and that writes down the outcomes.
final class PlanController: ButtonController {
    private(set) var outcomes: [String] = []

    init() {
        weak var controller: PlanController?
        super.init {
            let provider = NSItemProvider()
            provider.registerCKShare(container: .default()) { try await Plan.share() }
            let sheet = UIActivityViewController(activityItems: [provider], applicationActivities: nil)
            sheet.completionWithItemsHandler = { type, isCompleted, _, _ in
                controller?.outcomes.append("\(type?.rawValue ?? "-") \(isCompleted)")
            }
            return sheet
        }
        controller = self
    }

    required init?(coder: NSCoder) { return nil }
}

/// A screen whose button begins a collaboration on the app's own server.
final class BoardController: ButtonController {
    /// Fulfils each start at once.
    final class Handler: NSObject, SWCollaborationActionHandler {
        var started: [String] = []

        func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
        ) {
            started.append(action.collaborationMetadata.localIdentifier.rawValue)
            guard let url = URL(string: "https://notes.example/board/1") else { return action.fail() }
            action.fulfill(using: url, collaborationIdentifier: SWCollaborationIdentifier("board-1"))
        }

        func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator, handle action: SWUpdateCollaborationParticipantsAction
        ) {
            action.fulfill()
        }
    }

    let handler = Handler()

    init() {
        super.init {
            let metadata = SWCollaborationMetadata(localIdentifier: SWLocalCollaborationIdentifier(rawValue: "local-1"))
            metadata.title = "Board"
            let provider = NSItemProvider()
            provider.registerObject(metadata, visibility: .all)
            return UIActivityViewController(activityItems: [provider], applicationActivities: nil)
        }
    }

    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        SWCollaborationCoordinator.shared.actionHandler = handler
    }
}

/// A service of the app's own.
final class ExportActivity: UIActivity {
    private(set) var performed: [String] = []
    private var items: [Any] = []

    override var activityType: ActivityType? { ActivityType("com.example.export") }
    override var activityTitle: String? { "Export" }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
    override func prepare(withActivityItems activityItems: [Any]) { items = activityItems }
    override func perform() {
        performed += items.map { "\($0)" }
        activityDidFinish(true)
    }
}

/// A screen that shows who shared a link.
final class AttributionController: UIViewController, SWHighlightCenterDelegate {
    let attribution = SWAttributionView()
    private let center = SWHighlightCenter()

    override func viewDidLoad() {
        super.viewDidLoad()
        attribution.supplementalMenu = UIMenu(children: [UIAction(title: "Copy Title") { _ in }])
        view.addSubview(attribution)
        center.delegate = self
        attribution.highlight = center.highlights.first
    }

    nonisolated func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
        MainActor.assumeIsolated { attribution.highlight = center.highlights.first }
    }
}
