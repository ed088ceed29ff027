/// Bytes as the key of a dictionary, hashed in one step. An array is hashed byte by byte.
package struct HashedBytes: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Creates a key from the bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
