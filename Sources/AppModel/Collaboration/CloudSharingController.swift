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

/// A delegate that describes the shared item and is called after saves: the simulator's
/// `UICloudSharingControllerDelegate` (`ucs-delegate-required`, `ucs-delegate-optional`).
public protocol CloudSharingControllerDelegate: AnyObject {
    /// Called with the error when the share could not be saved, sent, left or stopped.
    func cloudSharingController(
        _ controller: CloudSharingController, failedToSaveShareWithError error: any Error)
    /// Returns the title of the item on the screens; nil for a general title.
    func itemTitle(for controller: CloudSharingController) -> String?
    /// Returns one character in place of a thumbnail; nil for a general one.
    func itemThumbnailData(for controller: CloudSharingController) -> String?
    /// Returns the uniform type identifier of the record; nil for a general one.
    func itemType(for controller: CloudSharingController) -> String?
    /// Called after the share was saved.
    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController)
    /// Called after this person stopped sharing or left the share.
    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController)
}

extension CloudSharingControllerDelegate {
    /// By default, returns nil.
    public func itemThumbnailData(for controller: CloudSharingController) -> String? { nil }
    /// By default, returns nil.
    public func itemType(for controller: CloudSharingController) -> String? { nil }
    /// By default, does nothing.
    public func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {}
    /// By default, does nothing.
    public func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {}
}

extension CloudSharingController {
    /// The choices that the screens offer, with the raw values of `UICloudSharingController.PermissionOptions`
    /// (`ucs-bits`).
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// All choices. Combined with other options, it has no effect (`ucs-standard`).
        public static let standard = PermissionOptions([])
        /// Access for anyone with the link.
        public static let allowPublic = PermissionOptions(rawValue: 1)
        /// Access for invited people only.
        public static let allowPrivate = PermissionOptions(rawValue: 2)
        /// Permission to read.
        public static let allowReadOnly = PermissionOptions(rawValue: 4)
        /// Permission to read and write.
        public static let allowReadWrite = PermissionOptions(rawValue: 8)
    }
}

/// The choices that both the controller's options and the share's options allow.
package struct OfferedChoices: Equatable {
    var access: [Share.Access]
    var permissions: [Share.Permission]
    var inviting: Bool
    var accessRequests: Bool

    /// Creates the common choices. If the controller's options name no access, or no permission, they allow all of that
    /// kind.
    package init(
        _ options: CloudSharingController.PermissionOptions, _ allowed: AllowedSharingOptions, inviting: Bool = true
    ) {
        let isPublic = options.contains(.allowPublic) || options.isDisjoint(with: [.allowPublic, .allowPrivate])
        let isPrivate = options.contains(.allowPrivate) || options.isDisjoint(with: [.allowPublic, .allowPrivate])
        let reads = options.contains(.allowReadOnly) || options.isDisjoint(with: [.allowReadOnly, .allowReadWrite])
        let writes = options.contains(.allowReadWrite) || options.isDisjoint(with: [.allowReadOnly, .allowReadWrite])
        let accessOptions = allowed.allowedParticipantAccessOptions
        let permissionOptions = allowed.allowedParticipantPermissionOptions
        access = []
        if isPrivate, accessOptions.contains(.specifiedRecipientsOnly) { access.append(.private) }
        if isPublic, accessOptions.contains(.anyoneWithLink) { access.append(.public) }
        permissions = []
        if writes, permissionOptions.contains(.readWrite) { permissions.append(.readWrite) }
        if reads, permissionOptions.contains(.readOnly) { permissions.append(.readOnly) }
        (self.inviting, accessRequests) = (inviting, allowed.allowsAccessRequests)
    }
}

/// The choices that an app lets people make about a share: the simulator's `CKAllowedSharingOptions`
/// (`ck-allowed-options`).
public struct AllowedSharingOptions: Hashable, Sendable {
    /// The permissions that participants may be given.
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Permission to read.
        public static let readOnly = PermissionOptions(rawValue: 1)
        /// Permission to read and write.
        public static let readWrite = PermissionOptions(rawValue: 2)
        /// Both permissions.
        public static let any: PermissionOptions = [.readOnly, .readWrite]
    }

    /// The access that a share may have.
    public struct AccessOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Access for anyone with the link.
        public static let anyoneWithLink = AccessOptions(rawValue: 1)
        /// Access for invited people only.
        public static let specifiedRecipientsOnly = AccessOptions(rawValue: 2)
        /// Both kinds of access.
        public static let any: AccessOptions = [.anyoneWithLink, .specifiedRecipientsOnly]
    }

    /// The permissions that participants may be given.
    public var allowedParticipantPermissionOptions: PermissionOptions
    /// The access that the share may have.
    public var allowedParticipantAccessOptions: AccessOptions
    /// True if participants may be allowed to add others; false by default.
    public var allowsParticipantsToInviteOthers = false
    /// True if the People screen offers to let others ask for access; false by default (`ck-access-requests`).
    public var allowsAccessRequests = false

    /// Creates options from permissions and access.
    public init(
        allowedParticipantPermissionOptions: PermissionOptions, allowedParticipantAccessOptions: AccessOptions
    ) {
        self.allowedParticipantPermissionOptions = allowedParticipantPermissionOptions
        self.allowedParticipantAccessOptions = allowedParticipantAccessOptions
    }

    /// Every permission and every access.
    public static let standard = AllowedSharingOptions(
        allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)
}
