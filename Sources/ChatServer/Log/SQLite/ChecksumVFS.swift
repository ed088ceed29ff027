import CSystem

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
