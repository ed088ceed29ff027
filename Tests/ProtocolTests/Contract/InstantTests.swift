import ChatProtocol
import Testing

struct InstantTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_662_973_200_000, "2022-09-12T09:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
        ] as [(Int64, String)])
    func timesAreWrittenAndReadInUTC(_ milliseconds: Int64, _ text: String) {
        #expect(Instant(milliseconds: milliseconds).description == text)
        #expect(Instant(text) == Instant(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2026-05-01", "2026-05-01T09:00:00Z", "2026-05-01T09:00:00.000", "2026-05-01t09:00:00.000Z",
        "2026-13-01T09:00:00.000Z", "2026-00-01T09:00:00.000Z", "2026-02-29T09:00:00.000Z", "2026-02-31T00:00:00.000Z",
        "2026-04-31T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-05-00T09:00:00.000Z", "2026-05-01T24:00:00.000Z",
        "2026-05-01T09:60:00.000Z", "2026-05-01T09:00:60.000Z", "2026-05-01T09:00:00.00Z0", "+026-05-01T09:00:00.000Z",
    ])
    func invalidTextIsNoInstant(_ text: String) {
        #expect(Instant(text) == nil)
    }

    @Test func randomInstantIsReadBackAsWritten() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
            let instant = Instant(milliseconds: Int64.random(in: range, using: &random))
            #expect(Instant(instant.description) == instant)
        }
    }

    @Test func extremeInstantsAreClampedWithoutOverflow() {
        for extreme in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            let instant = Instant(milliseconds: extreme)
            #expect(Instant(instant.description) == min(max(instant, .earliest), .latest))
            for count in [Int64.min, -1, 0, 1, .max] {
                #expect(instant.advanced(byMilliseconds: count) <= .latest)
            }
        }
        #expect(Instant.latest.advanced(byMilliseconds: 1) == .latest)
    }
}
