import ChatLog
import ChatServer

/// A log that outlives its server. Closing it has no effect, so a restarted server finds its records again, as in a
/// file.
class KeptLog: EventLog {
    /// The log that stores the records.
    var log: any EventLog

    init(_ log: any EventLog = MemoryEventLog()) { self.log = log }

    var end: Int64 { log.end }

    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try log.append(batch, expectedEnd: expectedEnd)
    }

    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try log.read(after: position, limit: limit)
    }

    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try log.readHot(after: position, limit: limit)
    }

    func heads() throws(LogError) -> [ConversationHead] { try log.heads() }

    func entries(conversation: String, after: Int64, before: Int64?, limit: Int) throws(LogError) -> [StoredEntry] {
        try log.entries(conversation: conversation, after: after, before: before, limit: limit)
    }

    func entry(id: String) throws(LogError) -> StoredEntry? { try log.entry(id: id) }

    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try log.search(query, in: scope, before: before, limit: limit, effort: effort)
    }

    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try log.thread(of: id, after: after, limit: limit)
    }

    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try log.threadCounts(of: ids, after: after)
    }

    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] { try log.changes(of: id, limit: limit) }

    func position(of key: IdempotencyKey) throws(LogError) -> Int64? { try log.position(of: key) }

    func record(at position: Int64) throws(LogError) -> LogRecord? { try log.record(at: position) }

    var problem: String? { log.problem }

    var refusal: String? { log.refusal }

    func recover() { log.recover() }

    func takeProblem() -> String? { log.takeProblem() }

    func close() {}
}
