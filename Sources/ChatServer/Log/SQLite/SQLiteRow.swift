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
