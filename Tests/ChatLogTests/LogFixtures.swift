import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// The kinds of log, which must all behave alike.
enum LogKind: String, CaseIterable, Sendable {
    case memory
    case sqlite
    case postgres

    /// The kinds that this machine can test.
    static let allCases: [LogKind] = stored + [.memory]
    static let stored: [LogKind] = PostgresCluster.isWanted ? [.sqlite, .postgres] : [.sqlite]

    func withLog(_ body: (any EventLog) throws -> Void) throws {
        guard self != .memory else { return try body(MemoryEventLog()) }
        try withPlace { place in
            let log = try place.open()
            defer { log.close() }
            try body(log)
        }
    }

    /// Runs a test with a new place for a stored log.
    func withPlace(_ body: (LogPlace) throws -> Void) throws {
        if self == .postgres { return try body(.database(.ofATest())) }
        try withTemporaryDirectory { try body(.file($0 + "/chat.sqlite")) }
    }
}

/// The place of a stored log, whose records are found by the text from `LogRecord.find(by:)`.
enum LogPlace {
    case file(String)
    case database(PostgresAddress)

    func open() throws -> any EventLog {
        switch self {
        case .file(let path): return try SQLiteEventLog(foundAt: path)
        case .database(let address): return try address.log()
        }
    }

    /// Executes SQL on the stored tables, without the log.
    func execute(_ sql: String) throws {
        switch self {
        case .file(let path): try SQLiteConnection(path: path).execute(sql)
        case .database(let address):
            let connection = try PostgresConnection(address)
            try connection.send(sql)
            try connection.exchange()
        }
    }
}

extension PostgresAddress {
    /// Returns the address of a new schema in the shared cluster.
    static func ofATest() throws -> PostgresAddress {
        let (address, schema) = try PostgresCluster.newSchema()
        return try #require(PostgresAddress(address, schema: schema, use: .reading))
    }

    /// Returns the log of a world, whose records are found by the text from `LogRecord.find(by:)`.
    func log(world: Int64 = 1) throws -> PostgresEventLog {
        let connection = try PostgresConnection(self)
        try PostgresSchema().prepare(connection)
        try connection.addWorld(world)
        return try PostgresEventLog(connection, world: world, searchText: LogRecord.foundBy)
    }
}

extension PostgresWorlds {
    /// Takes the lease of a world and returns its log.
    func take(_ name: WorldName = .main) throws -> PostgresEventLog {
        guard case .held(let world)? = try find(name) else { throw LogError.notHeld }
        return try #require(world.log as? PostgresEventLog)
    }
}

extension PostgresConnection {
    /// Creates the world with a number if it does not exist.
    func addWorld(_ number: Int64) throws {
        try send(
            """
            INSERT INTO world (id, name, clock, seed) OVERRIDING SYSTEM VALUE VALUES (\(number), '\(number)', 'real', 0)
            ON CONFLICT DO NOTHING
            """)
        try exchange()
    }
}

extension LogRecord {
    static func plain(_ position: Int64, hot: Bool = true, idempotencyKey: IdempotencyKey? = nil) -> LogRecord {
        LogRecord(
            position: position, at: 1000 + position, isHot: hot, body: Array("{\"n\":\(position)}".utf8),
            idempotencyKey: idempotencyKey)
    }

    static func message(
        _ position: Int64, _ id: String, sequence: Int64, from sender: String = "anna", in conversation: String = "c1",
        replaces: Bool = false, thread beginning: String? = nil
    ) -> LogRecord {
        thread(
            position,
            EntryKey(
                conversation: conversation, id: id, sequence: sequence, sender: sender, kind: .message,
                replaces: replaces, thread: beginning))
    }

    static func notice(
        _ position: Int64, _ id: String, in conversation: String = "c1", replaces: Bool = false
    ) -> LogRecord {
        thread(
            position,
            EntryKey(
                conversation: conversation, id: id, sequence: 0, sender: "anna", kind: .notice, replaces: replaces))
    }

    /// Returns a message that a search finds by a text.
    static func found(
        _ position: Int64, _ id: String, by text: String?, in conversation: String = "c1", replaces: Bool = false,
        thread: String? = nil
    ) -> LogRecord {
        var record = message(
            position, id, sequence: position, in: conversation, replaces: replaces, thread: thread)
        record.find(by: text)
        return record
    }

    /// Sets the text by which a search finds the record, and writes it into the body.
    mutating func find(by text: String?) {
        body = Array("{\"text\":\"\(text ?? "")\"}".utf8)
        searchText = text
    }

    /// Returns the text that `find(by:)` wrote into the body.
    static func foundBy(_ record: LogRecord) -> String? {
        let body = String(decoding: record.body, as: UTF8.self)
        return body.hasPrefix("{\"text\":") ? String(body.dropFirst(9).dropLast(2)) : nil
    }

    /// The record as it is read back, without its search text and its erasure.
    var asRead: LogRecord {
        var record = self
        record.searchText = nil
        record.erasure = nil
        return record
    }

    private static func thread(_ position: Int64, _ key: EntryKey) -> LogRecord {
        LogRecord(
            position: position, at: 1000 + position, isHot: false, body: Array("{\"n\":\(position)}".utf8), entry: key)
    }
}

extension SQLiteEventLog {
    /// Opens a log whose records are found by the text from `LogRecord.find(by:)`.
    convenience init(foundAt path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil, searchText: LogRecord.foundBy)
    }
}

extension EventLog {
    /// Returns the places of the messages that a text finds.
    func places(
        _ text: String, in conversations: [String]? = nil, before: Int64? = nil, limit: Int = 100
    ) throws -> [Int64] {
        try search(SearchQuery(text), conversations: conversations, before: before, limit: limit).map(\.place)
    }
}
