import CSystem

/// The way of SQLite to the disk, with a checksum behind each page (SQLite's own shim for this, `cksumvfs`, is in no
/// system's library).
///
/// A page of the data file ends in eight bytes that SQLite leaves alone: the page's CRC-32C, number included, is written
/// there with the page, and compared when it is read. What is in the write-ahead log has SQLite's own checksums, which
/// it looks at when it opens the file and never again: so the checksum of a page that was written there is kept in
/// memory, and compared in the same way. A page that is not as it was written is never used: `SQLITE_IOERR_DATA`.
///
/// Shared memory and mapped files are not offered (`iVersion` 1): a log is held by one connection at a time.
enum ChecksumVFS {
    /// By which name SQLite knows it; the text lies in the program, and its pointer is good for as long as that runs.
    static let name: StaticString = "understudy"
    static var namePointer: UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    /// The bytes at the end of a page that are the checksum's.
    static let reservedBytes: Int32 = 8

    /// The operation of `sqlite3_file_control` that says: every page that is written from now on has room for a
    /// checksum. Numbers over 100 are not SQLite's own.
    static let rewriting: Int32 = 7_401

    /// Returns the state of a file that SQLite has open; nil if it is not open, or not one of ours.
    static func checkedFile(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CheckedFile? { OpenFile.checked(file) }

    /// Makes it known to SQLite, once.
    static let registration: Int32 = {
        // The first thing that SQLite is asked for; where the process has used it before, it goes on counting.
        _ = understudy_sqlite_leave_memory_uncounted()
        guard let original = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
        // SQLite keeps the pointers for as long as the process lives, and so nobody frees them.
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

/// What SQLite's `sqlite3_file` is here: the methods, our own state, and behind them the file of the original.
///
/// The memory is SQLite's: `szOsFile` bytes, zeroed and aligned to 8, valid from `xOpen` to `xClose`, and used by one
/// thread at a time, because the connection is (`SQLITE_OPEN_NOMUTEX`).
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
        // The table was copied from this one, and is the original's in all but the name, the size and this method.
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

    /// Written once, before the first file is opened, and only read from then on.
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
