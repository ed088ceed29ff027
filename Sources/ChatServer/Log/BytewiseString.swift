/// A string that equals another when their UTF-8 bytes do, and is ordered by them: as SQLite compares text.
///
/// Swift's own strings are equal when they are canonically equivalent ("é" composed and decomposed), so a dictionary
/// keyed by them would merge ids that the database keeps apart.
struct BytewiseString: Hashable, Comparable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: BytewiseString, right: BytewiseString) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        let isSame = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return (isSame ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: BytewiseString, right: BytewiseString) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }
}
