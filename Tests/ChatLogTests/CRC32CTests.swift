import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

struct CRC32CTests {
    private func checksum(_ bytes: ArraySlice<UInt8>, byTables: Bool) -> UInt32 {
        var checksum = CRC32C()
        bytes.withUnsafeBytes { byTables ? checksum.addByTables($0) : checksum.add($0) }
        return checksum.value
    }

    /// RFC 3720, appendix B.4, and the check value of the catalogue of CRCs.
    @Test(arguments: [false, true]) func checksumMatchesTheVectorsOfRFC3720(byTables: Bool) {
        #expect(checksum(Array("123456789".utf8)[...], byTables: byTables) == 0xE306_9283)
        #expect(checksum([UInt8](repeating: 0, count: 32)[...], byTables: byTables) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)[...], byTables: byTables) == 0x62A8_AB43)
        #expect(checksum(Array(0..<32)[...], byTables: byTables) == 0x46DD_794E)
        #expect(checksum([], byTables: byTables) == 0)
    }

    @Test func processorAndTablesGiveTheSameChecksum() {
        var generator = SplitMix64(seed: 32)
        let bytes = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for count in Array(0...70) + [4_087, 4_088, 4_096] {
            for start in 0..<9 {
                let slice = bytes[start..<start + count]
                #expect(checksum(slice, byTables: false) == checksum(slice, byTables: true))
            }
        }
    }
}
