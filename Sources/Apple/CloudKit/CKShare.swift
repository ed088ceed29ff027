package import AppModel
import ChatProtocol
public import Foundation
@_exported public import UnderstudyFoundation
package import UnderstudyRuntime

/// A share: a root record with the people who take part (`ck-url`, `ck-participants`). It is a record of its own, saved
/// together with its root.
///
/// The object shows the share as this code read or saved it last. After another person's save, its own save is refused.
///
/// It is safe to send: its members and its model are only used with a lock held. It is the lock of the app, or the
/// object's own lock without an app.
open class CKShare: CKRecord, @unchecked Sendable {
    /// The fields of a share (`ucs-title-key`).
    public enum SystemFieldKey {
        /// The title that people see.
        public static let title: CKRecord.FieldKey = "cloudkit.title"
        /// The data of a picture.
        public static let thumbnailImageData: CKRecord.FieldKey = "cloudkit.thumbnailImageData"
        /// The type of the content.
        public static let shareType: CKRecord.FieldKey = "cloudkit.type"
    }

    /// The model of the share. It is only used with the lock of the app held.
    package let cloudShare: CloudShare
    /// The app; nil if the code that created the share runs as none.
    package let app: RunningApp?
    let rootRecordID: CKRecord.ID?
    private let ownLock = NSLock()
    private var known: [Handle: CKShareParticipant] = [:]
    /// The participants that are unopened one-time links, the unsaved ones last.
    private var links: [CKShareParticipant] = []
    private var refusal: SharingError?

    /// Creates the share of a record that is not shared yet.
    public convenience init(rootRecord: CKRecord) {
        // The other devices of the owner give the share the same name.
        let name = "Share-\(rootRecord.recordID.recordName)"
        self.init(rootRecord: rootRecord, shareID: CKRecord.ID(recordName: name, zoneID: rootRecord.recordID.zoneID))
    }

    /// Creates the share of a record that is not shared yet, with an identifier.
    public convenience init(rootRecord: CKRecord, shareID: CKRecord.ID) {
        self.init(shareID, root: rootRecord.recordID, title: rootRecord.ownTitle)
    }

