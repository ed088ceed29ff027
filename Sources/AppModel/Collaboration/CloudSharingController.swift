import ChatProtocol

/// The screens that share a record and manage its participants: the simulator's `UICloudSharingController`. The
/// controller draws nothing: ``screen`` is its content, the methods are the actions of a person, and
/// ``CloudSharingSheet`` draws it.
///
/// It determines the person's role from the share (`ucs-role-auto`). ``Container/turn()`` calls the delegate after an
/// answer of the server.
public final class CloudSharingController {
    /// Receives the result of the preparation: the share and its container, or an error.
    public typealias PreparationCompletion = (CloudShare?, Container?, (any Error)?) -> Void
    /// Saves a new share after the owner's choices.
    public typealias PreparationHandler = (CloudSharingController, @escaping PreparationCompletion) -> Void

    /// The content of the screens.
    public enum Screen: Hashable, Sendable {
        /// The Invitation screen, before the record is shared.
        case invitation(InvitationScreen)
        /// The People screen of a saved share.
        case people(PeopleScreen)
        /// The share was stopped, or this person lost access.
        case ended
    }

    /// The anchor of the screens.
    public struct Popover: Hashable, Sendable {
        /// The name of the control that opens the screens. Set it before ``present()``.
        public var sourceItem: String?
    }

    /// The current share; nil before the preparation handler has supplied one.
    public internal(set) var share: CloudShare?
    /// The delegate that describes the shared item and is called after saves.
    public weak var delegate: (any CloudSharingControllerDelegate)?
    /// The choices that the screens offer; all by default (`ucs-available`).
    public var availablePermissions = PermissionOptions.standard {
        didSet { if share == nil { invitation = nil } }
    }
    /// The anchor of the screens (`ucs-popover`).
    public var popoverPresentationController = Popover()
    /// True if the controller is on the screen.
    public private(set) var isPresented = false
    /// The question that waits for an answer because people would lose access; nil for none.
    public internal(set) var confirmation: SharingConfirmation?
    /// True if the controller waits for an answer of the server or of the preparation handler.
    public internal(set) var isBusy = false
    /// True if a save sends the link. The link goes to added people who are in no conversation with it. For a new
    /// share, it goes to the chosen people or to the chosen conversation. A successful save and ``dismiss()`` set it to
    /// true again.
    public var sendsLink = true

    package var container: Container?
    let preparationHandler: PreparationHandler?
    var invitation: InvitationScreen?
    /// The conversation that the person chose for the link of a new share.
    var conversation: ConversationID?
    var isEnded = false

    /// Creates a controller for a record that is not shared yet. It shows the Invitation screen. The framework
    /// deprecates this initializer in favour of the share sheet (`ucs-init-new`, `ucs-init-new-deprecated`).
    ///
    /// - Parameter preparationHandler: called when the owner sends. It saves the record with its new share and returns
    ///   them. A share that existed before is refused.
    public init(preparationHandler: @escaping PreparationHandler) { self.preparationHandler = preparationHandler }

    /// Creates a controller for a known record that is not shared yet.
    ///
    /// - Throws: ``SharingError/alreadyShared`` if the record is shared.
    public convenience init(
        rootRecord: CloudRecord, preparationHandler: @escaping PreparationHandler
    ) throws(SharingError) {
        guard !rootRecord.isShared else { throw .alreadyShared }
        self.init(preparationHandler: preparationHandler)
    }

    /// Creates a controller for a saved share. It shows the People screen (`ucs-init-existing`).
    public init(share: CloudShare, container: Container) {
        preparationHandler = nil
        self.share = share
        self.container = container
        container.watch(share)
        container.add(self)
    }

    /// Presents the screens.
    ///
    /// - Throws: ``SharingError/noAnchor`` without a ``Popover/sourceItem``, which is a mistake of the program.
    public func present() throws(SharingError) {
        guard popoverPresentationController.sourceItem != nil else { throw .noAnchor }
        isPresented = true
    }

    /// Closes the screens and discards unsaved changes.
    public func dismiss() {
        isPresented = false
        confirmation = nil
        (sendsLink, conversation) = (true, nil)
        if !isBusy { share?.revert() }
    }

    /// The current content of the screens.
    public var screen: Screen {
        if isEnded { return .ended }
        guard let share else { return .invitation(currentInvitation) }
        return .people(
            PeopleScreen(
                of: share, header: header, choices: choices, invitation: linkInvitation, sendsLink: sendsLink,
                names: container?.names ?? { $0.defaultName }))
    }

    /// True if ``dismiss()`` would discard choices. Choices that are being saved do not count (`sheet-unsaved`).
    public var hasUnsavedChanges: Bool {
        if isBusy { return false }
        return switch screen {
        case .invitation(let screen): screen.hasChanges
        case .people(let screen): screen.hasChanges
        case .ended: false
        }
    }

    /// Returns the item for a share sheet. It can send the link once the share is saved (`ucs-activity-source`).
    public func activityItemSource() -> ShareItemSource { ShareItemSource(title: header.title, share: share) }

    /// The title and thumbnail of the item: the delegate's, or general ones (`ucs-default-header`,
    /// `ucs-delegate-header`).
    var header: (title: String, thumbnail: String) {
        (
            delegate?.itemTitle(for: self) ?? "Shared Item",
            delegate?.itemThumbnailData(for: self) ?? "□"
        )
    }

    /// The people whom a save adds to the share.
    var addedPeople: [Handle] {
        guard let share, let saved = share.saved else { return [] }
        let known = Set(saved.participants.map(\.handle))
        return share.participants.map(\.handle).filter { !known.contains($0) }
    }

    /// The message that a save sends to the added people; nil without added people.
    var linkInvitation: LinkInvitation? {
        let (people, conversations) = (addedPeople, Set(share?.conversations ?? []))
        return LinkInvitation(people, in: container?.places()) { conversations.contains($0.id) }
    }

    var choices: OfferedChoices {
        let allowed = share?.allowedSharingOptions ?? .standard
        return OfferedChoices(availablePermissions, allowed)
    }

    var currentInvitation: InvitationScreen {
        var screen =
            invitation ?? InvitationScreen(title: header.title, thumbnail: header.thumbnail, choices: choices)
        (screen.title, screen.thumbnail) = header
        let places = container?.places()
        screen.place = places?.first { $0.id == conversation }
        screen.sendsLink = sendsLink
        screen.isPlaceGone = conversation != nil && places != nil && screen.place == nil
        if screen.isPlaceGone {
            screen.invitation = nil
        } else {
            screen.invitation =
                screen.place.map { LinkInvitation(to: $0) } ?? LinkInvitation(screen.people, in: places) { _ in false }
        }
        return screen
    }

    /// Updates the controller after another person saved the share, or after this person lost it.
    func shareChanged() {
        guard let share else { return }
        guard share.saved == nil else { return askAgain() }
        isEnded = true
        confirmation = nil
    }
}

/// A share as an item of a share sheet, as a sharing controller supplies it.
public struct ShareItemSource: ActivityItemSource {
    /// The title of the item.
    public let title: String
    /// The share; nil before the record is shared.
    public let share: CloudShare?

    /// The link; nil before the share is saved.
    public var url: String? { share?.url }

    /// The document, with an empty link before the share is saved.
    public var placeholderItem: ActivityItem { .document(url: url ?? "", title: title) }
    /// Returns the document with its link; nil before the share is saved.
    public func item(for activityType: ActivityType?) -> ActivityItem? { url.map { .document(url: $0, title: title) } }
}
