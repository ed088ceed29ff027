import ChatCore
import ChatProtocol

/// The log of a world in a database: PostgreSQL, which syncs before it says that a commit is done.
///
/// Other servers may append to it, too: the primary key of the records says who was first.
final class PostgresEventLog: EventLog {
    private let connection: PostgresConnection
    private let tables: PostgresTables
    private let name: WorldName
    private let channel: PostgresChannel?
    private let writer: LogWriter<PostgresTables>
    private let reader: LogReader<PostgresTables>
    private let index: SearchIndex<PostgresTables>
    private let searchReader: SearchReader<PostgresTables>
    /// How things stand, and where the log ends.
    private let last: PostgresStatement
    let liveTables: (any LiveTables)?
    /// By which of its connections the end was learned.
    private var generation: Int
    private var isClosed = false
    private(set) var end: Int64

    /// - Parameters:
    ///   - world: The number of the world.
    ///   - searchText: What the entry of a record is found by, as its body says it.
    ///   - live: What goes on in it, where others may serve it.
    ///   - channel: Where other nodes are told where the log ends.
    init(
        _ connection: PostgresConnection, world: Int64, named name: WorldName = .main,
        searchText: @escaping (LogRecord) -> String?, live: PostgresLiveTables? = nil,
        channel: PostgresChannel? = nil
    ) throws(PostgresFailure) {
        (self.connection, self.name, self.channel, liveTables) = (connection, name, channel, live)
        tables = PostgresTables(connection, world: world)
        let last = try tables.prepare(
            "\(SearchIndexQuery.standing.sql(.postgres)), (\(LogQuery.end.sql(.postgres)))")
        defer { last.finish() }
        self.last = last
        end = try last.step() ? last.integer(3) : 0
        connection.witness.note(end, of: world)
        generation = connection.generation
        index = try SearchIndex(tables, end: end, standing: SearchStanding(last), searchText: searchText)
        writer = try LogWriter(tables, search: index)
        reader = try LogReader(tables)
        searchReader = try SearchReader(tables, index: index)
    }

    var isShared: Bool { true }

    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try check(batch, expectedEnd: expectedEnd)
        guard !batch.isEmpty else { return }
        do throws(PostgresFailure) {
            let next = expectedEnd + Int64(batch.count)
            tables.afterCommit = { [channel, name] () throws(PostgresFailure) in
                try channel?.notify(appended: [(name, next)])
            }
            try writer.append(batch)
            noteWritten(through: next)
        } catch {
            if error.isOfTheDatabase { connection.note(refusal: error) { [weak self] in self?.tryAgain(batch) } }
            throw reason(for: error)
        }
    }

    /// Writes a batch that was refused, and undoes that: it shows whether the database takes batches again.
    ///
    /// - Returns: why it does not; nil if it does.
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
        connection.witness.note(end, of: tables.world)
    }

    /// Why a batch was not written, for whoever wanted it to be; of a conflict it is learned who was first.
    private func reason(for failure: PostgresFailure) -> LogError {
        if failure.isConflict {
            do throws(LogError) { try refresh() } catch { return error }
            return .conflict(actualEnd: end)
        }
        if failure.isOfEmptiedWorld { return .emptied }
        if let rejection = failure.rejection { return .rejected(rejection) }
        return .unavailable(reason: failure.words, outcome: failure.isInDoubt ? .unknown : .none)
    }

    /// Appends to several logs of one connection in one transaction, one way there and back for all of them. To which one
    /// cannot be written is left out, and said why.
    ///
    /// - Returns: what became of each batch; nil where nothing was done, and it is to be appended by itself.
    static func append(
        _ batches: [LogBatch], on connection: PostgresConnection
    ) -> [Result<Void, LogError>?] {
        var outcomes = [Result<Void, LogError>?](repeating: nil, count: batches.count)
        var left = batches.indices.compactMap { index -> (index: Int, log: PostgresEventLog, records: [LogRecord])? in
            let batch = batches[index]
            guard let log = batch.log as? PostgresEventLog, log.connection === connection,
                (try? log.check(batch.records, expectedEnd: batch.expectedEnd)) != nil
            else { return nil }
            return (index, log, batch.records)
        }
        // In one order, so that two servers that write to the same worlds do not wait for each other.
        left.sort { $0.log.tables.world < $1.log.tables.world }
        var refusals = 0
        // Each costs all that was sent: where others write to many of these worlds, each has a commit of its own.
        while left.count > 1, refusals < refusalsMax {
            do throws(PostgresFailure) {
                try write(left.map { ($0.log, $0.records) }, on: connection)
                for batch in left { outcomes[batch.index] = .success(()) }
                break
            } catch {
                if error.isInDoubt {
                    for batch in left { outcomes[batch.index] = .failure(batch.log.reason(for: error)) }
                    break
                }
                guard error.isOfOneWorld, let refused = left.firstIndex(where: { $0.log.tables.world == error.world })
                else { break }
                let batch = left.remove(at: refused)
                outcomes[batch.index] = .failure(batch.log.reason(for: error))
                refusals += 1
            }
        }
        return outcomes
    }

    private static let refusalsMax = 3

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
            try connection.commit { () throws(PostgresFailure) in
                try batches.first?.log.channel?.notify(appended: zip(batches, ends).map { ($0.log.name, $1) })
            }
        } catch {
            for (batch, standing) in zip(batches, standings) { batch.log.index.restore(standing) }
            connection.rollBack()
            throw error
        }
        for (batch, end) in zip(batches, ends) { batch.log.noteWritten(through: end) }
    }

    /// Learns where the log ends now, whoever appended to it.
    func refresh() throws(LogError) {
        try reading { () throws(PostgresFailure) in try learnEnd() }
    }

    private func learnEnd() throws(PostgresFailure) {
        let before = end
        defer { last.finish() }
        let found = try last.step() ? last.integer(3) : 0
        // That a world was emptied is no loss.
        if found < before, try tables.isThere() {
            throw connection.lose(
                "the database has lost the end of a log: it now ends at \(found), but was acknowledged up to \(before)")
        }
        end = found
        connection.witness.note(end, of: tables.world)
        generation = connection.generation
        if end != before { index.restore(SearchStanding(last)) }
    }

    /// What a connection that was lost was about to write may be there, and others may have written meanwhile.
    private func refreshAfterLoss() throws(LogError) {
        if generation != connection.generation { try refresh() }
    }

    var problem: String? { isClosed ? "the log is closed" : connection.problem }

    var refusal: String? { isClosed ? nil : connection.refusal?.failure.words }

    func recover() { if !isClosed { connection.recover() } }

    func takeTrouble() -> String? { connection.takeTrouble() }

    func takeRisk() -> String? { connection.takeRisk() }

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

    func searchBeside(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> PendingSearch? {
        guard let readers = connection.readers, problem == nil else { return nil }
        try refreshAfterLoss()
        // What others appended meanwhile may be about what nobody knows of here.
        return readers.ask(
            .init(
                query: query, scope: scope, before: min(before ?? .max, end + 1), limit: limit, effort: effort,
                world: tables.world, end: end, witness: connection.witness, generation: connection.generation))
    }

    /// Whether there is such a world still.
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
            // A search that took too long says nothing about the database.
            if error.isOfTheDatabase, error.sqlState != "57014" {
                connection.note(refusal: error) { [weak self] in self?.readAgain() }
            }
            throw .unavailable(reason: error.words)
        }
    }

    /// Reads where the log ends: it shows whether the database answers again.
    private func readAgain() -> PostgresFailure? {
        do throws(PostgresFailure) {
            try learnEnd()
            return nil
        } catch {
            return error
        }
    }
}
