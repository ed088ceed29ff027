/// A statement for one world.
///
/// It is prepared on first use of its SQL by the connection. It is sent with the statements before it when its rows are
/// wanted.
final class PostgresStatement: SQLStatement {
    private let connection: PostgresConnection
    private let sql: String
    private let world: Int64?
    /// The concatenated values, and the range of each one; nil for NULL.
    private var values: [UInt8] = []
    private var ranges: [Range<Int>?]
    private var result: PostgresResult?
    private var row: Int32 = -1

    /// - Parameter world: The number of the world, which is always the first parameter; nil for a statement without a
    ///   world.
    init(_ connection: PostgresConnection, world: Int64? = nil, sql: String) {
        (self.connection, self.world, self.sql) = (connection, world, sql)
        ranges = [Range<Int>?](repeating: nil, count: Self.parameterCount(sql))
        if let world { bind(0, world) }
    }

    private static func parameterCount(_ sql: String) -> Int {
        sql.split(separator: "$").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }.max() ?? 0
    }

    func bind(_ index: Int32, _ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { set(index, $0) }
    }

    func bind(_ index: Int32, _ text: String) {
        var text = text
        text.withUTF8 { set(index, UnsafeRawBufferPointer($0)) }
    }

    func bind(_ index: Int32, _ text: [UInt8]) { text.withUnsafeBytes { set(index, $0) } }

    func bind(_ index: Int32, blob: [UInt8]) { bind(index, blob) }

    private func set(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        guard Int(index) < ranges.count else { return }
        ranges[Int(index)] = values.count..<values.count + bytes.count
        values.append(contentsOf: bytes)
    }

    func step() throws(PostgresFailure) -> Bool {
        if result == nil {
            try connection.send(sql, values, ranges, wantsRows: true)
            result = try connection.exchange()
        }
        row += 1
        return row < result?.rowCount ?? 0
    }

    func run(orReject rejection: LogError.Rejection?) throws(PostgresFailure) {
        defer { finish() }
        try connection.send(sql, values, ranges, rejection: rejection)
    }

    /// Sends the statement with the next request, and ignores its result.
    func runIgnoringResult() throws(PostgresFailure) {
        defer { finish() }
        try connection.send(sql, values, ranges, mayFail: true)
    }

    func finish() {
        result = nil
        row = -1
        values.removeAll(keepingCapacity: true)
        for index in ranges.indices { ranges[index] = nil }
        if let world { bind(0, world) }
    }

    func isNull(_ column: Int32) -> Bool { result?.isNull(row, column) ?? true }

    func integer(_ column: Int32) -> Int64 {
        result?.integer(row, column) ?? 0
    }

    func text(_ column: Int32) -> String {
        result?.text(row, column) ?? ""
    }

    func bytes(_ column: Int32) -> [UInt8] { result.map { Array($0.bytes(row, column)) } ?? [] }

    func blob(_ column: Int32) -> [UInt8] { bytes(column) }
}

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

/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    let world: Int64
    /// The number of this server, which must hold the world to write to it; nil for exclusive access to the database.
    private let holder: Int64?

    init(_ connection: PostgresConnection, world: Int64, holder: Int64?) {
        (self.connection, self.world, self.holder) = (connection, world, holder)
    }

    func prepare(_ sql: String) throws(PostgresFailure) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// Nil: the number is known only after the answers to the whole pipeline.
    var changedRows: Int64? { nil }

    func begin() throws(PostgresFailure) {
        try connection.begin()
        try hold()
    }

    /// Locks the world for a transaction that writes to it, and checks that this server holds it.
    func hold() throws(PostgresFailure) {
        // A server that takes over the world waits for this transaction. If the world has another holder or is deleted,
        // the division by zero aborts the transaction.
        let isHolder = holder == nil ? "" : "AND holder = $2 "
        let isHeld = PostgresStatement(
            connection, world: world,
            sql: "SELECT 1 / count(*) FROM (SELECT id FROM world WHERE id = $1 \(isHolder)FOR SHARE) AS world")
        if let holder { isHeld.bind(1, holder) }
        try isHeld.run(orReject: nil)
    }

    /// Returns true if the world still exists.
    func isThere() throws(PostgresFailure) -> Bool {
        try PostgresStatement(connection, world: world, sql: "SELECT 1 FROM world WHERE id = $1").step()
    }

    func commit() throws(PostgresFailure) { try connection.commit() }

    func rollBack() { connection.rollBack() }
}
