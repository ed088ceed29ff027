extension String {
    /// Returns the beginning of the text, at most this number of bytes long and never cut within a character's bytes.
    func beginning(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var end = utf8.index(startIndex, offsetBy: bytesMax)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
