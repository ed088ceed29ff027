public import ChatProtocol

/// A record that is shared, and with whom: the simulator's `CKShare`. It is called so and not `Share` because that is
/// what the contract calls a share on the wire, and a test imports both.
///
/// What is changed here is changed for others once it is saved, all of it or nothing. It belongs to the thread of its
/// ``Container``.
public final class CloudShare {
    /// The record that is shared.
    public let rootRecord: CloudRecord
    /// Its id; nil before it is saved.
    public private(set) var shareID: ShareID?
    /// The link: there once the share is saved, and the same if the record is shared again (`ck-url`).
    public private(set) var url: String?
    /// How often it was saved, as far as this object knows.
    public private(set) var revision: Int64 = 0
    /// By which every participant's app knows it.
    public private(set) var collaborationIdentifier: String?
    /// Which of the three back ends holds it (`infra-three`).
    public private(set) var backend = Share.Backend.cloudRecord
    /// When it was first shared; nil before it is saved.
    public private(set) var creationDate: Instant?
    /// The reader's conversations in which its link stands, in the order in which it came there, as far as was asked.
    package private(set) var conversations: [ConversationID] = []
    /// True if the root record was deleted: nobody can be added to the share any more (`ucs-root-record`).
    public private(set) var isRootRecordDeleted = false
    /// What may be chosen of it; everything unless an app says otherwise (`ck-allowed-options`).
    public var allowedSharingOptions = AllowedSharingOptions.standard

    var contents: ShareContents
    package private(set) var saved: ShareContents?
    private var reader: Handle?
    /// The share as the server sent it last; nil before it is saved.
    package private(set) var view: ShareView?
    /// The share as another person saved it, if that conflicts with the unsaved changes here.
    private var newer: ShareView?
    /// True if another person saved changes that conflict with the unsaved changes here.
    package var isBehind: Bool { newer != nil }
    /// Whether it was made of a record here, and not read from the server.
    let isMadeHere: Bool

    /// A share of a record that was not shared before; it has no link until it is saved together with the record.
    public init(rootRecord: CloudRecord) {
        self.rootRecord = rootRecord
        isMadeHere = true
        contents = ShareContents(title: rootRecord.title)
    }

    /// A share as the server says it to that person.
    package init(_ view: ShareView, readBy reader: Handle) {
        isMadeHere = false
        rootRecord = CloudRecord(app: view.share.app, title: view.share.title)
        contents = ShareContents(title: rootRecord.title)
        update(from: view, readBy: reader)
    }

    /// Returns a share with the same unsaved changes, which later saves change on its own.
    package func copy() -> CloudShare {
        guard let view, let reader else {
            let copy = CloudShare(rootRecord: rootRecord)
            copy.contents = contents
            return copy
        }
        let copy = CloudShare(view, readBy: reader)
        copy.contents = contents
        return copy
    }

    // MARK: What it says

    /// What it is called (`ucs-title-key`).
    public var title: String {
        get { contents.title }
        set { contents.title = newValue }
    }

    /// Those whom the reader may see: at least the owner and the reader (`ck-participants`).
    public var participants: [Participant] { contents.participants }
    /// The participants without unsaved changes; those of a share that was never saved.
    package var savedParticipants: [Participant] { saved?.participants ?? contents.participants }
    /// The one who shared it; nil before it is saved.
    public var owner: Participant? { contents.participants.first { $0.role == .owner } }

    /// What the person is to it whose container it came from; nil before it is saved, and for a stranger.
    public var currentUserParticipant: Participant? {
        reader.flatMap { reader in contents.participants.first { $0.handle == reader } }
    }

    /// What someone may do who was not added by name: ``ParticipantPermission/none`` unless told otherwise, and more than
    /// that lets anyone in who has the link (`ck-public-default`).
    ///
    /// Raising it drops the pending; lowering it drops all but the owner, and some may be added again before saving.
    public var publicPermission: ParticipantPermission {
        get { contents.access == .public ? ParticipantPermission(contents.permission) : .none }
        set {
            guard let permission = newValue.shared else { return contents.set(.private) }
            contents.set(Share.Access.public)
            contents.set(permission)
        }
    }

    /// What a participant may do who has no permission of their own. The framework has it in its screens alone.
    public var permission: ParticipantPermission {
        get { ParticipantPermission(contents.permission) }
        set { newValue.shared.map { contents.set($0) } }
    }

    /// Whether participants may add people.
    public var allowsInviting: Bool {
        get { contents.allowsInviting }
        set { contents.allowsInviting = newValue }
    }

    /// The line that sums up what people may do (`perm-summary-text`).
    public var summary: String {
        let other = contents.permission == .readWrite ? ParticipantPermission.readOnly : .readWrite
        let isMixed = contents.others.contains { $0.permission == other }
        return isMixed ? contents.permission.mixedSummary : contents.permission.summary
    }

    /// Whether something is changed here and not saved.
    public var hasChanges: Bool { saved != contents }

    // MARK: What is changed

    /// Puts somebody on it; who is there already gets the permission (`ck-add-same`).
    ///
    /// - Throws: ``SharingError/notSaved`` before the first save; ``SharingError/publicShare`` (`ck-no-mix`).
    public func addParticipant(_ participant: Participant) throws(SharingError) {
        guard saved != nil else { throw .notSaved }
        try contents.add(participant)
    }

    /// Takes somebody off it.
    ///
    /// - Throws: ``SharingError``: the owner stays, and of a public share nobody is named.
    public func removeParticipant(_ participant: Participant) throws(SharingError) {
        guard saved != nil else { throw .notSaved }
        try contents.remove(participant.handle)
    }

    /// Adds a person to a share that was never saved. Its first save invites them.
    ///
    /// - Throws: ``SharingError/publicShare`` (`ck-no-mix`).
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

    // MARK: What the server says

    /// Takes the share as it was saved.
    func update(from view: ShareView, readBy reader: Handle) {
        let share = view.share
        let new = ShareContents(share)
        newer = nil
        self.view = view
        revision = share.revision
        collaborationIdentifier = view.collaborationIdentifier
        backend = share.backend
        creationDate = share.createdAt
        isRootRecordDeleted = share.isDocumentDeleted
        conversations = view.conversations ?? conversations
        rootRecord.recordID = share.document
        rootRecord.title = share.title
        rootRecord.url = share.url
        rootRecord.isShared = true
        (shareID, url, self.reader) = (share.id, share.url, reader)
        (saved, contents) = (new, new)
    }

    /// Updates the share and keeps the unsaved changes, if the only news is that people accepted their invitations.
    /// Otherwise the share stays as it is, and the server refuses to save it.
    func rebase(on view: ShareView, readBy reader: Handle) {
        let (new, changes) = (ShareContents(view.share), contents)
        guard let saved, saved.accepted(as: new) == new else { return newer = view }
        update(from: view, readBy: reader)
        contents = changes.accepted(as: new)
    }

    /// Notes that the link stands in another conversation of the reader's.
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

    /// It is shared no longer, or not with the reader: the link stays, for it is the same when it is shared again.
    package func end() {
        rootRecord.isShared = false
        revision = 0
        (saved, newer) = (nil, nil)
        shareID = nil
        contents.participants = []
    }
}
