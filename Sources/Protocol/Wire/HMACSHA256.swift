/// HMAC with SHA-256 (RFC 2104, RFC 4231): a code which proves that the sender of a message knows a secret.
public enum HMACSHA256 {
    /// Returns the 32 bytes of the authentication code of `message` under `key`.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        // A key longer than a block is replaced by its digest (RFC 2104, section 2).
        let key = key.count > 64 ? SHA256.digest(key) : key
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = SHA256.digest(block.map { $0 ^ 0x36 } + message)
        return SHA256.digest(block.map { $0 ^ 0x5C } + inner)
    }
}
