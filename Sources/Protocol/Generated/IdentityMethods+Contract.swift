// Written by script/contract: change the contract instead.

/// `identity.sign`: signs data of an app with the key that the person's device has in a collaboration.
public struct SignIdentity: Sendable, Equatable {
    /// The document of the collaboration.
    public var document: DocumentReference
    /// The data, such as a challenge of the app's server: 1 to 16,384 bytes in base64.
    public var data: String

    /// Creates a value from its members.
    public init(document: DocumentReference, data: String) {
        self.document = document
        self.data = data
    }
}

extension SignIdentity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("data") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        data = try fields.read("data")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("data", data)
    }
}

/// A signed identity proof, after `SWPerson.SignedIdentityProof` (`id-proof`). All members but the index are in base64.
public struct SignedProof: Sendable, Equatable {
    /// The public key of the device in its X9.63 form, 65 bytes.
    public var publicKey: String
    /// The place of the key among the eight leaves of the person's tree.
    public var publicKeyIndex: Int
    /// The SHA-256 hashes of the siblings on the path to the root, from the leaf up.
    public var inclusionHashes: [String]
    /// The signature of the data in DER: ECDSA on P-256 with SHA-256.
    public var signatureData: String

    /// Creates a value from its members.
    public init(publicKey: String, publicKeyIndex: Int, inclusionHashes: [String] = [], signatureData: String) {
        self.publicKey = publicKey
        self.publicKeyIndex = publicKeyIndex
        self.inclusionHashes = inclusionHashes
        self.signatureData = signatureData
    }
}

extension SignedProof: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("publicKey") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        publicKey = try fields.read("publicKey")
        publicKeyIndex = try fields.read("publicKeyIndex", in: 0...2147483647)
        inclusionHashes = try fields.readOptional("inclusionHashes") ?? []
        signatureData = try fields.read("signatureData")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("publicKey", publicKey)
        json.member("publicKeyIndex", publicKeyIndex)
        json.member("inclusionHashes", inclusionHashes)
        json.member("signatureData", signatureData)
    }
}

/// `identity.prove`: shows a proof to the app's own server.
public struct ProveIdentity: Sendable, Equatable {
    /// The document of the collaboration.
    public var document: DocumentReference
    /// The challenge of the server, which the proof signs.
    public var challenge: String
    /// The proof.
    public var proof: SignedProof

    /// Creates a value from its members.
    public init(document: DocumentReference, challenge: String, proof: SignedProof) {
        self.document = document
        self.challenge = challenge
        self.proof = proof
    }
}

extension ProveIdentity: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("challenge") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        challenge = try fields.read("challenge")
        proof = try fields.read("proof")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("challenge", challenge)
        json.member("proof", proof)
    }
}
