/// The rows of a statement's result, in the binary format.
final class PostgresResult {
    private let library: PostgresLibrary
    private let handle: OpaquePointer
    let rowCount: Int32

    /// - Parameter handle: A result of libpq. This object takes ownership of it.
    init(_ handle: OpaquePointer, _ library: PostgresLibrary) {
        (self.library, self.handle) = (library, handle)
        rowCount = library.rowCount(handle)
    }

    deinit { library.clear(handle) }

    func isNull(_ row: Int32, _ column: Int32) -> Bool { library.isNull(handle, row, column) != 0 }

    func integer(_ row: Int32, _ column: Int32) -> Int64 {
        let bytes = bytes(row, column)
        return bytes.count == 8 ? Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)) : 0
    }

    func text(_ row: Int32, _ column: Int32) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    /// Returns the bytes of a field; empty for NULL.
    func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: library.value(handle, row, column), count: Int(library.length(handle, row, column)))
    }
}
