public import ChatProtocol
public import Foundation

@_exported public import struct ChatProtocol.IdentityVerifier

/// The check of proofs by an app's own server, with the values of the framework.
extension IdentityVerifier {
    /// Creates a verifier.
    ///
    /// - Parameter rootHashes: The root hashes of the people with access, as the app's actions have them.
    public init(rootHashes: some Sequence<Data>) {
        self.init(identities: rootHashes.map { PersonIdentity(rootHash: Hexadecimal.text(Array($0))) })
    }

    /// Verifies a proof: its key, its signature, its form and its root hash, in this order.
    ///
    /// - Parameter challenge: The data that the server sent. It must accept each challenge only once.
    /// - Returns: The root hash on the list to which the key belongs.
    /// - Throws: The first step that failed.
    @discardableResult
    public func verify(_ proof: SWPerson.SignedIdentityProof, challenge: Data) throws(Refusal) -> Data {
        let signed = SignedIdentityProof(
            proof: IdentityProof(
                publicKey: Array(proof.publicKey), publicKeyIndex: proof.publicKeyIndex,
                inclusionHashes: proof.inclusionHashes.map { Array($0) }),
            signatureData: Array(proof.signatureData))
        let identity = try verify(signed, challenge: Array(challenge))
        return Data(Hexadecimal.bytes(identity.rootHash) ?? [])
    }
}
