import CSystem
import ChatCore

/// The checksum of stored data: CRC-32C (RFC 3720, appendix B.4). It detects all flips of up to three bits, and all
/// bursts of up to 32 bits.
package struct CRC32C: Sendable {
    private var state: UInt32 = .max

    package init() {}

    /// The checksum of all added bytes.
    package var value: UInt32 { ~state }

    /// Eight tables, to process eight bytes at a time: `tables[n * 256 + b]` is the entry of byte `b` followed by `n`
    /// zero bytes.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in 0..<UInt32(256) {
            var value = byte
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
            tables.append(value)
        }
        for index in 256..<2_048 {
            let before = tables[index - 256]
            tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    /// True if the processor has an instruction for CRC-32C.
    private static let isInstruction = understudy_has_crc32c() != 0

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        if Self.isInstruction {
            state = understudy_crc32c(state, start, bytes.count)
        } else {
            addByTables(bytes)
        }
    }

    /// Adds bytes without the processor's instruction.
    mutating func addByTables(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.tables.withUnsafeBufferPointer { tables in
            var index = 0
            while index + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ state
                let high = UInt32(truncatingIfNeeded: word >> 32)
                state = tables[1_792 + Int(low & 0xFF)]
                state ^= tables[1_536 + Int((low >> 8) & 0xFF)]
                state ^= tables[1_280 + Int((low >> 16) & 0xFF)]
                state ^= tables[1_024 + Int(low >> 24)]
                state ^= tables[768 + Int(high & 0xFF)]
                state ^= tables[512 + Int((high >> 8) & 0xFF)]
                state ^= tables[256 + Int((high >> 16) & 0xFF)]
                state ^= tables[Int(high >> 24)]
                index += 8
            }
            while index < bytes.count {
                state = (state >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
                index += 1
            }
        }
        self.state = state
    }

    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Adds a number as eight bytes, the lowest first.
    package mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }

    /// Adds a text with its length, so that equal bytes in a different division into fields give another checksum.
    ///
    /// Nil differs from the empty text.
    package mutating func add(_ text: String?) {
        guard var text else { return add(-1) }
        text.withUTF8 { bytes in
            add(Int64(bytes.count))
            add(UnsafeRawBufferPointer(bytes))
        }
    }
}

extension LogRecord {
    /// The checksum that is stored with a record, over all its fields.
    ///
    /// It is written with the record, updated when a text is erased, and verified at every read. Each value is preceded
    /// by its type, with the type numbers of SQLite. This format is that of the first files with checksums, and stored
    /// checksums depend on it.
    var checksum: Int64 {
        var checksum = CRC32C()
        checksum.addTyped(position)
        checksum.addTyped(at)
        checksum.addTyped(isHot ? 1 : 0)
        body.withUnsafeBytes { checksum.addTyped($0) }
        checksum.addTyped(entry?.conversation)
        checksum.addTyped(entry?.id)
        checksum.addTyped(entry?.sequence)
        checksum.addTyped(entry?.sender)
        checksum.addTyped(entry?.kind.rawValue)
        checksum.addTyped(entry.map { $0.replaces ? 1 : 0 })
        checksum.addTyped(idempotencyKey?.handle)
        checksum.addTyped(idempotencyKey?.clientID)
        checksum.addTyped(entry?.thread)
        return Int64(checksum.value)
    }
}

extension CRC32C {
    private static let integer: Int64 = 1
    private static let text: Int64 = 3
    private static let null: Int64 = 5

    fileprivate mutating func addTyped(_ number: Int64?) {
        guard let number else { return add(Self.null) }
        add(Self.integer)
        add(number)
    }

    fileprivate mutating func addTyped(_ string: String?) {
        guard var string else { return add(Self.null) }
        string.withUTF8 { addTyped(UnsafeRawBufferPointer($0)) }
    }

    fileprivate mutating func addTyped(_ bytes: UnsafeRawBufferPointer) {
        add(Self.text)
        add(Int64(bytes.count))
        add(bytes)
    }
}
