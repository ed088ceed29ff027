import Foundation

/// A folder for one test, which is removed when the test ends.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/understudy-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Problem() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    struct Problem: Error {}

    func write(_ bytes: [UInt8], to name: String) throws {
        guard let file = fopen(path + "/" + name, "wb") else { throw Problem() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Problem() }
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func makeExecutable(_ name: String) throws {
        guard chmod(path + "/" + name, 0o755) == 0 else { throw Problem() }
    }

    func makeFolder(_ name: String) throws {
        guard mkdir(path + "/" + name, 0o755) == 0 else { throw Problem() }
    }

    func makePipe(_ name: String) throws {
        guard mkfifo(path + "/" + name, 0o644) == 0 else { throw Problem() }
    }

    func link(_ name: String, to target: String) throws {
        guard symlink(target, path + "/" + name) == 0 else { throw Problem() }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
