/// The column names of an examples table, which an outline contains as `<name>`.
///
/// Names are found by their length. So the work is proportional to the length of the text, times the number of
/// different lengths.
struct PlaceholderNames {
    private var columns: [ArraySlice<UInt8>: Int] = [:]
    private let header: [TableCell]
    private var lengths: [Int] = []
    /// The maximum cost of examining one `<`, in bytes.
    private var work = 0

    init(_ header: [TableCell]) {
        self.header = header
        // If two columns have the same name, the first one counts.
        for (index, name) in header.enumerated() where columns[ArraySlice(name.value.utf8)] == nil {
            columns[ArraySlice(name.value.utf8)] = index
        }
        lengths = Set(columns.keys.map(\.count)).sorted()
        work = lengths.reduce(0) { $0 + $1 + 1 }
    }

    var isEmpty: Bool { columns.isEmpty }

    /// Returns the name of a column, in UTF-8.
    func name(of column: Int) -> ArraySlice<UInt8> { ArraySlice(header[column].value.utf8) }

    /// Returns the column whose name follows the `<` at a position, and the index after its `>`; nil for no column.
    func column(in bytes: [UInt8], after opening: Int) -> (column: Int, end: Int)? {
        for length in lengths {
            let close = opening + 1 + length
            guard close < bytes.count else { return nil }
            if bytes[close] == UInt8(ascii: ">"), let column = columns[bytes[(opening + 1)..<close]] {
                return (column, close + 1)
            }
        }
        return nil
    }

    /// Returns the first column with an index above `last` whose name a text contains between `<` and `>`; nil if there
    /// is none.
    ///
    /// - Parameter last: an index; -1 to search all columns.
    func firstColumn(after last: Int, in bytes: [UInt8]) -> Int? {
        var first: Int?
        for opening in bytes.indices where bytes[opening] == UInt8(ascii: "<") {
            for length in lengths {
                let close = opening + 1 + length
                guard close < bytes.count else { break }
                if bytes[close] == UInt8(ascii: ">"), let column = columns[bytes[(opening + 1)..<close]], column > last
                {
                    first = min(first ?? column, column)
                }
            }
        }
        return first
    }

    /// Returns the cost of searching a text, in bytes. It is negligible except in a malicious file.
    func cost(of text: String) -> Int {
        isEmpty ? 0 : text.utf8.count { $0 == UInt8(ascii: "<") } * work / 32
    }
}

/// The values of one row of examples, which replace each `<name>` in an outline.
///
/// As in the official compiler, the columns are replaced one after the other. So a value that contains `<other>` is
/// itself replaced if that column comes later.
struct Placeholders {
    let names: PlaceholderNames
    private let values: [TableCell]

    /// The placeholders of a step outside an outline, which replace nothing.
    static let none = Placeholders(PlaceholderNames([]), row: [])

    /// The maximum number of bytes to examine for each byte of the maximum result. Only a malicious file needs more.
    private static let effort = 4

    init(_ names: PlaceholderNames, row: [TableCell]) {
        self.names = names
        values = row
    }

    /// Returns the text with every `<name>` replaced. If the result would be longer than `max` bytes or needs too much
    /// work, it returns another text of more than `max` bytes.
    func filling(_ text: String, max: Int) -> String {
        guard !names.isEmpty, text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var bytes = Array(text.utf8)
        var last = -1
        var effort = Self.effort * max
        while let column = names.firstColumn(after: last, in: bytes), column < values.count {
            bytes = Self.replacing(names.name(of: column), with: values[column].value, in: bytes, max: max)
            effort -= bytes.count
            guard bytes.count <= max else { break }
            guard effort > 0 else { return String(repeating: " ", count: max + 1) }
            last = column
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacing(_ name: ArraySlice<UInt8>, with value: String, in bytes: [UInt8], max: Int) -> [UInt8]
    {
        let placeholder = [UInt8(ascii: "<")] + name + [UInt8(ascii: ">")]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count, result.count <= max {
            if bytes[position] == UInt8(ascii: "<"), bytes[position...].starts(with: placeholder) {
                result.append(contentsOf: value.utf8.prefix(max - result.count + 1))
                position += placeholder.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }
}
