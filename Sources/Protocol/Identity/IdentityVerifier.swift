/// The check of signed identity proofs, as the server of a collaborative app performs it.
///
/// The server also has to accept each challenge only once, or a recorded proof could be sent again.
///
/// ```swift
/// let url = "https://board.example/ideas"
/// try await anna.collaboration.start(app: board.id, title: "Ideas", conversation: trip.id)
/// let start = try await board.wait(for: .actionRequested)
/// try await board.action.fulfill(action: start.id, url: url, collaborationIdentifier: "ideas")
/// let people = try await board.wait(for: .actionRequested)
/// try await board.action.fulfill(action: people.id)
/// let verifier = IdentityVerifier(identities: people.addedIdentities ?? [])
///
/// let theirs = try await bea.app(board.id)
/// let proof = try await theirs.identity.sign(document: .url(url), data: "aGVsbG8=")
/// let signed = try #require(SignedIdentityProof(proof))
/// try verifier.verify(signed, challenge: Array("hello".utf8))
/// #expect(throws: IdentityVerifier.Refusal.wrongSignature) {
///     try verifier.verify(signed, challenge: Array("goodbye".utf8))
/// }
/// ```
public struct IdentityVerifier: Sendable {
    /// The reason why a proof is refused: the first step that failed, in the order of the cases.
    public enum Refusal: Error, Hashable, Sendable, CaseIterable {
        /// The public key is not the X9.63 form of a point of P-256.
        case malformedKey
        /// The signature is not a valid signature of the challenge by the key.
        case wrongSignature
        /// The index is not from 0 to 7, or the inclusion hashes are not three hashes of 32 bytes.
        case malformedProof
        /// The root hash is not on the list.
        case unknownRoot
    }

    /// The identities of the people with access.
    private let identities: Set<PersonIdentity>

    /// Creates a verifier.
    ///
    /// - Parameter identities: The people with access. Root hashes are in lower-case hexadecimal digits.
    public init(identities: some Sequence<PersonIdentity>) { self.identities = Set(identities) }

    /// Verifies a proof: its key, its signature, its form and its root hash, in this order.
    ///
    /// - Parameters:
    ///   - signed: The proof of a device.
    ///   - challenge: The data that the server sent to be signed.
    /// - Returns: The identity on the list to which the key belongs.
    /// - Throws: The first step that failed.
    @discardableResult
    public func verify(_ signed: SignedIdentityProof, challenge: [UInt8]) throws(Refusal) -> PersonIdentity {
        guard let key = P256.PublicKey(x963Representation: signed.proof.publicKey) else { throw .malformedKey }
        guard key.isValidSignature(signed.signatureData, for: challenge) else { throw .wrongSignature }
        guard let root = signed.proof.root else { throw .malformedProof }
        let identity = PersonIdentity(rootHash: Hexadecimal.text(root))
        guard identities.contains(identity) else { throw .unknownRoot }
        return identity
    }
}
