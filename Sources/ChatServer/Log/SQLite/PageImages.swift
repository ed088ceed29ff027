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
