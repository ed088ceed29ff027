public import ChatProtocol

/// A shared record with its participants: the simulator's `CKShare`. Its name is not `Share`, because the contract has
/// a type of that name and tests import both.
///
/// Changes reach other people only after a save, which saves all changes or none. A share belongs to the thread of its
/// ``Container``.
public final class CloudShare {
    /// The shared record.
    public let rootRecord: CloudRecord
    /// The zone of the owner that the share covers with all its records (`ck-zone-share`); nil for the share of one
    /// record. The record then represents the zone.
    public let folder: String?
    /// The id of the share; nil before it is saved.
    public private(set) var shareID: ShareID?
    /// The link; nil before the first save. It stays the same if the record is shared again (`ck-url`).
    public private(set) var url: String?
    /// The revision of the share, as of its last update; 0 before the first save and after the share ended.
    public private(set) var revision: Int64 = 0
    /// The identifier of the share in every participant's app; nil before the first save.
    public private(set) var collaborationIdentifier: String?
    /// The one of the three back ends that stores the share (`infra-three`).
    public private(set) var backend = Share.Backend.cloudRecord
    /// The time at which the record was first shared; nil before the first save.
    public private(set) var creationDate: Instant?
    /// The reader's conversations that contain the link, as far as the server reported them, oldest link first.
    package private(set) var conversations: [ConversationID] = []
    /// True if the root record was deleted. No people can be added to the share any more (`ucs-root-record`).
    public private(set) var isRootRecordDeleted = false
    /// The choices that the app allows for the share; all of them by default (`ck-allowed-options`).
    public var allowedSharingOptions = AllowedSharingOptions.standard

    var contents: ShareContents
    package private(set) var saved: ShareContents?
    private var reader: Handle?
    /// The newest state of the share from the server; nil before the first save.
    package private(set) var view: ShareView?
    /// The share as another person saved it, if that conflicts with the unsaved changes here.
    private var newer: ShareView?
    /// True if another person saved changes that conflict with the unsaved changes here.
    package var isBehind: Bool { newer != nil }
    /// True if the share was created from a record here; false if it was read from the server.
    let isMadeHere: Bool

    /// Creates a share of a record that was not shared before. It has no link until it is saved together with the
    /// record.
    public init(rootRecord: CloudRecord) {
        self.rootRecord = rootRecord
        folder = nil
        isMadeHere = true
        contents = ShareContents(title: rootRecord.title)
    }

    /// Creates a share of all records in a zone that was not shared before.
    public init(folder: String, of app: AppID) {
        self.folder = folder
        rootRecord = CloudRecord(app: app, title: folder)
        isMadeHere = true
        contents = ShareContents(title: folder)
    }

    /// Creates a share from the server's answer to a person.
    ///
    /// - Parameter reader: the person.
    package init(_ view: ShareView, readBy reader: Handle) {
        isMadeHere = false
        folder = view.share.folder
        rootRecord = CloudRecord(app: view.share.app, title: view.share.title)
        contents = ShareContents(title: rootRecord.title)
        update(from: view, readBy: reader)
    }

    /// Returns a copy with the same unsaved changes. Later saves change the copy and the original independently.
    package func copy() -> CloudShare {
        guard let view, let reader else {
            let copy = folder.map { CloudShare(folder: $0, of: rootRecord.app) } ?? CloudShare(rootRecord: rootRecord)
            copy.contents = contents
            return copy
        }
        let copy = CloudShare(view, readBy: reader)
        copy.contents = contents
        return copy
    }

    // MARK: State

    /// The title of the share (`ucs-title-key`).
    public var title: String {
        get { contents.title }
        set { contents.title = newValue }
    }

    /// The participants whom the reader may see: at least the owner and the reader (`ck-participants`).
    public var participants: [Participant] { contents.participants }
    /// The saved participants, without unsaved changes; the added participants before the first save.
    package var savedParticipants: [Participant] { saved?.participants ?? contents.participants }
    /// The owner; nil before the first save.
    public var owner: Participant? { contents.participants.first { $0.role == .owner } }

    /// The participant who is the person of the container. Nil before the first save, and if the person does not
    /// participate.
    public var currentUserParticipant: Participant? {
        reader.flatMap { reader in contents.participants.first { $0.handle == reader } }
    }

    /// The permission of people who were not added by name; ``ParticipantPermission/none`` by default. A higher
    /// permission admits anyone with the link (`ck-public-default`).
    ///
    /// Raising it from `none` removes the participants who have not accepted. Lowering it to `none` removes everyone
    /// except the owner, and people can be added again before the save.
    public var publicPermission: ParticipantPermission {
        get { contents.access == .public ? ParticipantPermission(contents.permission) : .none }
        set {
            guard let permission = newValue.shared else { return contents.set(.private) }
            contents.set(Share.Access.public)
            contents.set(permission)
        }
    }

