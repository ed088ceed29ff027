extension String {
    /// Its beginning of so many bytes at most, which never ends within a character's bytes.
    func beginning(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var end = utf8.index(startIndex, offsetBy: bytesMax)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
