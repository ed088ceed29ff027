/// As much of a terminal as the client's output needs: a cursor, a grid, and the modes that must be left again.
struct TinyScreen {
    private(set) var isAlternate = false
    private(set) var rows: [[Character]]
    private var row = 0
    private var column = 0
    private var held: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var text: String { rows.map { String($0) }.joined(separator: "\n") }

    mutating func feed(_ bytes: [UInt8]) {
        held += bytes
        // What ends within a character or a sequence waits for its rest.
        while let first = held.first {
            if first == 0x1B {
                guard let end = held.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return }
                apply(Array(held[2..<end]), held[end])
                held.removeSubrange(...end)
            } else {
                let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
                guard held.count >= length else { return }
                if first >= 0x20 { put(String(decoding: held[..<length], as: UTF8.self)) }
                held.removeFirst(length)
            }
        }
    }

    private mutating func put(_ text: String) {
        for character in text where rows.indices.contains(row) && rows[row].indices.contains(column) {
            rows[row][column] = character
            column += 1
        }
    }

    private mutating func apply(_ parameters: [UInt8], _ final: UInt8) {
        let text = String(decoding: parameters, as: UTF8.self)
        switch (final, text) {
        case (UInt8(ascii: "H"), _):
            let numbers = text.split(separator: ";").compactMap { Int($0) }
            if numbers.count == 2 { (row, column) = (numbers[0] - 1, numbers[1] - 1) }
        case (UInt8(ascii: "J"), _):
            for index in rows.indices { rows[index] = Array(repeating: " ", count: rows[index].count) }
        case (UInt8(ascii: "h"), "?1049"): isAlternate = true
        case (UInt8(ascii: "l"), "?1049"): isAlternate = false
        default: break
        }
    }
}
