package import ChatProtocol
@_exported public import Foundation

/// A person as an app describes them to the system's screens (`swperson-names`).
open class SWPerson: NSObject, NSSecureCoding {
    /// The handle, as the participants of a share have it.
    package let handle: String?
    /// The identity in a collaboration.
    package let identity: Identity?
    /// The name on the screens.
    package let displayName: String
    /// The picture, as the data of an image.
    package let thumbnailImageData: Data?

    /// Creates a person.
    public init(handle: String?, identity: Identity?, displayName: String, thumbnailImageData: Data?) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnailImageData = thumbnailImageData
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "displayName") else { return nil }
        displayName = name as String
        handle = coder.decodeObject(of: NSString.self, forKey: "handle") as String?
        identity = coder.decodeObject(of: Identity.self, forKey: "identity")
        thumbnailImageData = coder.decodeObject(of: NSData.self, forKey: "thumbnailImageData") as Data?
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(displayName as NSString, forKey: "displayName")
        coder.encode(handle as NSString?, forKey: "handle")
        coder.encode(identity, forKey: "identity")
        coder.encode(thumbnailImageData as NSData?, forKey: "thumbnailImageData")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWPerson else { return false }
        return handle == other.handle && identity == other.identity && displayName == other.displayName
            && thumbnailImageData == other.thumbnailImageData
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(handle)
        hasher.combine(identity)
        hasher.combine(displayName)
        return hasher.finalize()
    }
}

extension SWPerson {
    // The classes are at the top level, because Foundation on Linux archives no nested class.

    /// The identity of a person in one collaboration.
    public typealias Identity = SWPersonIdentity
    /// The proof that a key is a leaf of an identity.
    public typealias IdentityProof = SWPersonIdentityProof
    /// A proof with the signature of the data that an app chose.
    public typealias SignedIdentityProof = SWSignedPersonIdentityProof
}

/// The identity of a person in one collaboration: the root of a tree of their devices' keys (`id-root`).
open class SWPersonIdentity: NSObject, NSSecureCoding, NSCopying {
    /// The root hash.
    public let rootHash: Data

    /// Creates an identity.
    public init(rootHash: Data) { self.rootHash = rootHash }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let hash = coder.decodeObject(of: NSData.self, forKey: "rootHash") else { return nil }
        rootHash = hash as Data
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(rootHash as NSData, forKey: "rootHash") }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? SWPersonIdentity)?.rootHash == rootHash }

    open override var hash: Int { rootHash.hashValue }
}

/// The proof that a key is a leaf of an identity (`id-proof`).
open class SWPersonIdentityProof: NSObject, NSSecureCoding, NSCopying {
    /// The sibling hashes of the path from the key to the root, from the bottom (`id-verify-walk`).
    public let inclusionHashes: [Data]
    /// The public key of the device.
    public let publicKey: Data
    /// The index of the key among the leaves, at least 0.
    public let publicKeyIndex: Int

    package init(inclusionHashes: [Data], publicKey: Data, publicKeyIndex: Int) {
        self.inclusionHashes = inclusionHashes
        self.publicKey = publicKey
        self.publicKeyIndex = publicKeyIndex
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        let hashes = coder.decodeObject(of: [NSArray.self, NSData.self], forKey: "inclusionHashes")
        guard let hashes = hashes as? [Data], let key = coder.decodeObject(of: NSData.self, forKey: "publicKey")
        else { return nil }
        inclusionHashes = hashes
        publicKey = key as Data
        publicKeyIndex = coder.decodeInteger(forKey: "publicKeyIndex")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(inclusionHashes.map { $0 as NSData } as NSArray, forKey: "inclusionHashes")
        coder.encode(publicKey as NSData, forKey: "publicKey")
        coder.encode(publicKeyIndex, forKey: "publicKeyIndex")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWPersonIdentityProof, type(of: self) == type(of: other) else { return false }
        return inclusionHashes == other.inclusionHashes && publicKey == other.publicKey
            && publicKeyIndex == other.publicKeyIndex
    }

    open override var hash: Int { publicKey.hashValue }
}

/// A proof with the signature of the data that an app chose (`id-sign`).
open class SWSignedPersonIdentityProof: SWPersonIdentityProof {
    /// The signature.
    public let signatureData: Data

    /// Creates a signed proof.
    public init(personIdentityProof: SWPersonIdentityProof, signatureData data: Data) {
        signatureData = data
        super.init(
            inclusionHashes: personIdentityProof.inclusionHashes, publicKey: personIdentityProof.publicKey,
            publicKeyIndex: personIdentityProof.publicKeyIndex)
    }

    package convenience init(_ signed: SignedIdentityProof) {
        let proof = SWPersonIdentityProof(
            inclusionHashes: signed.proof.inclusionHashes.map { Data($0) }, publicKey: Data(signed.proof.publicKey),
            publicKeyIndex: signed.proof.publicKeyIndex)
        self.init(personIdentityProof: proof, signatureData: Data(signed.signatureData))
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let signature = coder.decodeObject(of: NSData.self, forKey: "signatureData") else { return nil }
        signatureData = signature as Data
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(signatureData as NSData, forKey: "signatureData")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? SWSignedPersonIdentityProof)?.signatureData == signatureData
    }
}
