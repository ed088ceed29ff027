import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// The kinds of log that must not be told apart.
enum LogKind: String, CaseIterable, Sendable {
    case memory
    case sqlite
    case postgres

    /// Those that can be had here.
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

    /// A place of the test's own, for one kind that is stored.
    func withPlace(_ body: (LogPosition) throws -> Void) throws {
        if self == .postgres { return try body(.database(.ofATest())) }
        try withTemporaryDirectory { try body(.file($0 + "/chat.sqlite")) }
    }
}

/// Where a log is that outlives whoever has it open; its records are found by what `LogRecord.find(by:)` put into them.
enum LogPosition {
    case file(String)
    case database(PostgresAddress)

    func open() throws -> any EventLog {
        switch self {
        case .file(let path): return try SQLiteEventLog(foundAt: path)
        case .database(let address): return try address.log()
        }
    }

    /// Changes what is stored behind the back of the log.
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
    /// A schema of the test's own in the cluster that all share.
    static func ofATest() throws -> PostgresAddress {
        let (address, schema) = try PostgresCluster.newSchema()
        return try #require(PostgresAddress(address, schema: schema, use: .reading))
    }

    /// The log of a world, of records that are found by what `LogRecord.find(by:)` put into them.
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
    /// Makes a world of that number, if there is none.
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

    /// A message that is found by a text.
    static func found(
        _ position: Int64, _ id: String, by text: String?, in conversation: String = "c1", replaces: Bool = false,
        thread: String? = nil
    ) -> LogRecord {
        var record = message(
            position, id, sequence: position, in: conversation, replaces: replaces, thread: thread)
        record.find(by: text)
        return record
    }

    /// Makes a text what the record is found by; the body says it too.
    mutating func find(by text: String?) {
        body = Array("{\"text\":\"\(text ?? "")\"}".utf8)
        searchText = text
    }

    /// What `find(by:)` put into the body.
    static func foundBy(_ record: LogRecord) -> String? {
        let body = String(decoding: record.body, as: UTF8.self)
        return body.hasPrefix("{\"text\":") ? String(body.dropFirst(9).dropLast(2)) : nil
    }

    /// As it is read back: without what it told the log to do.
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
    /// A log of records that are found by what `LogRecord.find(by:)` put in their bodies.
    convenience init(foundAt path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil, searchText: LogRecord.foundBy)
    }
}

extension EventLog {
    /// The places of what a text finds.
    func places(
        _ text: String, in conversations: [String]? = nil, before: Int64? = nil, limit: Int = 100
    ) throws -> [Int64] {
        try search(SearchQuery(text), conversations: conversations, before: before, limit: limit).map(\.place)
    }
}