    /// Creates the share of a whole zone, which has no root record (`ck-zone-share`).
    public convenience init(recordZoneID: CKRecordZone.ID) {
        let id = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: recordZoneID)
        let app = RunningApp.currentOrReport
        let share = CloudShare(folder: recordZoneID.zoneName, of: app?.binding.app ?? AppID(""))
        self.init(share, id, root: nil, of: app)
    }

    private convenience init(_ id: CKRecord.ID, root: CKRecord.ID, title: String?) {
        let app = RunningApp.currentOrReport
        let title = title ?? "Shared Item"
        let record = app?.withModel { CloudModel.of($0, app).cloudRecord(root, titled: title) }
        let cloudShare = CloudShare(rootRecord: record ?? CloudRecord(app: AppID(""), title: title))
        cloudShare.title = title
        self.init(cloudShare, id, root: root, of: app)
    }

    /// Creates the share of a model.
    init(_ cloudShare: CloudShare, _ id: CKRecord.ID, root: CKRecord.ID?, of app: RunningApp?) {
        (self.cloudShare, self.app, rootRecordID) = (cloudShare, app, root)
        super.init(recordType: CKRecordTypeShare, recordID: id)
        if cloudShare.shareID != nil { didReadShare() }
    }

    /// Decodes an archived share. It belongs to the app that the code runs as; unsaved changes of people are not in it.
    public required init?(coder: NSCoder) {
        app = RunningApp.currentOrReport
        rootRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "RootRecordID")
        guard let title = coder.decodeObject(of: NSString.self, forKey: "Title") as String? else { return nil }
        let saved = coder.decodeObject(of: NSString.self, forKey: "Share") as String?
        if let saved, let view = ShareView(archived: saved), let person = app?.binding.person {
            cloudShare = CloudShare(view, readBy: person)
        } else {
            cloudShare = CloudShare(rootRecord: CloudRecord(app: app?.binding.app ?? AppID(""), title: title))
        }
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let (title, view) = use { ($0.title, $0.view) }
        coder.encode(rootRecordID, forKey: "RootRecordID")
        coder.encode(title as NSString, forKey: "Title")
        coder.encode(view?.archived as NSString?, forKey: "Share")
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = use { CKShare($0.copy(), recordID, root: rootRecordID, of: app) }
        copy.takeContent(of: self)
        copy.links = links
        return copy
    }

    // MARK: Members

    /// The link; nil before the share is saved. It stays the same when the record is shared again (`ck-url`).
    open var url: URL? { use { $0.url.flatMap { URL(string: $0) } } }

    /// The permission of people who were not added by name. Any but `.none` lets in anyone who has the link
    /// (`ck-public-default`).
    open var publicPermission: CKShare.ParticipantPermission {
        get { use { ParticipantPermission($0.publicPermission) } }
        set { use { $0.publicPermission = newValue.model } }
    }

    /// The people whom the current person may see, the owner first (`ck-participants`).
    open var participants: [CKShare.Participant] { use(currentParticipants) }

    /// The owner. Before the first save it is the current person.
    open var owner: CKShare.Participant { participants.first { $0.role == .owner } ?? creator }

    /// The current person as a participant; nil for a person who has only the link.
    open var currentUserParticipant: CKShare.Participant? {
        let person = app?.binding.person
        return participants.first { $0.handle == person }
    }

    /// Adds a person, or changes the permission of a participant (`ck-add-same`). It counts once the share is saved.
    open func addParticipant(_ participant: CKShare.Participant) {
        guard !participant.isOneTimeLink else { return add(participant) }
        change(participant) { share, new throws(SharingError) in
            known[new.handle] = participant
            if share.shareID == nil { try share.invite(new) } else { try share.addParticipant(new) }
        }
    }

    /// Removes a person, or takes back a one-time link. It counts once the share is saved.
    open func removeParticipant(_ participant: CKShare.Participant) {
        guard !participant.isOneTimeLink else {
            return use { share in
                links.removeAll { $0 == participant }
                share.removeOneTimeLink(participant.participantID)
            }
        }
        change(participant) { share, old throws(SharingError) in
            if share.shareID == nil {
                try share.withdrawInvitation(of: old.handle)
            } else {
                try share.removeParticipant(old)
            }
        }
    }

    /// Returns the link that invites a participant without a known person (`ck-one-time-url`). For the person who
    /// opened it, it is the link of the share.
    ///
    /// - Parameter participantID: The identifier of a participant from `oneTimeURLParticipant()`.
    /// - Returns: Nil before the share is saved, for other participants, and for people who may not make such links.
    open func oneTimeURL(for participantID: CKShare.Participant.ID) -> URL? {
        let link = participants.first { $0.isIdentified(by: participantID) }?.oneTimeLink
        return link.flatMap { URL(string: $0.url) }
    }

    // MARK: Requests for access

    /// True if people who were not invited may ask for access. A change counts once the share is saved
    /// (`ck-access-requests`).
    open var allowsAccessRequests: Bool {
        get { use { $0.allowsAccessRequests } }
        set { use { $0.allowsAccessRequests = newValue } }
    }

    /// The people who ask for access; empty for people who may not answer them. Adding one of them as a participant
    /// approves the request.
    open var requesters: [CKShare.AccessRequester] { use(\.requesters).map { AccessRequester($0) } }

    /// The people who may not ask for access.
    open var blockedIdentities: [CKShare.BlockedIdentity] { use(\.blocked).map { BlockedIdentity($0) } }

    /// Denies requests for access. The people may ask again. It counts once the share is saved.
    open func denyRequesters(_ requesters: [CKShare.AccessRequester]) {
        use { $0.deny(requesters.compactMap(\.handle)) }
    }

    /// Blocks people: they may not ask again, and participants among them are removed. It counts once the share is
    /// saved.
    open func blockRequesters(_ requesters: [CKShare.AccessRequester]) {
        use { $0.block(requesters.compactMap(\.handle)) }
    }

    /// Lets blocked people ask again. It counts once the share is saved.
    open func unblockIdentities(_ blockedIdentities: [CKShare.BlockedIdentity]) {
        use { $0.unblock(blockedIdentities.compactMap(\.handle)) }
    }

    // MARK: The model

    private func use<Value>(_ body: (CloudShare) -> Value) -> Value {
        guard let app else { return ownLock.withLock { body(cloudShare) } }
        return app.withModel { _ in body(cloudShare) }
    }

    /// Makes a change. If the model refuses it, the next save fails with the reason.
    private func change(
        _ participant: CKShareParticipant,
        _ body: (CloudShare, CloudShare.Participant) throws(SharingError) -> Void
    ) {
        guard let person = participant.cloudParticipant else { return }
        use { share in
            do throws(SharingError) {
                try body(share, person)
            } catch {
                refusal = refusal ?? error
            }
        }
    }

    private func currentParticipants(_ share: CloudShare) -> [CKShareParticipant] {
        let objects = share.participants.map { person in
            let object = known[person.handle] ?? CKShareParticipant(person)
            known[person.handle] = object
            object.update(person, isSaved: false)
            object.didJoin(with: share.oneTimeLink(of: person.handle))
            return object
        }
        let isPublic = share.publicPermission != .none
        links =
            share.oneTimeLinks.map { link in links.first { $0.participantID == link.id } ?? CKShareParticipant(link) }
            + (isPublic ? [] : unsavedLinks)
        return (share.owner == nil ? [creator] : []) + objects + links
    }

    private var unsavedLinks: [CKShareParticipant] { links.filter { $0.oneTimeLink == nil } }

    /// Adds a one-time link.
    private func add(_ link: CKShareParticipant) {
        use { share in
            guard share.publicPermission == .none else { return refusal = refusal ?? .publicShare }
            if !links.contains(link) { links.append(link) }
        }
    }

    /// The owner of a share that was never saved.
    private var creator: CKShareParticipant {
        CKShareParticipant(app?.binding.person, role: .owner, permission: .readWrite, acceptance: .accepted)
    }

    /// Hands the changes of the object to the model, with the lock of the app held.
    ///
    /// - Throws: The model's reason to refuse a change.
    func prepareSave() throws(SharingError) {
        if let refusal {
            self.refusal = nil
            throw refusal
        }
        if let title = self[SystemFieldKey.title] as? String { cloudShare.title = title }
        for link in links {
            guard let old = link.oneTimeLink, let new = link.changedPermission?.shared, new != old.permission else {
                continue
            }
            throw .refused(.conflict, "A one-time link keeps its permission: remove it, and add another one.")
        }
        cloudShare.newOneTimeLinks = unsavedLinks.map { $0.permission.model.shared ?? .readOnly }
        for person in cloudShare.participants {
            guard let object = known[person.handle] else { continue }
            if let role = object.changedRole { try cloudShare.setRole(role, for: person.handle) }
            guard let permission = object.changedPermission else { continue }
            let changed = CloudShare.Participant(person.handle, permission: permission)
            if cloudShare.shareID == nil {
                try cloudShare.invite(changed)
            } else {
                try cloudShare.addParticipant(changed)
            }
        }
    }

    /// Copies the members of the server from the model, with the lock of the app held.
    func didReadShare() {
        let date = cloudShare.creationDate.map { Date($0) }
        let owner = cloudShare.owner.map { CKRecord.ID(recordName: $0.handle.rawValue) }
        didSave(
            ServerFields(
                changeTag: String(cloudShare.revision), creationDate: date, modificationDate: date, creator: owner,
                modifier: owner))
        setSaved(cloudShare.title, forKey: SystemFieldKey.title)
        for person in cloudShare.participants { known[person.handle]?.update(person, isSaved: true) }
        let new = unsavedLinks
        for (participant, link) in zip(new, cloudShare.oneTimeLinks.suffix(new.count)) { participant.didSave(link) }
    }
}

