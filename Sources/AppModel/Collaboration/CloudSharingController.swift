import ChatProtocol

/// The screens to share a record and to manage who takes part: the simulator's `UICloudSharingController`. It has no
/// pixels: ``screen`` is what it shows, the methods are what a person does, and ``CloudSharingSheet`` draws it.
///
/// Which person it is, it finds out from the share (`ucs-role-auto`). Everybody is told out of ``Container/turn()``.
public final class CloudSharingController {
    /// Told how the preparation went: the share and its container, or an error.
    public typealias PreparationCompletion = (CloudShare?, Container?, (any Error)?) -> Void
    /// Saves a new share, once the owner has chosen.
    public typealias PreparationHandler = (CloudSharingController, @escaping PreparationCompletion) -> Void

    /// What it shows.
    public enum Screen: Hashable, Sendable {
        /// Whom to ask: nothing is shared yet.
        case invitation(InvitationScreen)
        /// Who takes part.
        case people(PeopleScreen)
        /// It is shared no longer, or not with this person.
        case ended
    }

    /// What the screens point at.
    public struct Popover: Hashable, Sendable {
        /// The control that opened them, by its name: set it before presenting.
        public var sourceItem: String?
    }

    /// The share in use; nil before the preparation handler gave one.
    public internal(set) var share: CloudShare?
    /// Says what is shared, and is told how it went.
    public weak var delegate: (any CloudSharingControllerDelegate)?
    /// Which choices are offered; all of them unless told otherwise (`ucs-available`).
    public var availablePermissions = PermissionOptions.standard {
        didSet { if share == nil { invitation = nil } }
    }
    /// What the screens point at (`ucs-popover`).
    public var popoverPresentationController = Popover()
    /// Whether it is on the screen.
    public private(set) var isPresented = false
    /// The question that waits: somebody would lose access.
    public internal(set) var confirmation: SharingConfirmation?
    /// Whether an answer is waited for.
    public internal(set) var isBusy = false
    /// True if saving sends the link: to the people who are added and are in no conversation with it, and of a new share to
    /// the people who are named or the conversation that is chosen. A save or closing the screen sets it to true again.
    public var sendsLink = true

    package var container: Container?
    let preparationHandler: PreparationHandler?
    var invitation: InvitationScreen?
    /// The conversation that the person chose for the link of a new share.
    var conversation: ConversationID?
    var isEnded = false

    /// For a record that is not shared yet: it shows the Invitation screen. The framework calls this way deprecated; the
    /// share sheet is the other (`ucs-init-new`, `ucs-init-new-deprecated`).
    ///
    /// - Parameter preparationHandler: called once the owner has chosen and sends; it saves the record and its new
    ///   share, and answers with that. A share that was there before is refused.
    public init(preparationHandler: @escaping PreparationHandler) { self.preparationHandler = preparationHandler }

    /// The same, where the record is known beforehand.
    ///
    /// - Throws: ``SharingError/alreadyShared``.
    public convenience init(
        rootRecord: CloudRecord, preparationHandler: @escaping PreparationHandler
    ) throws(SharingError) {
        guard !rootRecord.isShared else { throw .alreadyShared }
        self.init(preparationHandler: preparationHandler)
    }

    /// For a share that is saved: it shows the People screen (`ucs-init-existing`).
    public init(share: CloudShare, container: Container) {
        preparationHandler = nil
        self.share = share
        self.container = container
        container.watch(share)
        container.add(self)
    }

    /// Puts it on the screen.
    ///
    /// - Throws: ``SharingError/noAnchor`` where nothing was said that it points at: a mistake of the program, which a
    ///   test sees.
    public func present() throws(SharingError) {
        guard popoverPresentationController.sourceItem != nil else { throw .noAnchor }
        isPresented = true
    }

    /// Takes it off the screen; what was not saved is gone.
    public func dismiss() {
        isPresented = false
        confirmation = nil
        (sendsLink, conversation) = (true, nil)
        if !isBusy { share?.revert() }
    }

    /// What it shows.
    public var screen: Screen {
        if isEnded { return .ended }
        guard let share else { return .invitation(currentInvitation) }
        return .people(
            PeopleScreen(
                of: share, header: header, choices: choices, invitation: linkInvitation, sendsLink: sendsLink,
                names: container?.names ?? { $0.defaultName }))
    }

    /// Whether something was chosen that ``dismiss()`` would lose: what is being saved is not (`sheet-unsaved`).
    public var hasUnsavedChanges: Bool {
        if isBusy { return false }
        return switch screen {
        case .invitation(let screen): screen.hasChanges
        case .people(let screen): screen.hasChanges
        case .ended: false
        }
    }

    /// The item for a share sheet: it can send the link once there is one (`ucs-activity-source`).
    public func activityItemSource() -> ShareItemSource { ShareItemSource(title: header.title, share: share) }

    /// What it is called: the delegate's word, or a generic one (`ucs-default-header`, `ucs-delegate-header`).
    var header: (title: String, thumbnail: String) {
        (
            delegate?.itemTitle(for: self) ?? "Shared Item",
            delegate?.itemThumbnailData(for: self) ?? "□"
        )
    }

    /// The people whom saving adds to the share.
    var addedPeople: [Handle] {
        guard let share, let saved = share.saved else { return [] }
        let known = Set(saved.participants.map(\.handle))
        return share.participants.map(\.handle).filter { !known.contains($0) }
    }

    /// The message that saving sends to the people who are added; nil if nobody is added.
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

    /// Somebody else saved the share, or this person is on it no longer.
    func shareChanged() {
        guard let share else { return }
        guard share.saved == nil else { return askAgain() }
        isEnded = true
        confirmation = nil
    }
}

/// A share as an item of a share sheet, as a sharing controller gives it.
public struct ShareItemSource: ActivityItemSource {
    /// What it is called.
    public let title: String
    /// What is shared; nil before it is saved.
    public let share: CloudShare?

    /// The link; nil before the share is saved.
    public var url: String? { share?.url }

    /// The document, with no link before the share is saved.
    public var placeholderItem: ActivityItem { .document(url: url ?? "", title: title) }
    /// The link, once there is one: until then there is nothing to send.
    public func item(for activityType: ActivityType?) -> ActivityItem? { url.map { .document(url: $0, title: title) } }
}
