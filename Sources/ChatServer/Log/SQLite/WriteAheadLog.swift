/// The frames of a write-ahead log, checked before SQLite opens the file.
///
/// SQLite uses all frames up to the first invalid one, and silently discards the frames after it
/// (sqlite.org/fileformat2.html, section 4).
struct WriteAheadLog {
    enum Standing: Equatable {
        /// All committed transactions are present, as far as the file itself shows.
        case whole
        /// The last transaction is damaged: it was cut off before it was acknowledged, or the disk changed it. The two
        /// cases cannot be distinguished.
        case lastIsDamaged
        /// A frame is damaged, and acknowledged transactions follow it.
        case damaged(frame: Int)
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    private let bytes: [UInt8]
    private let pageBytes: Int
    private let isBigEndian: Bool

    /// - Parameters:
    ///   - bytes: The whole write-ahead log.
    ///   - pageBytes: The page size of the data file.
    init(_ bytes: [UInt8], pageBytes: Int) {
        self.bytes = bytes
        self.pageBytes = pageBytes
        isBigEndian = bytes.count >= 4 && bytes[3] & 1 == 1
    }

    /// The state of the write-ahead log.
    var standing: Standing {
        let count = max(0, bytes.count - Self.headerBytes) / (Self.frameHeaderBytes + pageBytes)
        guard count > 0, pageBytes >= 512 else { return .whole }
        let header = sum(0..<24, from: (0, 0))
        let isHeaderWhole = header == stored(at: 24) && number(8) == UInt32(pageBytes)
        var before = header
        var first = 0
        if isHeaderWhole {
            while first < count, isCurrent(first), isWhole(first, behind: before) {
                before = stored(at: offset(first) + 16)
                first += 1
            }
        }
        guard first < count else { return .whole }
        // The checksum of a frame covers all frames before it, so a valid frame is recognizable after an invalid one.
        let commits = (first + 1..<max(count, first + 1)).count { frame in
            salt(frame) == salt(first + 1) && (!isHeaderWhole || isCurrent(frame)) && number(offset(frame) + 4) != 0
                && isWhole(frame, behind: stored(at: offset(frame - 1) + 16))
        }
        let endsOne = number(offset(first) + 4) != 0
        if commits > 1 || commits == 1 && (endsOne || !isHeaderWhole) { return .damaged(frame: first + 1) }
        // Frames from an earlier use of the file have other salts. A damaged header is not such a remainder.
        return commits == 1 || isCurrent(first) && endsOne || !isHeaderWhole ? .lastIsDamaged : .whole
    }

    /// The pass numbers in the copies of the first page in a write-ahead log (``SQLiteConnection/numberPass()``).
    struct Numbers: Equatable {
        let first: UInt32
        let last: UInt32

        /// Returns true if a data file that begins with these bytes can belong to the write-ahead log.
        ///
        /// That is so if the data file has the number of this use or of the previous one.
        func fit(_ head: [UInt8]) -> Bool {
            let number = head[40..<43].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return distance(from: number, to: first) == 1
                || distance(from: first, to: number) <= distance(from: first, to: last)
        }

        private func distance(from: UInt32, to: UInt32) -> UInt32 { (to &- from) & 0xFF_FFFF }
    }

    /// The numbers in the first and the last copy of the first page, among the frames that SQLite would use; nil if
    /// there is none.
    var numbers: Numbers? {
        var numbers: Numbers?
        var found: Numbers?
        let count = max(0, bytes.count - Self.headerBytes) / (Self.frameHeaderBytes + pageBytes)
        guard count > 0, pageBytes >= 512 else { return nil }
        var before = sum(0..<24, from: (0, 0))
        guard before == stored(at: 24) else { return nil }
        for frame in 0..<count {
            guard isCurrent(frame), isWhole(frame, behind: before) else { break }
            before = stored(at: offset(frame) + 16)
            if number(offset(frame)) == 1 {
                let page = number(offset(frame) + Self.frameHeaderBytes + 40) >> 8
                found = Numbers(first: found?.first ?? page, last: page)
            }
            // SQLite does not use frames without a later commit.
            if number(offset(frame) + 4) != 0 { numbers = found }
        }
        return numbers
    }

    /// True if the write-ahead log was emptied and used again: SQLite counts the uses in the header.
    var isUsedAgain: Bool { bytes.count >= Self.headerBytes && number(12) > 0 }

    private func offset(_ frame: Int) -> Int { Self.headerBytes + frame * (Self.frameHeaderBytes + pageBytes) }

    private func salt(_ frame: Int) -> ArraySlice<UInt8> { bytes[offset(frame) + 8..<offset(frame) + 16] }

    /// Returns true if a frame was written in the same use of the file as the header.
    private func isCurrent(_ frame: Int) -> Bool { salt(frame).elementsEqual(bytes[16..<24]) }

    private func isWhole(_ frame: Int, behind before: (UInt32, UInt32)) -> Bool {
        let start = offset(frame)
        let page = start + Self.frameHeaderBytes
        return sum(page..<page + pageBytes, from: sum(start..<start + 8, from: before)) == stored(at: start + 16)
    }

    private func stored(at offset: Int) -> (UInt32, UInt32) { (number(offset), number(offset + 4)) }

    /// Returns the four bytes at an offset as a big-endian number, like all numbers of the file except the summed ones.
    private func number(_ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func sum(_ range: Range<Int>, from start: (UInt32, UInt32)) -> (UInt32, UInt32) {
        var (first, second) = start
        bytes.withUnsafeBytes { bytes in
            for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                let left = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let right = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                first &+= (isBigEndian ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
            }
        }
        return (first, second)
    }
}
