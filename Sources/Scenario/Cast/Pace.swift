/// How long a person takes, so that others can follow a play.
enum Pace {
    /// To type what stands in quotes; what is only looked at takes no typing.
    static func typing(_ step: String) -> Duration { .milliseconds(min(2_400, 300 + 22 * quotedLength(of: step))) }

    /// To read what came of it.
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
    /// Whether a text has the bytes of another in it, one after the other.
    func has(bytesOf other: String) -> Bool { String(self).utf8.contains(sequence: other) }
}

extension String.UTF8View {
    /// Whether these bytes have those of the other text in them, one after the other.
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
    /// Whether it has a text in it, in whichever form of Unicode either is written: what is compared as a whole is the
    /// same in all of them, and what must not be seen is not hidden by another form.
    func says(_ text: String) -> Bool {
        utf8.contains(sequence: text) || !text.utf8.allSatisfy { $0 < 0x80 } && contains(text)
    }
}
