import ChatEngine
import ChatProtocol

/// The beginning of a connection on which one server forwards a client to another. Each proves that it knows the secret
/// of their database, with a code (RFC 2104) of both nonces. The handshake consists of lines and uses no socket.
///
///     forwards: {"forward":NONCE}
///     holds:    {"nonce":NONCE,"proof":CODE}
///     forwards: {"login":TEXT,"proof":CODE}
///     holds:    {"held":true}
enum ForwardHandshake {
    /// The longest line of a handshake, in bytes. A login has at most 32 KiB.
    static let lineBytesMax = 96 * 1024

    /// The side that forwards a client.
    struct Forwarding {
        private let secret: [UInt8]
        private let nonce = Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })

        init(secret: [UInt8]) { self.secret = secret }

        /// The first line, which begins the handshake.
        var offer: [UInt8] { JSONWriter.bytes(of: ForwardOffer(nonce: nonce)) }

        /// Returns the line with the login; nil if the other side does not know the secret.
        func line(with login: ForwardedLogin, afterChallenge line: [UInt8]) -> [UInt8]? {
            guard let challenge: ForwardChallenge = ForwardHandshake.read(line),
                isSame(challenge.proof, code(secret, ["held", nonce, challenge.nonce]))
            else { return nil }
            let text = String(decoding: JSONWriter.bytes(of: login), as: UTF8.self)
            return JSONWriter.bytes(
                of: ForwardProof(login: text, proof: code(secret, ["login", nonce, challenge.nonce, text])))
        }
    }

    /// The side that holds the world.
    struct Holding {
        private let secret: [UInt8]
        private let nonces: [String]

        /// Returns nil for a line that does not begin a handshake.
        init?(offer line: [UInt8], secret: [UInt8]) {
            guard line.starts(with: #"{"forward":"#.utf8), let offer: ForwardOffer = ForwardHandshake.read(line),
                Hexadecimal.bytes(offer.nonce)?.count == 16
            else { return nil }
            self.secret = secret
            nonces = [offer.nonce, Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })]
        }

        /// The second line, which proves that this server knows the secret.
        var challenge: [UInt8] {
            JSONWriter.bytes(of: ForwardChallenge(nonce: nonces[1], proof: code(secret, ["held"] + nonces)))
        }

        /// Returns the login in the third line; nil if the other side does not know the secret.
        func login(in line: [UInt8]) -> ForwardedLogin? {
            guard let proof: ForwardProof = ForwardHandshake.read(line),
                isSame(proof.proof, code(secret, ["login"] + nonces + [proof.login]))
            else { return nil }
            return ForwardHandshake.read(Array(proof.login.utf8))
        }
    }

    /// Returns the last line, which reports if this server holds the world.
    static func reply(isHeld: Bool) -> [UInt8] { JSONWriter.bytes(of: ForwardReply(isHeld: isHeld)) }

    /// Returns true if the last line reports that the other side holds the world; nil if it is no such line.
    static func isHeld(in line: [UInt8]) -> Bool? {
        let reply: ForwardReply? = read(line)
        return reply?.isHeld
    }

    fileprivate static func read<Value: JSONRecord>(_ line: [UInt8]) -> Value? {
        guard let value = try? JSONReader.read(line, depthMax: 16).value, var fields = try? JSONFields(value) else {
            return nil
        }
        return try? Value(from: &fields)
    }
}

private func code(_ secret: [UInt8], _ parts: [String]) -> String {
    Hexadecimal.text(HMACSHA256.code(of: Array(parts.joined(separator: "\n").utf8), key: secret))
}

/// Compares two codes in constant time, so that the duration does not reveal where they differ.
private func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
