import ChatCore

extension LogRecord {
    /// The checksum that is stored with a record, over all its fields.
    ///
    /// It is written with the record, updated when a text is erased, and verified at every read. Each value is preceded
    /// by its type, with the type numbers of SQLite. This format is that of the first files with checksums, and stored
    /// checksums depend on it.
    var checksum: Int64 {
        var checksum = CRC32C()
        checksum.addTyped(position)
        checksum.addTyped(at)
        checksum.addTyped(isHot ? 1 : 0)
        body.withUnsafeBytes { checksum.addTyped($0) }
        checksum.addTyped(entry?.conversation)
        checksum.addTyped(entry?.id)
        checksum.addTyped(entry?.sequence)
        checksum.addTyped(entry?.sender)
        checksum.addTyped(entry?.kind.rawValue)
        checksum.addTyped(entry.map { $0.replaces ? 1 : 0 })
        checksum.addTyped(idempotencyKey?.handle)
        checksum.addTyped(idempotencyKey?.clientID)
        checksum.addTyped(entry?.thread)
        return Int64(checksum.value)
    }
}

extension CRC32C {
    private static let integer: Int64 = 1
    private static let text: Int64 = 3
    private static let null: Int64 = 5

    fileprivate mutating func addTyped(_ number: Int64?) {
        guard let number else { return add(Self.null) }
        add(Self.integer)
        add(number)
    }

    fileprivate mutating func addTyped(_ string: String?) {
        guard var string else { return add(Self.null) }
        string.withUTF8 { addTyped(UnsafeRawBufferPointer($0)) }
    }

    fileprivate mutating func addTyped(_ bytes: UnsafeRawBufferPointer) {
        add(Self.text)
        add(Int64(bytes.count))
        add(bytes)
    }
}
