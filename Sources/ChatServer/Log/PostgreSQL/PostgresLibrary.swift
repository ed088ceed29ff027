import ChatProtocol
import ChatSystem

/// The functions of libpq, PostgreSQL's client library, that are used here. It is loaded only if a log is in
/// PostgreSQL.
struct PostgresLibrary {
    /// A text that libpq reads or owns.
    typealias Text = UnsafePointer<CChar>?
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>?

    /// A connection option, as returned by `PQconninfoParse`.
    struct Option {
        var keyword: Text
        var environment: Text
        var compiled: Text
        var value: Text
        var label: Text
        var display: Text
        var displaySize: Int32
    }

    /// Returns an array of ``Option`` that ends with an option without a keyword.
    let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
    let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let connect: @convention(c) @Sendable (Texts, Texts, Int32) -> OpaquePointer?
    let finish: Finish
    let socket: @convention(c) (OpaquePointer?) -> Int32
    let errorMessage: @convention(c) (OpaquePointer?) -> Text
    let serverVersion: @convention(c) (OpaquePointer?) -> Int32
    let status: @convention(c) (OpaquePointer?) -> Int32
    let transactionStatus: @convention(c) (OpaquePointer?) -> Int32
    let setNonblocking: @convention(c) (OpaquePointer?, Int32) -> Int32
    let setNoticeProcessor: @convention(c) (OpaquePointer?, Notice, UnsafeMutableRawPointer?) -> Notice
    let enterPipelineMode: @convention(c) (OpaquePointer?) -> Int32
    let sendPrepare: @convention(c) (OpaquePointer?, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
    let sendPrepared:
        @convention(c) (
            OpaquePointer?, Text, Int32, Texts, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32
    let pipelineSync: @convention(c) (OpaquePointer?) -> Int32
    let flush: @convention(c) (OpaquePointer?) -> Int32
    let consumeInput: @convention(c) (OpaquePointer?) -> Int32
    let isBusy: @convention(c) (OpaquePointer?) -> Int32
    let nextResult: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let clear: @convention(c) (OpaquePointer?) -> Void
    let resultStatus: @convention(c) (OpaquePointer?) -> Int32
    let errorField: @convention(c) (OpaquePointer?, Int32) -> Text
    let rowCount: @convention(c) (OpaquePointer?) -> Int32
    let value: @convention(c) (OpaquePointer?, Int32, Int32) -> Text
    let length: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
    let isNull: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
    /// Returns a ``Notification``, which the caller must free.
    let nextNotification: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?

    /// A notification to a session, limited to the fields that are read here (`PGnotify`).
    struct Notification {
        var channel: Text
        var process: Int32
        var payload: Text
    }

    typealias Finish = @convention(c) @Sendable (OpaquePointer?) -> Void
    typealias Notice = @convention(c) (UnsafeMutableRawPointer?, Text) -> Void

    /// Loads the libpq of this system.
    ///
    /// - Throws: A failure whose text names the package to install.
    init() throws(PostgresFailure) {
        guard let library = SharedLibrary(anyOf: Self.names) else {
            throw PostgresFailure(
                "the PostgreSQL library libpq is not installed: install the package libpq5 (Debian, Ubuntu), "
                    + "libpq (Fedora, Homebrew), or your system's package of libpq")
        }
        func find<Function>(_ name: String) throws(PostgresFailure) -> Function {
            guard let function: Function = library.function(name) else {
                throw PostgresFailure("libpq is too old: it has no \(name); install version 14 or newer")
            }
            return function
        }
        parse = try find("PQconninfoParse")
        freeOptions = try find("PQconninfoFree")
        freeMemory = try find("PQfreemem")
        connect = try find("PQconnectdbParams")
        finish = try find("PQfinish")
        socket = try find("PQsocket")
        errorMessage = try find("PQerrorMessage")
        serverVersion = try find("PQserverVersion")
        status = try find("PQstatus")
        transactionStatus = try find("PQtransactionStatus")
        setNonblocking = try find("PQsetnonblocking")
        setNoticeProcessor = try find("PQsetNoticeProcessor")
        enterPipelineMode = try find("PQenterPipelineMode")
        sendPrepare = try find("PQsendPrepare")
        sendPrepared = try find("PQsendQueryPrepared")
        pipelineSync = try find("PQpipelineSync")
        flush = try find("PQflush")
        consumeInput = try find("PQconsumeInput")
        isBusy = try find("PQisBusy")
        nextResult = try find("PQgetResult")
        clear = try find("PQclear")
        resultStatus = try find("PQresultStatus")
        errorField = try find("PQresultErrorField")
        rowCount = try find("PQntuples")
        value = try find("PQgetvalue")
        length = try find("PQgetlength")
        isNull = try find("PQgetisnull")
        nextNotification = try find("PQnotifies")
    }

    #if canImport(Darwin)
        private static let names = [
            "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
        ]
    #else
        private static let names = ["libpq.so.5"]
    #endif
}

/// The constants of libpq-fe.h that are used here.
enum PostgresCode {
    /// `CONNECTION_BAD`.
    static let connectionIsBad: Int32 = 1
    /// `PGRES_COMMAND_OK`, `_TUPLES_OK`, `_PIPELINE_SYNC`.
    static let commandOK: Int32 = 1
    static let rowsOK: Int32 = 2
    static let pipelineSync: Int32 = 10
    /// `PQTRANS_IDLE`.
    static let transactionIsIdle: Int32 = 0
    /// `PG_DIAG_SQLSTATE`, `_MESSAGE_PRIMARY`, `_CONSTRAINT_NAME`.
    static let sqlState = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let constraint = Int32(UInt8(ascii: "n"))
}

/// The reason that PostgreSQL did not execute a request.
struct PostgresFailure: SQLFailure, Equatable {
    /// The description for a person, without a full stop.
    let words: String
    /// The SQLSTATE code (PostgreSQL documentation, appendix A); nil if the failure did not come from the server.
    var sqlState: String?
    /// True if another writer appended first.
    var isConflict = false
    var rejection: LogError.Rejection?
    var isInDoubt = false
    /// True if this server does not hold the world it tried to write to. A deliberate division by zero reports it.
    var isOfLostWorld: Bool { sqlState == "22012" }

    /// True if the database refused a correct statement and would refuse it again.
    ///
    /// Examples: missing rights, a trigger, a missing table, a constraint of another program, a full disk. A deadlock
    /// (class 40) indicates no fault of the database.
    var isOfTheDatabase: Bool {
        guard let sqlState, !isConflict, !isOfLostWorld, rejection == nil, !poisonsTheConnection else { return false }
        return !sqlState.hasPrefix("40")
    }

    init(_ words: String, sqlState: String? = nil) {
        (self.words, self.sqlState) = (words, sqlState)
    }

    /// Creates the failure that the server reported.
    ///
    /// - Parameters:
    ///   - constraint: The violated constraint; empty if there is none.
    ///   - rejection: The rule of the log that the constraint enforces.
    init(sqlState: String, message: String, constraint: String, rejection: LogError.Rejection?) {
        self.init(Self.words(sqlState, message), sqlState: sqlState)
        guard sqlState.hasPrefix("23") else { return }
        isConflict = constraint == PostgresSchema.positions
        if !isConflict { self.rejection = rejection }
    }

    static func rejected(_ rejection: LogError.Rejection) -> PostgresFailure {
        var failure = PostgresFailure("")
        failure.rejection = rejection
        return failure
    }

    static func damage(_ what: String) -> PostgresFailure {
        PostgresFailure("the database is damaged: \(what) has a wrong checksum")
    }

    /// True if the connection must not be used again.
    ///
    /// The server stops or has become a standby, and another connection may reach a better one. Or another session's
    /// commit waited too long for a lock, usually because it waits for a standby. This session would only wait for that
    /// commit. A new connection is ready when commits succeed again.
    var poisonsTheConnection: Bool {
        sqlState.map { $0.hasPrefix("57P") || ["25006", "55P03"].contains($0) } ?? false
    }

    private static func words(_ sqlState: String, _ message: String) -> String {
        switch sqlState {
        case "53100": "the disk of the database is full"
        case "55P03": "another server has locked the database, or its commit waits for a standby"
        case "57014": "the database cancelled a request that took too long"
        case "25006": "the database is read-only: it is a standby"
        case "57P01", "57P02", "57P03": "the database is stopping or starting (“\(message)”)"
        default: "PostgreSQL: “\(message)” (\(sqlState))"
        }
    }
}
