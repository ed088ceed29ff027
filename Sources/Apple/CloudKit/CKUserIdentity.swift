import ChatProtocol
public import Foundation

/// A person, as CloudKit identifies them.
///
/// It is safe to send: it never changes.
open class CKUserIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The address by which a person is looked up.
    public typealias LookupInfo = CKUserIdentityLookupInfo

    /// The record identifier of the person: their handle.
    public let userRecordID: CKRecord.ID?
    /// The address by which the person was looked up or invited.
    public let lookupInfo: CKUserIdentity.LookupInfo?
    /// The name.
    public let nameComponents: PersonNameComponents?
    /// True if the person has an account.
    public let hasiCloudAccount: Bool

    init(_ handle: Handle?) {
        userRecordID = handle.map { CKRecordID(recordName: $0.rawValue) }
        lookupInfo = handle.map { CKUserIdentityLookupInfo(emailAddress: $0.rawValue) }
        var components = PersonNameComponents()
        components.givenName = handle?.defaultName
        nameComponents = components
        hasiCloudAccount = handle != nil
    }

    /// Decodes an archived value.
    public required init?(coder: NSCoder) {
        userRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "UserRecordID")
        lookupInfo = coder.decodeObject(of: CKUserIdentityLookupInfo.self, forKey: "LookupInfo")
        let data = coder.decodeObject(of: NSData.self, forKey: "NameComponents") as Data?
        nameComponents = data.flatMap { try? JSONDecoder().decode(PersonNameComponents.self, from: $0) }
        hasiCloudAccount = coder.decodeBool(forKey: "HasAccount")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(userRecordID, forKey: "UserRecordID")
        coder.encode(lookupInfo, forKey: "LookupInfo")
        // Foundation on Linux cannot archive the components themselves.
        let components = nameComponents.flatMap { try? JSONEncoder().encode($0) }
        coder.encode(components as NSData?, forKey: "NameComponents")
        coder.encode(hasiCloudAccount, forKey: "HasAccount")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentity else { return false }
        return userRecordID == other.userRecordID && lookupInfo == other.lookupInfo
    }

    open override var hash: Int { userRecordID.hashValue }
}

/// The address by which a person is looked up: `CKUserIdentity.LookupInfo`.
///
/// It is safe to send: it never changes.
open class CKUserIdentityLookupInfo: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The mail address.
    public let emailAddress: String?
    /// The phone number.
    public let phoneNumber: String?
    /// The record identifier of the person.
    public let userRecordID: CKRecord.ID?

    private init(_ emailAddress: String?, _ phoneNumber: String?, _ userRecordID: CKRecord.ID?) {
        (self.emailAddress, self.phoneNumber, self.userRecordID) = (emailAddress, phoneNumber, userRecordID)
    }

    /// Creates a lookup by a mail address, which is the person's handle.
    public convenience init(emailAddress: String) { self.init(emailAddress, nil, nil) }

    /// Creates a lookup by a phone number, which is the person's handle.
    public convenience init(phoneNumber: String) { self.init(nil, phoneNumber, nil) }

    /// Creates a lookup by a record identifier, whose name is the person's handle.
    public convenience init(userRecordID: CKRecord.ID) { self.init(nil, nil, userRecordID) }

    /// Decodes an archived value.
    public required init?(coder: NSCoder) {
        emailAddress = coder.decodeObject(of: NSString.self, forKey: "EmailAddress") as String?
        phoneNumber = coder.decodeObject(of: NSString.self, forKey: "PhoneNumber") as String?
        userRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "UserRecordID")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(emailAddress as NSString?, forKey: "EmailAddress")
        coder.encode(phoneNumber as NSString?, forKey: "PhoneNumber")
        coder.encode(userRecordID, forKey: "UserRecordID")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentityLookupInfo else { return false }
        return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
            && userRecordID == other.userRecordID
    }

    open override var hash: Int { (emailAddress ?? phoneNumber ?? userRecordID?.recordName).hashValue }

    /// The handle of the person; nil if the address is not a valid handle.
    var handle: Handle? { (emailAddress ?? phoneNumber ?? userRecordID?.recordName).flatMap { Handle($0) } }
}
