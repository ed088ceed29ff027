/// The names of the columns of an examples table, to be found where an outline says `<name>`.
///
/// Names are found by their length, so the work is that of the text, times the number of different lengths.
struct PlaceholderNames {
    private var columns: [ArraySlice<UInt8>: Int] = [:]
    private let header: [TableCell]
    private var lengths: [Int] = []
    /// What looking at one `<` may cost, in bytes.
    private var work = 0

    init(_ header: [TableCell]) {
        self.header = header
        // Of two columns of one name the first counts.
        for (index, name) in header.enumerated() where columns[ArraySlice(name.value.utf8)] == nil {
            columns[ArraySlice(name.value.utf8)] = index
        }
        lengths = Set(columns.keys.map(\.count)).sorted()
        work = lengths.reduce(0) { $0 + $1 + 1 }
    }

    var isEmpty: Bool { columns.isEmpty }

    /// The name of a column.
    func name(of column: Int) -> ArraySlice<UInt8> { ArraySlice(header[column].value.utf8) }

    /// The column that is named behind the `<` at a position, and where the text goes on behind its `>`.
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

    /// The first column behind another whose name stands in a text between `<` and `>`; nil if there is none.
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

    /// What it costs to look through a text, in bytes: nothing worth a mention, unless somebody means harm.
    func cost(of text: String) -> Int {
        isEmpty ? 0 : text.utf8.count { $0 == UInt8(ascii: "<") } * work / 32
    }
}

/// The values of one row of examples, to be put where an outline says `<name>`.
///
/// As in the official compiler, the columns are replaced one after the other: a value that says `<other>` is replaced in
/// turn if that column comes later.
struct Placeholders {
    let names: PlaceholderNames
    private let values: [TableCell]

    /// For a step of no outline: nothing is replaced.
    static let none = Placeholders(PlaceholderNames([]), row: [])

    /// The most bytes that are looked at for each byte that the result may have. Only a file that means harm needs more.
    private static let effort = 4

    init(_ names: PlaceholderNames, row: [TableCell]) {
        self.names = names
        values = row
    }

    /// Returns the text with every `<name>` replaced; of one that would be longer than `max` bytes, or takes too much
    /// work, just more than `max` bytes.
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
