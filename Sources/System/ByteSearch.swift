#if canImport(Darwin)
    import Darwin
#else
    import CSystem
#endif

/// Looking for bytes among bytes, as fast as the system's library does.
package enum ByteSearch {
    /// Where the bytes of a text stand first among others, from a place on; nil if they do not.
    package static func place(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
        var text = text
        return text.withUTF8 { text in
            bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let sought = text.baseAddress,
                    let found = memmem(base + start, bytes.count - start, sought, text.count)
                else { return nil }
                return base.distance(to: UnsafeRawPointer(found))
            }
        }
    }

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
