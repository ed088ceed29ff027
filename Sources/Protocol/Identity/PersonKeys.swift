/// The keys of a person's devices in one collaboration.
///
/// A device has a slot from 0 to 7. All eight slots have keys: the free slots are the padding, so a new device does not
/// change the identity. The keys follow from the world's secret, and are never stored. Another collaboration has other
/// keys, so that an app cannot recognize a person by them.
public struct PersonKeys: Sendable {
    /// The tree of the public keys.
    public let tree: IdentityTree
    /// The private keys by slot.
    private let privateKeys: [P256.PrivateKey]
    /// The index of each slot's leaf in the tree.
    private let leafOfSlot: [Int]

    /// Computes all keys and the tree, in about half a millisecond in a release build.
    ///
    /// - Parameters:
    ///   - secret: The secret of the world.
    ///   - handle: The handle of the person. Its UTF-8 bytes count, so the caller normalizes it.
    ///   - collaborationIdentifier: The identifier of the collaboration, likewise.
    public init(secret: [UInt8], handle: String, collaborationIdentifier: String) {
        let person = [Array(handle.utf8), Array(collaborationIdentifier.utf8)]
        privateKeys = (0..<UInt8(IdentityTree.leafCount)).map { slot in
            P256.PrivateKey(digest: Self.code(secret, "identity key", person + [[slot]]))
        }
        leafOfSlot = Self.permutation(from: Self.code(secret, "identity order", person))
        var publicKeys = [[UInt8]](repeating: [], count: IdentityTree.leafCount)
        for (key, leaf) in zip(privateKeys, leafOfSlot) { publicKeys[leaf] = key.publicKey.x963Representation }
        tree = IdentityTree(eightPublicKeys: publicKeys)
    }

    /// The person's identity in the collaboration: the root hash of the tree.
    public var identity: PersonIdentity { tree.identity }

    /// Returns the proof of the device in a slot, with its signature of `data`, or nil for a slot outside 0 … 7.
    ///
    /// - Parameters:
    ///   - slot: The slot of the device.
    ///   - data: The data of the app, such as the challenge of its server.
    public func signedProof(ofSlot slot: Int, for data: [UInt8]) -> SignedIdentityProof? {
        guard privateKeys.indices.contains(slot), let proof = tree.proof(at: leafOfSlot[slot]) else { return nil }
        return SignedIdentityProof(proof: proof, signatureData: privateKeys[slot].signature(for: data))
    }

    /// Returns HMAC-SHA-512 of a label and fields. Each has its length as a prefix, so that different fields never
    /// give equal input.
    private static func code(_ secret: [UInt8], _ label: String, _ fields: [[UInt8]]) -> [UInt8] {
        var input: [UInt8] = []
        for field in [Array(label.utf8)] + fields {
            let length = UInt64(field.count)
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            input += field
        }
        return HMACSHA512.code(of: input, key: secret)
    }

    /// Returns the numbers 0 … 7 in an order drawn from 64 bytes (the shuffle of Fisher and Yates).
    ///
    /// Each draw takes eight bytes, so that all orders are equally probable to one part in 2^60.
    private static func permutation(from bytes: [UInt8]) -> [Int] {
        var order = Array(0..<IdentityTree.leafCount)
        for last in stride(from: order.count - 1, to: 0, by: -1) {
            let draw = bytes.dropFirst(last * 8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            order.swapAt(last, Int(draw % UInt64(last + 1)))
        }
        return order
    }
}
