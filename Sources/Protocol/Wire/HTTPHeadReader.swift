/// Finds the end of an HTTP head in a queue and splits the head into lines. Requests and responses share it, because
/// they differ only in their first line.
///
/// It remembers its position in the queue. It refuses a bare LF or an excess header line as soon as it reads it.
struct HTTPHeadReader: Sendable {
    private var searched = 0
    private var lineStart = 0
    private var lineCount = 0
    /// The number of bytes of empty lines before the first line.
    private var passedBytes = 0

    /// Returns the lines of the head without their ends and without the empty line, or nil if the head is incomplete.
    mutating func next(in queue: inout ByteQueue, limits: WireLimits) throws(HTTPError) -> [ArraySlice<UInt8>]? {
        while let lineFeed = queue.firstIndex(of: ASCII.lineFeed, from: searched) {
            guard lineFeed < limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
            guard lineFeed > lineStart, queue[lineFeed - 1] == ASCII.carriageReturn else { throw .bareLineEnd }
            searched = lineFeed + 1
            if lineFeed == lineStart + 1 {
                if lineCount > 0 { return take(searched, from: &queue) }
                // Empty lines before the first line are skipped (RFC 9112, section 2.2).
                queue.consume(searched)
                passedBytes += searched
                guard passedBytes <= limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
                (searched, lineStart) = (0, 0)
                continue
            }
            lineStart = searched
            lineCount += 1
            guard lineCount <= limits.headers + 1 else { throw .tooManyHeaders(limit: limits.headers) }
        }
        searched = queue.count
        guard searched < limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
        return nil
    }

    private mutating func take(_ size: Int, from queue: inout ByteQueue) -> [ArraySlice<UInt8>] {
        let head = queue.copy(0..<size - 2)
        queue.consume(size)
        self = HTTPHeadReader()
        return head.split(separator: ASCII.lineFeed).map { $0.dropLast() }
    }

    /// Parses the lines after the first (RFC 9112, section 5).
    static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(HTTPError) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in lines {
            guard let first = line.first, !ASCII.isBlank(first) else { throw .foldedHeader }
            guard let colon = line.firstIndex(of: ASCII.colon), colon > line.startIndex else { throw .malformedHeader }
            let name = line[..<colon]
            if let last = name.last, ASCII.isBlank(last) { throw .spaceBeforeColon }
            let value = ASCII.trimmed(line[(colon + 1)...])
            guard !line.contains(ASCII.carriageReturn) else { throw .bareLineEnd }
            guard name.allSatisfy(ASCII.isToken), value.allSatisfy(isValueByte) else { throw .malformedHeader }
            headers.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return headers
    }

    /// Returns the minor version of "HTTP/1.x", 0 or 1.
    ///
    /// - Throws: `malformed` if the word has another form, ``HTTPError/unsupportedVersion`` for another version.
    static func minorVersion(_ word: ArraySlice<UInt8>, orThrow malformed: HTTPError) throws(HTTPError) -> Int {
        let prefix = Array("HTTP/".utf8)
        guard word.count == 8, word.starts(with: prefix), word[word.startIndex + 6] == 0x2E,
            ASCII.isDigit(word[word.startIndex + 5]), let minor = word.last, ASCII.isDigit(minor)
        else { throw malformed }
        guard word[word.startIndex + 5] == 0x31, minor <= 0x31 else { throw .unsupportedVersion }
        return Int(minor - 0x30)
    }

    /// Returns true for the bytes that a value may contain: all but control characters (RFC 9110, section 5.5).
    private static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == ASCII.tab
    }
}
