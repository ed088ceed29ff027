package import AppModel
public import Foundation

/// The permissions that people can choose for the participants of a share.
public struct CKSharingParticipantPermissionOption: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates the options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Participants can read.
    public static let readOnly = CKSharingParticipantPermissionOption(rawValue: 1)
    /// Participants can read and change.
    public static let readWrite = CKSharingParticipantPermissionOption(rawValue: 2)
    /// Either of them.
    public static let any: CKSharingParticipantPermissionOption = [.readOnly, .readWrite]
}

/// The access that people can choose for a share.
public struct CKSharingParticipantAccessOption: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates the options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Anyone with the link.
    public static let anyoneWithLink = CKSharingParticipantAccessOption(rawValue: 1)
    /// Invited people only.
    public static let specifiedRecipientsOnly = CKSharingParticipantAccessOption(rawValue: 2)
    /// Either of them.
    public static let any: CKSharingParticipantAccessOption = [.anyoneWithLink, .specifiedRecipientsOnly]
}

/// The choices that an app offers for a share (`ck-allowed-options`).
///
/// It is safe to send: its members are only used with the lock held.
open class CKAllowedSharingOptions: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let lock = NSLock()
    private var options: AllowedSharingOptions

    /// Every permission and every access.
    open class var standard: CKAllowedSharingOptions { CKAllowedSharingOptions(.standard) }

    /// Creates options.
    public convenience init(
        allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
        allowedParticipantAccessOptions: CKSharingParticipantAccessOption
    ) {
        self.init(
            AllowedSharingOptions(
                allowedParticipantPermissionOptions: .init(rawValue: allowedParticipantPermissionOptions.rawValue),
                allowedParticipantAccessOptions: .init(rawValue: allowedParticipantAccessOptions.rawValue)))
    }

    private init(_ options: AllowedSharingOptions) { self.options = options }

    /// The permissions that people can choose.
    open var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption {
        get { .init(rawValue: model.allowedParticipantPermissionOptions.rawValue) }
        set { lock.withLock { options.allowedParticipantPermissionOptions = .init(rawValue: newValue.rawValue) } }
    }

    /// The access that people can choose.
    open var allowedParticipantAccessOptions: CKSharingParticipantAccessOption {
        get { .init(rawValue: model.allowedParticipantAccessOptions.rawValue) }
        set { lock.withLock { options.allowedParticipantAccessOptions = .init(rawValue: newValue.rawValue) } }
    }

    /// True if people can let participants invite others.
    open var allowsParticipantsToInviteOthers: Bool {
        get { model.allowsParticipantsToInviteOthers }
        set { lock.withLock { options.allowsParticipantsToInviteOthers = newValue } }
    }

    /// True if the system's screens offer to let others ask for access; false by default (`ck-access-requests`).
    open var allowsAccessRequests: Bool {
        get { model.allowsAccessRequests }
        set { lock.withLock { options.allowsAccessRequests = newValue } }
    }

    /// Decodes archived options.
    public required init?(coder: NSCoder) {
        options = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .init(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "PermissionOptions"))),
            allowedParticipantAccessOptions: .init(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "AccessOptions"))))
        options.allowsParticipantsToInviteOthers = coder.decodeBool(forKey: "AllowsInviting")
        options.allowsAccessRequests = coder.decodeBool(forKey: "AllowsAccessRequests")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let model = model
        coder.encode(Int(bitPattern: model.allowedParticipantPermissionOptions.rawValue), forKey: "PermissionOptions")
        coder.encode(Int(bitPattern: model.allowedParticipantAccessOptions.rawValue), forKey: "AccessOptions")
        coder.encode(model.allowsParticipantsToInviteOthers, forKey: "AllowsInviting")
        coder.encode(model.allowsAccessRequests, forKey: "AllowsAccessRequests")
    }

    open func copy(with zone: NSZone? = nil) -> Any { CKAllowedSharingOptions(model) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CKAllowedSharingOptions)?.model == model }

    open override var hash: Int { model.hashValue }

    /// The options of the model.
    package var model: AllowedSharingOptions { lock.withLock { options } }
}
