import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport

@testable import ChatLog

/// The two kinds of log that must not be told apart.
enum LogKind: String, CaseIterable, Sendable {
    case memory
    case sqlite

    func withLog(_ body: (any EventLog) throws -> Void) throws {
        switch self {
        case .memory:
            try body(MemoryEventLog())
        case .sqlite:
            try withTemporaryDirectory { directory in
                let log = try SQLiteEventLog(foundAt: directory + "/chat.sqlite")
                defer { log.close() }
                try body(log)
            }
        }
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
        try self.init(path: path, pagesMax: nil) { record in
            let body = String(decoding: record.body, as: UTF8.self)
            return body.hasPrefix("{\"text\":") ? String(body.dropFirst(9).dropLast(2)) : nil
        }
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
