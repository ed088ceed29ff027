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

/// The pages of a data file and of its write-ahead log as stored, damaged or intact.
struct PageImages {
    private let file: [UInt8]
    private let log: [UInt8]
    let pageBytes: Int
    /// The offset of the newest image of each page in the write-ahead log.
    private var newest: [Int: Int] = [:]
    /// The offsets of all images in the write-ahead log, oldest first.
    private var logged: [Int] = []

    private static let logHeaderBytes = 32
    private static let frameHeaderBytes = 24

    init(file: [UInt8], writeAheadLog log: [UInt8]) {
        (self.file, self.log) = (file, log)
        let size = file.count >= 18 ? Int(file[16]) << 8 | Int(file[17]) : 0
        let isSize = size == 1 || size >= 512 && size & (size - 1) == 0
        // If the file's header is damaged, assume the usual page size.
        pageBytes = !isSize ? 4_096 : size == 1 ? 65_536 : size
        let frames = Array(
            stride(
                from: Self.logHeaderBytes, through: log.count - Self.frameHeaderBytes - pageBytes,
                by: Self.frameHeaderBytes + pageBytes))
        guard let first = frames.first else { return }
        // Frames from an earlier use of the file have other salts. Frames after the last commit were never committed.
        func salts(_ frame: Int) -> ArraySlice<UInt8> { log[frame + 8..<frame + 16] }
        let current = frames.filter { salts($0).elementsEqual(log[16..<24]) }
        let used = current.isEmpty ? frames.filter { salts($0).elementsEqual(salts(first)) } : current
        guard let lastCommit = used.last(where: { number(in: log, at: $0 + 4) != 0 }) else { return }
        for frame in used where frame <= lastCommit {
            logged.append(frame + Self.frameHeaderBytes)
            newest[number(in: log, at: frame)] = frame + Self.frameHeaderBytes
        }
    }

    /// The number of bytes in both files.
    var byteCount: Int { file.count + log.count }

    /// All images of all pages: those of the data file, then those of the write-ahead log, oldest first.
    var all: some Sequence<ArraySlice<UInt8>> {
        let pages = stride(from: 0, through: file.count - pageBytes, by: pageBytes).lazy
            .map { file[$0..<$0 + pageBytes] }
        return [AnySequence(pages), AnySequence(logged.lazy.map { log[$0..<$0 + pageBytes] })].joined()
    }

    /// Returns the newest image of a page, by its number; nil if there is none.
    func page(_ number: Int) -> ArraySlice<UInt8>? {
        if let start = newest[number] { return log[start..<start + pageBytes] }
        let start = (number - 1) * pageBytes
        guard number > 0, start <= file.count - pageBytes else { return nil }
        return file[start..<start + pageBytes]
    }

    private func number(in bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// A value of a row in SQLite's format (sqlite.org/fileformat2.html, section 2.1).
enum StoredValue {
    case null
    case integer(Int64)
    case text([UInt8])
    case other

    var integer: Int64 { if case .integer(let value) = self { value } else { 0 } }
    var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
}

/// A reader of consecutive bytes that never reads past the end.
struct StoredBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Reads a number of bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a signed big-endian integer of a number of bytes.
    mutating func integer(_ count: Int) -> Int64? {
        guard let bytes = take(count), let first = bytes.first else { return count == 0 ? 0 : nil }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    /// Reads a variable-length integer of one to nine bytes.
    mutating func varint() -> Int64? {
        var value: UInt64 = 0
        for _ in 0..<8 {
            guard let byte = rest.popFirst() else { return nil }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return Int64(bitPattern: value) }
        }
        guard let byte = rest.popFirst() else { return nil }
        return Int64(bitPattern: value << 8 | UInt64(byte))
    }
}

/// A row of a table with its row number.
struct SQLiteRow {
    let number: Int64
    let values: [StoredValue]

    /// Returns the rows on a page if it is a leaf of a table, without the unreadable ones.
    static func rows(on page: ArraySlice<UInt8>, of images: PageImages) -> [SQLiteRow] {
        let start = page.startIndex
        guard page.first == 0x0D else { return [] }
        var head = StoredBytes(page[(start + 3)...])
        guard let count = head.integer(2), var pointers = Optional(StoredBytes(page[(start + 8)...])) else { return [] }
        return (0..<Int(UInt16(truncatingIfNeeded: count))).prefix(images.pageBytes / 4).compactMap { _ in
            guard let pointer = pointers.integer(2).map({ Int(UInt16(truncatingIfNeeded: $0)) }),
                pointer < images.pageBytes
            else { return nil }
            return SQLiteRow(cell: page[(start + pointer)...], of: images)
        }
    }

    private init?(cell: ArraySlice<UInt8>, of images: PageImages) {
        var cell = StoredBytes(cell)
        guard let size = cell.varint().flatMap(Int.init(exactly:)), let number = cell.varint(),
            let payload = Self.payload(size, &cell, of: images), let values = Self.values(of: payload)
        else { return nil }
        (self.number, self.values) = (number, values)
    }

    /// Returns the payload of a row. As much as fits is in the cell, and the rest is in a chain of overflow pages.
    private static func payload(_ size: Int, _ cell: inout StoredBytes, of images: PageImages) -> ArraySlice<UInt8>? {
        let usable = images.pageBytes - Int(ChecksumVFS.reservedBytes)
        guard size > usable - 35 else { return cell.take(size) }
        // A circular chain of overflow pages would never end.
        guard size <= images.byteCount else { return nil }
        let least = (usable - 12) * 32 / 255 - 23
        let most = least + (size - least) % (usable - 4)
        guard var payload = cell.take(most <= usable - 35 ? most : least).map(Array.init),
            var next = cell.integer(4)
        else { return nil }
        while payload.count < size {
            guard let page = images.page(Int(UInt32(truncatingIfNeeded: next))) else { return nil }
            var bytes = StoredBytes(page)
            guard let following = bytes.integer(4), let part = bytes.take(min(usable - 4, size - payload.count)) else {
                return nil
            }
            payload += part
            next = following
        }
        return payload[...]
    }

    private static func values(of payload: ArraySlice<UInt8>) -> [StoredValue]? {
        var measure = StoredBytes(payload)
        guard let headBytes = measure.varint().flatMap(Int.init(exactly:)),
            (0...payload.count).contains(headBytes)
        else { return nil }
        var head = StoredBytes(payload.prefix(headBytes))
        var body = StoredBytes(payload.dropFirst(headBytes))
        _ = head.varint()
        var values: [StoredValue] = []
        while let type = head.varint() {
            guard let value = value(of: type, &body) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func value(of type: Int64, _ body: inout StoredBytes) -> StoredValue? {
        switch type {
        case 0: .null
        case 1...4: body.integer(Int(type)).map(StoredValue.integer)
        case 5: body.integer(6).map(StoredValue.integer)
        case 6: body.integer(8).map(StoredValue.integer)
        case 8, 9: .integer(type - 8)
        case 7: body.take(8).map { _ in .other }
        case 13... where type % 2 == 1: body.take(Int((type - 13) / 2)).map { .text(Array($0)) }
        case 12...: body.take(Int((type - 12) / 2)).map { _ in .other }
        default: nil
        }
    }
}
