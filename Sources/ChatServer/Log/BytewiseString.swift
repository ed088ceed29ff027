/// A string that is compared and ordered by its UTF-8 bytes, as SQLite compares text.
///
/// Swift's own strings are equal if they are canonically equivalent ("é" composed and decomposed). A dictionary with
/// such keys would merge ids that the database distinguishes.
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
