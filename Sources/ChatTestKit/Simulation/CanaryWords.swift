import ChatProtocol

/// Unique words in the simulated texts, by which the checks recognize a text in any message. Each step has its own
/// word.
enum CanaryWords {
    /// Returns the word of a step.
    static func word(_ number: Int) -> String { "zq\(number)z" }

    /// A word in the display name of every person, and in no other text. No app may receive it.
    static let name: StaticString = "Nym"

    /// Returns the numbers of the steps whose words the bytes contain, each once.
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

    /// Returns true if the bytes contain a text.
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
