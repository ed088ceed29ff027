/// The words of the entries that are in no segment yet, in memory. They are read from the log once, then updated with
/// each entry.
///
/// The bytes of all lines are in one array, and sorting moves only numbers. Moving ten thousand strings would take
/// longer than writing them.
struct SearchLines {
    struct Line {
        let place: Int64
        let conversation: String
        /// The range of its words; empty if no search may find the entry any more.
        var range: Range<Int>
    }

    private struct Occurrence {
        /// The first eight bytes of the word, which are enough to order most words.
        let head: UInt64
        let start: Int
        let length: Int32
        let line: Int32
    }

    private var bytes: [UInt8] = []
    /// The lines in the order of their places.
    private(set) var lines: [Line] = []

    /// Returns the words of a line, in the format of `SearchWords.line(of:)`.
    func words(of line: Line) -> ArraySlice<UInt8> { bytes[line.range] }

    /// Sets the words of the entry at a place.
    mutating func set(_ words: String, place: Int64, conversation: String) {
        guard let last = lines.last, last.place >= place else {
            if !words.isEmpty {
                lines.append(Line(place: place, conversation: conversation, range: append(words)))
            }
            return
        }
        let index = lines.firstIndex(ofSuffixWhere: { $0.place >= place })
        if lines[index].place == place {
            for byte in lines[index].range { bytes[byte] = 0 }
            lines[index].range = append(words)
        } else if !words.isEmpty {
            lines.insert(Line(place: place, conversation: conversation, range: append(words)), at: index)
        }
    }

    private mutating func append(_ words: String) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: words.utf8)
        return start..<bytes.count
    }

    /// Calls `body` once for each word, ordered by bytes, with the places of the lines that contain it, newest first.
    func forEachWord<Failure: Error>(
        _ body: (_ word: ArraySlice<UInt8>, _ places: [Int64]) throws(Failure) -> Void
    ) throws(Failure) {
        let sorted = sortedOccurrences()
        var places: [Int64] = []
        for index in sorted.indices {
            let occurrence = sorted[index]
            let place = lines[Int(occurrence.line)].place
            if places.last != place { places.append(place) }
            let isLast = index + 1 == sorted.count || !isSameWord(occurrence, sorted[index + 1])
            guard isLast else { continue }
            try body(bytes[occurrence.start..<occurrence.start + Int(occurrence.length)], places)
            places.removeAll(keepingCapacity: true)
        }
    }

    private func sortedOccurrences() -> [Occurrence] {
        var occurrences = bytes.withUnsafeBufferPointer { bytes in
            var occurrences: [Occurrence] = []
            occurrences.reserveCapacity(bytes.count / 5)
            for (number, line) in lines.enumerated() {
                var start = line.range.lowerBound
                for index in line.range.lowerBound...line.range.upperBound
                where index == line.range.upperBound || bytes[index] == UInt8(ascii: " ") {
                    if index > start {
                        occurrences.append(
                            Occurrence(
                                head: Self.head(bytes[start..<index]), start: start, length: Int32(index - start),
                                line: Int32(number)))
                    }
                    start = index + 1
                }
            }
            return occurrences
        }
        bytes.withUnsafeBufferPointer { bytes in
            occurrences.sort { Self.precedes($0, $1, in: bytes) }
        }
        return occurrences
    }

    private static func head(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
        var head: UInt64 = 0
        for byte in word.prefix(8) { head = head << 8 | UInt64(byte) }
        return word.count >= 8 ? head : head << (8 * UInt64(8 - word.count))
    }

    private func isSameWord(_ left: Occurrence, _ right: Occurrence) -> Bool {
        guard left.head == right.head, left.length == right.length else { return false }
        guard left.length > 8 else { return true }
        return bytes[left.start..<left.start + Int(left.length)]
            == bytes[right.start..<right.start + Int(right.length)]
    }

    private static func precedes(
        _ left: Occurrence, _ right: Occurrence, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if left.head != right.head { return left.head < right.head }
        if left.length > 8 || right.length > 8 {
            let least = Int(min(left.length, right.length))
            var index = min(8, least)
            while index < least {
                let (mine, its) = (bytes[left.start + index], bytes[right.start + index])
                if mine != its { return mine < its }
                index += 1
            }
        }
        return left.length != right.length ? left.length < right.length : left.line > right.line
    }
}

extension Array {
    /// Returns the index of the first element that satisfies a condition, if all later elements also satisfy it.
    ///
    /// Returns `count` if no element does.
    func firstIndex(ofSuffixWhere isAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