    /// The general permission, for participants without their own one. Setting `unknown` or `none` has no effect. The
    /// framework has this choice only in its screens.
    public var permission: ParticipantPermission {
        get { ParticipantPermission(contents.permission) }
        set { newValue.shared.map { contents.set($0) } }
    }

    /// True if participants may add people.
    public var allowsInviting: Bool {
        get { contents.allowsInviting }
        set { contents.allowsInviting = newValue }
    }

    /// True if people who were not invited may ask for access (`ck-access-requests`).
    public var allowsAccessRequests: Bool {
        get { contents.allowsAccessRequests }
        set { contents.allowsAccessRequests = newValue }
    }

    /// The people who ask for access and have no answer. Adding one of them approves the request.
    public var requesters: [Handle] { contents.waitingRequesters }
    /// The people who may not ask for access.
    public var blocked: [Handle] { contents.blocked }

    /// The one-time links that were not opened (`ck-one-time-url`); empty for people who may not make them.
    public var oneTimeLinks: [Share.OneTimeLink] { contents.oneTimeLinks }
    /// Returns the one-time link with which a person joined; nil if there is none, or the reader may not know it.
    package func oneTimeLink(of person: Handle) -> Share.OneTimeLink? {
        view?.share.oneTimeLinks.first { $0.person == person }
    }
    /// The permissions of the one-time links that the next save makes. It makes them in this order.
    public var newOneTimeLinks: [Share.Permission] {
        get { contents.newOneTimeLinks }
        set { contents.newOneTimeLinks = newValue }
    }

    /// One line that summarizes the permissions of the participants (`perm-summary-text`).
    public var summary: String {
        let other = contents.permission == .readWrite ? ParticipantPermission.readOnly : .readWrite
        let isMixed = contents.others.contains { $0.permission == other }
        return isMixed ? contents.permission.mixedSummary : contents.permission.summary
    }

    /// True if the share has unsaved changes.
    public var hasChanges: Bool { saved != contents }

    // MARK: Changes

    /// Adds a person. A person who already participates only receives the permission (`ck-add-same`).
    ///
    /// - Throws: ``SharingError/notSaved`` before the first save; ``SharingError/publicShare`` if anyone with the link
    ///   has access (`ck-no-mix`); ``SharingError/owner`` for a permission of the owner.
    public func addParticipant(_ participant: Participant) throws(SharingError) {
        guard saved != nil else { throw .notSaved }
        try contents.add(participant)
    }

    /// Removes a person.
    ///
    /// - Throws: ``SharingError/notSaved`` before the first save; ``SharingError/owner`` for the owner;
    ///   ``SharingError/publicShare`` if anyone with the link has access; ``SharingError/notAParticipant(_:)`` for
    ///   other people.
    public func removeParticipant(_ participant: Participant) throws(SharingError) {
        guard saved != nil else { throw .notSaved }
        try contents.remove(participant.handle)
    }

    /// Denies requests for access. The people may ask again.
    public func deny(_ people: [Handle]) { contents.deny(people) }
    /// Blocks people: they may not ask for access, and participants among them are removed.
    public func block(_ people: [Handle]) { contents.block(people) }
    /// Lets blocked people ask for access again.
    public func unblock(_ people: [Handle]) { contents.unblock(people) }

    /// Takes back an unopened one-time link.
    public func removeOneTimeLink(_ id: String) { contents.oneTimeLinks.removeAll { $0.id == id } }

    /// Adds a person to a share that was never saved. Its first save invites them.
    ///
    /// - Throws: ``SharingError/publicShare`` if anyone with the link has access (`ck-no-mix`).
    package func invite(_ participant: Participant) throws(SharingError) { try contents.add(participant) }

    /// Removes a person from a share that was never saved.
    ///
    /// - Throws: ``SharingError`` if the person was not added.
    package func withdrawInvitation(of handle: Handle) throws(SharingError) { try contents.remove(handle) }

    /// Makes a participant an administrator or a private user (`ck-role-meaning`).
    ///
    /// - Throws: ``SharingError`` for the owner, for a person who is not on the share, and for a public share.
    package func setRole(_ role: ParticipantRole, for handle: Handle) throws(SharingError) {
        try contents.set(role, for: handle)
    }

    /// Discards the unsaved changes. The share is then as it was saved last, also by another person.
    public func revert() {
        if let saved { contents = saved }
        if let newer, let reader { update(from: newer, readBy: reader) }
    }

    // MARK: Updates from the server

    /// Replaces the state of the share by the saved one, and discards unsaved changes.
    func update(from view: ShareView, readBy reader: Handle) {
        let share = view.share
        let new = ShareContents(share)
        newer = nil
        self.view = view
        revision = share.revision
        collaborationIdentifier = view.collaborationIdentifier
        (backend, creationDate) = (share.backend, share.createdAt)
        isRootRecordDeleted = share.isDocumentDeleted
        conversations = view.conversations ?? conversations
        rootRecord.recordID = share.document
        rootRecord.title = share.title
        rootRecord.url = share.url
        rootRecord.isShared = true
        (shareID, url, self.reader) = (share.id, share.url, reader)
        (saved, contents) = (new, new)
    }

