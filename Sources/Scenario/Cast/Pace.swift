/// The pauses of a demonstration, long enough for people to follow it.
enum Pace {
    /// Returns the time to type the quoted text of a step, from 300 to 2,400 milliseconds.
    static func typing(_ step: String) -> Duration { .milliseconds(min(2_400, 300 + 22 * quotedLength(of: step))) }

    /// Returns the time to read the result of a step, from 600 to 2,600 milliseconds.
    static func reading(_ step: String) -> Duration { .milliseconds(min(2_600, 600 + 14 * step.count)) }

    private static func quotedLength(of step: String) -> Int {
        var length = 0
        var isInside = false
        for character in step {
            if character == "\"" { isInside.toggle() } else if isInside { length += 1 }
        }
        return length
    }
}

extension StringProtocol {
    /// Returns true if the text contains the other text byte for byte.
    func has(bytesOf other: String) -> Bool { String(self).utf8.contains(sequence: other) }
}

extension String.UTF8View {
    /// Returns true if the bytes contain those of the other text as a sequence.
    func contains(sequence other: String) -> Bool {
        var (text, other) = (String(self), other)
        return text.withUTF8 { bytes in
            other.withUTF8 { wanted in
                guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
                return (0...(bytes.count - wanted.count)).contains { start in
                    bytes[start] == first && bytes[start...].starts(with: wanted)
                }
            }
        }
    }
}

extension String {
    /// Returns true if it contains the text in any form of Unicode normalization. Comparisons of whole texts ignore the
    /// form too, and a check that a text is absent must not miss another form of it.
    func says(_ text: String) -> Bool {
        utf8.contains(sequence: text) || !text.utf8.allSatisfy { $0 < 0x80 } && contains(text)
    }
}
