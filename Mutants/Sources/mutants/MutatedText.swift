/// The text of a file with mutants in it, and the place of each mutant in this text.
struct MutatedText {
    private(set) var bytes: [UInt8] = []
    /// The range of each mutant that the text contains, by its index in the file.
    private(set) var ranges: [Int: Range<Int>] = [:]

    /// Applies the edits of a file.
    ///
    /// - Parameter dropped: The indices of mutants that are left out.
    init(_ file: MutatedFile, without dropped: Set<Int>) {
        let edits = file.edits.filter { !dropped.contains($0.index) }.sorted(by: Self.isBefore)
        var position = 0
        for edit in edits {
            bytes += file.text[position..<edit.offset]
            let start = bytes.count
            bytes += Array(edit.text.utf8)
            position = edit.offset + edit.length
            ranges[edit.index] = (ranges[edit.index]?.lowerBound ?? start)..<bytes.count
        }
        bytes += file.text[position...]
    }

    /// Returns the indices of the mutants that a compiler's error may be about.
    ///
    /// They are the innermost mutant around the place and those around it that begin on the same line. Without one, they
    /// are all on the line.
    ///
    /// - Parameters:
    ///   - line: The line of the error, from 1.
    ///   - column: The column in bytes, from 1.
    func suspects(line: Int, column: Int) -> Set<Int> {
        guard let start = offset(ofLine: line) else { return [] }
        let end = offset(ofLine: line + 1) ?? bytes.count
        let place = start + column - 1
        let around = ranges.filter { $0.value.contains(place) }
        let near = around.filter { $0.value.lowerBound >= start }
        if !near.isEmpty { return Set(near.keys) }
        let onLine = ranges.filter { $0.value.overlaps(start..<end) && $0.value.lowerBound >= start }
        if !onLine.isEmpty { return Set(onLine.keys) }
        if let inner = around.min(by: { $0.value.count < $1.value.count }) { return [inner.key] }
        return []
    }

    private func offset(ofLine line: Int) -> Int? {
        if line <= 1 { return 0 }
        var count = 1
        for (offset, byte) in bytes.enumerated() where byte == 0x0A {
            count += 1
            if count == line { return offset + 1 }
        }
        return nil
    }

    /// The order in which edits are written. At one offset the inner ends come first, then the outer beginnings.
    private static func isBefore(_ left: Edit, _ right: Edit) -> Bool {
        if left.offset != right.offset { return left.offset < right.offset }
        let (a, b) = (rank(left), rank(right))
        if a != b { return a < b }
        switch left.place {
        case .closing:
            if left.range.lowerBound != right.range.lowerBound {
                return left.range.lowerBound > right.range.lowerBound
            }
            return left.index > right.index
        case .opening, .replacement:
            if left.range.upperBound != right.range.upperBound {
                return left.range.upperBound > right.range.upperBound
            }
            return left.index < right.index
        }
    }

    private static func rank(_ edit: Edit) -> Int {
        switch edit.place {
        case .closing: 0
        case .opening: 1
        case .replacement: 2
        }
    }
}
