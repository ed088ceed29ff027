/// The punycode encoding of Unicode host labels (RFC 3492). There is no decoder, because the simulator shows the ASCII
/// form.
enum Punycode {
    /// Returns the encoded label without its `xn--`; nil for more than 63 scalars, which no host label can have.
    static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        // A label has at most 63 bytes. The encoding takes quadratic time, so longer labels are refused first.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basicCount
        var next: UInt32 = 128
        var delta = 0
        var bias = 72
        while handled < scalars.count {
            guard let smallest = scalars.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            delta += Int(smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number as the generalized variable-length integer of section 3.3.
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = 36
        while true {
            let threshold = min(max(place - bias, 1), 26)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            place += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? value + 97 : value - 26 + 48)
    }

    /// Returns the adapted bias of section 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
