import ChatProtocol
import Testing

@Suite struct IdentityTreeTests {
    /// Vector V1 of the feature list: short texts as keys. P1 to P3 belong to devices, R1 to R5 are padding.
    private let keys = ["P1", "P2", "P3", "R1", "R2", "R3", "R4", "R5"].map { Array($0.utf8) }
    private let root = "97e9b1ef8534984fef8f0b88e3aca35fe217fc380cc533c94b521140f902458d"
    private let hashes = [
        "a791366f6f6201254edcac9ec72017b12d8a69513b5e1e29a29a4048ffb16e27",
        "37a0c34524e4dda972541a2223f5c22844e4d272c17f7f8fab8972b5db363b0e",
        "3f9e6fbef2bdc1073c7f2a5245e54ad0ea6281390119795e0cf87d5139a99c8b",
    ]

    private func proof() throws -> IdentityProof {
        try #require(IdentityTree(publicKeys: keys)?.proof(at: 2))
    }

    @Test("the tree of vector V1 has its root and the proof of its third key")
    func treeMatchesVectorV1() throws {
        let tree = try #require(IdentityTree(publicKeys: keys))
        #expect(tree.identity == PersonIdentity(rootHash: root))
        #expect(Hexadecimal.text(tree.root) == root)
        let proof = try proof()
        #expect(proof.publicKey == keys[2])
        #expect(proof.publicKeyIndex == 2)
        #expect(proof.inclusionHashes.map(Hexadecimal.text) == hashes)
        #expect(proof.root == tree.root)
    }

    @Test("a proof of vector V1 with another index or another key leads to another root")
    func proofWithAnotherIndexOrKeyLeadsToAnotherRoot() throws {
        for index in 0..<8 where index != 2 {
            var proof = try proof()
            proof.publicKeyIndex = index
            #expect(try #require(proof.root) != SignatureForms.bytes(root), "index \(index)")
        }
        var proof = try proof()
        proof.publicKey = keys[1]
        #expect(try #require(proof.root) != SignatureForms.bytes(root))
    }

    @Test("the proof of each leaf leads to the root")
    func proofOfEachLeafLeadsToTheRoot() throws {
        let tree = try #require(IdentityTree(publicKeys: keys))
        for index in 0..<8 {
            let proof = try #require(tree.proof(at: index))
            #expect(proof.publicKeyIndex == index)
            #expect(proof.root == tree.root)
        }
    }

    @Test("a tree gives no proof for an index outside 0 … 7", arguments: [-1, 8, Int.min, Int.max])
    func treeGivesNoProofOutsideItsLeaves(index: Int) throws {
        #expect(try #require(IdentityTree(publicKeys: keys)).proof(at: index) == nil)
    }

    @Test("a tree of any number of keys but eight is refused", arguments: [0, 1, 4, 7, 9, 16])
    func treeOfAnotherNumberOfKeysIsRefused(count: Int) {
        #expect(IdentityTree(publicKeys: .init(repeating: [1], count: count)) == nil)
    }

    @Test("a proof with an index outside 0 … 7 has no root", arguments: [-1, -6, 8, 10, Int.min, Int.max])
    func proofWithAnIndexOutsideTheLeavesHasNoRoot(index: Int) throws {
        var proof = try proof()
        proof.publicKeyIndex = index
        #expect(proof.root == nil)
    }

    @Test("a proof with any number of hashes but three has no root", arguments: [0, 1, 2, 4, 100])
    func proofWithAnotherNumberOfHashesHasNoRoot(count: Int) throws {
        var proof = try proof()
        proof.inclusionHashes = .init(repeating: proof.inclusionHashes[0], count: count)
        #expect(proof.root == nil)
    }

    @Test("a proof with a hash of any length but 32 bytes has no root", arguments: [0, 31, 33, 64])
    func proofWithAHashOfAnotherLengthHasNoRoot(count: Int) throws {
        for level in 0..<3 {
            var proof = try proof()
            proof.inclusionHashes[level] = .init(repeating: 1, count: count)
            #expect(proof.root == nil)
        }
    }

    /// The hashes of two children have 64 bytes together, and could pose as a key with a proof of two hashes.
    @Test("an inner node in place of a key has no proof, because every proof has three hashes")
    func innerNodeIsNoKey() throws {
        let proof = try proof()
        let inner = SHA256.digest(proof.publicKey) + proof.inclusionHashes[0]
        let shorter = IdentityProof(
            publicKey: inner, publicKeyIndex: 1, inclusionHashes: Array(proof.inclusionHashes.dropFirst()))
        #expect(shorter.root == nil)
    }
}
