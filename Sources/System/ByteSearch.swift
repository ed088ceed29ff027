#if canImport(Darwin)
    import Darwin
#else
    import CSystem
#endif

/// Search for bytes in bytes, with the fast routine of the system's library.
package enum ByteSearch {
    /// Returns the offset of the first occurrence of a text at or after `start`; nil without one.
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

    /// Returns true if the bytes contain the text.
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
