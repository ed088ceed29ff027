/// The names of the columns of an examples table, to be found where an outline says `<name>`.
///
/// Names are found by their length, so the work is that of the text, times the number of different lengths.
struct PlaceholderNames {
    private var columns: [ArraySlice<UInt8>: Int] = [:]
    private var lengths: [Int] = []
    /// What looking at one `<` may cost, in bytes.
    private var work = 0

    init(_ header: [TableCell]) {
        // Of two columns of one name the first counts.
        for (index, name) in header.enumerated() where columns[ArraySlice(name.value.utf8)] == nil {
            columns[ArraySlice(name.value.utf8)] = index
        }
        lengths = Set(columns.keys.map(\.count)).sorted()
        work = lengths.reduce(0) { $0 + $1 + 1 }
    }

    var isEmpty: Bool { columns.isEmpty }

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

    /// What it costs to look through a text, in bytes: nothing worth a mention, unless somebody means harm.
    func cost(of text: String) -> Int {
        isEmpty ? 0 : text.utf8.count { $0 == UInt8(ascii: "<") } * work / 32
    }
}

/// The values of one row of examples, to be put where an outline says `<name>`.
///
/// All names are replaced in one pass: a value that happens to say `<other>` stays as it is.
struct Placeholders {
    let names: PlaceholderNames
    private let values: [TableCell]

    /// For a step of no outline: nothing is replaced.
    static let none = Placeholders(PlaceholderNames([]), row: [])

    init(_ names: PlaceholderNames, row: [TableCell]) {
        self.names = names
        values = row
    }

    /// The text with every `<name>` replaced, or of one that is longer than `max` bytes just more than that.
    func filling(_ text: String, max: Int) -> String {
        guard !names.isEmpty, text.utf8.contains(UInt8(ascii: "<")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count, result.count <= max {
            if bytes[position] == UInt8(ascii: "<"),
                let (column, end) = names.column(in: bytes, after: position), column < values.count
            {
                result.append(contentsOf: values[column].value.utf8.prefix(max - result.count + 1))
                position = end
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
