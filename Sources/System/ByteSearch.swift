#if canImport(Darwin)
    import Darwin
#else
    import CLinux
#endif

/// Looking for bytes among bytes, as fast as the system's library does.
package enum ByteSearch {
    /// Whether the bytes of a text stand anywhere among others.
    package static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
        var text = text
        return text.withUTF8 { text in
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, let sought = text.baseAddress else { return text.isEmpty }
                return memmem(start, bytes.count, sought, text.count) != nil
            }
        }
    }
}
