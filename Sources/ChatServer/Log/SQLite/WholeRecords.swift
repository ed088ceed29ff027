import ChatCore
package import ChatSystem

/// The records of a damaged log that are whole: read from the pages of its file and of its write-ahead log without the
/// trees above them, and taken where their checksums say so.
package struct WholeRecords {
    /// The records by their positions; of one that was erased the newest text.
    private var records: [Int64: LogRecord] = [:]

    /// Reads both files, and changes neither.
    ///
    /// - Throws: ``FileProblem`` where the file cannot be read.
    package init(ofFile path: String) throws(FileProblem) {
        let file = try FileSystem.bytes(ofFile: path, max: .max)
        let log = (try? FileSystem.bytes(ofFile: path + "-wal", max: .max)) ?? []
        let images = PageImages(file: file, writeAheadLog: log)
        for page in images.all {
            for row in TableRow.rows(on: page, of: images) {
                if let record = LogRecord(row) { records[row.number] = record }
            }
        }
    }

    /// The position of the last one; 0 where there is none.
    package var end: Int64 { records.keys.max() ?? 0 }

    /// The record at a position; nil where it is lost.
    package subscript(position: Int64) -> LogRecord? { records[position] }
}

extension LogRecord {
    /// A row of `log`; nil where it is none, or not as it was written. The columns are those of ``LogSchema``.
    fileprivate init?(_ row: TableRow) {
        guard row.values.count == 14, row.number > 0, case .integer(let checksum) = row.values[13],
            Int64(RecordChecksum.value(position: row.number, row.values.dropFirst().prefix(12))) == checksum,
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
    }
}
