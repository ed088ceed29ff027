import AppModel
import ChatProtocol
public import Foundation

extension CKShare {
    /// A share as a person sees it who has its link.
    public typealias Metadata = CKShareMetadata
}

/// A share as a person sees it who has its link: `CKShare.Metadata`. The person accepts the share with it.
///
/// It is safe to send: it never changes.
open class CKShareMetadata: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The share.
    public let share: CKShare
    /// The identifier of the container.
    public let containerIdentifier: String
    /// The owner.
    public let ownerIdentity: CKUserIdentity
    /// The role of the current person.
    public let participantRole: CKShare.ParticipantRole
    /// The state of the current person's invitation.
    public let participantStatus: CKShare.ParticipantAcceptanceStatus
    /// The permission of the current person.
    public let participantPermission: CKShare.ParticipantPermission
    /// The root record; nil unless an operation was asked to fetch it.
    public let rootRecord: CKRecord?
    /// The identifier of the root record; nil for the share of a zone.
    public let hierarchicalRootRecordID: CKRecord.ID?

    /// The identifier of the root record.
    public var rootRecordID: CKRecord.ID { hierarchicalRootRecordID ?? share.recordID }

    /// Describes a share that was just read, with the lock of the app held.
    init(_ share: CKShare, root: CKRecord?, in containerIdentifier: String, for person: Handle) {
        let model = share.cloudShare
        self.share = share
        self.containerIdentifier = containerIdentifier
        ownerIdentity = CKUserIdentity(model.owner?.handle)
        rootRecord = root
        hierarchicalRootRecordID = share.rootRecordID
        if let me = model.participants.first(where: { $0.handle == person }) {
            participantRole = .init(me.role)
            participantStatus = .init(me.acceptanceStatus)
            participantPermission = .init(me.permission)
        } else if let link = model.oneTimeLinks.first {
            // The link that this person has.
            participantRole = .privateUser
            participantStatus = .pending
            participantPermission = .init(CloudShare.ParticipantPermission(link.permission))
        } else {
            participantRole = .publicUser
            participantStatus = .pending
            participantPermission = .init(model.publicPermission)
        }
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let share = coder.decodeObject(of: CKShare.self, forKey: "Share"),
            let container = coder.decodeObject(of: NSString.self, forKey: "ContainerID"),
            let owner = coder.decodeObject(of: CKUserIdentity.self, forKey: "OwnerIdentity")
        else { return nil }
        (self.share, containerIdentifier, ownerIdentity) = (share, container as String, owner)
        participantRole = .init(rawValue: coder.decodeInteger(forKey: "ParticipantRole")) ?? .unknown
        participantStatus = .init(rawValue: coder.decodeInteger(forKey: "ParticipantStatus")) ?? .unknown
        participantPermission = .init(rawValue: coder.decodeInteger(forKey: "ParticipantPermission")) ?? .unknown
        rootRecord = coder.decodeObject(of: CKRecord.self, forKey: "RootRecord")
        hierarchicalRootRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "RootRecordID")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(share, forKey: "Share")
        coder.encode(containerIdentifier as NSString, forKey: "ContainerID")
        coder.encode(ownerIdentity, forKey: "OwnerIdentity")
        coder.encode(participantRole.rawValue, forKey: "ParticipantRole")
        coder.encode(participantStatus.rawValue, forKey: "ParticipantStatus")
        coder.encode(participantPermission.rawValue, forKey: "ParticipantPermission")
        coder.encode(rootRecord, forKey: "RootRecord")
        coder.encode(hierarchicalRootRecordID, forKey: "RootRecordID")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKShareMetadata else { return false }
        return share.recordID == other.share.recordID && containerIdentifier == other.containerIdentifier
    }

    open override var hash: Int { share.recordID.hash }
}
