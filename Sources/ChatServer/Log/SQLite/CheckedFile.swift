import CSystem

/// A file of the store whose pages are verified by their checksums; see ``ChecksumVFS``.
final class CheckedFile {
    enum Kind {
        case pages
        case writeAheadLog
        /// A temporary file that lasts no longer than a statement.
        case other
    }

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let path: String
    private let kind: Kind
    /// True if the pages of the data file end in checksums, according to its first page.
    private var hasChecksums = false
    /// True if pages get checksums regardless of the first page, because the file is being rewritten with room for
    /// them.
    private var isRewritten = false
    private var pageBytes = 0
    /// The minimum number of bytes in the file, as far as this process wrote them.
    private(set) var bytesMin: Int64 = 0
    /// The number of bytes from the beginning of the write-ahead log that its current use has written.
    private(set) var bytesInUse: Int64 = 0
    /// The checksums of the pages in the write-ahead log, keyed by their offsets.
    private var written: [Int64: UInt32] = [:]

    /// - Parameter file: The open file of the original VFS, valid until ``close()``.
    init(_ file: UnsafeMutablePointer<sqlite3_file>, path: String, kind: Kind) {
        (self.file, self.path, self.kind) = (file, path, kind)
    }

    /// Calls a method of the original VFS.
    func real<Result>(
        _ body: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Result?
    ) -> Result? {
        file.pointee.pMethods.flatMap { body($0.pointee, file) }
    }

    func close() -> Int32 { real { $0.xClose?($1) } ?? SQLITE_OK }

    func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        if case .refused(let code)? = DiskFaults.fault(.read, path) { return code }
        let code = real { $0.xRead?($1, bytes, count, offset) } ?? SQLITE_IOERR
        guard code == SQLITE_OK, let bytes else { return code }
        return isWhole(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset) ? code : Self.damaged
    }

    func write(_ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let bytes else { return SQLITE_IOERR }
        let given = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        switch kind {
        case .pages:
            if offset == 0 { readLayout(from: given) }
            guard isPage(given, at: offset), hasChecksums || isRewritten else { break }
            var page = Array(given)
            let end = given.count - Int(ChecksumVFS.reservedBytes)
            let checksum = Self.checksum(given[..<end], at: offset)
            return page.withUnsafeMutableBytes { page in
                page.storeBytes(of: checksum.littleEndian, toByteOffset: end, as: UInt32.self)
                page.storeBytes(of: 0, toByteOffset: end + 4, as: UInt32.self)
                return store(UnsafeRawBufferPointer(page), offset)
            }
        case .writeAheadLog:
            // A frame's header has 24 bytes and the file's header 32, while pages have at least 512.
            written[offset] = given.count >= 512 ? Self.checksum(given[...], at: offset) : nil
        case .other: break
        }
        return store(given, offset)
    }

    private func store(_ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int32 {
        let fault = DiskFaults.fault(.write, path)
        if case .refused(let code)? = fault { return code }
        let count = if case .torn? = fault { bytes.count / 2 } else { bytes.count }
        let code = real { $0.xWrite?($1, bytes.baseAddress, Int32(count), offset) } ?? SQLITE_IOERR
        if code == SQLITE_OK { noteEnd(offset + Int64(count), isBeginning: offset == 0) }
        return Self.result(fault, code)
    }

    private func noteEnd(_ end: Int64, isBeginning: Bool) {
        bytesMin = max(bytesMin, end)
        // SQLite writes the header when it begins to use the write-ahead log from its start.
        bytesInUse = isBeginning ? end : max(bytesInUse, end)
    }

    func truncate(_ size: Int64) -> Int32 {
        let fault = DiskFaults.fault(.truncate, path)
        if case .refused(let code)? = fault { return code }
        written = written.filter { $0.key < size }
        (bytesMin, bytesInUse) = (min(bytesMin, size), min(bytesInUse, size))
        return Self.result(fault, real { $0.xTruncate?($1, size) } ?? SQLITE_IOERR)
    }

    func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        if operation == ChecksumVFS.rewriting {
            isRewritten = true
            return SQLITE_OK
        }
        return real { $0.xFileControl?($1, operation, argument) } ?? SQLITE_NOTFOUND
    }

    func sync(_ flags: Int32) -> Int32 {
        let fault = DiskFaults.fault(.sync, path)
        if case .refused(let code)? = fault { return code }
        return Self.result(fault, real { $0.xSync?($1, flags) } ?? SQLITE_IOERR)
    }

    private static func result(_ fault: DiskFault?, _ code: Int32) -> Int32 {
        switch fault {
        case .doneAndDenied(let denied)?, .torn(let denied)?: code == SQLITE_OK ? denied : code
        case .refused?, nil: code
        }
    }

    // MARK: Checksums

    static let damaged: Int32 = SQLITE_IOERR | (32 << 8)  // SQLITE_IOERR_DATA

    private func isWhole(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
        switch kind {
        case .pages:
            if offset == 0, bytes.count >= 512 { readLayout(from: bytes) }
            guard hasChecksums, isPage(bytes, at: offset) else { return true }
            let end = bytes.count - Int(ChecksumVFS.reservedBytes)
            let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
            return stored == Self.checksum(bytes[..<end], at: offset)
        case .writeAheadLog:
            return written[offset].map { $0 == Self.checksum(bytes[...], at: offset) } ?? true
        case .other: return true
        }
    }

    private static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>, at offset: Int64) -> UInt32 {
        var checksum = CRC32C()
        // The offset is included, so that a page in the place of another is detected too.
        checksum.add(offset)
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes))
        return checksum.value
    }

    private func isPage(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
        bytes.count == pageBytes && offset % Int64(pageBytes) == 0
    }

    /// Reads from the file's header how large pages are and if they end in checksums.
    ///
    /// Two fields show the latter, so that one flipped bit cannot hide it: the number of reserved bytes, and the format
    /// of a log.
    private func readLayout(from page: UnsafeRawBufferPointer) {
        guard page.count >= 100 else { return }
        pageBytes = page.count
        func number(_ offset: Int) -> Int64 {
            Int64(UInt32(bigEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        let isOurs = number(68) == LogSchema.applicationID && number(60) >= LogSchema.firstVersionWithChecksums
        hasChecksums = page[20] == UInt8(ChecksumVFS.reservedBytes) || isOurs
    }
}
