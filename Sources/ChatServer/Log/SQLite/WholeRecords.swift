import ChatCore
package import ChatSystem

/// The intact records of a log.
///
/// They are read from the pages of its file and its write-ahead log, without the trees above the pages, and accepted if
/// their checksums match. So damaged logs can be read, and logs that a server is writing. The records of a database are
/// read through its log.
package struct IntactRecords {
    /// The records by their positions, with the newest body of an erased record.
    private var records: [Int64: LogRecord] = [:]
    /// The position of the last record; 0 if there is none.
    package private(set) var end: Int64 = 0

    /// The maximum number of attempts to read a log that is being written, until all records of the first attempt were
    /// found.
    private static let readingsMax = 20

    /// Reads both files and changes neither.
    ///
    /// If a server writes to them, the result contains the records written before the reading began, and no later ones.
    /// The write-ahead log is read before and after the data file, because its pages are copied there. A record that
    /// was moved to another page during the read can still be missed; then both are read again.
    ///
    /// - Throws: ``FileProblem`` if the file cannot be read.
    package init(ofFile path: String) throws(FileProblem) {
        for _ in 0..<Self.readingsMax {
            let stamp = FileSystem.stamp(of: path)
            let before = Self.writeAheadLog(of: path)
            let file = try FileSystem.bytes(ofFile: path, max: .max)
            let after = Self.writeAheadLog(of: path)
            records = [:]
            add(PageImages(file: file, writeAheadLog: before))
            end = records.keys.max() ?? 0
            if before == after, stamp == FileSystem.stamp(of: path) { return }
            add(PageImages(file: file, writeAheadLog: after))
            if end > 0, (1...end).allSatisfy({ records[$0] != nil }) { break }
        }
        records = records.filter { $0.key <= end }
    }

    /// Reads the records of an open log up to its current end.
    ///
    /// - Throws: ``LogError`` if the log cannot be read at all.
    package init(of log: any EventLog) throws(LogError) {
        end = log.end
        var position: Int64 = 0
        while position < end {
            let next = min(position + 500, end)
            do throws(LogError) {
                for record in try log.read(after: position, limit: Int(next - position)) {
                    records[record.position] = record
                }
            } catch {
                // One of the records is damaged. Reading each record alone finds it.
                for position in position + 1...next {
                    records[position] = try? log.record(at: position)
                    if log.problem != nil { throw error }
                }
            }
            position = next
        }
    }

    private static func writeAheadLog(of path: String) -> [UInt8] {
        (try? FileSystem.bytes(ofFile: path + "-wal", max: .max)) ?? []
    }

    private mutating func add(_ images: PageImages) {
        for page in images.all {
            for row in SQLiteRow.rows(on: page, of: images) {
                if let record = Self.record(of: row) { records[row.number] = record }
            }
        }
    }

    /// Returns the record at a position; nil if it is lost.
    package subscript(position: Int64) -> LogRecord? { records[position] }

    /// Decodes a row of `log`; nil if it is not one, or is damaged. The columns are those of ``LogSchema``.
    private static func record(of row: SQLiteRow) -> LogRecord? {
        guard row.values.count == 14, row.number > 0, case .integer(let checksum) = row.values[13],
            let body = row.values[3].bytes
        else { return nil }
        func text(_ column: Int) -> String? { row.values[column].bytes.map { String(decoding: $0, as: UTF8.self) } }
        var record = LogRecord(
            position: row.number, at: row.values[1].integer, isHot: row.values[2].integer != 0, body: body)
        if let kind = EntryKey.Kind(rawValue: row.values[8].integer), let conversation = text(4), let id = text(5),
            let sender = text(7)
        {
            record.entry = EntryKey(
                conversation: conversation, id: id, sequence: row.values[6].integer, sender: sender, kind: kind,
                replaces: row.values[9].integer != 0, thread: text(12))
        }
        if let handle = text(10), let client = text(11) {
            record.idempotencyKey = IdempotencyKey(handle: handle, clientID: client)
        }
        return record.checksum == checksum ? record : nil
    }
}
