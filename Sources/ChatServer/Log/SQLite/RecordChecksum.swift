import CSQLite

/// The checksum of a record, as a function of SQL, so that it is said once what it is made of: it is written with the
/// record, written anew where a text is erased, and compared wherever a record is read.
enum RecordChecksum {
    /// The columns that it is made of: all but itself.
    static let columns = [
        "position", "at", "hot", "body", "conversation", "entry", "sequence", "sender", "kind", "replaces", "handle",
        "client", "thread",
    ]

    /// The checksum of a row of `log`.
    static let sql = of("log.")

    /// What is 1 for a row of `log` that is as it was written.
    static let isWholeSQL = "log.crc IS \(sql)"

    /// The checksum of the columns, called so.
    ///
    /// - Parameter body: what takes the place of the body.
    static func of(_ prefix: String, body: String? = nil) -> String {
        "record_checksum(\(columns.map { $0 == "body" ? body ?? prefix + $0 : prefix + $0 }.joined(separator: ", ")))"
    }

    /// Makes the function known to a connection.
    static func register(on connection: OpaquePointer?) -> Int32 {
        sqlite3_create_function_v2(
            connection, "record_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in
                var checksum = CRC32C()
                for index in 0..<Int(count) { RecordChecksum.add(values?[index], to: &checksum) }
                sqlite3_result_int64(context, Int64(checksum.value))
            }, nil, nil, nil)
    }

    private static func add(_ value: OpaquePointer?, to checksum: inout CRC32C) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: add(integer: sqlite3_value_int64(value), to: &checksum)
        case SQLITE_NULL: checksum.add(Int64(SQLITE_NULL))
        case let type:
            // The pointer is asked for before the count: that is the order in which SQLite converts, then measures.
            let start = sqlite3_value_blob(value)
            add(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), type, to: &checksum)
        }
    }

    private static func add(integer: Int64, to checksum: inout CRC32C) {
        checksum.add(Int64(SQLITE_INTEGER))
        checksum.add(integer)
    }

    private static func add(_ bytes: UnsafeRawBufferPointer, _ type: Int32, to checksum: inout CRC32C) {
        checksum.add(Int64(type))
        checksum.add(Int64(bytes.count))
        checksum.add(bytes)
    }

    /// The checksum of a row as it is stored.
    ///
    /// - Parameter rest: the columns behind the position.
    static func value(position: Int64, _ rest: some Sequence<StoredValue>) -> UInt32 {
        var checksum = CRC32C()
        add(integer: position, to: &checksum)
        for value in rest {
            switch value {
            case .integer(let number): add(integer: number, to: &checksum)
            case .text(let bytes): bytes.withUnsafeBytes { add($0, SQLITE_TEXT, to: &checksum) }
            case .null, .other: checksum.add(Int64(SQLITE_NULL))
            }
        }
        return checksum.value
    }
}
