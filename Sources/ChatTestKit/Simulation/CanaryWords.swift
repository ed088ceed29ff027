import ChatProtocol

/// The words by which what was said is known again wherever it turns up: each wish of a history has its own.
enum CanaryWords {
    /// The word of a wish.
    static func word(_ number: Int) -> String { "zq\(number)z" }

    /// What every name of a person has in it, and nothing else: no app may ever be sent it.
    static let name: StaticString = "Nym"

    /// The numbers of the wishes whose words stand there.
    static func numbers(in bytes: [UInt8]) -> [Int] {
        var numbers: [Int] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 3 < bytes.count {
                guard bytes[index] == UInt8(ascii: "z"), bytes[index + 1] == UInt8(ascii: "q") else {
                    index += 1
                    continue
                }
                index += 2
                var number = 0
                let start = index
                while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39, index - start < 9 {
                    number = number * 10 + Int(bytes[index] - 0x30)
                    index += 1
                }
                guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "z") else { continue }
                if !numbers.contains(number) { numbers.append(number) }
            }
        }
        return numbers
    }

    /// Whether a text stands in bytes.
    static func stands(_ text: StaticString, in bytes: [UInt8]) -> Bool {
        let count = text.utf8CodeUnitCount
        let word = UnsafeBufferPointer(start: text.utf8Start, count: count)
        guard bytes.count >= count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start <= bytes.count - count {
                var length = 0
                while length < count, bytes[start + length] == word[length] { length += 1 }
                if length == count { return true }
                start += 1
            }
            return false
        }
    }
}
