extension Gherkin {
    /// The values of one row of examples, to be put where an outline says `<name>`.
    ///
    /// All names are replaced in one pass: a value that happens to say `<other>` stays as it is. Names are found by
    /// their length, so the work is that of the text, times the number of different lengths.
    struct Placeholders {
        private let values: [ArraySlice<UInt8>: String]
        private let lengths: [Int]

        /// For a step of no outline: nothing is replaced.
        static let none = Placeholders(header: [], row: [])

        init(header: [TableCell], row: [TableCell]) {
            var values: [ArraySlice<UInt8>: String] = [:]
            for (name, value) in zip(header, row) {
                let key = ArraySlice(name.value.utf8)
                if values[key] == nil { values[key] = value.value }
            }
            self.values = values
            lengths = Set(values.keys.map(\.count)).sorted()
        }

        /// The text with every `<name>` replaced.
        func filling(_ text: String) -> String {
            guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "<")) else { return text }
            let bytes = Array(text.utf8)
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count)
            var position = 0
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "<"), let (value, end) = value(in: bytes, after: position) {
                    result.append(contentsOf: value.utf8)
                    position = end
                } else {
                    result.append(bytes[position])
                    position += 1
                }
            }
            return String(decoding: result, as: UTF8.self)
        }

        private func value(in bytes: [UInt8], after opening: Int) -> (String, Int)? {
            for length in lengths {
                let close = opening + 1 + length
                guard close < bytes.count else { return nil }
                if bytes[close] == UInt8(ascii: ">"), let value = values[bytes[(opening + 1)..<close]] {
                    return (value, close + 1)
                }
            }
            return nil
        }
    }
}
