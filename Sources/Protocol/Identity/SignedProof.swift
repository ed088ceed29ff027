extension SignIdentity {
    /// The most bytes of the data.
    public static let dataMax = 16_384

    /// Creates a request to sign bytes.
    public init(document: DocumentReference, bytes: [UInt8]) {
        self.init(document: document, data: Base64.encode(bytes))
    }

    /// The data as bytes.
    public var bytes: [UInt8] { Base64.decode(data) ?? [] }

    func check(_ fields: JSONFields) throws(InvalidField) {
        guard let bytes = Base64.decode(data) else { throw fields.invalid("data", "must be base 64, padded") }
        guard (1...Self.dataMax).contains(bytes.count) else {
            throw fields.invalid("data", "has \(bytes.count) bytes, and must have from 1 to \(Self.dataMax)")
        }
    }
}

extension SignedProof {
    /// Creates the form of a proof in which it is sent.
    public init(_ signed: SignedIdentityProof) {
        self.init(
            publicKey: Base64.encode(signed.proof.publicKey), publicKeyIndex: signed.proof.publicKeyIndex,
            inclusionHashes: signed.proof.inclusionHashes.map(Base64.encode),
            signatureData: Base64.encode(signed.signatureData))
    }

    func check(_ fields: JSONFields) throws(InvalidField) {
        for (member, texts) in [
            ("publicKey", [publicKey]), ("inclusionHashes", inclusionHashes), ("signatureData", [signatureData]),
        ] where texts.contains(where: { Base64.decode($0) == nil }) {
            throw fields.invalid(member, "must be base 64, padded")
        }
    }
}

extension SignedIdentityProof {
    /// Creates a proof from the form in which it is sent. Returns nil if a member is not base64.
    public init?(_ sent: SignedProof) {
        let hashes = sent.inclusionHashes.compactMap(Base64.decode)
        guard let key = Base64.decode(sent.publicKey), let signature = Base64.decode(sent.signatureData),
            hashes.count == sent.inclusionHashes.count
        else { return nil }
        self.init(
            proof: IdentityProof(publicKey: key, publicKeyIndex: sent.publicKeyIndex, inclusionHashes: hashes),
            signatureData: signature)
    }
}

extension ProveIdentity {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard Base64.decode(challenge) != nil else { throw fields.invalid("challenge", "must be base 64, padded") }
    }
}
