/// The words of many lines, gathered to be written in the order in which the table has them.
///
/// The bytes of all lines lie in one array, and what is sorted are numbers: ten thousand strings would take longer to
/// move about than to write.
struct SearchSegment {
    private struct Occurrence {
        /// The first eight bytes of the word, which order most words.
        let head: UInt64
        let start: Int
        let end: Int
        let line: Int
    }

    private var bytes: [UInt8] = []
    private var lines: [(place: Int64, conversation: String)] = []
    private var occurrences: [Occurrence] = []

    /// Adds the words of a line, as `SearchWords.line(of:)` gives them. Lines come in the order of their places.
    mutating func add(_ words: [UInt8], place: Int64, conversation: String) {
        lines.append((place, conversation))
        var start = bytes.count
        bytes += words
        for index in start...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: " ") {
            if index > start {
                occurrences.append(
                    Occurrence(head: head(start..<index), start: start, end: index, line: lines.count - 1))
            }
            start = index + 1
        }
    }

    /// Gives each word once for each line that has it, in the order of the words' bytes, and of places for each word.
    func forEach<Failure: Error>(
        _ body: (_ word: ArraySlice<UInt8>, _ place: Int64, _ conversation: String) throws(Failure) -> Void
    ) throws(Failure) {
        var last: Occurrence?
        for occurrence in occurrences.sorted(by: precedes) {
            defer { last = occurrence }
            if let last, last.line == occurrence.line, word(last) == word(occurrence) { continue }
            let line = lines[occurrence.line]
            try body(word(occurrence), line.place, line.conversation)
        }
    }

    private func head(_ range: Range<Int>) -> UInt64 {
        var head: UInt64 = 0
        for offset in 0..<8 {
            head = head << 8 | (offset < range.count ? UInt64(bytes[range.lowerBound + offset]) : 0)
        }
        return head
    }

    private func word(_ occurrence: Occurrence) -> ArraySlice<UInt8> {
        bytes[occurrence.start..<occurrence.end]
    }

    private func precedes(_ left: Occurrence, _ right: Occurrence) -> Bool {
        if left.head != right.head { return left.head < right.head }
        let (leftCount, rightCount) = (left.end - left.start, right.end - right.start)
        if leftCount <= 8, rightCount <= 8 {
            return leftCount != rightCount ? leftCount < rightCount : left.line < right.line
        }
        if word(left) == word(right) { return left.line < right.line }
        return word(left).lexicographicallyPrecedes(word(right))
    }
}
