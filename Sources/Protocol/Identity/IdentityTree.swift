/// The Merkle tree of a person's public keys in one collaboration. Its root is the person's identity.
///
/// It always has eight leaves, so that a proof does not show the number of the person's devices.
public struct IdentityTree: Sendable {
    /// The number of leaves.
    public static let leafCount = 8
    /// The number of inclusion hashes of a proof: one for each level below the root.
    public static let depth = 3

    /// The public keys in the order of the leaves.
    public let publicKeys: [[UInt8]]
    /// The SHA-256 hash at the top of the tree, 32 bytes.
    public let root: [UInt8]
    /// The hashes of each level below the root, from the eight leaves up.
    private let levels: [[[UInt8]]]

    /// Creates the tree of eight public keys. Returns nil for another number of keys.
    ///
    /// A leaf is the SHA-256 hash of a key's bytes: the X9.63 form of a device's key.
    public init?(publicKeys: [[UInt8]]) {
        guard publicKeys.count == Self.leafCount else { return nil }
        self.init(eightPublicKeys: publicKeys)
    }

    /// Creates the tree of public keys that the caller has counted.
    init(eightPublicKeys publicKeys: [[UInt8]]) {
        var level = publicKeys.map(SHA256.digest)
        var levels: [[[UInt8]]] = []
        while level.count > 1 {
            levels.append(level)
            level = stride(from: 0, to: level.count, by: 2).map { Self.parent(of: level[$0], level[$0 + 1]) }
        }
        (self.publicKeys, self.levels, root) = (publicKeys, levels, level[0])
    }

    /// The identity of the person: the root as hexadecimal digits.
    public var identity: PersonIdentity { PersonIdentity(rootHash: Hexadecimal.text(root)) }

    /// Returns the proof that the key at an index is in the tree, or nil for an index outside 0 … 7.
    public func proof(at index: Int) -> IdentityProof? {
        guard publicKeys.indices.contains(index) else { return nil }
        let hashes = levels.enumerated().map { height, level in level[(index >> height) ^ 1] }
        return IdentityProof(publicKey: publicKeys[index], publicKeyIndex: index, inclusionHashes: hashes)
    }

    /// Returns the SHA-256 hash of the left child, then the right one.
    static func parent(of left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256.digest(left + right) }
}

/// The proof that a public key belongs to a person's identity, with the members of Apple's `SWPerson.IdentityProof`.
public struct IdentityProof: Hashable, Sendable {
    /// The public key of a device in its X9.63 form, 65 bytes.
    public var publicKey: [UInt8]
    /// The place of the key among the eight leaves, from 0.
    public var publicKeyIndex: Int
    /// The hashes of the siblings on the path to the root, from the leaf up: three hashes of 32 bytes.
    public var inclusionHashes: [[UInt8]]

    /// Creates a proof from its members. It can be malformed.
    public init(publicKey: [UInt8], publicKeyIndex: Int, inclusionHashes: [[UInt8]]) {
        self.publicKey = publicKey
        self.publicKeyIndex = publicKeyIndex
        self.inclusionHashes = inclusionHashes
    }

    /// The root hash that the proof leads to, 32 bytes.
    ///
    /// It is nil for a malformed proof: an index outside 0 … 7, or anything but three hashes of 32 bytes.
    public var root: [UInt8]? {
        guard (0..<IdentityTree.leafCount).contains(publicKeyIndex), inclusionHashes.count == IdentityTree.depth,
            inclusionHashes.allSatisfy({ $0.count == 32 })
        else { return nil }
        var index = publicKeyIndex
        var hash = SHA256.digest(publicKey)
        for sibling in inclusionHashes {
            hash = index % 2 == 0 ? IdentityTree.parent(of: hash, sibling) : IdentityTree.parent(of: sibling, hash)
            index /= 2
        }
        return hash
    }
}

/// An identity proof with a signature by its key, with the members of Apple's `SWPerson.SignedIdentityProof`.
public struct SignedIdentityProof: Hashable, Sendable {
    /// The proof that the key belongs to the person.
    public var proof: IdentityProof
    /// The signature of the app's data in DER: ECDSA on P-256 with SHA-256.
    public var signatureData: [UInt8]

    /// Creates a signed proof from its members. It can be malformed.
    public init(proof: IdentityProof, signatureData: [UInt8]) {
        self.proof = proof
        self.signatureData = signatureData
    }
}
