import ChatProtocol
import Testing

@Suite struct UTF8ValidatorTests {
    /// Complete and valid, a valid beginning, or invalid at a byte.
    private enum Verdict: Equatable {
        case complete, incomplete
        case invalid(at: Int)
    }

    private func verdict(_ bytes: [UInt8]) -> Verdict {
        var validator = UTF8Validator()
        for (index, byte) in bytes.enumerated() where !validator.accepts([byte].span) {
            return .invalid(at: index)
        }
        return validator.isComplete ? .complete : .incomplete
    }

    @Test func validatorAcceptsScalarsThatTheStandardLibraryEncodes() {
        for number in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar) else { continue }
            if number > 0x3000 && number % 97 != 0 && number < 0x10_FF00 { continue }
            var validator = UTF8Validator()
            let isFine = validator.accepts(Array(encoded).span)
            #expect(isFine && validator.isComplete)
        }
    }

    @Test func validatorAgreesWithTheStandardLibraryOnRandomBytes() {
        var random = Seeded(2)
        let pool: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in pool.randomElement(using: &random) ?? 0
            }
            var validator = UTF8Validator()
            let isValid = validator.accepts(bytes.span) && validator.isComplete
            #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }

    @Test func firstInvalidByteIsRefusedAtOnce() {
        #expect(verdict([0xF4, 0x90]) == .invalid(at: 1))
        #expect(verdict([0xED, 0xA0, 0x80]) == .invalid(at: 1))
        #expect(verdict([0xE0, 0x9F]) == .invalid(at: 1))
        #expect(verdict([0xF0, 0x8F]) == .invalid(at: 1))
        #expect(verdict([0xC0]) == .invalid(at: 0))
        #expect(verdict([0xC1]) == .invalid(at: 0))
        #expect(verdict([0xF5]) == .invalid(at: 0))
        #expect(verdict([0x80]) == .invalid(at: 0))
        #expect(verdict([0xC3, 0x41]) == .invalid(at: 1))
        #expect(verdict([0xE2, 0x82]) == .incomplete)
        #expect(verdict([0xE2, 0x82, 0xAC]) == .complete)
    }

    @Test func invalidByteAmongASCIIIsRefusedAtEveryPosition() {
        for place in 0..<40 {
            var bytes = [UInt8](repeating: 0x61, count: 40)
            bytes[place] = 0xFF
            var validator = UTF8Validator()
            let isFine = validator.accepts(bytes.span)
            #expect(!isFine)
        }
    }
}
