import CSystem
import Synchronization

/// The VFS of SQLite's files, with a checksum at the end of each page. SQLite's own shim for this, `cksumvfs`, is part
/// of no system's library.
///
/// SQLite leaves the last eight bytes of a page of the data file unused. The CRC-32C of the page and its offset is
/// written there with the page, and verified when the page is read.
///
/// Frames of the write-ahead log have SQLite's own checksums, but SQLite verifies them only when it opens the file. So
/// the checksum of each page written there is kept in memory, and verified in the same way. A damaged page is never
/// used: the read fails with `SQLITE_IOERR_DATA`.
///
/// Shared memory and mapped files are not supported (`iVersion` 1): a log is used by one connection at a time.
enum ChecksumVFS {
    /// The name of the VFS in SQLite. The text is part of the program, so its pointer is valid as long as the process
    /// runs.
    static let name: StaticString = "understudy"
    static var namePointer: UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    /// The number of bytes reserved for the checksum at the end of a page.
    static let reservedBytes: Int32 = 8

    /// The operation of `sqlite3_file_control` that declares that every page written from then on has room for a
    /// checksum.
    ///
    /// Numbers over 100 are free for applications.
    static let rewriting: Int32 = 7_401

    /// Returns the state of a file that SQLite has open; nil if it is not open or belongs to another VFS.
    static func checkedFile(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CheckedFile? { OpenFile.checked(file) }

    /// Registers the VFS with SQLite, once. Its value is SQLite's result code.
    static let registration: Int32 = {
        // This must be the first call of SQLite. If the process used SQLite before, SQLite continues to count its
        // memory.
        _ = understudy_sqlite_leave_memory_uncounted()
        guard let original = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
        // SQLite keeps the pointers for the lifetime of the process, so they are never freed.
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: original.pointee)
        vfs.pointee.zName = namePointer
        vfs.pointee.szOsFile = Int32(OpenFile.size) + original.pointee.szOsFile
        vfs.pointee.xOpen = { vfs, name, file, flags, outFlags in
            guard let vfs, let file else { return SQLITE_ERROR }
            return OpenFile.open(vfs, name, at: file, flags, outFlags)
        }
        return sqlite3_vfs_register(vfs, 0)
    }()
}

/// The layout of SQLite's `sqlite3_file` here: the methods, this VFS's state, and after them the file of the original
/// VFS.
///
/// SQLite owns the memory: `szOsFile` bytes, zeroed and aligned to 8, valid from `xOpen` to `xClose`. Only one thread
/// at a time uses it, because only one thread at a time uses the connection (`SQLITE_OPEN_NOMUTEX`).
private struct OpenFile {
    /// Must be the first word (`struct sqlite3_file`).
    var methods: UnsafePointer<sqlite3_io_methods>?
    var state: Unmanaged<CheckedFile>?

    static let size = 16

    static func open(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>, _ name: UnsafePointer<CChar>?,
        at file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let path = name.map { String(cString: $0) } ?? ""
        let real = UnsafeMutableRawPointer(file).advanced(by: size).assumingMemoryBound(to: sqlite3_file.self)
        file.pointee.pMethods = nil
        if case .refused(let code)? = DiskFaults.fault(.open, path) { return code }
        // The table is a copy of the original one, except for the name, the size and this method.
        guard let original = sqlite3_vfs_find(nil), let xOpen = original.pointee.xOpen else { return SQLITE_ERROR }
        let code = xOpen(original, name, real, flags, outFlags)
        guard code == SQLITE_OK else { return code }
        let kind: CheckedFile.Kind =
            flags & SQLITE_OPEN_MAIN_DB != 0 ? .pages : flags & SQLITE_OPEN_WAL != 0 ? .writeAheadLog : .other
        let state = CheckedFile(real, path: path, kind: kind)
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self).pointee.state = .passRetained(state)
        file.pointee.pMethods = UnsafePointer(methods)
        return SQLITE_OK
    }

    static func checked(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CheckedFile? {
        guard let file, file.pointee.pMethods == UnsafePointer(methods) else { return nil }
        return state(file)
    }

    private static func state(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CheckedFile? {
        file.flatMap {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: OpenFile.self).pointee.state?.takeUnretainedValue()
        }
    }

    /// Written once, before the first file is opened, and only read after that. So concurrent access is safe.
    nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { file in
            guard let state = OpenFile.state(file) else { return SQLITE_OK }
            let code = state.close()
            file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: OpenFile.self) }?.pointee.state?.release()
            return code
        }
        methods.xRead = { OpenFile.state($0)?.read($1, $2, $3) ?? SQLITE_ERROR }
        methods.xWrite = { OpenFile.state($0)?.write($1, $2, $3) ?? SQLITE_ERROR }
        methods.xTruncate = { OpenFile.state($0)?.truncate($1) ?? SQLITE_ERROR }
        methods.xSync = { OpenFile.state($0)?.sync($1) ?? SQLITE_ERROR }
        methods.xFileSize = { file, size in OpenFile.state(file)?.real { $0.xFileSize?($1, size) } ?? SQLITE_ERROR }
        methods.xLock = { file, level in OpenFile.state(file)?.real { $0.xLock?($1, level) } ?? SQLITE_ERROR }
        methods.xUnlock = { file, level in OpenFile.state(file)?.real { $0.xUnlock?($1, level) } ?? SQLITE_ERROR }
        methods.xCheckReservedLock = { file, out in
            OpenFile.state(file)?.real { $0.xCheckReservedLock?($1, out) } ?? SQLITE_ERROR
        }
        methods.xFileControl = { OpenFile.state($0)?.control($1, $2) ?? SQLITE_ERROR }
        methods.xSectorSize = { file in OpenFile.state(file)?.real { $0.xSectorSize?($1) } ?? 4_096 }
        methods.xDeviceCharacteristics = { file in OpenFile.state(file)?.real { $0.xDeviceCharacteristics?($1) } ?? 0 }
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: methods)
        return pointer
    }()
}

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

/// An operation of the store on a file.
package enum DiskOperation: CaseIterable, Hashable, Sendable {
    case open, read, write, truncate, sync
}

/// A simulated failure of an operation, with the result code of SQLite that it returns.
package enum DiskFault: Hashable, Sendable {
    /// The operation does nothing and fails.
    case refused(Int32)
    /// The operation succeeds but reports a failure.
    case doneAndDenied(Int32)
    /// The first half of the operation succeeds, then it fails.
    case torn(Int32)
}

/// Simulated disk failures for tests: a closure decides which operations on the files of a log fail.
package enum DiskFaults {
    /// Returns the failure of an operation on a file; nil for none.
    package typealias Plan = @Sendable (DiskOperation, _ path: String) -> DiskFault?

    private static let plans = Mutex<[String: Plan]>([:])
    private static let isActive = Atomic(false)

    /// Sets the failures of a log file and of its write-ahead log; nil to remove them.
    package static func plan(_ path: String, _ plan: Plan?) {
        plans.withLock { $0[path] = plan }
        if plan != nil { isActive.store(true, ordering: .relaxed) }
    }

    static func fault(_ operation: DiskOperation, _ path: String) -> DiskFault? {
        guard isActive.load(ordering: .relaxed) else { return nil }
        let file = path.hasSuffix("-wal") ? String(path.dropLast(4)) : path
        return plans.withLock { $0[file] }?(operation, path)
    }
}
