/// A look at the write-ahead log of a file before SQLite opens it: SQLite takes what it finds up to the first frame that
/// is not whole, and forgets what stands behind without a word (sqlite.org/fileformat2.html, section 4).
struct WriteAheadLog {
    enum Standing: Equatable {
        /// All that was ever committed in it is there, as far as it can say so itself.
        case whole
        /// Its last transaction is not as it was written: it was cut short before it was acknowledged, or the disk
        /// changed it. Nobody can tell which.
        case lastIsNotWhole
        /// A frame is not as it was written, and transactions that were acknowledged later stand behind it.
        case damaged(frame: Int)
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    private let bytes: [UInt8]
    private let pageBytes: Int
    private let isBigEndian: Bool

    /// - Parameters:
    ///   - bytes: all of it.
    ///   - pageBytes: how large the pages of the data file are.
    init(_ bytes: [UInt8], pageBytes: Int) {
        self.bytes = bytes
        self.pageBytes = pageBytes
        isBigEndian = bytes.count >= 4 && bytes[3] & 1 == 1
    }

    /// How it is.
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
        // Each frame bears the sum of all before it, so that one that is whole can be told behind one that is not.
        let commits = (first + 1..<max(count, first + 1)).count { frame in
            salt(frame) == salt(first + 1) && (!isHeaderWhole || isCurrent(frame)) && number(offset(frame) + 4) != 0
                && isWhole(frame, behind: stored(at: offset(frame - 1) + 16))
        }
        let endsOne = number(offset(first) + 4) != 0
        if commits > 1 || commits == 1 && (endsOne || !isHeaderWhole) { return .damaged(frame: first + 1) }
        // What an earlier use of the file left behind has other salts; a header that is damaged is no such thing.
        return commits == 1 || isCurrent(first) && endsOne || !isHeaderWhole ? .lastIsNotWhole : .whole
    }

    /// The numbers of the uses that the first page has in a write-ahead log (``SQLiteConnection/numberUse()``).
    struct Numbers: Equatable {
        let first: UInt32
        let last: UInt32

        /// True if a data file that begins with those bytes can belong to the write-ahead log: it has the number of this
        /// use, or of the one before.
        func fit(_ head: [UInt8]) -> Bool {
            let number = head[40..<43].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return distance(from: number, to: first) == 1
                || distance(from: first, to: number) <= distance(from: first, to: last)
        }

        private func distance(from: UInt32, to: UInt32) -> UInt32 { (to &- from) & 0xFF_FFFF }
    }

    /// The numbers of the first and the last copy of the first page among the frames that SQLite would take; nil if there
    /// is none.
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
            // Frames without a commit behind them are not taken.
            if number(offset(frame) + 4) != 0 { numbers = found }
        }
        return numbers
    }

    /// True if the write-ahead log was emptied before it was written: SQLite counts that in the header.
    var isUsedAgain: Bool { bytes.count >= Self.headerBytes && number(12) > 0 }

    private func offset(_ frame: Int) -> Int { Self.headerBytes + frame * (Self.frameHeaderBytes + pageBytes) }

    private func salt(_ frame: Int) -> ArraySlice<UInt8> { bytes[offset(frame) + 8..<offset(frame) + 16] }

    /// Whether a frame was written in the same use of the file as the header.
    private func isCurrent(_ frame: Int) -> Bool { salt(frame).elementsEqual(bytes[16..<24]) }

    private func isWhole(_ frame: Int, behind before: (UInt32, UInt32)) -> Bool {
        let start = offset(frame)
        let page = start + Self.frameHeaderBytes
        return sum(page..<page + pageBytes, from: sum(start..<start + 8, from: before)) == stored(at: start + 16)
    }

    private func stored(at offset: Int) -> (UInt32, UInt32) { (number(offset), number(offset + 4)) }

    /// The four bytes at a place, the highest first, as all numbers of the file are but those that are summed.
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
