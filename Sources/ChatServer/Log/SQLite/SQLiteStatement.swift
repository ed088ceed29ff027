import CSystem

/// A prepared statement. It is bound, then stepped, then reset and cleared for the next use.
///
/// Indexes of parameters count from 1, indexes of columns from 0, as in SQLite.
final class SQLiteStatement: SQLStatement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer
    /// The code of the first failed bind. The next `step` throws it, so that callers can bind without error handling.
    private var bindFailure: Int32 = SQLITE_OK

    init(connection: OpaquePointer, sql: String) throws(SQLiteFailure) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteFailure(code: code, connection: connection)
        }
        self.connection = connection
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ index: Int32, _ value: Int64) {
        note(sqlite3_bind_int64(handle, index, value))
    }

    func bind(_ index: Int32, _ text: String) {
        var text = text
        text.withUTF8 { bindText(index, $0) }
    }

    func bind(_ index: Int32, _ text: ArraySlice<UInt8>) {
        text.withUnsafeBufferPointer { bindText(index, $0) }
    }

    func bind(_ index: Int32, _ text: [UInt8]) {
        text.withUnsafeBufferPointer { bindText(index, $0) }
    }

    func bind(_ index: Int32, blob: [UInt8]) {
        let code = blob.withUnsafeBytes { bytes in
            // An empty blob must not become NULL, as it would with a nil pointer.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob64(
                    handle, index, bytes.baseAddress, UInt64(bytes.count), understudy_sqlite_transient())
        }
        note(code)
    }

    /// Steps once. Returns true if there is a row to read, and false if the statement is done.
    func step() throws(SQLiteFailure) -> Bool {
        guard bindFailure == SQLITE_OK else { throw SQLiteFailure(code: bindFailure, connection: connection) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFailure(code: code, connection: connection)
        }
    }

    func run(orReject rejection: LogError.Rejection?) throws(SQLiteFailure) {
        defer { finish() }
        do throws(SQLiteFailure) {
            _ = try step()
        } catch {
            var failure = error
            if error.isConstraint { failure.rejection = rejection }
            throw failure
        }
    }

    /// Resets the statement and clears its bindings, after success or failure.
    ///
    /// A statement that is not reset keeps its transaction open. One that is not cleared may carry values into the next
    /// row.
    func finish() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        bindFailure = SQLITE_OK
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func text(_ column: Int32) -> String {
        String(decoding: buffer(column), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        Array(buffer(column))
    }

    func blob(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Returns the bytes of a column; valid until the next step.
    private func buffer(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        // The pointer is read before the count, because SQLite converts the value first and then measures it.
        let start = sqlite3_column_text(handle, column)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    private func bindText(_ index: Int32, _ buffer: UnsafeBufferPointer<UInt8>) {
        let code = buffer.withMemoryRebound(to: CChar.self) { characters in
            // Empty text must not become NULL, as it would with a nil pointer.
            guard let start = characters.baseAddress, !characters.isEmpty else {
                return sqlite3_bind_text(handle, index, "", 0, understudy_sqlite_transient())
            }
            return sqlite3_bind_text64(
                handle, index, start, UInt64(characters.count), understudy_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
        note(code)
    }

    private func note(_ code: Int32) {
        if bindFailure == SQLITE_OK { bindFailure = code }
    }
}