    /// Updates the share and keeps the unsaved changes, if the server reports only that people accepted their
    /// invitations. In all other cases the share stays as it is, and the server refuses to save it.
    func rebase(on view: ShareView, readBy reader: Handle) {
        let (new, changes) = (ShareContents(view.share), contents)
        guard let saved, saved.accepted(as: new) == new else { return newer = view }
        update(from: view, readBy: reader)
        contents = changes.accepted(as: new)
    }

    /// Adds a conversation of the reader that received the link.
    func noteLink(in conversation: ConversationID) {
        if !conversations.contains(conversation) { conversations.append(conversation) }
    }

    /// Returns the share to its state before its creation, which was rolled back. The document remains.
    func undoCreation(_ contents: ShareContents) {
        rootRecord.isShared = false
        (shareID, url, collaborationIdentifier, creationDate) = (nil, nil, nil, nil)
        (saved, newer, view, revision) = (nil, nil, nil, 0)
        self.contents = contents
    }

    /// Ends the share, because it was stopped or the reader lost access. The link stays, because a record that is
    /// shared again has the same one.
    package func end() {
        rootRecord.isShared = false
        revision = 0
        (saved, newer) = (nil, nil)
        shareID = nil
        contents.participants = []
    }
}

extension CloudShare {
    /// The role of a participant, with the raw values of `CKShare.ParticipantRole` (`ck-role`).
    public enum ParticipantRole: Int, CaseIterable, Sendable {
        /// A role that this version does not know.
        case unknown = 0
        /// The owner of the record.
        case owner = 1
        /// A participant invited by name who may add and remove people and change their permissions.
        case administrator = 2
        /// A participant invited by name.
        case privateUser = 3
        /// A participant who joined by the link.
        case publicUser = 4

        init(_ role: Share.Role) {
            switch role {
            case .owner: self = .owner
            case .administrator: self = .administrator
            case .privateUser: self = .privateUser
            case .publicUser: self = .publicUser
            }
        }
    }

    /// The state of an invitation, with the raw values of `CKShare.ParticipantAcceptanceStatus` (`ck-accept`).
    public enum ParticipantAcceptanceStatus: Int, CaseIterable, Sendable {
        /// The state is unknown because the person is not invited yet.
        case unknown = 0
        /// The person is invited and has not opened the share.
        case pending = 1
        /// The person has opened the share.
        case accepted = 2
        /// The person no longer participates.
        case removed = 3
    }

    /// The permission of a participant, with the raw values of `CKShare.ParticipantPermission` (`ck-permission-raw`).
    public enum ParticipantPermission: Int, CaseIterable, Sendable {
        /// The permission is not known.
        case unknown = 0
        /// No permission.
        case none = 1
        /// Permission to read.
        case readOnly = 2
        /// Permission to read and write.
        case readWrite = 3

        /// Creates the permission of the contract.
        package init(_ permission: Share.Permission) {
            switch permission {
            case .readOnly: self = .readOnly
            case .readWrite: self = .readWrite
            }
        }

        /// The permission as the contract has it; nil if it gives no access.
        package var shared: Share.Permission? {
            switch self {
            case .unknown, .none: nil
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            }
        }
    }

    /// A person on a share, after `CKShare.Participant`.
    public struct Participant: Hashable, Sendable {
        /// The handle of the person.
        public let handle: Handle
        /// The role, which the server decides.
        public internal(set) var role: ParticipantRole
        /// The permission of the person.
        public var permission: ParticipantPermission
        /// The state of the invitation, which the server decides.
        public internal(set) var acceptanceStatus: ParticipantAcceptanceStatus
        /// True if the permission is the person's own, so that it remains when the general permission changes.
        public internal(set) var isIndividual: Bool
        /// True if the person had asked for access.
        public internal(set) var isApprovedRequester = false

        /// Creates a private user to add, who is not invited yet.
        ///
        /// - Parameter permission: `unknown` for the general permission of the share.
        public init(_ handle: Handle, permission: ParticipantPermission = .unknown) {
            self.handle = handle
            role = .privateUser
            self.permission = permission
            acceptanceStatus = .unknown
            isIndividual = permission.shared != nil
        }

        init(_ participant: Share.Participant) {
            handle = participant.handle
            role = ParticipantRole(participant.role)
            permission = ParticipantPermission(participant.permission)
            acceptanceStatus = participant.acceptance == .accepted ? .accepted : .pending
            isIndividual = participant.isIndividual
            isApprovedRequester = participant.isApprovedRequester
        }
    }
}
