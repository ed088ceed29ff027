import ChatCore
package import ChatSystem

/// The records of a log that are whole: read from the pages of its file and of its write-ahead log without the trees
/// above them, and taken where their checksums say so. So a log can be read that is damaged, and one that a server writes.
/// Of a database, those that it gives.
package struct WholeRecords {
    /// The records by their positions; of one that was erased the newest text.
    private var records: [Int64: LogRecord] = [:]
    /// The position of the last one; 0 where there is none.
    package private(set) var end: Int64 = 0

    /// How often a log is read that goes on meanwhile, until what was there at first has been seen.
    private static let readingsMax = 20

    /// Reads both files, and changes neither.
    ///
    /// Where a server writes to them, what it had written when the reading began is there, and nothing behind it: the
    /// write-ahead log is read before the file and after it, because what leaves it goes into the file. A record that
    /// went from page to page meanwhile can be missed all the same; then they are read again.
    ///
    /// - Throws: ``FileProblem`` where the file cannot be read.
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

    /// Reads those of a log that is open, up to where it ends now.
    ///
    /// - Throws: ``LogError`` where it cannot be read at all.
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
                // One of them is not as it was written: it is looked for.
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
            for row in TableRow.rows(on: page, of: images) {
                if let record = LogRecord(row) { records[row.number] = record }
            }
        }
    }

    /// The record at a position; nil where it is lost.
    package subscript(position: Int64) -> LogRecord? { records[position] }
}

extension LogRecord {
    /// A row of `log`; nil where it is none, or not as it was written. The columns are those of ``LogSchema``.
    fileprivate init?(_ row: TableRow) {
        guard row.values.count == 14, row.number > 0, case .integer(let checksum) = row.values[13],
            let body = row.values[3].bytes
        else { return nil }
        func text(_ column: Int) -> String? { row.values[column].bytes.map { String(decoding: $0, as: UTF8.self) } }
        self.init(position: row.number, at: row.values[1].integer, isHot: row.values[2].integer != 0, body: body)
        if let kind = EntryKey.Kind(rawValue: row.values[8].integer), let conversation = text(4), let id = text(5),
            let sender = text(7)
        {
            entry = EntryKey(
                conversation: conversation, id: id, sequence: row.values[6].integer, sender: sender, kind: kind,
                replaces: row.values[9].integer != 0, thread: text(12))
        }
        if let handle = text(10), let client = text(11) {
            idempotencyKey = IdempotencyKey(handle: handle, clientID: client)
        }
        guard self.checksum == checksum else { return nil }
    }
}