extension ShareView {
    /// Reads the archived form; nil if it is damaged.
    fileprivate init?(archived: String) {
        guard let value = try? JSONReader.read(Array(archived.utf8)).value, var fields = try? JSONFields(value),
            let view = try? ShareView(from: &fields)
        else { return nil }
        self = view
    }

    /// The form for archives.
    fileprivate var archived: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

extension Date {
    /// Creates a date from a moment of the server.
    init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000) }
}

// `import CloudKit` gives `NSItemProvider`, as on Apple's systems.

extension NSItemProvider {
    /// The type identifier of a registered share.
    package static let cloudKitShareTypeIdentifier = "com.apple.CloudKit.share"

    /// Registers a share that the app creates when a person chooses to share.
    ///
    /// - Parameters:
    ///   - container: The container of the share.
    ///   - allowedSharingOptions: The choices that people have.
    ///   - preparationHandler: Creates the share, saves it with its root record, and returns it.
    public func registerCKShare(
        container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard,
        preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) {
        register(CKShareRegistration(nil, container, allowedSharingOptions, preparationHandler))
    }

    /// Registers a share that is saved.
    ///
    /// - Parameters:
    ///   - share: The share.
    ///   - container: The container of the share.
    ///   - allowedSharingOptions: The choices that people have.
    public func registerCKShare(
        _ share: CKShare, container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard
    ) {
        register(CKShareRegistration(share, container, allowedSharingOptions) { share })
    }

    private func register(_ registration: CKShareRegistration) {
        registerItem(forTypeIdentifier: Self.cloudKitShareTypeIdentifier) { completion, _, _ in
            completion?(registration, nil)
        }
    }

    /// Returns the registered share; nil if the provider has none.
    package func cloudKitShare() async -> CKShareRegistration? {
        guard registeredTypeIdentifiers.contains(Self.cloudKitShareTypeIdentifier) else { return nil }
        return await withCheckedContinuation { continuation in
            loadItem(forTypeIdentifier: Self.cloudKitShareTypeIdentifier) { item, _ in
                continuation.resume(returning: item as? CKShareRegistration)
            }
        }
    }
}

/// A share in an item provider.
///
/// It is safe to send: it never changes.
package final class CKShareRegistration: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The share; nil if the app creates it later.
    package let share: CKShare?
    /// The container of the share.
    package let container: CKContainer
    /// The choices that people have.
    package let allowedSharingOptions: CKAllowedSharingOptions
    private let preparationHandler: @Sendable () async throws -> CKShare

    init(
        _ share: CKShare?, _ container: CKContainer, _ allowedSharingOptions: CKAllowedSharingOptions,
        _ preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) {
        (self.share, self.container, self.preparationHandler) = (share, container, preparationHandler)
        self.allowedSharingOptions = allowedSharingOptions
    }

    /// Decodes nothing: a handler cannot be archived.
    package required init?(coder: NSCoder) { nil }

    package static var supportsSecureCoding: Bool { true }

    package func encode(with coder: NSCoder) {}

    /// Returns the share. The app creates it if there is none yet, and runs as the app of the container.
    ///
    /// - Throws: The error of the app's handler.
    package func prepare() async throws -> CKShare {
        if let share { return share }
        guard let app = container.app else { return try await preparationHandler() }
        return try await app.bound { try await preparationHandler() }
    }
}
