import ChatCore
import ChatProtocol

/// The log of a world in PostgreSQL, which syncs each commit before it reports success. Each commit checks that this
/// server holds the world.
final class PostgresEventLog: EventLog {
    private let connection: PostgresConnection
    private let tables: PostgresTables
    private let writer: LogWriter<PostgresTables>
    private let reader: LogReader<PostgresTables>
    private let index: SearchIndex<PostgresTables>
    private let searchReader: SearchReader<PostgresTables>
    /// The query for the progress of the search index and the end of the log.
    private let last: PostgresStatement
    /// The generation of the connection on which the end was read.
    private var generation: Int
    private var isClosed = false
    private(set) var end: Int64

    /// - Parameters:
    ///   - world: The number of the world.
    ///   - holder: The number of this server, which must hold the world to write to it; nil for exclusive access to the
    ///     database.
    ///   - searchText: Returns the searchable text of a record's entry, derived from its body.
    init(
        _ connection: PostgresConnection, world: Int64, holder: Int64? = nil,
        searchText: @escaping (LogRecord) -> String?
    ) throws(PostgresFailure) {
        self.connection = connection
        tables = PostgresTables(connection, world: world, holder: holder)
        let last = try tables.prepare(
            "\(SearchIndexQuery.standing.sql(.postgres)), (\(LogQuery.end.sql(.postgres)))")
        defer { last.finish() }
        self.last = last
        end = try last.step() ? last.integer(3) : 0
        connection.note(end: end, of: world)
        generation = connection.generation
        index = try SearchIndex(tables, end: end, standing: SearchProgress(last), searchText: searchText)
        writer = try LogWriter(tables, search: index)
        reader = try LogReader(tables)
        searchReader = try SearchReader(tables, index: index)
    }

    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try check(batch, expectedEnd: expectedEnd)
        guard !batch.isEmpty else { return }
        do throws(PostgresFailure) {
            try writer.append(batch)
            noteWritten(through: expectedEnd + Int64(batch.count))
        } catch {
            if error.isOfTheDatabase {
                connection.reports.note(refusal: error) { [weak self] in self?.tryAgain(batch) }
            }
            throw reason(for: error)
        }
    }

    /// Writes a refused batch and rolls it back, to find out if the database accepts batches again.
    ///
    /// - Returns: The reason that it does not; nil if it does.
    private func tryAgain(_ batch: [LogRecord]) -> PostgresFailure? {
        let standing = index.standing
        defer { index.restore(standing) }
        return connection.rehearse { () throws(PostgresFailure) in
            try tables.hold()
            try writer.write(batch)
        }
    }

    private func check(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        if let problem { throw .unavailable(reason: problem) }
        try refreshAfterLoss()
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
    }

    private func noteWritten(through position: Int64) {
        end = position
        connection.note(end: end, of: tables.world)
    }

    /// Converts a failed append to an error for the caller. After a conflict, reads the end of the log.
    private func reason(for failure: PostgresFailure) -> LogError {
        if failure.isConflict {
            do throws(LogError) { try refresh() } catch { return error }
            return .conflict(actualEnd: end)
        }
        if failure.isOfLostWorld { return .notHeld }
        if let rejection = failure.rejection { return .rejected(rejection) }
        return .unavailable(reason: failure.words, outcome: failure.isInDoubt ? .unknown : .none)
    }

    /// Appends to several logs of one connection in one transaction, with one round trip for all of them.
    ///
    /// - Returns: The common result of all batches; nil if nothing was done and each batch must be appended separately.
    static func append(_ batches: [LogBatch], on connection: PostgresConnection) -> Result<Void, LogError>? {
        let own = batches.compactMap { batch -> (log: PostgresEventLog, records: [LogRecord])? in
            guard let log = batch.log as? PostgresEventLog, log.connection === connection,
                (try? log.check(batch.records, expectedEnd: batch.expectedEnd)) != nil
            else { return nil }
            return (log, batch.records)
        }
        guard own.count > 1, own.count == batches.count else { return nil }
        do throws(PostgresFailure) {
            return .success(try write(own, on: connection))
        } catch {
            return error.isInDoubt ? .failure(.unavailable(reason: error.words, outcome: .unknown)) : nil
        }
    }

    private static func write(
        _ batches: [(log: PostgresEventLog, records: [LogRecord])], on connection: PostgresConnection
    ) throws(PostgresFailure) {
        let standings = batches.map(\.log.index.standing)
        let ends = batches.map { $0.log.end + Int64($0.records.count) }
        do throws(PostgresFailure) {
            try connection.begin()
            for (log, records) in batches {
                try log.tables.hold()
                try log.writer.write(records)
            }
            try connection.commit()
        } catch {
            for (batch, standing) in zip(batches, standings) { batch.log.index.restore(standing) }
            connection.rollBack()
            throw error
        }
        for (batch, end) in zip(batches, ends) { batch.log.noteWritten(through: end) }
    }

    /// Reads the end of the log.
    func refresh() throws(LogError) {
        try reading { () throws(PostgresFailure) in try readEnd() }
    }

    private func readEnd() throws(PostgresFailure) {
        let before = end
        defer { last.finish() }
        let found = try last.step() ? last.integer(3) : 0
        // If the world was emptied or deleted, a smaller end is not a loss.
        if found < before, try tables.isThere() {
            throw connection.lose(
                "the database has lost the end of a log: it now ends at \(found), but was acknowledged up to \(before)")
        }
        end = found
        connection.note(end: end, of: tables.world)
        generation = connection.generation
        if end != before { index.restore(SearchProgress(last)) }
    }

    /// Reads the end again after a reconnection. The lost connection may have written its last batch, and other servers
    /// may have written too.
    private func refreshAfterLoss() throws(LogError) {
        if generation != connection.generation { try refresh() }
    }

    var problem: String? { isClosed ? "the log is closed" : connection.problem }

    var refusal: String? { isClosed ? nil : connection.reports.refusal?.failure.words }

    func recover() { if !isClosed { connection.recover() } }

    func takeProblem() -> String? { connection.reports.takeProblem() }

    func takeDurabilityWarning() -> String? { connection.reports.takeDurabilityWarning() }

    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { () throws(PostgresFailure) in try reader.records(after: position, limit: limit) }
    }

    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try refreshAfterLoss()
        return try reading { () throws(PostgresFailure) in try reader.hotRecords(after: position, limit: limit) }
    }

    func heads() throws(LogError) -> [ConversationHead] {
        try reading { () throws(PostgresFailure) in try reader.heads() }
    }

    func entries(conversation: String, after: Int64, before: Int64?, limit: Int) throws(LogError) -> [StoredEntry] {
        try reading { () throws(PostgresFailure) in
            try reader.entries(conversation: conversation, after: after, before: before, limit: limit)
        }
    }

    func entry(id: String) throws(LogError) -> StoredEntry? {
        try reading { () throws(PostgresFailure) in try reader.entry(id: id) }
    }

    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try refreshAfterLoss()
        return try reading { () throws(PostgresFailure) in
            try searchReader.search(query, in: scope, before: before, limit: limit, effort: effort)
        }
    }

    func searchAsync(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> PendingSearch? {
        guard let readers = connection.readers, problem == nil else { return nil }
        try refreshAfterLoss()
        return readers.ask(
            .init(
                query: query, scope: scope, before: min(before ?? .max, end + 1), limit: limit, effort: effort,
                world: tables.world, end: end, witness: connection.witness, generation: connection.generation))
    }

    /// Returns true if the world still exists.
    func isThere() throws(LogError) -> Bool {
        try reading { () throws(PostgresFailure) in try tables.isThere() }
    }

    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try reading { () throws(PostgresFailure) in try reader.replies(of: id, after: after, limit: limit) }
    }

    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { () throws(PostgresFailure) in try reader.changes(of: id, limit: limit) }
    }

    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try reading { () throws(PostgresFailure) in try reader.replyCounts(of: ids, after: after) }
    }

    func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try reading { () throws(PostgresFailure) in try reader.position(of: key) }
    }

    func record(at position: Int64) throws(LogError) -> LogRecord? {
        try reading { () throws(PostgresFailure) in try reader.record(at: position) }
    }

    func close() { isClosed = true }

    private func reading<Answer>(_ body: () throws(PostgresFailure) -> Answer) throws(LogError) -> Answer {
        if isClosed { throw .unavailable(reason: "the log is closed") }
        do throws(PostgresFailure) {
            return try body()
        } catch {
            // A search that took too long indicates no fault of the database.
            if error.isOfTheDatabase, error.sqlState != "57014" {
                connection.reports.note(refusal: error) { [weak self] in self?.readAgain() }
            }
            throw .unavailable(reason: error.words)
        }
    }

    /// Reads the end of the log, to find out if the database answers again.
    private func readAgain() -> PostgresFailure? {
        do throws(PostgresFailure) {
            try readEnd()
            return nil
        } catch {
            return error
        }
    }
}
