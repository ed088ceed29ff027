import ChatProtocol
import Foundation
import Testing

/// OpenSSL as a second opinion on keys and signatures, in both directions.
@Suite(.enabled(if: OpenSSL.program != nil, "the program openssl is not installed")) struct OpenSSLTests {
    private let openSSL: OpenSSL
    private let message = Array("the challenge of an app".utf8)

    init() throws { openSSL = try OpenSSL() }

    private func scalar(_ index: UInt8) -> [UInt8] { SHA256.digest([index]) }

    /// Returns the form PKCS #8 of a private key without its public key, which OpenSSL then computes itself.
    private func pkcs8(_ scalar: [UInt8]) -> [UInt8] {
        SignatureForms.bytes("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420") + scalar
    }

    /// Returns the form SubjectPublicKeyInfo of a public key (RFC 5480).
    private func spki(_ key: P256.PublicKey) -> [UInt8] {
        SignatureForms.bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200") + key.x963Representation
    }

    @Test("OpenSSL computes the same public key from a private key", arguments: 0..<8 as Range<UInt8>)
    func publicKeyEqualsThatOfOpenSSL(index: UInt8) throws {
        let key = try #require(P256.PrivateKey(scalar: scalar(index)))
        let file = try openSSL.write(pkcs8(scalar(index)), "key.der")
        let (status, output) = try openSSL.run(["pkey", "-inform", "DER", "-in", file, "-pubout", "-outform", "DER"])
        #expect(status == 0)
        #expect(output == spki(key.publicKey))
    }

    @Test("OpenSSL accepts our signature with our key in PEM, and refuses it for another message")
    func signatureIsAcceptedByOpenSSL() throws {
        let key = P256.PrivateKey(digest: [7])
        let text = Data(spki(key.publicKey)).base64EncodedString(options: .lineLength64Characters)
        let pem = "-----BEGIN PUBLIC KEY-----\n\(text.replacing("\r", with: ""))\n-----END PUBLIC KEY-----\n"
        let keyFile = try openSSL.write(Array(pem.utf8), "key.pem")
        for index in 0..<8 as Range<UInt8> {
            let signature = try openSSL.write(key.signature(for: message + [index]), "signature.der")
            let arguments = ["dgst", "-sha256", "-verify", keyFile, "-signature", signature]
            let signed = try openSSL.write(message + [index], "message")
            #expect(try openSSL.run(arguments + [signed]).status == 0)
            let other = try openSSL.write(message + [index + 1], "other")
            #expect(try openSSL.run(arguments + [other]).status != 0)
        }
    }

    @Test("a signature that OpenSSL makes with a key of its own is accepted, and refused for another message")
    func signatureOfOpenSSLIsAccepted() throws {
        let curve = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        let keyFile = openSSL.path("own.pem")
        #expect(try openSSL.run(["genpkey"] + curve + ["-out", keyFile]).status == 0)
        let form = try openSSL.run(["pkey", "-in", keyFile, "-pubout", "-outform", "DER"]).output
        let key = try #require(P256.PublicKey(x963Representation: Array(form.suffix(65))))
        #expect(spki(key) == form)
        for index in 0..<8 as Range<UInt8> {
            let file = try openSSL.write(message + [index], "message")
            let (status, signature) = try openSSL.run(["dgst", "-sha256", "-sign", keyFile, file])
            #expect(status == 0)
            #expect(key.isValidSignature(signature, for: message + [index]))
            #expect(!key.isValidSignature(signature, for: message))
        }
    }
}

/// The program `openssl` and a temporary folder for its files.
private final class OpenSSL {
    /// The path of the program, or nil if no folder of `PATH` has it.
    static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/openssl" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "understudy-openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: folder.appending(path: name))
        return path(name)
    }

    /// Runs the program and returns its exit status and its output.
    func run(_ arguments: [String]) throws -> (status: Int32, output: [UInt8]) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, Array(bytes))
    }
}
