/// Bytes as the key of a dictionary: hashed as a whole, where an array is hashed byte by byte.
package struct HashedBytes: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Those bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
