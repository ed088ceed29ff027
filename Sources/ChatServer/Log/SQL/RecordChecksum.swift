import ChatCore

extension LogRecord {
    /// The checksum that is stored with a record, over all its fields.
    ///
    /// It is written with the record, updated when a text is erased, and verified at every read. Each value is preceded
    /// by its type, with the type numbers of SQLite. This format is that of the first files with checksums, and stored
    /// checksums depend on it.
    var checksum: Int64 {
        var checksum = CRC32C()
        checksum.take(position)
        checksum.take(at)
        checksum.take(isHot ? 1 : 0)
        body.withUnsafeBytes { checksum.take($0) }
        checksum.take(entry?.conversation)
        checksum.take(entry?.id)
        checksum.take(entry?.sequence)
        checksum.take(entry?.sender)
        checksum.take(entry?.kind.rawValue)
        checksum.take(entry.map { $0.replaces ? 1 : 0 })
        checksum.take(idempotencyKey?.handle)
        checksum.take(idempotencyKey?.clientID)
        checksum.take(entry?.thread)
        return Int64(checksum.value)
    }
}

extension CRC32C {
    private static let integer: Int64 = 1
    private static let text: Int64 = 3
    private static let null: Int64 = 5

    fileprivate mutating func take(_ number: Int64?) {
        guard let number else { return add(Self.null) }
        add(Self.integer)
        add(number)
    }

    fileprivate mutating func take(_ string: String?) {
        guard var string else { return add(Self.null) }
        string.withUTF8 { take(UnsafeRawBufferPointer($0)) }
    }

    fileprivate mutating func take(_ bytes: UnsafeRawBufferPointer) {
        add(Self.text)
        add(Int64(bytes.count))
        add(bytes)
    }
}
